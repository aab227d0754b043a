"""A solved puzzle lifts the player and lowers the puzzle; a missed one does the opposite."""

import pytest

from elgrande.server.accounts.puzzle_ratings import (
    NEWCOMER,
    Rating,
    after_attempt,
    new_puzzle,
)


def test_a_newcomer_starts_in_the_middle_and_is_hardly_known() -> None:
    assert (NEWCOMER.points, NEWCOMER.margin) == (1500, 500)
    assert (new_puzzle(1720).points, new_puzzle(1720).margin) == (1720, 200)


@pytest.mark.parametrize("points", [900, 1500, 2100])
def test_solving_lifts_the_player_and_lowers_the_puzzle(points: int) -> None:
    puzzle = new_puzzle(points)
    up, easier = after_attempt(NEWCOMER, puzzle, solved=True)
    assert up.rating > NEWCOMER.rating
    assert easier.rating < puzzle.rating
    down, harder = after_attempt(NEWCOMER, puzzle, solved=False)
    assert down.rating < NEWCOMER.rating
    assert harder.rating > puzzle.rating
    for rating, before in ((up, NEWCOMER), (down, NEWCOMER), (easier, puzzle), (harder, puzzle)):
        assert rating.deviation <= before.deviation


def test_a_hard_puzzle_brings_more_than_an_easy_one() -> None:
    hard, _ = after_attempt(NEWCOMER, new_puzzle(2000), solved=True)
    easy, _ = after_attempt(NEWCOMER, new_puzzle(1000), solved=True)
    assert hard.rating > easy.rating


def test_the_same_attempts_give_the_same_ratings() -> None:
    def career() -> Rating:
        mine = NEWCOMER
        for number in range(40):
            mine, _ = after_attempt(mine, new_puzzle(1200 + 20 * number), solved=number % 3 > 0)
        return mine

    assert career() == career()
    assert career().margin < NEWCOMER.margin / 2


def test_the_scale_is_that_of_chess() -> None:
    """Whoever solves two of three puzzles of 1500 ends about a hundred points above them."""
    mine = NEWCOMER
    for number in range(300):
        mine, _ = after_attempt(mine, new_puzzle(1500), solved=number % 3 > 0)
    assert mine.points == pytest.approx(1620, abs=50)
