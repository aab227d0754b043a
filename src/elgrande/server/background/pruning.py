"""Removing expired data, in small steps so that no table has to wait.

The server runs one now and then; `elgrande prune` runs one on demand.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Final

from elgrande.server.retention import KEEP, Keep, kept_for
from elgrande.server.storage import Change, Entry, NumberTaken, Storage, pruning
from elgrande.server.storage.pruning import Key
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions import Decision
from elgrande.server.tables.decisions.closing import abandon
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.tables.table import CLOSED, RUNNING, TableState
from elgrande.server.timestamps import now_ms

SECONDS_BETWEEN_STEPS: Final = 0.02
PAGES_AT_ONCE: Final = 256
# Lines of a chat that is longer than a table keeps.
LONG_CHATS: Final = "long_chats"
KINDS: Final = (*KEEP, LONG_CHATS)
UNUSED: Final = "unused"
_OF_TABLES: Final = ("idle_tables", *pruning.TABLES)

Close = Callable[[str], Awaitable[bool]]
Counts = dict[str, int]


class Round:
    """One pass over everything; the caller says how tables are closed and which are in use."""

    def __init__(self, storage: Storage, keep: Keep, most_lines: int, close: Close) -> None:
        self._storage: Final = storage
        self._keep: Final = keep
        self._most_lines: Final = most_lines
        self._close: Final = close
        self.is_busy: Callable[[str], bool] = lambda table_id: False
        self.stops: Callable[[], bool] = lambda: False
        self.changed: Callable[[str], None] = lambda table_id: None
        self.progress: Callable[[str, int], None] = lambda kind, removed: None

    async def count(self) -> Counts:
        """How much of each kind has expired; nothing is changed."""
        now, found = now_ms(), dict.fromkeys(KINDS, 0)
        for kind in KEEP:
            if (kept := kept_for(self._keep, kind)) is not None:
                found[kind] = await self._storage.database.read(
                    partial(pruning.count, kind=kind, before=now - kept, now=now)
                )
        long = await self._storage.database.read(partial(pruning.long_chats, most=self._most_lines))
        found[LONG_CHATS] = len(long)
        return found

    async def run(self) -> Counts:
        """Remove everything that has expired; returns how much of each kind."""
        removed = dict.fromkeys(KINDS, 0)
        for kind in KEEP:
            removed[kind] = await self._remove_kind(kind)
        removed[LONG_CHATS] = await self._shorten_chats()
        return removed

    async def _remove_kind(self, kind: str) -> int:
        kept = kept_for(self._keep, kind)
        if kept is None:
            return 0
        now, total = now_ms(), 0
        before = now - kept
        at_once = pruning.TABLES_AT_ONCE if kind in _OF_TABLES else pruning.ROWS_AT_ONCE
        passed: set[Key] = set()
        while not self.stops():
            limit = at_once + len(passed)
            found = await self._storage.database.read(
                partial(pruning.find, kind=kind, before=before, now=now, limit=limit)
            )
            keys = [key for key in found if key not in passed]
            if not keys:
                break
            # What is in use, or was used a moment ago after all, is for the next round.
            passed.update(keys)
            done = await self._remove(kind, keys, before, now)
            passed.difference_update(done)
            total += len(done)
            self.progress(kind, total)
            await asyncio.sleep(SECONDS_BETWEEN_STEPS)
        return total

    async def _remove(self, kind: str, found: Sequence[Key], before: int, now: int) -> list[Key]:
        keys = [key for key in found if not self.is_busy(key[0])]
        if kind == "idle_tables":
            return [key for key in keys if await self._close(key[0])]
        done = await self._storage.database.write(
            partial(pruning.remove, kind=kind, keys=keys, before=before, now=now)
        )
        for key in done:
            self.changed(key[0])
        return done

    async def _shorten_chats(self) -> int:
        most, total = self._most_lines, 0
        read, write = self._storage.database.read, self._storage.database.write
        for table_id in await read(partial(pruning.long_chats, most=most)):
            while not self.stops():
                lines = await read(partial(pruning.lines_beyond, table_id=table_id, most=most))
                if not lines:
                    break
                total += len(await write(partial(pruning.blank, keys=lines)))
                self.progress(LONG_CHATS, total)
                await asyncio.sleep(SECONDS_BETWEEN_STEPS)
        return total


def round_of_server(live_tables: LiveTables, keep: Keep, most_lines: int) -> Round:
    """A pass in a running server, which leaves tables alone while somebody is looking at them."""

    async def close(table_id: str) -> bool:
        live = await live_tables.act(table_id, close_unused)
        return live.state.row.state == CLOSED

    made = Round(live_tables.storage, keep, most_lines, close)
    made.is_busy = live_tables.is_used
    made.stops = lambda: live_tables.closing or live_tables.paused is not None
    made.changed = live_tables.forget_unused
    return made


def round_alone(storage: Storage, keep: Keep, most_lines: int) -> Round:
    """A pass without a server."""

    async def close(table_id: str) -> bool:
        number = (await storage.last_numbers([table_id])).get(table_id, 0) + 1
        entry = Entry(number, kinds.CLOSED, None, None, now_ms(), {"reason": UNUSED})
        try:
            await storage.append(table_id, [entry], Change(state=CLOSED))
        except NumberTaken:
            return False  # somebody plays there after all
        return True

    return Round(storage, keep, most_lines, close)


def close_unused(table: TableState, now: int) -> Decision:
    """Close a game in which nothing has happened for a long time."""
    if table.row.state != RUNNING:
        return Decision([])
    return abandon(table, now, None, reason=UNUSED)


async def give_space_back(storage: Storage, stops: Callable[[], bool]) -> None:
    """Return freed space to the disk, a little at a time, if the database can do that."""
    while not stops() and await storage.database.shrink(PAGES_AT_ONCE):
        await asyncio.sleep(SECONDS_BETWEEN_STEPS)
