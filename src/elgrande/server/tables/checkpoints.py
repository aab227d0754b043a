"""Checkpoints of running games: where a game stands, whatever happens to the rules."""

import asyncio
from contextlib import suppress
from typing import Final
from zlib import crc32

import elgrande
from elgrande.server.errors import StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.storage import Storage
from elgrande.server.storage.rows import Change
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.pauses import Pauses
from elgrande.server.tables.table import RUNNING, TableState
from elgrande.server.timestamps import now_ms

CHECKPOINT_EVERY: Final = 20  # choices


class Checkpoints:
    """Writes the checkpoints of a process, one after the other; no player waits for one."""

    def __init__(self, storage: Storage, pauses: Pauses) -> None:
        self._storage: Final = storage
        self._pauses: Final = pauses
        self._due: Final[dict[str, LiveTable]] = {}
        self._writing: asyncio.Task[None] | None = None
        self._closed = False

    def keep_soon(self, live: LiveTable) -> None:
        """Have a checkpoint written if one is due, without making the player wait."""
        if not _is_due(live.state):
            return
        self._due[live.state.id] = live
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_due())

    async def _write_due(self) -> None:
        while self._due and not self._closed:
            _, live = self._due.popitem()
            await self.try_to_keep(live)

    async def try_to_keep(self, live: LiveTable) -> None:
        """Note where a running game stands, as soon as the table is idle."""
        with harmless("keeping a checkpoint"), suppress(StorageDown):
            async with live.lock:
                await self.keep(live)

    async def keep(self, live: LiveTable) -> None:
        """Note where a running game stands; the table is held."""
        mark = live.state.checkpoint(now_ms(), elgrande.__version__)
        if mark is None or mark.position == live.state.checkpointed:
            return
        with self._pauses:
            await self._storage.append(live.state.id, [], Change(checkpoint=mark))
        live.state.checkpointed = mark.position

    def close(self) -> None:
        """Begin no other."""
        self._closed = True


def _is_due(state: TableState) -> bool:
    playthrough = state.playthrough
    if playthrough is None or state.row.state != RUNNING or not playthrough.settled:
        return False
    due = state.checkpointed + CHECKPOINT_EVERY
    if not state.checkpointed:
        # So that tables that began at the same time are not due at the same time.
        due += crc32(state.id.encode()) % CHECKPOINT_EVERY
    return playthrough.position >= due
