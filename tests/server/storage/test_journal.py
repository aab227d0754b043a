"""Units that share a transaction: many at once, one winner, and only the guilty fail."""

import asyncio
from typing import Any, cast

import pytest
from sqlalchemy import Connection, func, update

from elgrande.server.errors import ShuttingDown
from elgrande.server.storage import Change, NumberTaken, Seat, Storage
from elgrande.server.storage.journal import run_together
from elgrande.server.storage.schema import tables
from elgrande.server.storage.statements import Statements, Step, Values
from tests.server.storage.samples import entry, on, player, table


def test_exactly_one_of_fifty_gets_a_number(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        for number in range(2, 6):
            done = await asyncio.gather(
                *[storage.append("t1", [entry(number, by=who)]) for who in range(50)],
                return_exceptions=True,
            )
            winners = [who for who, result in enumerate(done) if result is None]
            assert len(winners) == 1
            assert sum(isinstance(result, NumberTaken) for result in done) == 49
            assert await storage.entries("t1", number - 1) == [entry(number, by=winners[0])]

    on(url, body)


def test_two_processes_fight_over_the_same_tables(url: str) -> None:
    """Each wants to write to all tables, in the opposite order: none waits for ever."""

    async def body(one: Storage) -> None:
        two = await Storage.open(url)
        try:
            keys = [f"t{number:02}" for number in range(20)]
            for key in keys:
                await one.add_table(table(key), [entry(1)])
            for number in range(2, 8):
                tries = [
                    storage.append(key, [entry(number, by=name)], Change(host=name))
                    for name, storage, order in (("one", one, keys), ("two", two, keys[::-1]))
                    for key in order
                ]
                done = await asyncio.gather(*tries, return_exceptions=True)
                assert sum(result is None for result in done) == 20
                assert sum(isinstance(result, NumberTaken) for result in done) == 20
            for key in keys:
                found, log = await one.table(key), await two.entries(key)
                assert found is not None
                assert [line.number for line in log] == list(range(1, 8))
                assert found.host == log[-1].data["by"]
        finally:
            await two.close()

    on(url, body)


def test_everybody_locks_rows_in_the_same_order() -> None:
    """So nobody waits for somebody who waits for them, whatever order things were asked for in."""
    say = Statements("postgresql")
    ran: list[tuple[object, list[Values]]] = []

    class Recorder:
        def execute(self, sql: object, rows: list[Values]) -> None:
            ran.append((sql, rows))

    def unit(key: str) -> list[Step]:
        return [
            Step(say.add_entry, [{"table_id": key, "number": 2}, {"table_id": key, "number": 1}]),
            Step(say.change_table, [{"b_id": key}]),
            Step(say.put_seat, []),
        ]

    for order in (["a", "b", "c"], ["c", "a", "b"]):
        ran.clear()
        run_together(cast(Connection, Recorder()), [unit(key) for key in order])
        assert ran == [
            (say.change_table.sql, [{"b_id": key} for key in "abc"]),
            (say.add_entry.sql, [{"table_id": key, "number": n} for key in "abc" for n in (1, 2)]),
        ]


def test_what_is_written_at_once_shares_a_commit(url: str) -> None:
    async def body(storage: Storage) -> None:
        for number in range(100):
            await storage.add_table(table(f"t{number}"), [])
        before = storage.journal.commits
        for number in range(1, 11):
            await asyncio.gather(
                *[storage.append(f"t{key}", [entry(number)]) for key in range(100)]
            )
        # One for the first that came, one for all others; here even these are one.
        assert storage.journal.commits - before <= 20
        assert set((await storage.last_numbers([f"t{key}" for key in range(100)])).values()) == {10}

    on(url, body)


def test_only_the_guilty_fail(url: str) -> None:
    async def body(storage: Storage) -> None:
        for key in ("t1", "t2", "t3"):
            await storage.add_table(table(key), [entry(1)])
        await storage.add_player(player())
        unwritable: Any = entry(2, text="\ud800")
        done = await asyncio.gather(
            storage.append("t1", [entry(2)]),
            storage.append("t2", [entry(1)], Change(seats=[Seat(0, "bot")])),
            storage.append("nowhere", [entry(1)]),
            storage.append("t3", [unwritable]),
            storage.append("t3", [entry(2)]),
            storage.rename("p1", "Bo"),
            return_exceptions=True,
        )
        assert [result is None for result in done] == [True, False, False, False, True, True]
        assert isinstance(done[1], NumberTaken)
        assert await storage.last_numbers(["t1", "t2", "t3"]) == {"t1": 2, "t2": 1, "t3": 2}
        assert await storage.table("t2") == table("t2")
        found = await storage.player("p1")
        assert found is not None
        assert found.name == "Bo"

    on(url, body)


def test_whoever_writes_without_the_journal_waits_for_it(url: str) -> None:
    """Nothing of one is committed or undone by the other."""

    def undo(connection: Connection) -> None:
        connection.execute(update(tables).values(title="of nobody"))
        raise LookupError

    def count(connection: Connection) -> None:
        connection.execute(update(tables).values(started=func.coalesce(tables.c.started, 0) + 1))

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [])
        for number in range(1, 21):
            done = await asyncio.gather(
                storage.database.write(count),
                storage.append("t1", [entry(number)]),
                storage.database.write(undo),
                storage.database.write(count),
                return_exceptions=True,
            )
            assert [type(result) for result in done] == [
                type(None),
                type(None),
                LookupError,
                type(None),
            ]
        found = await storage.table("t1")
        assert found is not None
        assert (found.title, found.started) == ("Friday", 40)
        assert await storage.last_numbers(["t1"]) == {"t1": 20}

    on(url, body)


def test_a_caller_who_leaves_does_not_take_the_entry_along(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        tasks = [
            asyncio.create_task(storage.append("t1", [entry(number)])) for number in range(2, 12)
        ]
        await asyncio.sleep(0)
        for task in tasks[::2]:
            task.cancel()
        done = await asyncio.gather(*tasks, return_exceptions=True)
        assert sum(isinstance(result, asyncio.CancelledError) for result in done) == 5
        assert await storage.last_numbers(["t1"]) == {"t1": 11}
        assert len(await storage.entries("t1")) == 11

    on(url, body)


def test_closing_finishes_what_is_queued(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        other = await Storage.open(url)
        tasks = [
            asyncio.create_task(other.append("t1", [entry(number)])) for number in range(2, 50)
        ]
        await asyncio.sleep(0)
        await other.close()
        await asyncio.gather(*tasks)
        with pytest.raises(ShuttingDown):
            await other.append("t1", [entry(50)])
        assert await storage.last_numbers(["t1"]) == {"t1": 49}

    on(url, body)
