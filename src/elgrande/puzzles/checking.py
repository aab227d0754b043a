"""Checking puzzles with many times the search that made them, in other worlds."""

from typing import Final, NamedTuple

from elgrande.puzzles.answers import TOLERANCE
from elgrande.puzzles.judging import judge_answers, key_of
from elgrande.puzzles.making import ITERATIONS
from elgrande.puzzles.puzzle import PLACING, Puzzle

TIMES: Final = 10
SEED: Final = 90_001  # none of those that make puzzles
LEAST_LEAD: Final = 0.03  # what is left of a margin that was twice as large, in the worst case


class Check(NamedTuple):
    """What a longer search says about a puzzle."""

    best: float  # the chance of the best answer found
    solution: float  # of the best of the accepted ones
    other: float  # of the best that is not accepted

    @property
    def holds(self) -> bool:
        """Whether the solution is still the best, by a clear lead."""
        return self.solution >= self.best - TOLERANCE and self.lead >= LEAST_LEAD

    @property
    def lead(self) -> float:
        """By how much the solution leads."""
        return self.solution - self.other


def check(puzzle: Puzzle, times: int = TIMES) -> Check:
    """Search a puzzle again, that many times as long.

    Where caballeros are placed, many ways differ by next to nothing: the solution is compared
    with the tempting answers instead of with all others.
    """
    game, seat, kind = puzzle.imagined(), puzzle.seat, puzzle.kind
    tempting = [one.choices for one in puzzle.tempting]
    known = [*puzzle.solutions, *tempting]
    judged = judge_answers(game, seat, kind, ITERATIONS * times, SEED, known)
    accepted = {key_of(game, seat, kind, solution) for solution in puzzle.solutions}
    compared = {key_of(game, seat, kind, choices) for choices in tempting}
    right = [one.chance for one in judged if one.key in accepted]
    others = [
        one.chance
        for one in judged
        if one.key not in accepted and (kind != PLACING or one.key in compared)
    ]
    return Check(judged[0].chance, max(right), max(others, default=0.0))
