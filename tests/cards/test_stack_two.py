"""The cards of stack 2 that send caballeros home, and the one that scores a region of choice."""

from typing import Any

import pytest

from elgrande.rules.errors import IllegalChoice
from tests.support.effects import changed, holding
from tests.support.marks import rule, scenario
from tests.support.positions import REGION_KEYS, answer, offered, there, use

ACTED = {"place", "end"}


def check_not_offered(card: str, options: dict[str, Any], **setup: Any) -> None:
    """All that can be done with the card is to place."""
    game, _ = holding(card, options, **setup)
    assert set(offered(game)) == ACTED


@scenario("C-court-all", "ordinary")
def test_court_all_empties_the_courts_of_all_opponents(options: dict[str, Any]) -> None:
    game, before = holding("C-court-all", options, court=[7, 9, 7, 4])
    use(game, "special")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"court": [7, 0, 0, 0], "province": [23, 30, 30, 30]}


@scenario("C-court-all", "as_much_as_possible")
def test_court_all_takes_what_there_is(options: dict[str, Any]) -> None:
    game, before = holding("C-court-all", options, court=[2, 0, 1, 0])
    use(game, "special")
    assert changed(game, before) == {"court": [2, 0, 0, 0], "province": [28, 30, 30, 30]}


@scenario("C-court-all", "kings_region")
def test_court_all_leaves_all_regions_alone(options: dict[str, Any]) -> None:
    start = {"castilla": [1, 2, 3, 4], "toledo": [0, 1, 1, 1]}
    game, before = holding("C-court-all", options, regions=start, castillo=[1, 1, 1, 1])
    use(game, "special")
    assert changed(game, before) == {"court": [7, 0, 0, 0], "province": [21, 26, 25, 24]}


@scenario("C-court-all", "empty")
def test_court_all_is_not_offered_when_the_courts_are_empty(options: dict[str, Any]) -> None:
    start = {"toledo": [0, 3, 3, 3]}
    check_not_offered("C-court-all", options, court=[7, 0, 0, 0], regions=start)


@scenario("C-court-three", "ordinary")
def test_court_three_returns_three_of_every_opponent(options: dict[str, Any]) -> None:
    game, before = holding("C-court-three", options, court=[7, 9, 4, 3])
    use(game, "special")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"court": [7, 6, 1, 0], "province": [23, 24, 29, 30]}


@scenario("C-court-three", "as_much_as_possible")
def test_court_three_takes_fewer_where_the_court_holds_fewer(options: dict[str, Any]) -> None:
    game, before = holding("C-court-three", options, court=[7, 2, 1, 0])
    use(game, "special")
    assert changed(game, before) == {"court": [7, 0, 0, 0], "province": [23, 30, 30, 30]}


@scenario("C-court-three", "kings_region")
def test_court_three_takes_nothing_from_regions(options: dict[str, Any]) -> None:
    start = {"castilla": [1, 2, 3, 4], "toledo": [0, 5, 5, 5]}
    game, before = holding("C-court-three", options, regions=start, court=[7, 1, 7, 7])
    use(game, "special")
    assert changed(game, before) == {"court": [7, 0, 4, 4], "province": [22, 23, 18, 17]}


@scenario("C-court-three", "empty")
def test_court_three_is_not_offered_when_the_courts_are_empty(options: dict[str, Any]) -> None:
    start = {"toledo": [0, 3, 3, 3]}
    check_not_offered("C-court-three", options, court=[7, 0, 0, 0], regions=start)


@rule("Q21")
@scenario("C-arrest", "ordinary")
def test_arrest_returns_one_of_each_opponent_chosen_by_the_player(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 2, 1, 0], "granada": [1, 1, 0, 3]}
    game, before = holding("C-arrest", options, regions=start)
    use(game, "special")
    all_four = {"azure@toledo", "azure@granada", "ochre@toledo", "green@granada"}
    assert set(offered(game)) == all_four
    use(game, "azure@granada")
    assert set(offered(game)) == {"ochre@toledo", "green@granada"}
    use(game, "green@granada", "ochre@toledo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "toledo": [2, 2, 0, 0],
        "granada": [1, 0, 0, 2],
        "province": [20, 21, 23, 21],
    }


@scenario("C-arrest", "as_much_as_possible")
def test_arrest_passes_over_opponents_without_caballeros(options: dict[str, Any]) -> None:
    game, before = holding("C-arrest", options, regions={"toledo": [2, 0, 4, 0]})
    use(game, "special")
    assert offered(game) == ["ochre@toledo"]
    use(game, "ochre@toledo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"toledo": [2, 0, 3, 0], "province": [21, 23, 20, 23]}


@rule("Q21")
@scenario("C-arrest", "kings_region")
def test_arrest_spares_the_kings_region(options: dict[str, Any]) -> None:
    start = {"castilla": [1, 1, 1, 1], "toledo": [0, 1, 0, 0]}
    game, before = holding("C-arrest", options, regions=start)
    use(game, "special")
    assert offered(game) == ["azure@toledo"]
    use(game, "azure@toledo")
    assert changed(game, before) == {"toledo": [0, 0, 0, 0], "province": [22, 22, 22, 22]}


@scenario("C-arrest", "empty")
def test_arrest_is_not_offered_when_no_opponent_can_be_caught(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 2, 2, 2], "toledo": [3, 0, 0, 0]}
    check_not_offered("C-arrest", options, regions=start, castillo=[1, 1, 1, 1])


@scenario("C-withdrawal", "ordinary")
def test_withdrawal_returns_three_of_each_opponents_choice(options: dict[str, Any]) -> None:
    start = {"valencia": [1, 0, 1, 1], "toledo": [1, 2, 0, 2]}
    game, before = holding("C-withdrawal", options, regions=start)
    use(game, "special")
    assert game.waiting == (1,)
    assert set(offered(game)) == {"court", "toledo"}
    use(game, "court", "court", "court")
    assert game.waiting == (2,)
    use(game, "court", "valencia", "court")
    assert game.waiting == (3,)
    assert set(offered(game)) == {"court", "toledo", "valencia"}
    use(game, "toledo", "toledo", "valencia")
    assert game.waiting == (0,)
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "court": [7, 4, 5, 7],
        "valencia": [1, 0, 0, 0],
        "toledo": [1, 2, 0, 0],
        "province": [21, 24, 25, 23],
    }


@scenario("C-withdrawal", "as_much_as_possible")
def test_withdrawal_takes_all_of_those_with_fewer_than_three(options: dict[str, Any]) -> None:
    start = {"toledo": [0, 1, 0, 3], "granada": [0, 1, 0, 0]}
    game, before = holding("C-withdrawal", options, regions=start, court=[7, 0, 0, 0])
    use(game, "special", "toledo", "granada")
    assert game.waiting == (3,)
    use(game, "toledo", "toledo", "toledo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "toledo": [0, 0, 0, 0],
        "granada": [0, 0, 0, 0],
        "province": [23, 30, 30, 30],
    }


@scenario("C-withdrawal", "kings_region")
def test_withdrawal_spares_the_kings_region_and_the_castillo(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 3, 3, 3], "toledo": [0, 1, 0, 0]}
    castillo = [0, 2, 2, 2]
    game, _ = holding("C-withdrawal", options, regions=start, castillo=castillo, court=[7, 0, 1, 0])
    use(game, "special")
    assert (game.waiting, offered(game)) == ((1,), ["toledo"])
    use(game, "toledo")
    assert (game.waiting, offered(game)) == ((2,), ["court"])
    use(game, "court")
    assert game.waiting == (0,)
    assert there(game, "castilla") == [0, 3, 3, 3]
    assert there(game, "castillo") == castillo


@scenario("C-withdrawal", "empty")
def test_withdrawal_is_not_offered_when_nobody_has_any_to_return(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 2, 2, 2], "toledo": [3, 0, 0, 0]}
    check_not_offered("C-withdrawal", options, regions=start, court=[7, 0, 0, 0])


@rule("C-withdrawal")
def test_withdrawal_asks_clockwise_from_the_players_left() -> None:
    game, _ = holding("C-withdrawal", {}, seat=2)
    use(game, "special")
    asked = []
    while game.decision == "return":
        asked.append(game.waiting[0])
        use(game, "court")
    assert asked == [3, 3, 3, 0, 0, 0, 1, 1, 1]


@scenario("C-civil-war", "ordinary")
def test_civil_war_returns_all_from_the_regions_on_the_discs(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 3, 1, 0], "granada": [1, 1, 0, 4], "galicia": [0, 0, 2, 2]}
    game, before = holding("C-civil-war", options, regions=start)
    use(game, "special")
    assert game.waiting == (1, 2, 3)
    assert set(offered(game, 1)) == {"toledo", "granada"}
    assert set(offered(game, 2)) == {"toledo", "galicia"}
    assert set(offered(game, 3)) == {"granada", "galicia"}
    answer(game, {3: "granada", 1: "toledo"})
    assert changed(game, before) == {}
    answer(game, {2: "galicia"})
    assert set(offered(game, 0)) == ACTED
    assert changed(game, before) == {
        "toledo": [2, 0, 1, 0],
        "granada": [1, 1, 0, 0],
        "galicia": [0, 0, 0, 2],
        "province": [20, 22, 22, 21],
    }


@rule("Q14")
@scenario("C-civil-war", "as_much_as_possible")
def test_civil_war_asks_no_disc_of_those_without_caballeros(options: dict[str, Any]) -> None:
    game, before = holding("C-civil-war", options, regions={"toledo": [2, 0, 1, 0]})
    use(game, "special")
    assert game.waiting == (2,)
    answer(game, {2: "toledo"})
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"toledo": [2, 0, 0, 0], "province": [21, 23, 23, 23]}


@rule("Q8", "Q14")
@scenario("C-civil-war", "kings_region")
def test_civil_war_spares_the_kings_region(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 3, 3, 0], "toledo": [0, 1, 0, 1], "granada": [0, 0, 0, 1]}
    game, _ = holding("C-civil-war", options, regions=start)
    use(game, "special")
    assert game.waiting == (1, 3)
    assert offered(game, 1) == ["toledo"]
    with pytest.raises(IllegalChoice):
        answer(game, {1: "castilla"})
    answer(game, {1: "toledo", 3: "granada"})
    assert there(game, "castilla") == [0, 3, 3, 0]


@scenario("C-civil-war", "empty")
def test_civil_war_is_not_offered_when_nobody_can_return_any(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 2, 2, 2], "toledo": [3, 0, 0, 0]}
    check_not_offered("C-civil-war", options, regions=start, castillo=[0, 1, 1, 1])


@scenario("C-skirmish", "ordinary")
def test_skirmish_returns_two_from_the_regions_on_the_discs(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 3, 1, 0], "granada": [1, 1, 0, 2], "galicia": [2, 2, 2, 1]}
    game, before = holding("C-skirmish", options, regions=start)
    use(game, "special")
    assert game.waiting == (1, 2, 3)
    assert set(offered(game, 1)) == {"toledo", "galicia"}
    assert offered(game, 2) == ["galicia"]
    assert offered(game, 3) == ["granada"]
    answer(game, {2: "galicia", 3: "granada"})
    assert changed(game, before) == {}
    answer(game, {1: "toledo"})
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {
        "toledo": [2, 1, 1, 0],
        "granada": [1, 1, 0, 0],
        "galicia": [2, 2, 0, 1],
        "province": [18, 19, 22, 22],
    }


@rule("Q21", "Q14")
@scenario("C-skirmish", "as_much_as_possible")
def test_skirmish_returns_one_where_no_region_holds_two(options: dict[str, Any]) -> None:
    start = {"toledo": [2, 1, 0, 2], "granada": [1, 1, 0, 1]}
    game, before = holding("C-skirmish", options, regions=start)
    use(game, "special")
    assert game.waiting == (1, 3)
    assert set(offered(game, 1)) == {"toledo", "granada"}
    answer(game, {1: "granada", 3: "toledo"})
    assert changed(game, before) == {
        "toledo": [2, 1, 0, 0],
        "granada": [1, 0, 0, 1],
        "province": [20, 22, 23, 22],
    }


@rule("Q8", "Q21")
@scenario("C-skirmish", "kings_region")
def test_skirmish_spares_the_kings_region(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 4, 4, 0], "toledo": [0, 1, 0, 0]}
    game, before = holding("C-skirmish", options, regions=start)
    use(game, "special")
    assert game.waiting == (1,)
    assert offered(game, 1) == ["toledo"]
    answer(game, {1: "toledo"})
    assert changed(game, before) == {"toledo": [0, 0, 0, 0], "province": [23, 19, 19, 23]}


@scenario("C-skirmish", "empty")
def test_skirmish_is_not_offered_when_nobody_can_return_any(options: dict[str, Any]) -> None:
    start = {"castilla": [0, 2, 2, 2], "toledo": [3, 0, 0, 0]}
    check_not_offered("C-skirmish", options, regions=start, castillo=[0, 2, 2, 2])


@scenario("C-fair", "ordinary")
def test_fair_scores_the_region_of_ones_choice(options: dict[str, Any]) -> None:
    start = {"toledo": [1, 3, 2, 0], "granada": [5, 0, 0, 0]}
    game, before = holding("C-fair", options, regions=start, castillo=[3, 3, 3, 3])
    use(game, "special")
    assert offered(game) == list(REGION_KEYS)
    use(game, "toledo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {"scores": [2, 7, 4, 0]}


@rule("R15", "R17")
@scenario("C-fair", "as_much_as_possible")
def test_fair_scores_the_places_that_are_taken(options: dict[str, Any]) -> None:
    game, before = holding("C-fair", options, regions={"granada": [0, 0, 0, 1]})
    assert changed(use(game, "special", "granada"), before) == {"scores": [0, 0, 0, 6]}
    game, before = holding("C-fair", options, regions={"granada": [2, 2, 1, 0]})
    assert changed(use(game, "special", "granada"), before) == {"scores": [3, 3, 1, 0]}
    start = {"granada": [3, 2, 1, 0]}
    game, before = holding("C-fair", options, regions=start, tiles={"8/4/0": "granada"})
    assert changed(use(game, "special", "granada"), before) == {"scores": [8, 4, 0, 0]}


@rule("R16", "R18")
@scenario("C-fair", "kings_region")
def test_fair_may_score_the_kings_region_with_its_bonus(options: dict[str, Any]) -> None:
    game, before = holding("C-fair", options, king="cataluna", regions={"cataluna": [2, 1, 0, 0]})
    assert changed(use(game, "special", "cataluna"), before) == {"scores": [6, 2, 0, 0]}
    grandes = ["granada", "toledo", "aragon", "navarra"]
    start = {"granada": [3, 0, 2, 2]}
    game, before = holding("C-fair", options, king="granada", regions=start, grandes=grandes)
    assert changed(use(game, "special", "granada"), before) == {"scores": [10, 0, 1, 1]}


@rule("Q20")
@scenario("C-fair", "empty")
def test_fair_may_score_an_empty_region_for_nothing(options: dict[str, Any]) -> None:
    game, before = holding("C-fair", options)
    use(game, "special", "toledo")
    assert set(offered(game)) == ACTED
    assert changed(game, before) == {}


@rule("Q16")
@pytest.mark.parametrize("card", ["C-withdrawal", "C-civil-war", "C-skirmish"])
def test_cards_that_ask_the_opponents_pass_over_the_dummy(card: str) -> None:
    start = {"toledo": [0, 0, 3], "granada": [0, 3, 0]}
    game, _ = holding(card, {"players": 2}, regions=start)
    use(game, "special")
    while game.waiting == (1,):
        use(game, "granada")
    assert there(game, "toledo") == [0, 0, 3]
    assert there(game, "granada") == [0, 1 if card == "C-skirmish" else 0, 0]
    only_the_dummy = {"toledo": [0, 0, 3]}
    check_not_offered(card, {"players": 2}, regions=only_the_dummy, court=[7, 0])


@rule("Q16")
def test_arrest_catches_one_of_the_dummy() -> None:
    game, before = holding("C-arrest", {"players": 2}, regions={"toledo": [1, 0, 3]})
    use(game, "special")
    assert offered(game) == ["bone@toledo"]
    use(game, "bone@toledo")
    assert changed(game, before) == {"toledo": [1, 0, 2], "province": [22, 23, 28]}
