"""Keeping the results of games as they end, and those of games that ended before this version."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Final

from elgrande.server.errors import StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.logs import log
from elgrande.server.storage import Storage, results
from elgrande.server.storage.rows import FinishedGame
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.tables.results import result_of, unreadable
from elgrande.server.tables.table import FINISHED

SECONDS_BETWEEN_LOOKS: Final = 600.0
SECONDS_BETWEEN_GAMES: Final = 0.02
SECONDS_AFTER_FAILURE: Final = 5.0
GAMES_AT_ONCE: Final = 20
MOST_NOTED: Final = 10_000
OWNED: Final = "records"


class Recorder:
    """Keeps results one after the other, beside the games that are played."""

    def __init__(
        self, storage: Storage, live_tables: LiveTables, owns: Callable[[str], bool]
    ) -> None:
        self._storage: Final = storage
        self._live_tables: Final = live_tables
        self._owns: Final = owns
        self._waiting: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._noted: Final[set[str]] = set()
        self._reviewed = 0  # when the last review was written that was looked at
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Listen for games that end, and look for those that ended before."""
        self._live_tables.on_own_change.append(self.notice)
        self._tasks = [
            asyncio.create_task(self._keep_recording()),
            asyncio.create_task(self._keep_looking()),
        ]

    async def close(self) -> None:
        """Stop; what is left is found at the next start."""
        self._live_tables.on_own_change.remove(self.notice)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def notice(self, live: LiveTable) -> None:
        """A table changed in this process: its game may be over."""
        key = live.state.id
        if live.state.row.state == FINISHED and key not in self._noted:
            if len(self._noted) >= MOST_NOTED:
                self._noted.clear()
            self._noted.add(key)
            self._waiting.put_nowait(key)

    async def record(self, table_id: str) -> bool:
        """Keep the result of one game; False if it is there already, or the game is not over."""
        storage = self._storage
        row = await storage.table(table_id)
        if row is None or row.state != FINISHED:
            return False
        entries = await storage.entries(table_id)
        checkpoints = await storage.checkpoints(table_id)
        found: FinishedGame | None
        try:
            # In a thread: a whole game is played again.
            found = await asyncio.to_thread(result_of, row, entries, checkpoints)
        except Exception:
            log.exception("game_not_recorded", table=table_id)
            found = unreadable(row)
        if found is None:
            return False
        return await storage.database.write(partial(results.add_result, game=found))

    async def look_back(self) -> int:
        """Keep the results of all games that have none yet; how many there were."""
        done = 0
        while True:
            work = partial(results.pending, limit=GAMES_AT_ONCE)
            found = await self._storage.database.read(work)
            recorded = [await self._one_of_many(table_id) for table_id in found]
            done += sum(recorded)
            if not any(recorded):
                return done

    async def _one_of_many(self, table_id: str) -> bool:
        await asyncio.sleep(SECONDS_BETWEEN_GAMES)
        return await self.record(table_id)

    async def look_at_reviews(self) -> None:
        """Take the accuracy of players from reviews written since the last look."""
        if self._owns(OWNED) and self._live_tables.paused is None:
            work = partial(results.take_accuracies, since=self._reviewed)
            self._reviewed = await self._storage.database.write(work)

    async def _keep_recording(self) -> None:
        while True:
            table_id = await self._waiting.get()
            with harmless("recording a game"):
                try:
                    await self.record(table_id)
                except StorageDown:
                    await asyncio.sleep(SECONDS_AFTER_FAILURE)
                    self._waiting.put_nowait(table_id)

    async def _keep_looking(self) -> None:
        while True:
            # One process does so for all.
            if self._owns(OWNED) and self._live_tables.paused is None:
                with harmless("recording earlier games"):
                    await self._try_to_look_back()
            await asyncio.sleep(SECONDS_BETWEEN_LOOKS)

    async def _try_to_look_back(self) -> None:
        try:
            if done := await self.look_back():
                log.info("games_recorded", games=done)
        except StorageDown:
            return
