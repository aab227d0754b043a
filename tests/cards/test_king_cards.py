"""The King's card and the cards of New Regency; for C-rebellion see test_rebellion.py."""

from typing import Any

from tests.support.effects import all_but, changed, effect, table
from tests.support.marks import scenario
from tests.support.positions import king, offered, position, take, there, use


@scenario("C-king", "ordinary")
def test_king_goes_to_any_other_region(options: dict[str, Any]) -> None:
    game = position(card="C-king", king="castilla", **options)
    before = table(game)
    take(game, "C-king", "special")
    assert offered(game) == all_but("castilla")
    use(game, "granada")
    assert changed(game, before) == {"king": "granada"}


@scenario("C-king", "as_much_as_possible")
def test_king_lets_a_small_court_place_all_it_has_before_he_moves(
    options: dict[str, Any],
) -> None:
    game = position(card="C-king", king="valencia", court=[4, 7, 7, 7], **options)
    texts = ("place", "granada", "granada", "toledo", "castillo", "special", "toledo")
    assert effect(game, "C-king", *texts) == {
        "king": "toledo",
        "granada": [2, 0, 0, 0],
        "toledo": [1, 0, 0, 0],
        "castillo": [1, 0, 0, 0],
        "court": [0, 7, 7, 7],
    }


@scenario("C-king", "kings_region")
def test_king_frees_his_old_region_and_closes_the_new_one(options: dict[str, Any]) -> None:
    game = position(
        card="C-king",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0], "toledo": [0, 0, 1, 1]},
        grandes=["castilla", "castilla", "toledo", "toledo"],
        tiles={"8/4/0": "castilla"},
        **options,
    )
    assert effect(game, "C-king", "special", "toledo") == {"king": "toledo"}
    use(game, "place")
    assert set(offered(game)) == {
        "aragon", "castilla", "valencia", "sevilla", "granada", "castillo", "stop",
    }  # fmt: skip


@scenario("C-king", "empty")
def test_king_moves_on_an_empty_board(options: dict[str, Any]) -> None:
    game = position(card="C-king", king="castilla", court=[0, 0, 0, 0], **options)
    assert effect(game, "C-king", "special", "galicia") == {"king": "galicia"}


@scenario("C-king", "declined")
def test_king_stays_when_the_player_only_places(options: dict[str, Any]) -> None:
    game = position(card="C-king", king="castilla", **options)
    texts = ("place", "toledo", "toledo", "toledo", "toledo", "castillo", "end")
    assert effect(game, "C-king", *texts) == {
        "toledo": [4, 0, 0, 0],
        "castillo": [1, 0, 0, 0],
        "court": [2, 7, 7, 7],
    }


@scenario("C-exile", "ordinary")
def test_exile_sends_the_king_abroad(options: dict[str, Any]) -> None:
    game = position(card="C-exile", king="castilla", **options)
    before = table(game)
    take(game, "C-exile", "special")
    assert offered(game) == ["france", "portugal"]
    use(game, "france")
    assert changed(game, before) == {"king": "france"}


@scenario("C-exile", "as_much_as_possible")
def test_exile_from_one_country_leads_to_the_other(options: dict[str, Any]) -> None:
    game = position(card="C-exile", king="france", **options)
    take(game, "C-exile", "special")
    assert offered(game) == ["portugal"]


@scenario("C-exile", "kings_region")
def test_exile_leaves_no_region_taboo(options: dict[str, Any]) -> None:
    game = position(
        card="C-exile",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0]},
        grandes=["castilla", "galicia", "galicia", "galicia"],
        **options,
    )
    assert effect(game, "C-exile", "special", "portugal") == {"king": "portugal"}
    use(game, "place")
    assert set(offered(game)) == {
        "galicia", "castilla", "toledo", "sevilla", "castillo", "stop",
    }  # fmt: skip


@scenario("C-exile", "empty")
def test_exile_is_possible_on_an_empty_board(options: dict[str, Any]) -> None:
    game = position(card="C-exile", king="castilla", court=[0, 0, 0, 0], **options)
    assert effect(game, "C-exile", "special", "portugal") == {"king": "portugal"}


@scenario("C-entourage", "ordinary")
def test_entourage_takes_two_caballeros_of_any_colours_along(options: dict[str, Any]) -> None:
    game = position(
        card="C-entourage",
        king="castilla",
        regions={"castilla": [2, 1, 0, 1], "toledo": [0, 3, 0, 0]},
        **options,
    )
    before = table(game)
    take(game, "C-entourage", "special")
    assert offered(game) == all_but("castilla")
    use(game, "toledo")
    assert offered(game) == ["carmine@castilla", "azure@castilla", "green@castilla"]
    use(game, "carmine@castilla", "green@castilla")
    assert changed(game, before) == {
        "king": "toledo",
        "castilla": [1, 1, 0, 0],
        "toledo": [1, 3, 0, 1],
    }


@scenario("C-entourage", "as_much_as_possible")
def test_entourage_of_one_is_all_there_is(options: dict[str, Any]) -> None:
    game = position(
        card="C-entourage", king="castilla", regions={"castilla": [0, 1, 0, 0]}, **options
    )
    before = table(game)
    take(game, "C-entourage", "special", "toledo")
    assert offered(game) == ["azure@castilla"]
    use(game, "azure@castilla")
    assert game.decision == "act"
    assert changed(game, before) == {
        "king": "toledo",
        "castilla": [0, 0, 0, 0],
        "toledo": [0, 1, 0, 0],
    }


@scenario("C-entourage", "kings_region")
def test_entourage_moves_nobody_but_caballeros_of_the_old_region(
    options: dict[str, Any],
) -> None:
    game = position(
        card="C-entourage",
        king="castilla",
        regions={"castilla": [5, 0, 0, 0], "granada": [1, 1, 0, 0]},
        grandes=["castilla", "castilla", "galicia", "toledo"],
        tiles={"8/4/0": "castilla"},
        **options,
    )
    followers = ["carmine@castilla", "carmine@castilla"]
    assert effect(game, "C-entourage", "special", "toledo", *followers) == {
        "king": "toledo",
        "castilla": [3, 0, 0, 0],
        "toledo": [2, 0, 0, 0],
    }


@scenario("C-entourage", "empty")
def test_entourage_from_an_empty_region_moves_the_king_alone(options: dict[str, Any]) -> None:
    game = position(
        card="C-entourage", king="castilla", regions={"granada": [3, 0, 0, 0]}, **options
    )
    assert effect(game, "C-entourage", "special", "toledo") == {"king": "toledo"}
    assert game.decision == "act"


@scenario("C-competition", "ordinary")
def test_competition_sends_the_grandes_of_the_new_region_into_the_castillo(
    options: dict[str, Any],
) -> None:
    game = position(
        card="C-competition",
        king="castilla",
        regions={"toledo": [0, 3, 1, 0]},
        grandes=["galicia", "toledo", "toledo", "sevilla"],
        **options,
    )
    assert effect(game, "C-competition", "special", "toledo") == {
        "king": "toledo",
        "toledo grandes": [],
        "castillo grandes": [1, 2],
    }


@scenario("C-competition", "as_much_as_possible")
def test_competition_spares_no_grande_not_even_your_own(options: dict[str, Any]) -> None:
    game = position(card="C-competition", king="castilla", grandes=["toledo"] * 4, **options)
    assert effect(game, "C-competition", "special", "toledo") == {
        "king": "toledo",
        "toledo grandes": [],
        "castillo grandes": [0, 1, 2, 3],
    }


@scenario("C-competition", "kings_region")
def test_competition_leaves_the_old_region_alone(options: dict[str, Any]) -> None:
    game = position(
        card="C-competition",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0]},
        grandes=["castilla", "castilla", "toledo", "sevilla"],
        **options,
    )
    before = table(game)
    take(game, "C-competition", "special")
    assert offered(game) == all_but("castilla")
    use(game, "sevilla")
    assert changed(game, before) == {
        "king": "sevilla",
        "sevilla grandes": [],
        "castillo grandes": [3],
    }


@scenario("C-competition", "empty")
def test_competition_without_a_grande_moves_the_king_alone(options: dict[str, Any]) -> None:
    game = position(
        card="C-competition",
        king="castilla",
        regions={"granada": [3, 0, 0, 0]},
        grandes=["galicia"] * 4,
        **options,
    )
    assert effect(game, "C-competition", "special", "granada") == {"king": "granada"}


@scenario("C-chalet", "ordinary")
def test_chalet_moves_the_king_where_the_fewest_live(options: dict[str, Any]) -> None:
    game = position(
        card="C-chalet",
        king="castilla",
        regions={"castilla": [3, 0, 0, 0], "galicia": [1, 1, 0, 0], "toledo": [0, 0, 3, 0]},
        castillo=[1, 0, 0, 0],
        grandes=["galicia"] * 4,
        **options,
    )
    before = table(game)
    take(game, "C-chalet", "special")
    assert offered(game) == ["galicia"]
    use(game, "galicia")
    assert changed(game, before) == {"king": "galicia"}


@scenario("C-chalet", "as_much_as_possible")
def test_chalet_lets_you_choose_on_a_tie(options: dict[str, Any]) -> None:
    game = position(
        card="C-chalet",
        king="castilla",
        regions={"aragon": [2, 0, 0, 0], "granada": [1, 0, 0, 1], "toledo": [0, 0, 3, 0]},
        **options,
    )
    take(game, "C-chalet", "special")
    assert offered(game) == ["aragon", "granada"]
    assert king(use(game, "granada")) == "granada"


@scenario("C-chalet", "kings_region")
def test_chalet_may_leave_the_king_where_he_is(options: dict[str, Any]) -> None:
    game = position(
        card="C-chalet",
        king="castilla",
        regions={"castilla": [1, 0, 0, 0], "granada": [0, 0, 0, 1], "toledo": [0, 0, 3, 0]},
        **options,
    )
    before = table(game)
    take(game, "C-chalet", "special")
    assert offered(game) == ["castilla", "granada"]
    use(game, "castilla")
    assert changed(game, before) == {}


@scenario("C-chalet", "empty")
def test_chalet_is_not_offered_without_an_inhabited_region(options: dict[str, Any]) -> None:
    game = position(card="C-chalet", castillo=[3, 2, 1, 0], **options)
    take(game, "C-chalet")
    assert offered(game) == ["end", "place"]


@scenario("C-infiltration", "ordinary")
def test_infiltration_opens_the_kings_region_for_placing(options: dict[str, Any]) -> None:
    game = position(card="C-infiltration", king="galicia", **options)
    assert effect(game, "C-infiltration", "special") == {}
    before = table(game)
    use(game, "place")
    assert set(offered(game)) == {"galicia", "navarra", "castilla", "castillo", "stop"}
    use(game, "galicia", "galicia", "galicia", "navarra", "castillo")
    assert changed(game, before) == {
        "galicia": [3, 0, 0, 0],
        "navarra": [1, 0, 0, 0],
        "castillo": [1, 0, 0, 0],
        "court": [2, 7, 7, 7],
    }


@scenario("C-infiltration", "as_much_as_possible")
def test_infiltration_places_no_more_than_the_court_holds(options: dict[str, Any]) -> None:
    game = position(card="C-infiltration", king="galicia", court=[1, 7, 7, 7], **options)
    assert effect(game, "C-infiltration", "special", "place", "galicia") == {
        "galicia": [1, 0, 0, 0],
        "court": [0, 7, 7, 7],
    }
    assert game.waiting == (3,)


@scenario("C-infiltration", "kings_region")
def test_infiltration_lasts_for_this_turn_only(options: dict[str, Any]) -> None:
    game = position(card="C-infiltration", king="galicia", **options)
    take(game, "C-infiltration", "special", "place", "galicia", "stop")
    assert game.waiting == (3,)
    use(game, "take 0", "card 4", "place")
    assert set(offered(game)) == {"navarra", "castilla", "castillo", "stop"}


@scenario("C-infiltration", "empty")
def test_infiltration_is_not_offered_to_an_empty_court(options: dict[str, Any]) -> None:
    game = position(card="C-infiltration", court=[0, 7, 7, 7], **options)
    take(game, "C-infiltration")
    assert game.waiting == (3,)


@scenario("C-infiltration", "declined")
def test_infiltration_declined_leaves_the_kings_region_closed(options: dict[str, Any]) -> None:
    game = position(card="C-infiltration", king="galicia", **options)
    take(game, "C-infiltration", "place")
    assert set(offered(game)) == {"navarra", "castilla", "castillo", "stop"}


@scenario("C-stand-in", "ordinary")
def test_stand_in_swaps_the_king_with_a_grande(options: dict[str, Any]) -> None:
    game = position(
        card="C-stand-in",
        king="castilla",
        regions={"castilla": [2, 0, 0, 0], "navarra": [0, 2, 0, 0]},
        grandes=["galicia", "navarra", "navarra", "sevilla"],
        **options,
    )
    before = table(game)
    take(game, "C-stand-in", "special")
    assert offered(game) == ["grande carmine", "grande azure", "grande ochre", "grande green"]
    use(game, "grande azure")
    assert changed(game, before) == {
        "king": "navarra",
        "navarra grandes": [2],
        "castilla grandes": [1],
    }


@scenario("C-stand-in", "as_much_as_possible")
def test_stand_in_takes_the_only_grande_that_can(options: dict[str, Any]) -> None:
    grandes = ["castilla", "castillo", "castilla", "sevilla"]
    game = position(card="C-stand-in", king="castilla", grandes=grandes, **options)
    take(game, "C-stand-in", "special")
    assert offered(game) == ["grande green"]


@scenario("C-stand-in", "kings_region")
def test_stand_in_moves_nobody_else_in_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-stand-in",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0], "galicia": [0, 0, 4, 0]},
        grandes=["galicia", "castilla", "galicia", "castilla"],
        tiles={"8/4/0": "castilla", "4/0/0": "galicia"},
        **options,
    )
    assert effect(game, "C-stand-in", "special", "grande carmine") == {
        "king": "galicia",
        "galicia grandes": [2],
        "castilla grandes": [0, 1, 3],
    }
    assert there(game, "galicia") == [0, 0, 4, 0]


@scenario("C-stand-in", "empty")
def test_stand_in_is_not_offered_without_a_grande_elsewhere(options: dict[str, Any]) -> None:
    grandes = ["castilla", "castillo", "castilla", "castillo"]
    game = position(card="C-stand-in", king="castilla", grandes=grandes, **options)
    take(game, "C-stand-in")
    assert offered(game) == ["end", "place"]
