"""First attempts count, and only they; streaks go from day to day, runs from puzzle to puzzle."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from sqlalchemy import Connection

from elgrande.server.accounts.erasing import delete_player
from elgrande.server.accounts.puzzle_ratings import NEWCOMER, new_puzzle
from elgrande.server.accounts.puzzle_records import (
    Attempt,
    Counted,
    Run,
    Tried,
    attempts_of,
    count_attempt,
    days_of,
    puzzle_points,
    rating_of,
    run_of,
    streak,
    today,
)
from elgrande.server.storage import Storage
from elgrande.server.storage.moderating import By
from tests.server.storage.samples import on, player
from tests.support.server import sqlite_url

START = new_puzzle(1500)
MONDAY = date(2026, 11, 16)


def at(day: date, hour: int = 12) -> int:
    """A moment of a day, in milliseconds."""
    return int(datetime(day.year, day.month, day.day, hour, tzinfo=UTC).timestamp() * 1000)


def attempt(puzzle: str, *, solved: bool, day: date = MONDAY, daily: bool = False) -> Attempt:
    return Attempt("p1", puzzle, solved, at(day), daily)


def test_only_the_first_attempt_at_a_puzzle_counts(tmp_path: Path) -> None:
    def work(connection: Connection) -> None:
        assert rating_of(connection, "p1") == NEWCOMER
        missed = count_attempt(connection, attempt("a", solved=False), START)
        assert missed.first
        assert missed.before == NEWCOMER
        assert missed.after.rating < NEWCOMER.rating
        again = count_attempt(connection, attempt("a", solved=True), START)
        assert again == Counted(False, missed.after, missed.after)
        assert rating_of(connection, "p1") == missed.after
        assert puzzle_points(connection)["a"].rating > START.rating
        solved = count_attempt(connection, attempt("b", solved=True), START)
        assert solved.after.rating > missed.after.rating
        assert attempts_of(connection, "p1") == [Tried("a", False), Tried("b", True)]

    _with_player(tmp_path, work)


def test_a_day_counts_by_its_first_answer(tmp_path: Path) -> None:
    tuesday, wednesday = MONDAY + timedelta(1), MONDAY + timedelta(2)

    def work(connection: Connection) -> None:
        count_attempt(connection, attempt("a", solved=True, daily=True), START)
        # Known from an earlier day, so it does not count for the rating, but for its day.
        count_attempt(connection, attempt("a", solved=True, day=tuesday, daily=True), START)
        count_attempt(connection, attempt("b", solved=False, day=wednesday, daily=True), START)
        count_attempt(connection, attempt("b", solved=True, day=wednesday, daily=True), START)
        days = days_of(connection, "p1")
        assert days == {MONDAY: True, tuesday: True, wednesday: False}
        assert streak(days, tuesday) == Run(2, 2)
        assert streak(days, wednesday) == Run(0, 2)

    _with_player(tmp_path, work)


def test_nothing_is_left_of_somebody_who_was_deleted(tmp_path: Path) -> None:
    def work(connection: Connection) -> None:
        count_attempt(connection, attempt("a", solved=True, daily=True), START)
        delete_player(connection, By(at(MONDAY)), "p1")
        assert attempts_of(connection, "p1") == []
        assert days_of(connection, "p1") == {}
        assert rating_of(connection, "p1") == NEWCOMER
        # What the puzzle learnt from it names nobody.
        assert puzzle_points(connection)["a"].rating < START.rating

    _with_player(tmp_path, work)


def test_the_day_changes_at_midnight_utc() -> None:
    late = at(MONDAY, 23) + 59 * 60_000
    assert today(late) == MONDAY
    assert today(late + 60_000) == MONDAY + timedelta(1)


def test_streaks_over_days() -> None:
    def days(*solved: int, missed: tuple[int, ...] = ()) -> dict[date, bool]:
        return {MONDAY + timedelta(one): one in solved for one in (*solved, *missed)}

    assert streak({}, MONDAY) == Run(0, 0)
    assert streak(days(0), MONDAY) == Run(1, 1)
    # Today is not over: yesterday's streak still stands, and a day later it is gone.
    assert streak(days(0, 1, 2), MONDAY + timedelta(3)) == Run(3, 3)
    assert streak(days(0, 1, 2), MONDAY + timedelta(4)) == Run(0, 3)
    assert streak(days(0, 1, 2, missed=(3,)), MONDAY + timedelta(3)) == Run(0, 3)
    assert streak(days(0, 1, 2, 4, 5), MONDAY + timedelta(5)) == Run(2, 3)
    # From one year into the next.
    new_year = {date(2026, 12, 31): True, date(2027, 1, 1): True}
    assert streak(new_year, date(2027, 1, 1)) == Run(2, 2)


def test_runs_of_a_row_leave_other_puzzles_aside() -> None:
    tried = [
        Tried(key, bool(solved))
        for key, solved in zip("abxcdye", (1, 1, 0, 1, 0, 1, 1), strict=True)
    ]
    assert run_of(tried, "abcde") == Run(1, 3)
    assert run_of(tried, "xy") == Run(1, 1)
    assert run_of(tried, "z") == Run(0, 0)


def _with_player(folder: Path, work: Callable[[Connection], None]) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player())
        await storage.database.write(work)

    on(sqlite_url(folder), body)
