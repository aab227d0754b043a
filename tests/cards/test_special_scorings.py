"""What all scoring cards share: tiles count instead of the print, and the Castillo stays closed."""

import pytest

from elgrande import Game
from tests.support.marks import rule
from tests.support.positions import position, take, there

FAR_AWAY = ["navarra"] * 4
REGION_CARDS = (
    "C-score-4",
    "C-score-5",
    "C-score-67",
    "C-score-first",
    "C-score-most",
    "C-score-least",
)


def scored(game: Game, card: str) -> list[int]:
    """The scores after the card's special action."""
    return take(game, card, "special").scores


@rule("R17", "C-score-4")
@pytest.mark.parametrize("edition", ["2023", "classic"])
def test_tiles_change_which_regions_are_worth_4(edition: str) -> None:
    game = position(
        card="C-score-4",
        king="castilla",
        regions={
            "galicia": [0, 0, 0, 9],  # the 8/4/0 makes it no 4-point region
            "sevilla": [3, 2, 1, 0],  # 4 3 1 0
            "cataluna": [1, 2, 3, 0],  # 1 2 4 0
            "toledo": [3, 2, 1, 0],  # the 4/0/0 makes it one: 4 0 0 0
        },
        grandes=FAR_AWAY,
        tiles={"4/0/0": "toledo", "8/4/0": "galicia"},
        edition=edition,
    )
    assert scored(game, "C-score-4") == [9, 5, 5, 0]


@rule("R17", "C-score-5", "C-score-67")
@pytest.mark.parametrize(("card", "region"), [("C-score-5", "aragon"), ("C-score-67", "toledo")])
def test_the_small_tile_takes_a_region_out_of_the_5_6_and_7_point_ones(
    card: str, region: str
) -> None:
    game = position(
        card=card, regions={region: [3, 2, 1, 0]}, grandes=FAR_AWAY, tiles={"4/0/0": region}
    )
    assert scored(game, card) == [0, 0, 0, 0]


@rule("R17", "C-score-4", "C-score-5", "C-score-67")
@pytest.mark.parametrize("card", ["C-score-4", "C-score-5", "C-score-67"])
@pytest.mark.parametrize("region", ["sevilla", "valencia", "granada", "toledo"])
def test_8_points_are_neither_4_nor_5_nor_6_nor_7(card: str, region: str) -> None:
    game = position(
        card=card, regions={region: [3, 2, 1, 0]}, grandes=FAR_AWAY, tiles={"8/4/0": region}
    )
    assert scored(game, card) == [0, 0, 0, 0]


@rule("R16", "R17", "C-score-most")
def test_a_tile_replaces_the_points_but_not_the_bonuses() -> None:
    game = position(
        card="C-score-most",
        king="sevilla",
        regions={"sevilla": [3, 2, 1, 0]},
        grandes=["sevilla", "navarra", "navarra", "navarra"],
        tiles={"8/4/0": "sevilla"},
    )
    assert scored(game, "C-score-most") == [8 + 2 + 2, 4, 0, 0]


@rule("R17", "C-score-first")
def test_first_places_alone_score_the_tile_too() -> None:
    game = position(
        card="C-score-first",
        regions={"sevilla": [3, 2, 0, 0], "toledo": [0, 0, 2, 1]},
        grandes=FAR_AWAY,
        tiles={"8/4/0": "sevilla", "4/0/0": "toledo"},
    )
    assert scored(game, "C-score-first") == [8, 0, 4, 0]


@rule("R17", "C-revelation")
@pytest.mark.parametrize(("tile", "points"), [("8/4/0", [8, 4, 0, 0]), ("4/0/0", [4, 0, 0, 0])])
def test_revelation_scores_the_tile_on_the_castillo(tile: str, points: list[int]) -> None:
    game = position(card="C-revelation", castillo=[3, 2, 1, 0], tiles={tile: "castillo"})
    assert scored(game, "C-revelation") == points
    assert there(game, "castillo") == [3, 2, 1, 0]


@rule("S2", "R18")
@pytest.mark.parametrize("card", REGION_CARDS)
def test_region_cards_never_score_the_castillo(card: str) -> None:
    game = position(card=card, castillo=[4, 3, 2, 1])
    assert scored(game, card) == [0, 0, 0, 0]


@rule("S2", "R17", "C-score-4")
def test_a_4_point_tile_does_not_make_the_castillo_a_region() -> None:
    game = position(card="C-score-4", castillo=[4, 3, 2, 1], tiles={"4/0/0": "castillo"})
    assert scored(game, "C-score-4") == [0, 0, 0, 0]


@rule("R15", "R18")
@pytest.mark.parametrize("card", ["C-score-most", "C-score-least"])
def test_four_tied_players_all_get_the_second_place(card: str) -> None:
    game = position(card=card, regions={"aragon": [2, 2, 2, 2]}, grandes=FAR_AWAY)
    assert scored(game, card) == [4, 4, 4, 4]


@rule("V-2", "C-score-most", "C-score-least")
@pytest.mark.parametrize(("card", "points"), [("C-score-most", [4, 0]), ("C-score-least", [6, 0])])
def test_the_dummy_counts_in_the_total_and_takes_places(card: str, points: list[int]) -> None:
    game = position(
        card=card,
        players=2,
        # toledo has 5 and granada 3; the dummy is first in toledo, seat 0 second.
        regions={"toledo": [1, 0, 4], "granada": [3, 0, 0]},
        grandes=["navarra", "navarra"],
    )
    assert scored(game, card) == points


@rule("V-3", "C-revelation")
def test_only_two_places_score_with_three_players() -> None:
    game = position(card="C-revelation", players=3, castillo=[3, 2, 1])
    assert scored(game, "C-revelation") == [5, 3, 0]
