"""The cards of stack 4: tiles, power cards, recruits, Grandes, discs and the King's counsel."""

from typing import Any

from elgrande import Game
from tests.support.effects import all_but, changed, effect, table
from tests.support.marks import scenario
from tests.support.positions import (
    answer,
    offered,
    position,
    take,
    there,
    tile_at,
    use,
)


def effect_of_discs(game: Game, card: str, *texts: str, discs: dict[int, str]) -> dict[str, Any]:
    """The same for a card that makes these seats, and no others, set their discs."""
    before = table(game)
    take(game, card, *texts)
    assert game.waiting == tuple(sorted(discs))
    return changed(answer(game, discs), before)


@scenario("C-tile", "ordinary")
def test_tile_puts_a_tile_on_a_board_without_one(options: dict[str, Any]) -> None:
    game = position(card="C-tile", regions={"toledo": [3, 2, 1, 0]}, **options)
    before = table(game)
    take(game, "C-tile", "special")
    assert offered(game) == ["tile 8/4/0", "tile 4/0/0"]
    use(game, "tile 8/4/0", "toledo")
    assert changed(game, before) == {"toledo tile": "8/4/0"}


@scenario("C-tile", "as_much_as_possible")
def test_tile_moves_a_tile_to_another_board_once_begun(options: dict[str, Any]) -> None:
    tiles = {"8/4/0": "galicia", "4/0/0": "toledo"}
    game = position(card="C-tile", king="castilla", tiles=tiles, **options)
    before = table(game)
    take(game, "C-tile", "special", "tile 8/4/0")
    assert offered(game) == [*all_but("castilla", "galicia", "toledo"), "castillo"]
    use(game, "castillo")
    assert changed(game, before) == {"galicia tile": None, "castillo tile": "8/4/0"}


@scenario("C-tile", "kings_region")
def test_tile_neither_enters_nor_leaves_the_kings_region(options: dict[str, Any]) -> None:
    game = position(card="C-tile", king="toledo", tiles={"8/4/0": "toledo"}, **options)
    take(game, "C-tile", "special")
    assert offered(game) == ["tile 4/0/0"]
    use(game, "tile 4/0/0")
    assert offered(game) == [*all_but("toledo"), "castillo"]
    assert tile_at(game, "toledo") == "8/4/0"


@scenario("C-tile", "empty")
def test_tile_is_possible_with_no_tile_left_beside_the_board(options: dict[str, Any]) -> None:
    tiles = {"8/4/0": "castilla", "4/0/0": "castillo"}
    game = position(card="C-tile", king="castilla", tiles=tiles, **options)
    changes = effect(game, "C-tile", "special", "tile 4/0/0", "granada")
    assert changes == {"castillo tile": None, "granada tile": "4/0/0"}


@scenario("C-power", "ordinary")
def test_power_takes_a_card_back_from_the_discard(options: dict[str, Any]) -> None:
    game = position(card="C-power", round_number=2, power=13, **options)
    before = table(game)
    assert before["discards"][0] == [1]
    take(game, "C-power", "special")
    assert offered(game) == ["power 1", "power 13"]
    use(game, "power 1")
    assert changed(game, before) == {
        "hands": [[*range(1, 13)], *before["hands"][1:]],
        "discards": [[], *before["discards"][1:]],
    }


@scenario("C-power", "as_much_as_possible")
def test_power_takes_back_the_card_just_played_when_the_discard_is_empty(
    options: dict[str, Any],
) -> None:
    game = position(card="C-power", power=13, **options)
    before = table(game)
    take(game, "C-power", "special")
    assert offered(game) == ["power 13"]
    use(game, "power 13")
    assert changed(game, before) == {"hands": [[*range(1, 14)], *before["hands"][1:]]}


@scenario("C-power", "kings_region")
def test_power_leaves_the_kings_region_and_the_turn_order_alone(options: dict[str, Any]) -> None:
    game = position(card="C-power", king="toledo", regions={"toledo": [2, 1, 0, 0]}, **options)
    order = game.view()["turn_order"]
    assert set(effect(game, "C-power", "special", "power 13")) == {"hands"}
    assert game.view()["turn_order"] == order


@scenario("C-power", "empty")
def test_power_is_possible_without_any_caballero(options: dict[str, Any]) -> None:
    game = position(card="C-power", castillo=[30], court=[0, 0, 0, 0], **options)
    assert effect(game, "C-power", "special", "power 13").keys() == {"hands"}


@scenario("C-power", "declined")
def test_power_may_be_declined(options: dict[str, Any]) -> None:
    game = position(card="C-power", round_number=2, **options)
    assert effect(game, "C-power", "place", "castillo", "stop", "end") == {
        "castillo": [1, 0, 0, 0],
        "court": [6, 7, 7, 7],
    }


@scenario("C-recruit", "ordinary")
def test_recruit_takes_two_from_the_province(options: dict[str, Any]) -> None:
    game = position(card="C-recruit", regions={"toledo": [3, 0, 0, 0]}, **options)
    assert effect(game, "C-recruit", "special", "take 2") == {
        "court": [9, 7, 7, 7],
        "province": [18, 23, 23, 23],
    }
    assert offered(game) == ["end", "place"]


@scenario("C-recruit", "as_much_as_possible")
def test_recruit_takes_what_the_province_lacks_from_regions(options: dict[str, Any]) -> None:
    regions = {"toledo": [3, 0, 0, 0]}
    game = position(card="C-recruit", regions=regions, province=[1, 0, 0, 0], **options)
    assert there(game, "court")[0] == 26
    take(game, "C-recruit", "special")
    assert offered(game) == ["take 0", "take 1"]
    fewer = game.clone()
    use(fewer, "take 0")
    assert offered(fewer) == ["end", "place"]
    use(game, "take 1")
    assert set(offered(game)) == {"toledo", "stop"}
    use(game, "toledo")
    assert [there(game, place)[0] for place in ("court", "province", "toledo")] == [28, 0, 2]
    assert offered(game) == ["end", "place"]


@scenario("C-recruit", "kings_region")
def test_recruit_takes_none_from_the_kings_region_or_the_castillo(
    options: dict[str, Any],
) -> None:
    regions = {"castilla": [5, 0, 0, 0], "sevilla": [1, 0, 0, 0]}
    game = position(
        card="C-recruit",
        king="castilla",
        regions=regions,
        castillo=[4],
        province=[0, 0, 0, 0],
        **options,
    )
    take(game, "C-recruit", "special")
    assert set(offered(game)) == {"sevilla", "stop"}
    use(game, "sevilla")
    assert [there(game, place)[0] for place in ("court", "castilla", "castillo")] == [21, 5, 4]


@scenario("C-recruit", "empty")
def test_recruit_is_not_offered_when_nobody_can_come(options: dict[str, Any]) -> None:
    game = position(
        card="C-recruit",
        king="castilla",
        regions={"castilla": [5, 0, 0, 0], "toledo": [0, 3, 0, 0]},
        castillo=[4],
        province=[0, 9, 9, 9],
        **options,
    )
    take(game, "C-recruit")
    assert offered(game) == ["end", "place"]


@scenario("C-grande", "ordinary")
def test_grande_moves_without_its_caballeros(options: dict[str, Any]) -> None:
    grandes = ["galicia", "toledo", "aragon", "aragon"]
    game = position(card="C-grande", regions={"galicia": [2, 0, 0, 0]}, grandes=grandes, **options)
    assert effect(game, "C-grande", "special", "toledo") == {
        "galicia grandes": [],
        "toledo grandes": [0, 1],
    }


@scenario("C-grande", "as_much_as_possible")
def test_grande_must_go_to_another_region_once_begun(options: dict[str, Any]) -> None:
    grandes = ["galicia", "toledo", "aragon", "aragon"]
    game = position(card="C-grande", king="castilla", grandes=grandes, **options)
    take(game, "C-grande", "special")
    assert offered(game) == all_but("castilla", "galicia")


@scenario("C-grande", "kings_region")
def test_grande_cannot_leave_the_kings_region(options: dict[str, Any]) -> None:
    grandes = ["castilla", "toledo", "aragon", "aragon"]
    game = position(card="C-grande", king="castilla", grandes=grandes, **options)
    take(game, "C-grande")
    assert offered(game) == ["end", "place"]


@scenario("C-grande", "empty")
def test_grande_may_live_where_nobody_is(options: dict[str, Any]) -> None:
    grandes = ["galicia", "toledo", "aragon", "aragon"]
    game = position(card="C-grande", court=[0, 0, 0, 0], grandes=grandes, **options)
    assert effect(game, "C-grande", "special", "sevilla") == {
        "galicia grandes": [],
        "sevilla grandes": [0],
    }


@scenario("C-coup", "ordinary")
def test_coup_drives_all_opponents_where_their_discs_say(options: dict[str, Any]) -> None:
    game = position(
        card="C-coup",
        regions={"toledo": [2, 1, 3, 1], "granada": [0, 1, 0, 0]},
        grandes=["galicia", "toledo", "toledo", "galicia"],
        **options,
    )
    discs = {1: "granada", 2: "valencia", 3: "granada"}
    assert effect_of_discs(game, "C-coup", "special", "toledo", discs=discs) == {
        "toledo": [2, 0, 0, 0],
        "granada": [0, 2, 0, 1],
        "valencia": [0, 0, 3, 0],
    }


@scenario("C-coup", "as_much_as_possible")
def test_coup_asks_only_those_who_are_there(options: dict[str, Any]) -> None:
    game = position(
        card="C-coup", regions={"toledo": [2, 0, 3, 0], "sevilla": [0, 4, 0, 4]}, **options
    )
    assert effect_of_discs(game, "C-coup", "special", "toledo", discs={2: "sevilla"}) == {
        "toledo": [2, 0, 0, 0],
        "sevilla": [0, 4, 3, 4],
    }


@scenario("C-coup", "kings_region")
def test_coup_neither_names_nor_fills_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-coup",
        king="castilla",
        regions={"castilla": [0, 5, 0, 0], "toledo": [0, 2, 0, 0]},
        **options,
    )
    before = table(game)
    take(game, "C-coup", "special")
    assert "castilla" not in offered(game)
    use(game, "toledo")
    assert changed(answer(game, {1: "castilla"}), before) == {
        "toledo": [0, 0, 0, 0],
        "court": [7, 9, 7, 7],
    }


@scenario("C-coup", "empty")
def test_coup_is_not_offered_when_nobody_can_be_driven_out(options: dict[str, Any]) -> None:
    game = position(
        card="C-coup",
        king="castilla",
        regions={"castilla": [0, 5, 0, 0], "toledo": [3, 0, 0, 0]},
        castillo=[0, 0, 4, 4],
        **options,
    )
    take(game, "C-coup")
    assert offered(game) == ["end", "place"]


@scenario("C-advisor", "ordinary")
def test_advisor_moves_the_king_next_door(options: dict[str, Any]) -> None:
    game = position(card="C-advisor", king="castilla", **options)
    before = table(game)
    take(game, "C-advisor", "special")
    assert offered(game) == ["galicia", "navarra", "aragon", "toledo"]
    use(game, "aragon")
    assert changed(game, before) == {"king": "aragon"}


@scenario("C-advisor", "as_much_as_possible")
def test_advisor_must_move_the_king_once_begun(options: dict[str, Any]) -> None:
    game = position(card="C-advisor", king="sevilla", **options)
    take(game, "C-advisor", "special")
    assert offered(game) == ["toledo", "granada"]


@scenario("C-advisor", "kings_region")
def test_advisor_moves_nobody_but_the_king(options: dict[str, Any]) -> None:
    game = position(
        card="C-advisor",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0], "galicia": [0, 0, 1, 1]},
        grandes=["castilla", "castilla", "galicia", "galicia"],
        tiles={"8/4/0": "castilla"},
        **options,
    )
    assert effect(game, "C-advisor", "special", "galicia") == {"king": "galicia"}
    use(game, "place")
    assert set(offered(game)) == {"navarra", "castilla", "castillo", "stop"}


@scenario("C-advisor", "empty")
def test_advisor_is_possible_on_an_empty_board(options: dict[str, Any]) -> None:
    game = position(card="C-advisor", king="castilla", court=[0, 0, 0, 0], **options)
    assert effect(game, "C-advisor", "special", "toledo") == {"king": "toledo"}


@scenario("C-rivalries", "ordinary")
def test_rivalries_scores_what_was_picked_exactly_once(options: dict[str, Any]) -> None:
    regions = {"toledo": [5, 0, 0, 0], "granada": [2, 1, 1, 0], "galicia": [0, 0, 3, 2]}
    game = position(card="C-rivalries", regions=regions, grandes=["aragon"] * 4, **options)
    discs = {0: "toledo", 1: "toledo", 2: "granada", 3: "galicia"}
    changes = effect_of_discs(game, "C-rivalries", "special", discs=discs)
    assert changes == {"scores": [6, 1, 1 + 4, 2]}


@scenario("C-rivalries", "as_much_as_possible")
def test_rivalries_may_score_a_single_region(options: dict[str, Any]) -> None:
    regions = {"toledo": [5, 0, 0, 0], "granada": [2, 1, 0, 0]}
    game = position(card="C-rivalries", regions=regions, grandes=["aragon"] * 4, **options)
    discs = {0: "toledo", 1: "granada", 2: "toledo", 3: "toledo"}
    changes = effect_of_discs(game, "C-rivalries", "special", discs=discs)
    assert changes == {"scores": [6, 3, 0, 0]}


@scenario("C-rivalries", "kings_region")
def test_rivalries_may_score_the_kings_region(options: dict[str, Any]) -> None:
    regions = {"castilla": [0, 3, 1, 0], "toledo": [5, 0, 0, 0]}
    game = position(
        card="C-rivalries", king="castilla", regions=regions, grandes=["aragon"] * 4, **options
    )
    discs = {0: "toledo", 1: "castilla", 2: "toledo", 3: "toledo"}
    changes = effect_of_discs(game, "C-rivalries", "special", discs=discs)
    assert changes == {"scores": [0, 6 + 2, 4, 0]}


@scenario("C-rivalries", "empty")
def test_rivalries_scores_nothing_when_all_regions_are_picked_twice_or_empty(
    options: dict[str, Any],
) -> None:
    game = position(card="C-rivalries", regions={"toledo": [5, 0, 0, 0]}, **options)
    discs = {0: "toledo", 1: "toledo", 2: "granada", 3: "sevilla"}
    assert effect_of_discs(game, "C-rivalries", "special", discs=discs) == {}
