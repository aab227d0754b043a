"""Whether an answer solves a puzzle."""

import pytest

from elgrande.puzzles.answers import TOLERANCE, attempt_with, start, tolerance_of, verdict
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import DISC, PLACING, TURN, Puzzle
from elgrande.rules.errors import BadArgument, IllegalChoice

SAMPLE = puzzles()[::40]


def first_of(kind: str) -> Puzzle:
    return next(puzzle for puzzle in puzzles() if puzzle.kind == kind)


def test_every_solution_can_be_played_choice_by_choice() -> None:
    for puzzle in puzzles():
        for solution in puzzle.solutions:
            assert attempt_with(puzzle, solution).over


@pytest.mark.parametrize("puzzle", SAMPLE, ids=lambda puzzle: puzzle.id)
def test_solutions_are_right_and_tempting_answers_wrong(puzzle: Puzzle) -> None:
    assert all(verdict(puzzle, solution).solved for solution in puzzle.solutions)
    for tempting in puzzle.tempting:
        found = verdict(puzzle, tempting.choices)
        assert not found.solved
        assert found.lost > 0


def placings_swapped(puzzle: Puzzle) -> tuple[int, ...] | None:
    """The solution with the first two different placings in the other order, if it has such."""
    best = puzzle.solutions[0]
    for at in range(len(best) - 1):
        both_place = all(
            attempt_with(puzzle, best[:upto]).game.decision == "place" for upto in (at, at + 1)
        )
        if both_place and best[at] != best[at + 1] and 0 not in best[at : at + 2]:
            return (*best[:at], best[at + 1], best[at], *best[at + 2 :])
    return None


def test_the_order_of_placing_makes_no_difference() -> None:
    turns = [puzzle for puzzle in puzzles()[:40] if puzzle.kind == TURN]
    swapped = [(puzzle, placings_swapped(puzzle)) for puzzle in turns]
    answers = [(puzzle, answer) for puzzle, answer in swapped if answer is not None]
    assert answers
    for puzzle, answer in answers[:5]:
        assert verdict(puzzle, answer) == (True, 0.0, True)


def test_an_answer_must_be_complete_and_legal() -> None:
    puzzle = first_of(TURN)
    best = puzzle.solutions[0]
    with pytest.raises(BadArgument, match="not complete"):
        verdict(puzzle, best[:1])
    with pytest.raises(IllegalChoice):
        verdict(puzzle, (*best, best[0]))
    with pytest.raises(IllegalChoice):
        verdict(puzzle, (0, 0))


def test_a_disc_is_a_single_choice() -> None:
    puzzle = first_of(DISC)
    for choice in start(puzzle).legal:
        found = verdict(puzzle, (choice,))
        assert found.solved == ((choice,) in puzzle.solutions)


def test_a_try_never_reaches_the_true_game() -> None:
    puzzle = first_of(TURN)
    before = puzzle.position.digest()
    attempt = start(puzzle)
    attempt.finish()
    assert attempt.over
    assert attempt.legal == []
    assert puzzle.position.digest() == before


def test_a_placing_may_lose_a_little_and_a_turn_half_of_its_margin() -> None:
    placing, turn = first_of(PLACING), first_of(TURN)
    assert TOLERANCE <= tolerance_of(placing, idea=False) < placing.tempting[0].lost
    assert tolerance_of(turn, idea=True) == pytest.approx(turn.margin / 2)
    assert tolerance_of(turn, idea=False) == TOLERANCE
