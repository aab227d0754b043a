"""The tables of this process: loaded when needed, changed only after the commit, told to sockets.

Every change goes through `Hall.act`: decide on what the table is now, commit the entries, fold
them, wake those who listen. If another process was quicker, its entries are read and the decision
is made again.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol
from zlib import crc32

import structlog

import elgrande
from elgrande.rules.errors import GameError
from elgrande.server.errors import NoSuchTable, ShuttingDown, StorageDown
from elgrande.server.harmless import harmless, tell_all
from elgrande.server.metrics import Metrics
from elgrande.server.presentation.state_messages import StateMessages
from elgrande.server.storage import NumberTaken, RowGone, Storage
from elgrande.server.storage.rows import Change, Entry, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions import Decision, Writing, play
from elgrande.server.tables.loading import fold
from elgrande.server.tables.table import FINISHED, RUNNING, TableState

log: Final = structlog.get_logger("elgrande.hall")

MOST_TRIES: Final = 20
CHECKPOINT_EVERY: Final = 20  # choices
IDLE_SECONDS: Final = 300.0
PROBE_SECONDS: Final = 1.0
REST_SECONDS: Final = 2.0

Decide = Callable[[TableState, int], Decision]


def now_ms() -> int:
    """The time of entries."""
    return time.time_ns() // 1_000_000


class Listener(Protocol):
    """Somebody who wants to know when a table changes: a socket, or a request that waits."""

    @property
    def player(self) -> str:
        """Who it is."""
        ...

    def nudge(self) -> None:
        """The table changed; look at it soon. Never blocks."""

    def pause(self, detail: str | None) -> None:
        """Play pauses, for this reason; None: it goes on."""

    async def farewell(self) -> None:
        """The server stops; say so."""


class LiveTable:
    """A table in the memory of this process, and who looks at it."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.state_messages: Final = StateMessages(self)
        self.behind = False  # the storage may know more
        self.heard = 0  # how many entries others said there are
        self.used = time.monotonic()

    @property
    def is_behind(self) -> bool:
        """Whether there may be entries that this process has not read."""
        return self.behind or self.heard > self.state.number

    def nudge(self) -> None:
        """Wake everybody who listens."""
        tell_all([listener.nudge for listener in self.listeners])


class LiveTables:
    """All tables of this process."""

    def __init__(self, storage: Storage, metrics: Metrics) -> None:
        self.storage: Final = storage
        self.metrics: Final = metrics
        self.tables: Final[dict[str, LiveTable]] = {}
        self.paused: str | None = None
        self.closing = False
        self.alone = True  # nobody else writes to this storage
        self.away_until = 0  # until then nobody looked after the tables; no clock ran
        # Called after every change, and after those made in this process.
        self.on_change: Final[list[Callable[[LiveTable], None]]] = []
        self.on_own_change: Final[list[Callable[[LiveTable], None]]] = []
        self.on_resumed: Final[list[Callable[[], None]]] = []
        # Which tables this process looks after, even if nobody is connected to it.
        self.keeps: Callable[[str], bool] = lambda table_id: True
        self.loading: Final[dict[str, asyncio.Future[LiveTable]]] = {}
        self._refreshing: Final[dict[str, asyncio.Task[None]]] = {}
        self._probe: asyncio.Task[None] | None = None
        self._to_mark: Final[dict[str, LiveTable]] = {}
        self._marking: asyncio.Task[None] | None = None

    async def get(self, table_id: str, *, newest: bool = False) -> LiveTable:
        """The table, loaded if it is not here yet, and as new as this process knows.

        `newest`: as new as anybody knows, should another process have written a moment ago.
        """
        live = self.tables.get(table_id)
        if live is None:
            live = await self._load_once(table_id)
        live.used = time.monotonic()
        if live.is_behind or (newest and not self.alone):
            async with live.lock:
                await self._catch_up(live)
        return live

    async def _load_once(self, table_id: str) -> LiveTable:
        """Load a table; those who ask at the same time wait for the same loading."""
        waiting = self.loading.get(table_id)
        if waiting is None:
            waiting = asyncio.ensure_future(self._load(table_id))
            self.loading[table_id] = waiting
            waiting.add_done_callback(lambda _: self.loading.pop(table_id, None))
        return await asyncio.shield(waiting)

    async def _load(self, table_id: str) -> LiveTable:
        live = LiveTable(await self._read(table_id))
        async with live.lock:
            if live.state.difference is not None and live.state.row.state == RUNNING:
                try:
                    await self._restore(live)
                except NumberTaken:  # another process restored it at this moment
                    return await self._load(table_id)
            await self._finish(live)
        self.tables[table_id] = live
        return live

    async def _read(self, table_id: str) -> TableState:
        """A table as it is kept."""
        with self._watching_storage():
            row = await self.storage.table(table_id)
            if row is None:
                raise NoSuchTable("There is no such table.")
            entries = await self.storage.entries(table_id)
            checkpoints = await self.storage.checkpoints(table_id)
        return fold(row, entries, checkpoints)

    async def _restore(self, live: LiveTable) -> None:
        """Write down from where a game goes on that the rules of today played otherwise."""
        playthrough = live.state.playthrough
        if playthrough is None:
            return
        log.warning("rules_changed", table=live.state.id, position=playthrough.position)
        writing = Writing(live.state, now_ms())
        writing.add(
            kinds.RESTORED,
            position=playthrough.position,
            game=playthrough.game.snapshot(),
            left=playthrough.clock.left,
        )
        await self._commit(live, writing.decide())

    async def add(self, row: Table, entries: list[Entry], invitations: list[Any]) -> LiveTable:
        """Keep a new table."""
        with self._watching_storage():
            await self.storage.add_table(row, entries, invitations)
        state = TableState(row)
        state.apply_all(entries)
        live = LiveTable(state)
        self.tables[row.id] = live
        self._changed(live)
        tell_all(self.on_own_change, live)
        return live

    async def act(self, table_id: str, decide: Decide) -> LiveTable:
        """Decide, commit, fold, tell. What `decide` raises is for whoever asked."""
        if self.closing:
            raise ShuttingDown("The server is about to stop; connect again in a moment.")
        live = await self.get(table_id)
        async with live.lock:
            before = live.state.number
            try:
                if self._stood_still(live.state):
                    await self._decide_and_commit(live, play.resume)
                await self._decide_and_commit(live, decide)
                await self._finish(live)
            finally:
                if live.state.number != before:
                    self._changed(live)
                    tell_all(self.on_own_change, live)
        self._mark_soon(live)
        return live

    async def _decide_and_commit(self, live: LiveTable, decide: Decide) -> None:
        looked = self.alone
        for _ in range(MOST_TRIES):
            if live.is_behind:
                await self._catch_up(live)
            try:
                decision = decide(live.state, now_ms())
            except GameError:
                # Before it is refused: another process may have written what makes it right.
                if looked or not await self._catch_up(live):
                    raise
                looked = True
                continue
            if not decision.entries:
                return
            try:
                await self._commit(live, decision)
                return
            except NumberTaken:
                continue  # somebody was quicker: look again at what can still be done
        raise StorageDown("Too many others write to this table; try again.")

    async def _commit(self, live: LiveTable, decision: Decision) -> None:
        """Make the entries last, then fold them; after a failure the storage is asked again."""
        live.behind = True
        with self._watching_storage():
            try:
                await self.storage.append(live.state.id, decision.entries, decision.change)
            except RowGone:  # it was removed, perhaps by another process
                self.tables.pop(live.state.id, None)
                raise NoSuchTable("There is no such table any more.") from None
        live.state.apply_all(decision.entries)
        live.behind = False

    def _stood_still(self, table: TableState) -> bool:
        """Whether nobody looked after a table since its last entry, though its clock runs."""
        return table.time < self.away_until and _ticks(table)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Read what others wrote; whether they did."""
        with self._watching_storage():
            entries = await self.storage.entries(live.state.id, after=live.state.number)
        live.state.apply_all(entries)
        live.behind = False
        if entries:
            self._changed(live)
        return bool(entries)

    async def _finish(self, live: LiveTable) -> None:
        """Write the end of a game that is over."""
        state, playthrough = live.state, live.state.playthrough
        if playthrough is None or state.row.state != RUNNING or not playthrough.over:
            return
        game = playthrough.game
        result: dict[str, Any] = {
            "scores": game.scores,
            "winners": list(game.winners),
            "digest": game.digest(),
            "choices": playthrough.position,
        }
        now = now_ms()
        writing = Writing(state, now)
        writing.add(kinds.FINISHED, **result)
        mark = state.checkpoint(now, elgrande.__version__)
        change = Change(state=FINISHED, finished=now, result=result, checkpoint=mark)
        with suppress(NumberTaken):
            await self._commit(live, writing.decide(change))

    def _mark_soon(self, live: LiveTable) -> None:
        """Have a checkpoint written if one is due; the player whose choice it was does not wait."""
        state, playthrough = live.state, live.state.playthrough
        if playthrough is None or state.row.state != RUNNING or not playthrough.settled:
            return
        due = state.checkpointed + CHECKPOINT_EVERY
        if not state.checkpointed:
            # Tables that began at the same time are not due at the same time.
            due += crc32(state.id.encode()) % CHECKPOINT_EVERY
        if playthrough.position < due:
            return
        self._to_mark[state.id] = live
        if self._marking is None or self._marking.done():
            self._marking = asyncio.create_task(self._mark())

    async def _mark(self) -> None:
        """Write the checkpoints that are due, one after the other."""
        while self._to_mark and not self.closing:
            _, live = self._to_mark.popitem()
            with harmless("keeping a checkpoint"), suppress(StorageDown):
                async with live.lock:
                    await self.keep_checkpoint(live)

    async def keep_checkpoint(self, live: LiveTable) -> None:
        """Note where a running game stands."""
        mark = live.state.checkpoint(now_ms(), elgrande.__version__)
        if mark is None or mark.position == live.state.checkpointed:
            return
        with self._watching_storage():
            await self.storage.append(live.state.id, [], Change(checkpoint=mark))
        live.state.checkpointed = mark.position

    def _changed(self, live: LiveTable) -> None:
        live.nudge()
        tell_all(self.on_change, live)

    def hear(self, table_id: str, number: int) -> None:
        """Another process has written: a table has so many entries now."""
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

    async def reload(self, live: LiveTable) -> None:
        """Fold a table anew, for somebody was taken out of its entries."""
        async with live.lock:
            live.state = await self._read(live.state.id)
            live.state_messages.forget()
        self._changed(live)

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

    # Pauses.

    def _watching_storage(self) -> "_Watch":
        return _Watch(self)

    def pause(self, detail: str) -> None:
        """The storage is away: say so everywhere, and try until it is back."""
        if self.paused == detail:
            return
        is_new, self.paused = self.paused is None, detail
        if is_new:  # first: whatever else fails, play must not pause for ever
            self._probe = asyncio.create_task(self._wait_for_storage())
        log.error("storage_down", detail=detail)
        self._tell_pause(detail)

    def _tell_pause(self, detail: str | None) -> None:
        for live in self.tables.values():
            tell_all([listener.pause for listener in live.listeners], detail)

    async def _wait_for_storage(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self.storage.ping()
                break
            except StorageDown as error:
                self.pause(str(error))  # the reason may be another by now
            except Exception:  # whatever it is, play must not pause for ever
                log.exception("probe_failed")
        self.paused = None
        self.away_until = now_ms()
        log.info("storage_back")
        for live in self.tables.values():
            live.behind = True
        self._tell_pause(None)
        tell_all(self.on_resumed)

    # Housekeeping.

    def present(self) -> set[str]:
        """Everybody who listens in this process."""
        return {listener.player for live in self.tables.values() for listener in live.listeners}

    def is_used(self, table_id: str) -> bool:
        """Whether somebody looks at a table in this process, or does something there."""
        live = self.tables.get(table_id)
        return live is not None and (bool(live.listeners) or live.lock.locked())

    def forget_unused(self, table_id: str) -> None:
        """Let go of a table whose log was changed by others, unless somebody is at it."""
        if not self.is_used(table_id):
            self.tables.pop(table_id, None)

    async def forget_idle(self, seconds: float = IDLE_SECONDS) -> None:
        """Let go of tables that nobody looks at; they are loaded again when needed."""
        old = time.monotonic() - seconds
        for table_id, live in list(self.tables.items()):
            if live.used > old or live.listeners or live.lock.locked() or _ticks(live.state):
                continue
            with harmless("keeping a checkpoint"), suppress(StorageDown):
                async with live.lock:
                    await self.keep_checkpoint(live)
            if not live.listeners and live.used <= old:
                self.tables.pop(table_id, None)

    async def close(self) -> None:
        """Take nothing more, keep where games stand, and say goodbye to those who listen."""
        self.closing = True
        if self._probe is not None:
            self._probe.cancel()
        # All at once, so that they share a commit; whoever holds a table finishes first.
        await asyncio.gather(*(self._rest(live) for live in list(self.tables.values())))

    async def _rest(self, live: LiveTable) -> None:
        """Keep where one table stands, and say goodbye to those at it."""
        with suppress(StorageDown, TimeoutError):
            # A storage that is away must not keep us from saying goodbye.
            async with asyncio.timeout(REST_SECONDS), live.lock:
                if self.paused is None:
                    await self.keep_checkpoint(live)
        farewells = [listener.farewell() for listener in live.listeners]
        await asyncio.gather(*farewells, return_exceptions=True)


def _ticks(table: TableState) -> bool:
    """Whether a clock runs that somebody has to look at."""
    playthrough = table.playthrough
    return (
        playthrough is not None
        and table.row.state == RUNNING
        and bool(playthrough.clock.deadlines())
    )


class _Watch:
    """Around a use of the storage: if it is away, play pauses at all tables."""

    def __init__(self, live_tables: LiveTables) -> None:
        self._live_tables = live_tables

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StorageDown):
            self._live_tables.pause(str(error))
