"""The scoring cards of stack 3: what each of them scores, and that it does nothing else."""

from typing import Any

from tests.support.effects import effect
from tests.support.marks import scenario
from tests.support.positions import offered, position, take

SEATS = 4
NO_GRANDES_IN_THE_WAY: dict[str, Any] = {"grandes": ["navarra"] * SEATS}


@scenario("C-score-4", "ordinary")
def test_score_4_scores_galicia_cataluna_and_sevilla(options: dict[str, Any]) -> None:
    regions = {
        "galicia": [3, 2, 1, 0],  # 4 2 0 0
        "cataluna": [0, 3, 2, 1],  # 0 4 2 1
        "sevilla": [1, 1, 0, 2],  # 1 1 0 4
        "toledo": [5, 0, 0, 0],
    }
    game = position(
        card="C-score-4", regions=regions, castillo=[4], **NO_GRANDES_IN_THE_WAY, **options
    )
    assert effect(game, "C-score-4", "special") == {"scores": [5, 7, 2, 5]}


@scenario("C-score-4", "as_much_as_possible")
def test_score_4_leaves_places_nobody_takes_unscored(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-4",
        regions={"galicia": [0, 0, 1, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-4", "special") == {"scores": [0, 0, 4, 0]}


@scenario("C-score-4", "kings_region")
def test_score_4_gives_the_kings_bonus(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-4",
        king="cataluna",
        regions={"cataluna": [2, 1, 0, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-4", "special") == {"scores": [6, 2, 0, 0]}


@scenario("C-score-4", "empty")
def test_score_4_may_score_nothing(options: dict[str, Any]) -> None:
    game = position(card="C-score-4", regions={"toledo": [5, 4, 3, 2]}, **options)
    assert effect(game, "C-score-4", "special") == {}


@scenario("C-score-5", "ordinary")
def test_score_5_scores_navarra_aragon_and_valencia(options: dict[str, Any]) -> None:
    regions = {
        "navarra": [2, 2, 1, 0],  # 3 3 1 0
        "aragon": [1, 3, 0, 2],  # 1 5 0 4
        "valencia": [0, 0, 4, 1],  # 0 0 5+2 3
        "granada": [5, 0, 0, 0],
    }
    game = position(
        card="C-score-5",
        regions=regions,
        castillo=[6],
        grandes=["granada", "granada", "valencia", "granada"],
        **options,
    )
    assert effect(game, "C-score-5", "special") == {"scores": [4, 8, 8, 7]}


@scenario("C-score-5", "as_much_as_possible")
def test_score_5_leaves_places_nobody_takes_unscored(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-5",
        regions={"aragon": [0, 0, 0, 5], "valencia": [2, 0, 0, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-5", "special") == {"scores": [5, 0, 0, 5]}


@scenario("C-score-5", "kings_region")
def test_score_5_gives_no_kings_bonus_for_a_tie(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-5",
        king="aragon",
        regions={"aragon": [1, 1, 0, 0], "valencia": [0, 0, 2, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-5", "special") == {"scores": [4, 4, 5, 0]}


@scenario("C-score-5", "empty")
def test_score_5_may_score_nothing(options: dict[str, Any]) -> None:
    game = position(card="C-score-5", regions={"galicia": [5, 4, 3, 2]}, **options)
    assert effect(game, "C-score-5", "special") == {}


@scenario("C-score-5", "declined")
def test_score_5_may_be_declined_after_placing(options: dict[str, Any]) -> None:
    game = position(card="C-score-5", regions={"aragon": [3, 0, 0, 0]}, **options)
    assert effect(game, "C-score-5", "place", "aragon", "stop", "end") == {
        "aragon": [4, 0, 0, 0],
        "court": [6, 7, 7, 7],
    }


@scenario("C-score-67", "ordinary")
def test_score_67_scores_castilla_toledo_and_granada(options: dict[str, Any]) -> None:
    regions = {
        "castilla": [3, 1, 0, 2],  # 6 2 0 4
        "toledo": [1, 4, 1, 0],  # 2 7 2 0
        "granada": [0, 0, 2, 1],  # 0 0 6 3
        "navarra": [5, 0, 0, 0],
    }
    game = position(
        card="C-score-67", king="galicia", regions=regions, **NO_GRANDES_IN_THE_WAY, **options
    )
    assert effect(game, "C-score-67", "special") == {"scores": [8, 9, 8, 7]}


@scenario("C-score-67", "as_much_as_possible")
def test_score_67_leaves_places_nobody_takes_unscored(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-67",
        regions={"toledo": [0, 1, 0, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-67", "special") == {"scores": [0, 7, 0, 0]}


@scenario("C-score-67", "kings_region")
def test_score_67_adds_the_kings_and_the_grandes_bonus(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-67",
        king="granada",
        regions={"granada": [3, 0, 1, 1]},
        grandes=["granada", "galicia", "galicia", "galicia"],
        **options,
    )
    assert effect(game, "C-score-67", "special") == {"scores": [10, 0, 1, 1]}


@scenario("C-score-67", "empty")
def test_score_67_may_score_nothing(options: dict[str, Any]) -> None:
    game = position(card="C-score-67", regions={"aragon": [5, 4, 3, 2]}, **options)
    assert effect(game, "C-score-67", "special") == {}


@scenario("C-revelation", "ordinary")
def test_revelation_scores_the_castillo_and_leaves_it_full(options: dict[str, Any]) -> None:
    game = position(
        card="C-revelation", regions={"toledo": [0, 0, 0, 3]}, castillo=[3, 2, 1, 0], **options
    )
    assert effect(game, "C-revelation", "special") == {"scores": [5, 3, 1, 0]}


@scenario("C-revelation", "as_much_as_possible")
def test_revelation_leaves_places_nobody_takes_unscored(options: dict[str, Any]) -> None:
    game = position(card="C-revelation", castillo=[0, 0, 4, 0], **options)
    assert effect(game, "C-revelation", "special") == {"scores": [0, 0, 5, 0]}


@scenario("C-revelation", "kings_region")
def test_revelation_scores_nothing_in_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-revelation",
        king="toledo",
        regions={"toledo": [0, 0, 0, 3]},
        castillo=[2, 2, 1, 0],
        **options,
    )
    assert effect(game, "C-revelation", "special") == {"scores": [3, 3, 1, 0]}


@scenario("C-revelation", "empty")
def test_revelation_may_show_an_empty_castillo(options: dict[str, Any]) -> None:
    game = position(card="C-revelation", regions={"toledo": [3, 2, 1, 0]}, **options)
    assert effect(game, "C-revelation", "special") == {}


@scenario("C-revelation", "declined")
def test_revelation_may_be_declined(options: dict[str, Any]) -> None:
    game = position(card="C-revelation", castillo=[3, 2, 1, 0], events=True, **options)
    assert effect(game, "C-revelation", "end") == {}
    assert all(event["event"] != "castillo_opened" for event in game.events())


@scenario("C-score-first", "ordinary")
def test_score_first_scores_lone_first_places_with_bonuses(options: dict[str, Any]) -> None:
    regions = {
        "galicia": [2, 1, 0, 0],  # 4 and the Grande's bonus for seat 0
        "navarra": [1, 1, 0, 0],  # tied
        "toledo": [0, 0, 3, 2],  # 7 for seat 2
    }
    game = position(
        card="C-score-first",
        regions=regions,
        castillo=[0, 0, 0, 9],
        grandes=["galicia", "navarra", "aragon", "cataluna"],
        **options,
    )
    assert effect(game, "C-score-first", "special") == {"scores": [6, 0, 7, 0]}


@scenario("C-score-first", "as_much_as_possible")
def test_score_first_scores_nothing_where_the_first_are_tied(options: dict[str, Any]) -> None:
    regions = {"toledo": [1, 1, 1, 1], "granada": [3, 3, 2, 0], "sevilla": [0, 0, 0, 1]}
    game = position(card="C-score-first", regions=regions, **NO_GRANDES_IN_THE_WAY, **options)
    assert effect(game, "C-score-first", "special") == {"scores": [0, 0, 0, 4]}


@scenario("C-score-first", "kings_region")
def test_score_first_scores_the_kings_region_too(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-first",
        king="castilla",
        regions={"castilla": [0, 2, 1, 0]},
        grandes=["galicia", "castilla", "galicia", "galicia"],
        **options,
    )
    assert effect(game, "C-score-first", "special") == {"scores": [0, 10, 0, 0]}


@scenario("C-score-first", "empty")
def test_score_first_may_score_nothing(options: dict[str, Any]) -> None:
    game = position(card="C-score-first", castillo=[3, 2, 1, 0], **options)
    assert effect(game, "C-score-first", "special") == {}


@scenario("C-score-most", "ordinary")
def test_score_most_scores_every_region_with_the_most(options: dict[str, Any]) -> None:
    regions = {
        "toledo": [2, 1, 0, 0],  # 7 4 0 0
        "valencia": [1, 1, 1, 0],  # 3 3 3 0
        "navarra": [0, 0, 0, 2],  # with the four Grandes, which do not count
    }
    game = position(
        card="C-score-most",
        regions=regions,
        castillo=[0, 0, 0, 9],
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-most", "special") == {"scores": [10, 7, 3, 0]}


@scenario("C-score-most", "as_much_as_possible")
def test_score_most_needs_only_one_caballero(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-most",
        regions={"sevilla": [0, 0, 0, 1]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-most", "special") == {"scores": [0, 0, 0, 4]}


@scenario("C-score-most", "kings_region")
def test_score_most_may_be_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-most",
        king="granada",
        regions={"granada": [0, 0, 3, 1], "toledo": [3, 0, 0, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-most", "special") == {"scores": [0, 0, 8, 3]}


@scenario("C-score-most", "empty")
def test_score_most_scores_nothing_on_an_empty_board(options: dict[str, Any]) -> None:
    game = position(card="C-score-most", castillo=[3, 2, 1, 0], **options)
    assert effect(game, "C-score-most", "special") == {}


@scenario("C-score-least", "ordinary")
def test_score_least_scores_every_region_with_the_fewest(options: dict[str, Any]) -> None:
    regions = {
        "galicia": [1, 0, 1, 0],  # 2 0 2 0
        "toledo": [0, 2, 0, 0],  # 0 7 0 0
        "granada": [0, 0, 0, 3],
    }
    game = position(
        card="C-score-least",
        regions=regions,
        castillo=[0, 0, 0, 1],
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-least", "special") == {"scores": [2, 7, 2, 0]}


@scenario("C-score-least", "as_much_as_possible")
def test_score_least_may_be_the_only_inhabited_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-least",
        regions={"aragon": [9, 8, 7, 6]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-least", "special") == {"scores": [5, 4, 1, 0]}


@scenario("C-score-least", "kings_region")
def test_score_least_may_be_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-score-least",
        king="sevilla",
        regions={"sevilla": [0, 1, 0, 0], "toledo": [2, 0, 0, 0]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-score-least", "special") == {"scores": [0, 6, 0, 0]}


@scenario("C-score-least", "empty")
def test_score_least_scores_nothing_on_an_empty_board(options: dict[str, Any]) -> None:
    game = position(card="C-score-least", castillo=[3, 2, 1, 0], **options)
    assert effect(game, "C-score-least", "special") == {}


@scenario("C-fair-3", "ordinary")
def test_fair_3_scores_the_region_named(options: dict[str, Any]) -> None:
    game = position(
        card="C-fair-3",
        regions={"toledo": [3, 2, 1, 0], "granada": [0, 0, 0, 5]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-fair-3", "special", "toledo") == {"scores": [7, 4, 2, 0]}


@scenario("C-fair-3", "as_much_as_possible")
def test_fair_3_offers_every_region_but_no_way_back(options: dict[str, Any]) -> None:
    game = position(card="C-fair-3", castillo=[3, 2, 1, 0], **options)
    take(game, "C-fair-3", "special")
    assert offered(game) == [
        "galicia", "navarra", "aragon", "cataluna", "castilla", "toledo", "valencia", "sevilla",
        "granada",
    ]  # fmt: skip


@scenario("C-fair-3", "kings_region")
def test_fair_3_may_score_the_kings_region(options: dict[str, Any]) -> None:
    game = position(
        card="C-fair-3",
        king="castilla",
        regions={"castilla": [2, 0, 0, 1]},
        **NO_GRANDES_IN_THE_WAY,
        **options,
    )
    assert effect(game, "C-fair-3", "special", "castilla") == {"scores": [8, 0, 0, 4]}


@scenario("C-fair-3", "empty")
def test_fair_3_may_score_an_empty_region(options: dict[str, Any]) -> None:
    game = position(card="C-fair-3", regions={"toledo": [3, 2, 1, 0]}, **options)
    assert effect(game, "C-fair-3", "special", "granada") == {}
