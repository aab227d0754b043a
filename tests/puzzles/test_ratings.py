"""Ratings and difficulties from what the levels of our bots solve."""

from elgrande.puzzles.answers import start
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import DIFFICULTIES
from elgrande.puzzles.ratings import (
    LEVELS,
    difficulty_of,
    expected_score,
    rating_of,
    tries_of,
)


def solved_by(*names: str) -> dict[str, float]:
    return {level: float(level in names) for level in LEVELS}


def test_the_fewer_levels_solve_it_the_higher_the_rating() -> None:
    steps = [
        rating_of(solved_by("novice", "steady", "strong", "master")),
        rating_of(solved_by("steady", "strong", "master")),
        rating_of(solved_by("strong", "master")),
        rating_of(solved_by("master")),
        rating_of(solved_by()),
    ]
    assert steps == sorted(steps)
    assert [difficulty_of(rating) for rating in steps] == [1, 1, 3, 4, 5]


def test_a_player_solves_half_of_the_puzzles_of_the_same_rating() -> None:
    assert expected_score(1500, 1500) == 0.5
    assert expected_score(1900, 1500) > 0.9


def test_ratings_and_difficulties_in_the_library_agree() -> None:
    for puzzle in puzzles():
        assert puzzle.rating == rating_of(puzzle.solved)
        assert puzzle.difficulty == difficulty_of(puzzle.rating)
    assert {puzzle.difficulty for puzzle in puzzles()} == set(DIFFICULTIES)


def test_a_level_tries_as_often_as_it_says_and_repeats_itself() -> None:
    puzzle = puzzles()[0]
    given = tries_of("novice", start(puzzle), seed=4)
    assert given.total() == LEVELS["novice"].tries
    assert given == tries_of("novice", start(puzzle), seed=4)
