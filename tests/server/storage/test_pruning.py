"""What is past its time is found, counted and removed with all that hangs on it."""

from functools import partial
from pathlib import Path
from typing import Any

from elgrande.server.storage import Storage, pruning
from elgrande.server.storage.rows import Entry
from tests.server.storage.samples import NOW, on, table

OLD = {"created": NOW - 10_000}


def said(number: int, time: int = NOW) -> Entry:
    return Entry(number, "chat", 0, "p1", time, {"text": f"line {number}", "who": "Ana"})


def test_old_tables_go_with_their_entries(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table("t1", **OLD), [said(1, NOW - 10_000)], [])
        await storage.add_table(table("t2"), [], [])
        read, write = storage.database.read, storage.database.write
        past: dict[str, Any] = {"kind": "open_tables", "before": NOW - 5_000, "now": NOW}
        assert await read(partial(pruning.count, **past)) == 1
        assert await read(partial(pruning.find, **past, limit=10)) == [("t1",)]
        removed = await write(partial(pruning.remove, keys=[("t1",), ("t2",)], **past))
        assert removed == [("t1",)]
        assert await storage.table("t1") is None
        assert await storage.entries("t1") == []
        assert await storage.table("t2") is not None

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_a_long_chat_loses_its_oldest_words_and_not_its_lines(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        lines = [said(number) for number in range(1, 6)]
        await storage.add_table(table(), lines, [])
        read, write = storage.database.read, storage.database.write
        assert await read(partial(pruning.long_chats, most=3)) == ["t1"]
        keys = await read(partial(pruning.lines_beyond, table_id="t1", most=3))
        await write(partial(pruning.blank, keys=keys))
        assert await read(partial(pruning.long_chats, most=3)) == []
        kept = [one.data.get("text") for one in await storage.entries("t1")]
        assert kept == [None, None, "line 3", "line 4", "line 5"]

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
