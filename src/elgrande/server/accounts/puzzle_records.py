"""What a player has done with puzzles: first attempts, ratings, streaks of days, longest runs.

Functions over a connection. Only the first attempt at a puzzle counts, and only the first answer
of a day to the puzzle of that day. Days are those of UTC, for everybody.
"""

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Table, bindparam, select, update
from sqlalchemy.dialects import postgresql, sqlite

from elgrande.server.accounts.puzzle_ratings import NEWCOMER, Rating, after_attempt
from elgrande.server.storage.schema import (
    puzzle_attempts,
    puzzle_days,
    puzzle_players,
    puzzle_ratings,
)

ONE_DAY: Final = timedelta(days=1)


class Attempt(NamedTuple):
    """An answer to a puzzle, or the wish to see the solution, which counts as not solved."""

    player: str
    puzzle: str
    solved: bool
    time: int  # milliseconds since 1970
    is_of_the_day: bool


class Counted(NamedTuple):
    """What an attempt changed: nothing if it was not the first."""

    first: bool
    before: Rating
    after: Rating


class Run(NamedTuple):
    """How many puzzles of a row were solved one after another: now, and at best."""

    now: int
    best: int


class Tried(NamedTuple):
    """The first attempt at a puzzle."""

    puzzle: str
    solved: bool


def today(time: int) -> date:
    """The day of a moment, by UTC."""
    return datetime.fromtimestamp(time / 1000, UTC).date()


def count_attempt(connection: Connection, attempt: Attempt, start: Rating) -> Counted:
    """Keep an attempt if it is the first; `start` is the rating of a puzzle nobody has tried."""
    if attempt.is_of_the_day:
        day = {"day": today(attempt.time).isoformat(), "solved": attempt.solved}
        _add(connection, puzzle_days, {"player": attempt.player, **day})
    tried = {"solved": attempt.solved, "time": attempt.time}
    keys = {"player": attempt.player, "puzzle": attempt.puzzle}
    is_first = _add(connection, puzzle_attempts, {**keys, **tried})
    mine = rating_of(connection, attempt.player)
    if not is_first:
        return Counted(False, mine, mine)
    # Made first if it is missing, then locked: two attempts at once both count.
    its = {"puzzle": attempt.puzzle, **start._asdict(), "attempts": 0}
    _add(connection, puzzle_ratings, its)
    _add(connection, puzzle_players, {"player": attempt.player, **mine._asdict()})
    mine = _locked(connection, puzzle_players, "player", attempt.player)
    puzzle = _locked(connection, puzzle_ratings, "puzzle", attempt.puzzle)
    after, puzzle_after = after_attempt(mine, puzzle, solved=attempt.solved)
    connection.execute(_SET_PLAYER, {"b_key": attempt.player, **after._asdict()})
    connection.execute(_SET_PUZZLE, {"b_key": attempt.puzzle, **puzzle_after._asdict()})
    return Counted(True, mine, after)


_SET_PLAYER: Final = update(puzzle_players).where(puzzle_players.c.player == bindparam("b_key"))
_SET_PUZZLE: Final = (
    update(puzzle_ratings)
    .where(puzzle_ratings.c.puzzle == bindparam("b_key"))
    .values(
        rating=bindparam("rating"),
        deviation=bindparam("deviation"),
        attempts=puzzle_ratings.c.attempts + 1,
    )
)


def _add(connection: Connection, table: Table, values: Mapping[str, Any]) -> bool:
    """Insert a row unless there is one with its key; returns whether it was inserted."""
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return connection.execute(insert(table).on_conflict_do_nothing(), dict(values)).rowcount > 0


def _locked(connection: Connection, table: Table, key: str, value: str) -> Rating:
    chosen = select(table.c.rating, table.c.deviation).where(table.c[key] == value)
    return Rating(*connection.execute(chosen.with_for_update()).one())


def rating_of(connection: Connection, player: str) -> Rating:
    """A player's rating; that of a newcomer before the first attempt."""
    columns = select(puzzle_players.c.rating, puzzle_players.c.deviation)
    row = connection.execute(columns.where(puzzle_players.c.player == player)).first()
    return NEWCOMER if row is None else Rating(*row)


def puzzle_points(connection: Connection, puzzle: str | None = None) -> dict[str, Rating]:
    """The ratings of the puzzles that somebody has tried, or of one of them."""
    chosen = select(puzzle_ratings.c.puzzle, puzzle_ratings.c.rating, puzzle_ratings.c.deviation)
    if puzzle is not None:
        chosen = chosen.where(puzzle_ratings.c.puzzle == puzzle)
    return {row[0]: Rating(row[1], row[2]) for row in connection.execute(chosen)}


def attempts_of(connection: Connection, player: str, puzzle: str | None = None) -> list[Tried]:
    """A player's first attempts, or the one at a puzzle; the oldest first."""
    chosen = (
        select(puzzle_attempts.c.puzzle, puzzle_attempts.c.solved)
        .where(puzzle_attempts.c.player == player)
        .order_by(puzzle_attempts.c.time, puzzle_attempts.c.puzzle)
    )
    if puzzle is not None:
        chosen = chosen.where(puzzle_attempts.c.puzzle == puzzle)
    return [Tried(*row) for row in connection.execute(chosen)]


def days_of(connection: Connection, player: str) -> dict[date, bool]:
    """The days on which a player answered the puzzle of the day, and whether it was solved."""
    chosen = select(puzzle_days.c.day, puzzle_days.c.solved).where(puzzle_days.c.player == player)
    return {date.fromisoformat(day): solved for day, solved in connection.execute(chosen)}


def streak(days: Mapping[date, bool], now: date) -> Run:
    """How many days in a row the puzzle of the day was solved, up to now and at best.

    Today's is not missed before the day is over.
    """
    solved = {day for day, is_solved in days.items() if is_solved}
    best = max(
        (_length_from(solved, day) for day in solved if day - ONE_DAY not in solved), default=0
    )
    last = now if now in days else now - ONE_DAY
    length = 0
    while last in solved:
        length, last = length + 1, last - ONE_DAY
    return Run(length, best)


def _length_from(solved: set[date], day: date) -> int:
    length = 0
    while day in solved:
        length, day = length + 1, day + ONE_DAY
    return length


def run_of(tried: Iterable[Tried], row: Iterable[str]) -> Run:
    """How many puzzles of a row were solved one after another, in the order of the attempts."""
    wanted = frozenset(row)
    now = best = 0
    for attempt in tried:
        if attempt.puzzle in wanted:
            now = now + 1 if attempt.solved else 0
            best = max(best, now)
    return Run(now, best)
