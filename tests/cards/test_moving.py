"""The cards of stack 1: moving caballeros, mustering them from the Court, or a choice of both."""

from typing import Any

from tests.support.effects import changed, holding
from tests.support.marks import rule, scenario
from tests.support.positions import REGION_KEYS, offered, there, use

PLACES = {*REGION_KEYS, "castillo"}
ACTED = {"place", "end"}
HOUSES = ("carmine", "azure", "ochre", "green")


def pieces(*regions: str, houses: tuple[str, ...] = HOUSES) -> set[str]:
    """Every piece of these houses in these regions, as notation."""
    return {f"{house}@{region}" for house in houses for region in regions}


def check_up_to(card: str, house: str, options: dict[str, Any]) -> None:
    """With two to move, one may stop after the first, and after the second nothing is left."""
    two = [2 * (house == other) for other in HOUSES]
    game, before = holding(card, options, regions={"granada": two})
    use(game, "special", f"{house}@granada", "castillo")
    one = [count // 2 for count in two]
    stopped = use(game.clone(), "stop")
    assert set(offered(stopped)) == ACTED
    assert changed(stopped, before) == {"granada": one, "castillo": one}
    use(game, f"{house}@granada", "castillo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"granada": [0, 0, 0, 0], "castillo": two}


def check_taboo(card: str, houses: tuple[str, ...], options: dict[str, Any]) -> None:
    """Nobody leaves toledo, where the King is, and nobody may go there."""
    full = {"toledo": [3, 3, 3, 3], "granada": [1, 1, 1, 1]}
    game, _ = holding(card, options, king="toledo", regions=full)
    use(game, "special")
    assert set(offered(game)) == pieces("granada", houses=houses) | {"stop"}
    use(game, f"{houses[0]}@granada")
    assert set(offered(game)) == PLACES - {"toledo", "granada"}


def check_not_offered(card: str, options: dict[str, Any], **setup: Any) -> None:
    """All that can be done with the card is to place."""
    game, _ = holding(card, options, **setup)
    assert set(offered(game)) == ACTED


@scenario("C-any3", "ordinary")
def test_any3_moves_three_of_any_colours(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 1, 0, 0], "granada": [0, 0, 1, 0]}
    game, before = holding("C-any3", options, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"carmine@toledo", "azure@toledo", "ochre@granada", "stop"}
    use(game, "carmine@toledo", "granada", "azure@toledo", "castillo", "ochre@granada", "galicia")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "toledo": [1, 0, 0, 0],
        "granada": [1, 0, 0, 0],
        "castillo": [0, 1, 0, 0],
        "galicia": [0, 0, 1, 0],
    }


@scenario("C-any3", "as_much_as_possible")
def test_any3_may_stop_and_forfeits_what_is_not_there(options: dict[str, Any]) -> None:
    check_up_to("C-any3", "green", options)


@scenario("C-any3", "kings_region")
def test_any3_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-any3", HOUSES, options)


@scenario("C-any3", "empty")
def test_any3_is_not_offered_when_nobody_can_move(options: dict[str, Any]) -> None:
    check_not_offered("C-any3", options, regions={"castilla": [2, 2, 2, 2]}, castillo=[1, 1, 1, 1])


@scenario("C-any4", "ordinary")
def test_any4_moves_four_of_any_colours(options: dict[str, Any]) -> None:
    game, before = holding("C-any4", options, regions={"sevilla": [1, 0, 5, 0]})
    use(game, "special", *["ochre@sevilla", "cataluna"] * 3)
    assert set(offered(game)) == pieces("cataluna", "sevilla", houses=("ochre",)) | {
        "carmine@sevilla",
        "stop",
    }
    use(game, "carmine@sevilla", "navarra")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "sevilla": [0, 0, 2, 0],
        "cataluna": [0, 0, 3, 0],
        "navarra": [1, 0, 0, 0],
    }


@scenario("C-any4", "as_much_as_possible")
def test_any4_may_stop_and_forfeits_what_is_not_there(options: dict[str, Any]) -> None:
    check_up_to("C-any4", "carmine", options)


@scenario("C-any4", "kings_region")
def test_any4_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-any4", HOUSES, options)


@scenario("C-any4", "empty")
def test_any4_is_not_offered_when_nobody_can_move(options: dict[str, Any]) -> None:
    check_not_offered("C-any4", options, regions={"castilla": [1, 0, 3, 0]}, castillo=[4, 0, 0, 4])


@scenario("C-own4", "ordinary")
def test_own4_moves_four_of_ones_own(options: dict[str, Any]) -> None:
    start = {"aragon": [3, 3, 0, 0], "granada": [2, 0, 0, 3]}
    game, before = holding("C-own4", options, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"carmine@aragon", "carmine@granada", "stop"}
    use(game, *["carmine@aragon", "granada"] * 3, "carmine@granada", "castillo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "aragon": [0, 3, 0, 0],
        "granada": [4, 0, 0, 3],
        "castillo": [1, 0, 0, 0],
    }


@scenario("C-own4", "as_much_as_possible")
def test_own4_may_stop_and_forfeits_what_is_not_there(options: dict[str, Any]) -> None:
    check_up_to("C-own4", "carmine", options)


@scenario("C-own4", "kings_region")
def test_own4_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-own4", ("carmine",), options)


@scenario("C-own4", "empty")
def test_own4_is_not_offered_without_own_caballeros_to_move(options: dict[str, Any]) -> None:
    start = {"castilla": [2, 0, 0, 0], "toledo": [0, 3, 3, 3]}
    check_not_offered("C-own4", options, regions=start, castillo=[2, 0, 0, 0])


@scenario("C-foreign3", "ordinary")
def test_foreign3_moves_three_of_the_opponents(options: dict[str, Any]) -> None:
    start = {"valencia": [2, 2, 2, 0], "navarra": [1, 0, 0, 2]}
    game, before = holding("C-foreign3", options, regions=start)
    use(game, "special")
    opposing = {"azure@valencia", "ochre@valencia", "green@navarra", "stop"}
    assert set(offered(game)) == opposing
    use(game, *["azure@valencia", "castillo"] * 2, "green@navarra", "valencia")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "valencia": [2, 0, 2, 1],
        "navarra": [1, 0, 0, 1],
        "castillo": [0, 2, 0, 0],
    }


@scenario("C-foreign3", "as_much_as_possible")
def test_foreign3_may_stop_and_forfeits_what_is_not_there(options: dict[str, Any]) -> None:
    check_up_to("C-foreign3", "ochre", options)


@scenario("C-foreign3", "kings_region")
def test_foreign3_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-foreign3", HOUSES[1:], options)


@scenario("C-foreign3", "empty")
def test_foreign3_is_not_offered_without_opponents_to_move(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 2, 2, 2], "toledo": [3, 0, 0, 0]}
    check_not_offered("C-foreign3", options, regions=start, castillo=[0, 1, 1, 1])


@scenario("C-two-two", "ordinary")
def test_two_two_moves_two_own_and_two_of_opponents(options: dict[str, Any]) -> None:
    start = {"granada": [3, 0, 0, 0], "toledo": [0, 2, 2, 0], "aragon": [0, 0, 0, 1]}
    game, before = holding("C-two-two", options, king="sevilla", regions=start)
    use(game, "special", "carmine@granada", "castilla", "carmine@granada", "castillo")
    assert set(offered(game)) == {"azure@toledo", "ochre@toledo", "green@aragon", "stop"}
    use(game, "green@aragon", "valencia", "azure@toledo", "castilla")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "granada": [1, 0, 0, 0],
        "toledo": [0, 1, 2, 0],
        "aragon": [0, 0, 0, 0],
        "castilla": [1, 1, 0, 0],
        "castillo": [1, 0, 0, 0],
        "valencia": [0, 0, 0, 1],
    }


@scenario("C-two-two", "as_much_as_possible")
def test_two_two_may_stop_and_never_trades_one_half_for_the_other(options: dict[str, Any]) -> None:
    check_up_to("C-two-two", "azure", options)
    game, _ = holding("C-two-two", options, regions={"granada": [1, 4, 0, 0]})
    use(game, "special", *["azure@granada", "toledo"] * 2)
    assert set(offered(game)) == {"carmine@granada", "stop"}
    use(game, "stop")
    assert set(offered(game)) == ACTED


@scenario("C-two-two", "kings_region")
def test_two_two_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-two-two", HOUSES, options)


@scenario("C-two-two", "empty")
def test_two_two_is_not_offered_when_nobody_can_move(options: dict[str, Any]) -> None:
    check_not_offered("C-two-two", options, regions={"castilla": [3, 3, 0, 0]})


@scenario("C-five", "ordinary")
def test_five_moves_five_of_any_colours_out_of_one_region(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 3, 0, 2], "granada": [1, 0, 1, 0]}
    game, before = holding("C-five", options, regions=start)
    use(game, "special", "carmine@toledo", "granada")
    left = {"carmine@toledo", "azure@toledo", "green@toledo", "stop"}
    assert set(offered(game)) == left
    use(game, *["azure@toledo", "castillo"] * 3, "green@toledo", "cataluna")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "toledo": [1, 0, 0, 1],
        "granada": [2, 0, 1, 0],
        "castillo": [0, 3, 0, 0],
        "cataluna": [0, 0, 0, 1],
    }


@scenario("C-five", "as_much_as_possible")
def test_five_ends_when_the_region_is_empty(options: dict[str, Any]) -> None:
    check_up_to("C-five", "azure", options)
    game, before = holding("C-five", options, regions={"toledo": [1, 1, 0, 0], "aragon": [4, 4]})
    use(game, "special", "carmine@toledo", "granada", "azure@toledo", "granada")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"toledo": [0, 0, 0, 0], "granada": [1, 1, 0, 0]}


@scenario("C-five", "kings_region")
def test_five_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-five", HOUSES, options)


@scenario("C-five", "empty")
def test_five_is_not_offered_when_nobody_can_move(options: dict[str, Any]) -> None:
    check_not_offered("C-five", options, regions={"castilla": [3, 3, 3, 3]}, castillo=[5, 5, 5, 5])


@scenario("C-exodus", "ordinary")
def test_exodus_moves_all_of_ones_own_out_of_one_region(options: dict[str, Any]) -> None:
    start = {"granada": [20, 1, 0, 0], "navarra": [3, 0, 0, 0]}
    game, before = holding("C-exodus", options, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"carmine@granada", "carmine@navarra", "stop"}
    use(game, "carmine@granada", "castillo")
    assert set(offered(game)) == {"carmine@granada", "stop"}
    use(game, *["carmine@granada", "navarra"] * 19)
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "granada": [0, 1, 0, 0],
        "navarra": [22, 0, 0, 0],
        "castillo": [1, 0, 0, 0],
    }


@rule("Q4")
@scenario("C-exodus", "as_much_as_possible")
def test_exodus_may_leave_some_behind(options: dict[str, Any]) -> None:
    check_up_to("C-exodus", "carmine", options)


@scenario("C-exodus", "kings_region")
def test_exodus_spares_the_kings_region(options: dict[str, Any]) -> None:
    check_taboo("C-exodus", ("carmine",), options)


@scenario("C-exodus", "empty")
def test_exodus_is_not_offered_without_own_caballeros_to_move(options: dict[str, Any]) -> None:
    start = {"castilla": [4, 0, 0, 0], "sevilla": [0, 1, 1, 1]}
    check_not_offered("C-exodus", options, regions=start, castillo=[3, 0, 0, 0])


@scenario("C-militia", "ordinary")
def test_militia_places_two_far_from_the_king(options: dict[str, Any]) -> None:
    game, before = holding("C-militia", options)
    use(game, "special", "cataluna", "granada")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "court": [5, 7, 7, 7],
        "cataluna": [1, 0, 0, 0],
        "granada": [1, 0, 0, 0],
    }
    use(game, "place", "castillo")
    assert there(game, "court") == [4, 7, 7, 7]


@scenario("C-militia", "as_much_as_possible")
def test_militia_places_no_more_than_the_court_holds(options: dict[str, Any]) -> None:
    game, _ = holding("C-militia", options)
    use(game, "special", "cataluna", "stop")
    assert set(offered(game)) == ACTED
    assert there(game, "court") == [6, 7, 7, 7]
    game, before = holding("C-militia", options, court=[1, 7, 7, 7])
    use(game, "special", "cataluna")
    assert game.waiting != (0,)
    assert changed(game, before) == {"court": [0, 7, 7, 7], "cataluna": [1, 0, 0, 0]}


@scenario("C-militia", "kings_region")
def test_militia_spares_the_kings_region_and_the_castillo(options: dict[str, Any]) -> None:
    game, _ = holding("C-militia", options, king="toledo")
    use(game, "special")
    assert set(offered(game)) == PLACES - {"toledo", "castillo"} | {"stop"}


@scenario("C-militia", "empty")
def test_militia_is_nothing_with_an_empty_court(options: dict[str, Any]) -> None:
    game, before = holding("C-militia", options, court=[0, 7, 7, 7])
    assert game.waiting != (0,)
    assert changed(game, before) == {}


@scenario("C-delegation", "ordinary")
def test_delegation_is_either_exodus_or_militia(options: dict[str, Any]) -> None:
    start = {"granada": [2, 2, 0, 0], "navarra": [1, 0, 0, 0]}
    game, before = holding("C-delegation", options, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"first", "second"}
    exodus = use(game.clone(), "first", "carmine@granada", "castillo", "carmine@granada", "toledo")
    assert set(offered(exodus)) == ACTED
    assert changed(exodus, before) == {
        "granada": [0, 2, 0, 0],
        "castillo": [1, 0, 0, 0],
        "toledo": [1, 0, 0, 0],
    }
    use(game, "second", "sevilla", "sevilla")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"court": [5, 7, 7, 7], "sevilla": [2, 0, 0, 0]}


@rule("Q4")
@scenario("C-delegation", "as_much_as_possible")
def test_delegation_offers_the_half_that_is_possible(options: dict[str, Any]) -> None:
    game, _ = holding("C-delegation", options, regions={"granada": [0, 3, 0, 0]})
    use(game, "special")
    assert offered(game) == ["second"]
    use(game, "second", "sevilla", "stop")
    assert set(offered(game)) == ACTED
    start = {"granada": [2, 0, 0, 0]}
    game, before = holding("C-delegation", options, regions=start, court=[0, 7, 7, 7])
    use(game, "special")
    assert offered(game) == ["first"]
    use(game, "first", "carmine@granada", "castillo", "stop")
    assert game.waiting != (0,)
    assert changed(game, before) == {"granada": [1, 0, 0, 0], "castillo": [1, 0, 0, 0]}


@scenario("C-delegation", "kings_region")
def test_delegation_spares_the_kings_region_in_both_halves(options: dict[str, Any]) -> None:
    start = {"toledo": [3, 3, 0, 0], "granada": [1, 1, 0, 0]}
    game, _ = holding("C-delegation", options, king="toledo", regions=start)
    use(game, "special")
    exodus = use(game.clone(), "first")
    assert set(offered(exodus)) == {"carmine@granada", "stop"}
    use(exodus, "carmine@granada")
    assert set(offered(exodus)) == PLACES - {"toledo", "granada"}
    use(game, "second")
    assert set(offered(game)) == PLACES - {"toledo", "castillo"} | {"stop"}


@scenario("C-delegation", "empty")
def test_delegation_is_nothing_without_court_and_caballeros(options: dict[str, Any]) -> None:
    start = {"castilla": [2, 0, 0, 0], "toledo": [0, 2, 2, 2]}
    game, before = holding("C-delegation", options, regions=start, court=[0, 7, 7, 7])
    assert game.waiting != (0,)
    assert changed(game, before) == {}


@rule("Q16", "C-foreign3", "C-own4")
def test_the_dummy_is_moved_like_an_opponent() -> None:
    start = {"granada": [1, 1, 1]}
    game, _ = holding("C-foreign3", {"players": 2}, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"azure@granada", "bone@granada", "stop"}
    use(game, "bone@granada", "toledo")
    assert there(game, "toledo") == [0, 0, 1]
    game, _ = holding("C-own4", {"players": 2}, regions=start)
    use(game, "special")
    assert set(offered(game)) == {"carmine@granada", "stop"}
