"""Every puzzle of the library, searched again."""

import pytest

from elgrande.puzzles.checking import TIMES, Check, check
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import TURN

CHUNKS = 40


def test_a_puzzle_holds_if_its_solution_leads() -> None:
    assert Check(best=0.5, solution=0.5, other=0.4).holds
    assert Check(best=0.5, solution=0.49, other=0.4).holds
    assert not Check(best=0.5, solution=0.45, other=0.4).holds
    assert not Check(best=0.5, solution=0.5, other=0.48).holds


def test_a_clear_puzzle_holds_in_a_short_search() -> None:
    turns = [puzzle for puzzle in puzzles() if puzzle.kind == TURN]
    clearest = max(turns, key=lambda puzzle: puzzle.margin)
    assert check(clearest, times=1).holds


@pytest.mark.proof
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_every_puzzle_holds_in_ten_times_the_search_that_made_it(chunk: int) -> None:
    failed = [puzzle.id for puzzle in puzzles()[chunk::CHUNKS] if not check(puzzle, TIMES).holds]
    assert failed == []
