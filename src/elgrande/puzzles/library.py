"""The puzzles that come with the package, in a fixed order, and the puzzle of each day.

New puzzles are only ever appended as another edition of the library, a file `NN.jsonl` of their
own. The puzzle of the day runs through the first `DAILY` puzzles by a fixed step, so appending
changes no day: the number of the puzzle for a date is

    (days since 2026-01-01 * STEP) modulo DAILY

in the order of `elgrande puzzles list --json`, where STEP and DAILY have no common factor: after
DAILY days every puzzle had its day once.
"""

from datetime import date
from functools import cache
from importlib.resources import files
from typing import Final

from elgrande.puzzles.puzzle import Puzzle
from elgrande.rules.errors import BadArgument

FIRST_DAY: Final = date(2026, 1, 1)
DAILY: Final = 442
STEP: Final = 275
# The final exam of the lessons: easy ones on scoring, the King and the Castillo.
EXAM: Final = ("uj46bt", "dx47ab", "55yp8k")


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All puzzles, in the order of the library."""
    folder = files("elgrande.puzzles").joinpath("library")
    parts = sorted(part.name for part in folder.iterdir() if part.name.endswith(".jsonl"))
    lines = [
        line
        for part in parts
        for line in folder.joinpath(part).read_text(encoding="utf-8").splitlines()
    ]
    return tuple(Puzzle.from_line(line) for line in lines)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for puzzle in puzzles()}


def puzzle_of(id: str) -> Puzzle:
    """The puzzle of an id; BadArgument if there is none."""
    found = _by_id().get(id)
    if found is None:
        raise BadArgument(f"There is no puzzle {id[:20]!r}; elgrande puzzles list shows them.")
    return found


def puzzle_of_the_day(day: date) -> Puzzle:
    """The puzzle of a date, the same for everybody."""
    return puzzles()[(day - FIRST_DAY).days * STEP % DAILY]


def exam() -> tuple[Puzzle, ...]:
    """The puzzles of the lessons' final exam."""
    return tuple(puzzle_of(id) for id in EXAM)
