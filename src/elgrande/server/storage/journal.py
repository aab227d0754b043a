"""The writer: everything requested at the same moment shares one transaction.

A unit is what one caller wants written, all of it or nothing. While one transaction is
being committed the next units gather, so a slow disk makes the transactions larger, not the queue.
"""

import asyncio
from collections.abc import Callable, Sequence
from operator import itemgetter
from time import perf_counter
from typing import Final

from sqlalchemy import Connection

from elgrande.server.errors import ShuttingDown, StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.storage.database import Database
from elgrande.server.storage.failures import is_to_blame, lost_race, storage_down
from elgrande.server.storage.statements import Statement, Step, Values

MOST_UNITS: Final = 1000
CLOSED: Final = "The storage is closed."
GATHER_SECONDS: Final = 0.004
Unit = Sequence[Step]


class Journal:
    """Takes units, commits them in their order, and tells each caller what became of theirs."""

    def __init__(self, database: Database) -> None:
        self._database: Final = database
        self._waiting: list[tuple[Unit, asyncio.Future[None]]] = []
        self._wake: Final = asyncio.Event()
        self._closing = False
        self._failed = False  # the database was away the last time
        self.commits = 0
        # Called with how many seconds each commit took.
        self.timed: Callable[[float], None] = lambda seconds: None
        self._began = -GATHER_SECONDS
        self._task: Final = asyncio.create_task(self._write_all(), name="elgrande-journal")

    async def write(self, unit: Unit) -> None:
        """Return when the unit is durable; a caller that is cancelled does not cancel it."""
        if self._closing:
            raise ShuttingDown(CLOSED)
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((unit, done))
        self._wake.set()
        await done

    async def close(self) -> None:
        """Finish what is queued and accept nothing more."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _write_all(self) -> None:
        while True:
            await self._wake.wait()
            while self._waiting:
                await self._let_more_gather()
                batch = self._waiting[:MOST_UNITS]
                del self._waiting[:MOST_UNITS]
                if self._closing and self._failed:
                    # Waiting for a database that is away, once for each, would take too long.
                    _settle(batch, [StorageDown(CLOSED) for _ in batch])
                else:
                    await self._write_batch(batch)
            self._wake.clear()
            if self._closing:
                return

    async def _let_more_gather(self) -> None:
        """Wait a little if the last transaction has only just begun.

        A transaction costs about the same with one unit as with ten; a unit that comes alone does
        not wait.
        """
        clock = asyncio.get_running_loop().time
        early = self._began + GATHER_SECONDS - clock()
        if early > 0 and not self._closing:
            await asyncio.sleep(early)
        self._began = clock()

    async def _write_batch(self, batch: list[tuple[Unit, asyncio.Future[None]]]) -> None:
        units = [unit for unit, _ in batch]
        self._failed = False
        try:
            failures = await self._commit(units)
        except StorageDown as error:
            self._failed = True
            failures = [StorageDown(str(error)) for _ in units]
        except Exception as error:
            failures = [lost_race(error) or error for _ in units]
        _settle(batch, failures)

    async def _commit(self, units: list[Unit]) -> list[Exception | None]:
        """Commit all units at once or, if that fails, all except those to blame.

        Raises what the database is to blame for; with a single unit, anything that went wrong.
        """
        self.commits += 1
        began = perf_counter()
        try:
            await self._database.write(lambda connection: run_together(connection, units))
        except Exception as error:
            if len(units) == 1 or not is_to_blame(error):
                raise
        else:
            with harmless("measuring"):  # it is committed, whatever happens to the metric
                self.timed(perf_counter() - began)
            return [None] * len(units)
        self.commits += 1
        return await self._database.write(lambda connection: run_apart(connection, units))


def _settle(
    batch: list[tuple[Unit, asyncio.Future[None]]], failures: Sequence[Exception | None]
) -> None:
    """Tell each caller what became of theirs."""
    for (_, done), failure in zip(batch, failures, strict=True):
        if done.done():
            continue  # the caller is gone
        if failure is None:
            done.set_result(None)
        else:
            done.set_exception(failure)


def run_together(connection: Connection, units: Sequence[Unit]) -> None:
    """Run the steps of some units, those of the same statement as one."""
    steps: dict[int, tuple[Statement, list[Values]]] = {}
    for unit in units:
        for statement, rows in unit:
            if rows:
                steps.setdefault(statement.rank, (statement, []))[1].extend(rows)
    for rank in sorted(steps):
        statement, rows = steps[rank]
        if len(rows) > 1:
            rows.sort(key=itemgetter(*statement.key))
        connection.execute(statement.sql, rows)


def run_apart(connection: Connection, units: Sequence[Unit]) -> list[Exception | None]:
    """Run as many units as possible; returns for each the error it alone caused, if any."""
    try:
        with connection.begin_nested():
            run_together(connection, units)
    except Exception as error:
        if not is_to_blame(error):
            raise
        if len(units) == 1:
            return [lost_race(error) or storage_down(error) or error]
        half = len(units) // 2
        return run_apart(connection, units[:half]) + run_apart(connection, units[half:])
    return [None] * len(units)
