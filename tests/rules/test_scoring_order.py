"""The order of a classic card's regions, and the Veto that stops it part of the way (R18, P13)."""

from typing import Any

import pytest

from elgrande import Game
from tests.support.marks import rule
from tests.support.playing import happened, seen
from tests.support.positions import answer, offered, position, take, use

# Navarra, Aragón and Valencia are the 5-point regions.
FIVES = {"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]}
HOMES = ["cataluna", "castilla", "toledo", "sevilla"]


def scoring(card: str = "C-score-5", **arrangement: Any) -> Game:
    """Seat 0 has announced a scoring card of edition classic; seat 1 holds a Veto."""
    usual: dict[str, Any] = {
        "edition": "classic",
        "king": "galicia",
        "grandes": HOMES,
        "regions": FIVES,
        "vetoes": [1],
        "events": True,
    }
    return take(position(card, **{**usual, **arrangement}), card, "special")


@rule("R18", "P13")
def test_the_active_player_chooses_the_order_and_a_veto_stops_what_is_left() -> None:
    game = use(scoring(), "allow")
    assert (game.waiting, game.decision) == ((0,), "score_region")
    assert offered(game) == ["navarra", "aragon", "valencia"]
    use(game, "navarra")
    assert (game.waiting, game.decision) == ((1,), "veto")
    assert game.scores == [0, 0, 0, 0]
    use(game, "allow")
    assert game.scores == [5, 3, 0, 0]
    assert offered(game) == ["aragon", "valencia"]
    use(game, "valencia", "veto")
    assert game.scores == [5, 3, 0, 0]
    assert (game.waiting, offered(game)) == ((0,), ["end", "place"])


@rule("R18")
@pytest.mark.parametrize(
    ("order", "stopped", "scores"),
    [
        (("navarra",), True, [0, 0, 0, 0]),
        (("aragon", "valencia"), True, [0, 5, 4, 0]),
        (("valencia", "navarra"), True, [0, 0, 5, 3]),
        (("valencia", "navarra"), False, [5, 8, 9, 3]),
    ],
)
def test_what_was_scored_stays_scored(
    order: tuple[str, ...], stopped: bool, scores: list[int]
) -> None:
    game = use(scoring(), "allow")
    for region in order[:-1]:
        use(game, region, "allow")
    use(game, order[-1], "veto" if stopped else "allow")
    if not stopped:
        assert game.decision == "veto"
        use(game, "allow")
    assert game.scores == scores
    assert game.decision == "act"


@rule("P13")
def test_the_last_region_is_not_asked_for_but_can_be_stopped() -> None:
    game = use(scoring(), "allow", "navarra", "allow", "aragon", "allow")
    held = {
        "kind": "score_region",
        "seat": 0,
        "regions": ["valencia"],
        "choice": game.parse("valencia"),
    }
    assert seen(game)["decision"] == {"kind": "veto", "seat": 1, "performer": 0, "held": held}
    assert game.scores == [5, 8, 4, 0]
    assert use(game.clone(), "veto").scores == [5, 8, 4, 0]
    assert use(game, "allow").scores == [5, 8, 9, 3]


@rule("P13")
@pytest.mark.parametrize("vetoes", [[], [0]])
def test_without_a_veto_against_it_a_scoring_is_one_step_in_the_order_of_s1(
    vetoes: list[int],
) -> None:
    game = scoring(vetoes=vetoes)
    assert game.decision == "act"
    assert game.scores == [5, 8, 9, 3]
    assert [event["place"] for event in happened(game, "scored")] == [
        *("navarra", "navarra"),
        *("aragon", "aragon"),
        *("valencia", "valencia"),
    ]


@rule("P13")
def test_who_lets_the_whole_action_pass_is_not_reckoned_with() -> None:
    assert use(scoring(), "allow all").decision == "act"
    game = use(scoring(), "allow", "valencia", "allow all")
    assert (game.decision, game.scores) == ("act", [5, 8, 9, 3])
    both = use(scoring(vetoes=[1, 3]), "allow all", "allow")
    assert (both.waiting, both.decision) == ((0,), "score_region")
    use(both, "aragon")
    assert (both.waiting, both.decision) == ((3,), "veto")
    assert use(both, "veto").scores == [0, 0, 0, 0]


@rule("P13")
def test_regions_that_pay_alike_go_in_order_and_are_steps_all_the_same() -> None:
    game = use(scoring(regions={"navarra": [1], "aragon": [2], "valencia": [3]}), "allow")
    # The first was announced with the card; the others can still be stopped.
    assert game.scores == [5, 0, 0, 0]
    assert seen(game)["decision"]["held"]["choice"] == game.parse("aragon")
    use(game, "allow")
    assert seen(game)["decision"]["held"]["choice"] == game.parse("valencia")
    assert use(game, "veto").scores == [10, 0, 0, 0]


@rule("P13")
def test_a_bonus_makes_a_difference() -> None:
    regions = {"navarra": [1], "aragon": [2], "valencia": [3]}
    game = use(scoring(regions=regions, king="valencia"), "allow")
    assert (game.decision, offered(game)) == ("score_region", ["navarra", "aragon", "valencia"])
    assert use(game, "valencia", "allow").scores == [7, 0, 0, 0]
    assert game.decision == "veto"


@rule("P13")
def test_regions_that_pay_nobody_are_no_steps() -> None:
    tied = {"navarra": [1, 1], "aragon": [2, 0]}
    alone = use(scoring(regions=tied, players=2, grandes=HOMES[:2]), "allow")
    # With two players only first places score, and a tie has none.
    assert (alone.decision, alone.scores) == ("act", [5, 0])
    nobody = use(scoring(regions={"navarra": [1, 1]}, players=2, grandes=HOMES[:2]), "allow")
    assert (nobody.decision, nobody.scores) == ("act", [0, 0])
    # They are told all the same, empty ones too.
    for game, paid in ((alone, ["aragon"]), (nobody, [])):
        counted = [event["place"] for event in happened(game, "place_counted")]
        assert sorted(counted) == ["aragon", "navarra", "valencia"]
        assert [event["place"] for event in happened(game, "scored")] == paid
        assert {event["place"] for event in happened(game, "unpaid")} == {"navarra"}


@rule("P13")
def test_discs_on_regions_that_pay_nobody_are_told_before_the_first_veto() -> None:
    game = use(scoring("C-rivalries"), "allow")
    answer(game, {0: "navarra", 1: "aragon", 2: "toledo", 3: "granada"})
    assert [event["place"] for event in happened(game, "place_counted")] == ["toledo", "granada"]


@rule("P13")
def test_first_places_only_and_the_most_crowded_regions() -> None:
    regions = {"galicia": [2, 1], "toledo": [1, 2], "granada": [1, 1]}
    firsts = use(scoring("C-score-first", regions=regions, king="navarra"), "allow")
    assert offered(firsts) == ["galicia", "toledo"]
    assert use(firsts, "toledo", "allow").scores == [0, 7, 0, 0]
    assert use(firsts, "allow").scores == [4, 7, 0, 0]
    most = use(scoring("C-score-most", regions=regions, king="navarra"), "allow")
    assert offered(most) == ["galicia", "toledo"]
    least = use(scoring("C-score-least", regions=regions, king="navarra"), "allow")
    assert (least.decision, least.scores) == ("act", [3, 3, 0, 0])


@rule("R18", "P13")
def test_the_regions_of_classic_rivalries_are_scored_in_turn_once_the_discs_are_shown() -> None:
    game = use(scoring("C-rivalries"), "allow")
    answer(game, {0: "valencia", 1: "aragon", 2: "navarra", 3: "granada"})
    assert (game.waiting, game.decision) == ((0,), "score_region")
    assert offered(game) == ["navarra", "aragon", "valencia"]
    use(game, "valencia", "allow", "navarra", "veto")
    assert (game.scores, game.decision) == ([0, 0, 5, 3], "act")


@rule("P13")
def test_the_only_region_of_rivalries_can_be_stopped_too() -> None:
    game = use(scoring("C-rivalries"), "allow")
    answer(game, {0: "navarra", 1: "aragon", 2: "aragon", 3: "granada"})
    assert seen(game)["decision"]["held"]["choice"] == game.parse("navarra")
    assert use(game.clone(), "veto").scores == [0, 0, 0, 0]
    assert use(game, "allow").scores == [5, 3, 0, 0]


@rule("R18")
@pytest.mark.parametrize("card", ["C-score-5", "C-rivalries"])
def test_edition_2023_scores_as_one_step_in_the_order_of_s1(card: str) -> None:
    game = scoring(card, edition="2023", old_hands=("veto", "rivalries"))
    use(game, "allow")
    if card == "C-rivalries":
        answer(game, {0: "valencia", 1: "aragon", 2: "navarra", 3: "granada"})
    assert (game.decision, game.scores) == ("act", [5, 8, 9, 3])
    places = [event["place"] for event in happened(game, "scored")]
    assert places == sorted(places, key=["navarra", "aragon", "valencia"].index)


def test_what_is_asked_in_words() -> None:
    game = use(scoring(), "allow")
    ask = "Choose the region to score next. A Veto may stop the rest."
    assert game.ask() == ask
    assert game.describe(game.parse("aragon")) == (
        "Score Aragón; País Vasco and Valencia to follow."
    )
    assert seen(game)["decision"] == {"kind": "score_region", "seat": 0, "regions": [*FIVES]}
    use(game, "aragon", "allow", "navarra", "allow")
    assert game.ask() == "Carmine is about to do this: Score Valencia. Do you veto it?"


def test_a_snapshot_and_a_record_go_on_from_the_middle_of_a_scoring() -> None:
    game = use(scoring(), "allow")
    for choice in ("valencia", "allow", "navarra", "allow", "allow", "end"):
        again = Game.from_snapshot(game.snapshot())
        assert again.snapshot() == game.snapshot()
        assert offered(again) == offered(game)
        imagined = game.determinize(2, 5)
        assert offered(imagined) == offered(game)
        assert imagined.view(2) == game.view(2)
        use(game, choice)
    assert game.record().replay().digest() == game.digest()
