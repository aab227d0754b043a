"""Places, ties, bonuses, tiles and special scorings (R15 to R18, Q7)."""

import pytest

from tests.support.marks import rule
from tests.support.playing import edited, happened, points, score_generally, seen, truth
from tests.support.positions import offered, position, take, there, tile_at, use

# In Navarra (5/3/1) with four players.
FOUR = [
    ([4, 3, 2, 1], [5, 3, 1, 0]),
    ([1, 2, 3, 4], [0, 1, 3, 5]),
    ([3, 0, 0, 0], [5, 0, 0, 0]),
    ([3, 1, 0, 0], [5, 3, 0, 0]),
    ([2, 2, 0, 0], [3, 3, 0, 0]),
    ([2, 2, 1, 0], [3, 3, 1, 0]),
    ([2, 2, 1, 1], [3, 3, 0, 0]),
    ([3, 2, 2, 0], [5, 1, 1, 0]),
    ([3, 2, 2, 1], [5, 1, 1, 0]),
    ([3, 2, 2, 2], [5, 1, 1, 1]),
    ([4, 3, 2, 2], [5, 3, 0, 0]),
    ([2, 2, 2, 0], [3, 3, 3, 0]),
    ([2, 2, 2, 1], [3, 3, 3, 1]),
    ([2, 2, 2, 2], [3, 3, 3, 3]),
    ([1, 2, 1, 2], [0, 3, 0, 3]),
    ([1, 3, 1, 2], [0, 5, 0, 3]),
    ([0, 0, 0, 0], [0, 0, 0, 0]),
]
# In Castilla (6/4/2) with five players.
FIVE = [
    ([5, 4, 3, 2, 1], [6, 4, 2, 0, 0]),
    ([3, 3, 3, 3, 1], [4, 4, 4, 4, 2]),
    ([2, 2, 2, 2, 2], [4, 4, 4, 4, 4]),
    ([4, 2, 2, 2, 2], [6, 2, 2, 2, 2]),
    ([3, 3, 3, 1, 1], [4, 4, 4, 0, 0]),
    ([3, 3, 2, 1, 1], [4, 4, 2, 0, 0]),
    ([3, 3, 1, 1, 1], [4, 4, 0, 0, 0]),
    ([4, 3, 3, 2, 1], [6, 2, 2, 0, 0]),
    ([4, 3, 2, 2, 2], [6, 4, 0, 0, 0]),
]


@rule("R15")
@pytest.mark.parametrize(("counts", "expected"), FOUR)
def test_places_of_four_in_a_region(counts: list[int], expected: list[int]) -> None:
    assert points("navarra", counts) == expected


@rule("R15", "V-5")
@pytest.mark.parametrize(("counts", "expected"), FIVE)
def test_places_of_five_in_a_region(counts: list[int], expected: list[int]) -> None:
    assert points("castilla", counts, players=5) == expected


@rule("R15", "R18", "S2")
@pytest.mark.parametrize(("counts", "expected"), FOUR)
def test_places_in_the_castillo(counts: list[int], expected: list[int]) -> None:
    """The Castillo's scoreboard is 5/3/1 like Navarra's."""
    assert points("castillo", counts) == expected


@rule("R15")
@pytest.mark.parametrize(("counts", "expected"), FOUR)
def test_general_scoring_gives_the_same_places(counts: list[int], expected: list[int]) -> None:
    game = score_generally(regions={"navarra": counts}, grandes=["galicia"] * 4)
    assert game.scores == expected


@rule("R15")
def test_grande_is_no_caballero() -> None:
    grandes = ["navarra", "galicia", "galicia", "galicia"]
    assert points("navarra", [0, 1], grandes=grandes) == [0, 5, 0, 0]
    assert points("navarra", [1, 1], grandes=grandes) == [3, 3, 0, 0]


@rule("R16")
def test_lone_first_place_in_the_kings_region_earns_the_kings_bonus() -> None:
    assert points("toledo", [2, 1], king="toledo") == [9, 4, 0, 0]


@rule("R16")
def test_lone_first_place_at_home_earns_the_grandes_bonus() -> None:
    home = ["toledo", "galicia", "galicia", "galicia"]
    assert points("toledo", [2, 1], grandes=home) == [9, 4, 0, 0]


@rule("R16")
def test_both_bonuses_can_be_had_at_once() -> None:
    assert points("toledo", [2, 1], king="toledo", grandes=["toledo"] * 4) == [11, 4, 0, 0]


@rule("R16")
@pytest.mark.parametrize("counts", [[2, 2], [2, 2, 2], [1, 1, 1, 1]])
def test_tie_for_first_earns_no_bonus(counts: list[int]) -> None:
    expected = [4 if count else 0 for count in counts] + [0] * (4 - len(counts))
    assert points("toledo", counts, king="toledo", grandes=["toledo"] * 4) == expected


@rule("R16")
def test_second_place_and_another_players_grande_earn_no_bonus() -> None:
    home = ["galicia", "toledo", "galicia", "galicia"]
    assert points("toledo", [2, 1], grandes=home) == [7, 4, 0, 0]


@rule("R16")
def test_bonuses_count_in_general_scorings() -> None:
    game = score_generally(
        king="castilla",
        regions={"castilla": [0, 1], "toledo": [1], "granada": [0, 0, 1]},
        grandes=["toledo", "castilla", "sevilla", "sevilla"],
    )
    assert game.scores == [7 + 2, 6 + 2 + 2, 6, 0]


@rule("R17")
@pytest.mark.parametrize(("tile", "expected"), [("8/4/0", [8, 4, 0, 0]), ("4/0/0", [4, 0, 0, 0])])
@pytest.mark.parametrize("place", ["galicia", "toledo", "castillo"])
def test_tile_replaces_the_scoreboard(place: str, tile: str, expected: list[int]) -> None:
    assert points(place, [3, 2, 1], tiles={tile: place}) == expected


@rule("R17")
def test_tile_replaces_the_scoreboard_in_general_scorings() -> None:
    game = score_generally(
        discs={0: "castilla"},
        king="castilla",
        castillo=[1],
        regions={"sevilla": [0, 2, 1], "granada": [0, 0, 1]},
        tiles={"8/4/0": "sevilla", "4/0/0": "castillo"},
        grandes=["galicia"] * 4,
    )
    assert game.scores == [4, 8, 4 + 6, 0]


@rule("R17", "R16")
def test_bonuses_come_on_top_of_a_tile() -> None:
    scores = points("toledo", [2, 1], tiles={"8/4/0": "toledo"}, grandes=["toledo"] * 4)
    assert scores == [10, 4, 0, 0]


@rule("R17")
@pytest.mark.parametrize(
    ("card", "expected"),
    [
        ("C-score-4", {"cataluna", "toledo"}),
        ("C-score-5", {"navarra", "aragon", "valencia"}),
        ("C-score-67", {"castilla", "granada"}),
    ],
)
def test_tile_decides_what_a_region_is_worth(card: str, expected: set[str]) -> None:
    """Toledo becomes a 4-point region; Sevilla an 8-point region that no card scores."""
    everywhere = {key: [1] for key in truth(position())["regions"] if key != "galicia"}
    game = position(
        card,
        king="galicia",
        regions=everywhere,
        grandes=["galicia"] * 4,
        events=True,
        tiles={"4/0/0": "toledo", "8/4/0": "sevilla"},
    )
    take(game, card, "special")
    assert {event["place"] for event in happened(game, "scored")} == expected


@rule("R17")
def test_at_most_one_tile_lies_in_a_place() -> None:
    game = position("C-tile", tiles={"8/4/0": "toledo"})
    take(game, "C-tile", "special", "tile 4/0/0")
    assert "toledo" not in offered(game)
    assert tile_at(use(game, "castillo"), "castillo") == "4/0/0"
    again = take(position("C-tile", tiles={"8/4/0": "toledo"}), "C-tile", "special", "tile 8/4/0")
    assert "toledo" not in offered(again)
    use(again, "granada")
    assert (tile_at(again, "toledo"), tile_at(again, "granada")) == (None, "8/4/0")


@rule("R18")
def test_castillo_scored_by_its_card_keeps_its_caballeros() -> None:
    game = position("C-revelation", castillo=[3, 2, 1, 1])
    take(game, "C-revelation", "special")
    assert game.scores == [5, 3, 0, 0]
    assert there(game, "castillo") == [3, 2, 1, 1]
    assert game.decision == "act"


@rule("R18", "S2")
@pytest.mark.parametrize("card", ["C-score-5", "C-score-first", "C-score-most", "C-score-least"])
def test_other_scorings_leave_the_castillo_out(card: str) -> None:
    game = position(card, castillo=[3, 2])
    assert take(game, card, "special").scores == [0, 0, 0, 0]


@rule("R18")
def test_special_scoring_moves_nobody_and_counts_everyone() -> None:
    game = position("C-fair", regions={"toledo": [1, 3, 2, 1]}, grandes=["galicia"] * 4)
    take(game, "C-fair", "special", "toledo")
    assert game.scores == [0, 7, 4, 0]
    assert there(game, "toledo") == [1, 3, 2, 1]


@rule("R18")
def test_points_are_added_to_the_score() -> None:
    game = edited(position("C-fair", regions={"toledo": [1]}), scores=[10, 20, 30, 40])
    assert take(game, "C-fair", "special", "toledo").scores == [17, 20, 30, 40]


@rule("R15", "R17")
def test_view_shows_places_and_worth_as_they_would_score() -> None:
    game = position(
        regions={"toledo": [2, 2, 1]}, tiles={"8/4/0": "toledo"}, grandes=["galicia"] * 4
    )
    toledo = seen(game)["regions"]["toledo"]
    assert toledo["ranks"] == [2, 2, 3, 0]
    assert toledo["worth"] == [4, 4, 0, 0]


@rule("Q7")
def test_granada_is_worth_six_in_both_editions() -> None:
    for edition in ("2023", "classic"):
        assert points("granada", [3, 2, 1], edition=edition) == [6, 3, 1, 0]
