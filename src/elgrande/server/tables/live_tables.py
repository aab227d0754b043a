"""The tables of this process: loaded when needed, changed only after the commit, told to sockets.

Every change goes through `LiveTables.act`: decide from the table's present state, commit the
entries, fold them, wake the listeners.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from elgrande.server.errors import NoSuchTable, ShuttingDown, StorageDown
from elgrande.server.harmless import tell_all
from elgrande.server.metrics import Metrics
from elgrande.server.storage import NumberTaken, Storage
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.checkpoints import Checkpoints
from elgrande.server.tables.committing import Committer
from elgrande.server.tables.decisions import play
from elgrande.server.tables.live_table import Decide, LiveTable
from elgrande.server.tables.loading import fold
from elgrande.server.tables.pauses import Pauses
from elgrande.server.tables.table import RUNNING, TableState

IDLE_SECONDS: Final = 300.0
REST_SECONDS: Final = 2.0


class LiveTables:
    """All tables of this process."""

    def __init__(self, storage: Storage, metrics: Metrics) -> None:
        self.storage: Final = storage
        self.metrics: Final = metrics
        self.tables: Final[dict[str, LiveTable]] = {}
        self.closing = False
        self.alone = True  # nobody else writes to this storage
        # Called after every change, and only after those made in this process.
        self.on_change: Final[list[Callable[[LiveTable], None]]] = []
        self.on_own_change: Final[list[Callable[[LiveTable], None]]] = []
        # Which tables this process looks after, even if nobody is connected to it.
        self.keeps: Callable[[str], bool] = lambda table_id: True
        self.pauses: Final = Pauses(storage, self._tell_pause)
        self._checkpoints: Final = Checkpoints(storage, self.pauses)
        self._committer: Final = Committer(storage, self.pauses, self._changed, self._drop)
        self._loading: Final[dict[str, asyncio.Future[LiveTable]]] = {}
        self._refreshing: Final[dict[str, asyncio.Task[None]]] = {}

    @property
    def paused(self) -> str | None:
        """Why play pauses; None: it goes on."""
        return self.pauses.reason

    async def act(self, table_id: str, decide: Decide) -> LiveTable:
        """Decide, commit, fold, notify. What `decide` raises goes to the caller."""
        if self.closing:
            raise ShuttingDown("The server is about to stop; reconnect in a moment.")
        live = await self.get(table_id)
        async with live.lock:
            before = live.state.number
            try:
                if self._stood_still(live.state):
                    await self._committer.decide(live, play.resume, alone=self.alone)
                await self._committer.decide(live, decide, alone=self.alone)
                await self._committer.finish(live)
            finally:
                if live.state.number != before:
                    self._changed_here(live)
        self._checkpoints.keep_soon(live)
        return live

    async def add(self, row: Table, entries: list[Entry], invitations: list[Any]) -> LiveTable:
        """Keep a new table."""
        with self.pauses:
            await self.storage.add_table(row, entries, invitations)
        return self.adopt(row, entries)

    def adopt(self, row: Table, entries: list[Entry]) -> LiveTable:
        """Look after a table that has just been stored."""
        state = TableState(row)
        state.apply_all(entries)
        live = LiveTable(state)
        self.tables[row.id] = live
        self._changed_here(live)
        return live

    def _stood_still(self, table: TableState) -> bool:
        """Whether nobody looked after a table since its last entry, though its clock runs."""
        return table.time < self.pauses.away_until and table.has_clock_running

    def _changed(self, live: LiveTable) -> None:
        live.nudge()
        tell_all(self.on_change, live)

    def _changed_here(self, live: LiveTable) -> None:
        self._changed(live)
        tell_all(self.on_own_change, live)

    def _tell_pause(self, detail: str | None) -> None:
        if detail is None:
            for live in self.tables.values():
                live.behind = True  # others may have written meanwhile
        for live in self.tables.values():
            live.tell_pause(detail)

    # Loading, and hearing of what others wrote.

    async def get(self, table_id: str, *, newest: bool = False) -> LiveTable:
        """The table, loaded if it is not here yet, and as new as this process knows.

        `newest`: up to date even if another process has just written.
        """
        live = self.tables.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        live.used = time.monotonic()
        if live.is_behind or (newest and not self.alone):
            async with live.lock:
                await self._committer.catch_up(live)
        return live

    async def _load_once(self, table_id: str) -> LiveTable:
        """Load a table; concurrent callers share one load."""
        waiting = self._loading.get(table_id)
        if waiting is None:
            waiting = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id] = waiting
            waiting.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(waiting)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(await self._read(table_id))
        async with live.lock:
            if live.state.difference is not None and live.state.row.state == RUNNING:
                try:
                    await self._committer.restore(live)
                except NumberTaken:  # another process restored it at this moment
                    return await self._load(table_id)
            await self._committer.finish(live)
        self.tables[table_id] = live
        return live

    async def _read(self, table_id: str) -> TableState:
        """A table as it is kept."""
        with self.pauses:
            row = await self.storage.table(table_id)
            if row is None:
                raise NoSuchTable("There is no such table.")
            entries = await self.storage.entries(table_id)
            checkpoints = await self.storage.checkpoints(table_id)
        return fold(row, entries, checkpoints)

    def hear(self, table_id: str, number: int) -> None:
        """Another process has written: this is how many entries a table has now."""
        live = self.tables.get(table_id)
        if live is not None and live.state.number >= number:
            return
        if live is not None:
            live.heard = max(live.heard, number)
        is_looked_at = live is not None and bool(live.listeners)
        if (is_looked_at or self.keeps(table_id)) and table_id not in self._refreshing:
            task = asyncio.create_task(self._refresh(table_id))
            self._refreshing[table_id] = task
            task.add_done_callback(lambda _: self._refreshing.pop(table_id, None))

    async def _refresh(self, table_id: str) -> None:
        with suppress(StorageDown, NoSuchTable):
            is_new = table_id not in self.tables
            live = await self.get(table_id)
            if is_new:
                self._changed(live)
            read = -1
            while live.is_behind and live.state.number != read:  # more came while it was read
                read = live.state.number
                await self.get(table_id)

    async def settle(self) -> None:
        """Wait until everything being written or read right now is done."""
        await self._end_loading()
        for live in list(self.tables.values()):
            async with live.lock:
                continue

    async def reload_those_with(self, player: str) -> None:
        """Fold the tables again whose entries a player was removed from."""
        await self._end_loading()
        for live in list(self.tables.values()):
            if live.state.mentions(player):
                async with live.lock:
                    live.state = await self._read(live.state.id)
                self._changed(live)

    async def _end_loading(self) -> None:
        await asyncio.gather(*self._loading.values(), return_exceptions=True)

    # Who is here, and letting go.

    def present(self) -> set[str]:
        """Everybody who listens in this process."""
        return {listener.player for live in self.tables.values() for listener in live.listeners}

    def is_used(self, table_id: str) -> bool:
        """Whether somebody in this process is looking at a table or doing something there."""
        live = self.tables.get(table_id)
        return live is not None and live.is_used

    def forget_unused(self, table_id: str) -> None:
        """Unload a table whose log was changed by others, unless somebody is at it."""
        if not self.is_used(table_id):
            self._drop(table_id)

    async def forget_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """Unload tables that nobody is looking at; they are loaded again when needed."""
        old = time.monotonic() - seconds
        for table_id, live in list(self.tables.items()):
            if live.used > old or live.is_used or live.state.has_clock_running:
                continue
            await self._checkpoints.try_to_keep(live)
            if not live.listeners and live.used <= old:
                self._drop(table_id)

    def _drop(self, table_id: str) -> None:
        self.tables.pop(table_id, None)

    async def close(self) -> None:
        """Accept nothing more, store where games stand, and say goodbye to the listeners."""
        self.closing = True
        self._checkpoints.close()
        self.pauses.close()
        # All at once, so that they share a commit; work in progress at a table finishes first.
        await asyncio.gather(*(self._rest(live) for live in list(self.tables.values())))

    async def _rest(self, live: LiveTable) -> None:
        """Store where one table stands, and say goodbye to those at it."""
        with suppress(StorageDown, TimeoutError):
            # A storage that is away must not keep us from saying goodbye.
            async with asyncio.timeout(REST_SECONDS), live.lock:
                if self.paused is None:
                    await self._checkpoints.keep(live)
        await live.say_goodbye()
