"""Whether an answer solves a puzzle, and what it gives away if not.

1. An answer that leaves the table just as an accepted one does is right.
2. Otherwise both are played on in the same imagined games, always the same ones, and the answer
   loses the difference between the chances of winning. One that shares the deciding choices of an
   accepted answer (the card, what its action names) may lose up to half of the puzzle's margin:
   the idea is right. Any other is right only if it loses next to nothing. Where only placing is
   asked, an answer may lose a third of what the tempting one loses.
3. A single choice (power card, disc, Veto) is right if it is one of the accepted ones. A disc's
   loss is taken from the mixes found by regret matching.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from elgrande.puzzles.attempts import WHOLE_TURNS, Attempt
from elgrande.puzzles.judging import DISC_COST, judge_answers, key_of, play_in_same_games
from elgrande.puzzles.puzzle import DISC, PLACING, Puzzle
from elgrande.rules.errors import BadArgument, IllegalChoice

TOLERANCE: Final = 0.015
GAMES: Final = 400
SEED: Final = 2026


class Verdict(NamedTuple):
    """What an answer is worth."""

    solved: bool
    lost: float  # of the chance of winning, from 0 to 1
    idea: bool  # the deciding choices are right, however the rest was played


def start(puzzle: Puzzle) -> Attempt:
    """A fresh try at a puzzle."""
    return Attempt(puzzle.imagined(), puzzle.seat, puzzle.kind)


def attempt_with(puzzle: Puzzle, choices: Sequence[int]) -> Attempt:
    """A try with these choices made; IllegalChoice if one of them is not legal."""
    attempt = start(puzzle)
    for choice in choices:
        if attempt.over:
            raise IllegalChoice("The answer is complete; no more choices can be made.")
        attempt.play(choice)
    return attempt


def verdict(puzzle: Puzzle, choices: Sequence[int]) -> Verdict:
    """Judge a complete answer; IllegalChoice or BadArgument if it is none."""
    attempt = attempt_with(puzzle, choices)
    if not attempt.over:
        raise BadArgument("The answer is not complete: the turn is not over.")
    return _judge(puzzle, tuple(choices))


@lru_cache(maxsize=4096)
def _judge(puzzle: Puzzle, choices: tuple[int, ...]) -> Verdict:
    game = puzzle.imagined()
    keys = {key_of(game, puzzle.seat, puzzle.kind, one) for one in puzzle.solutions}
    idea = key_of(game, puzzle.seat, puzzle.kind, choices) in keys
    if puzzle.kind not in WHOLE_TURNS:
        return Verdict(idea, 0.0 if idea else loss_of(puzzle, choices), idea)
    if any(_table_after(puzzle, choices) == _table_after(puzzle, one) for one in puzzle.solutions):
        return Verdict(True, 0.0, True)
    lost = loss_of(puzzle, choices)
    allowed = tolerance_of(puzzle, idea)
    return Verdict(lost <= allowed, lost, idea)


def tolerance_of(puzzle: Puzzle, idea: bool) -> float:
    """What an answer may lose and still be right."""
    if puzzle.kind == PLACING:
        return max(TOLERANCE, puzzle.margin / 3)
    return max(TOLERANCE, puzzle.margin / 2) if idea else TOLERANCE


def loss_of(puzzle: Puzzle, choices: Sequence[int]) -> float:
    """What an answer gives away against the best, measured in the same games every time."""
    game, best = puzzle.imagined(), puzzle.solutions[0]
    if puzzle.kind == DISC:
        chances = _disc_chances(puzzle)
        return max(0.0, chances[best] - chances[tuple(choices)])
    rows = play_in_same_games(game.state, puzzle.seat, [best, tuple(choices)], GAMES, SEED)
    return max(0.0, (sum(rows[0]) - sum(rows[1])) / GAMES)


@lru_cache(maxsize=512)
def _disc_chances(puzzle: Puzzle) -> dict[tuple[int, ...], float]:
    """The chance of winning of every disc: one search finds them all."""
    judged = judge_answers(puzzle.imagined(), puzzle.seat, DISC, GAMES * DISC_COST, SEED)
    return {one.choices: one.chance for one in judged}


def _table_after(puzzle: Puzzle, choices: Sequence[int]) -> object:
    """All that the seat sees once an answer has been carried out."""
    attempt = start(puzzle)
    attempt.play_all(choices)
    attempt.finish()
    return attempt.game.view(puzzle.seat).data
