"""Games to review."""

from pathlib import Path

from elgrande.game import Game
from elgrande.record import Record

GAMES = Path(__file__).parents[1] / "games"


def recorded(name: str) -> tuple[Game, list[tuple[int, int]]]:
    """A recorded game before its first choice, and its choices with their seats."""
    record = Record.from_text((GAMES / f"{name}.egn").read_text(encoding="utf-8"))
    return record.replay(0), line_of(record)


def line_of(record: Record) -> list[tuple[int, int]]:
    """The choices of a record with their seats."""
    return [*zip(record.seats, record.choices, strict=True)]
