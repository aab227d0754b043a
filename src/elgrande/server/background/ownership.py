"""Which process keeps which table: moves its bots and watches its clock.

Every process regularly notes in the database that it is alive. A table belongs to the live process
with the highest hash of both names, so that all agree without communicating, and the tables of a
process that died are spread over the others. If two processes briefly think that a table is theirs,
the numbers of the entries let only one of them move.
"""

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import blake2b
from typing import Final

from elgrande.server.accounts.presence import DEAD_AFTER, Presence
from elgrande.server.errors import StorageDown
from elgrande.server.harmless import harmless, tell_all
from elgrande.server.storage.store import Storage
from elgrande.server.timestamps import now_ms

BEAT_SECONDS: Final = 2.0
FORGOTTEN_AFTER: Final = 24 * 3600 * 1000  # ms; by then it does not matter who was there


class Ownership:
    """The tables of this process among others; all of them if it is alone."""

    def __init__(self, storage: Storage, presence: Presence, *, alone: bool) -> None:
        self.process: Final = secrets.token_hex(8)
        self._storage: Final = storage
        self._presence: Final = presence
        self._alone: Final = alone
        self._others: tuple[str, ...] = ()
        self.on_change: Final[list[Callable[[], None]]] = []
        self.on_loss: Final[list[Callable[[], None]]] = []  # another process is no more
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Keep reporting that this process is alive."""
        if not self._alone:
            await self._storage.forget_dead(now_ms() - FORGOTTEN_AFTER)
            await self.beat()
            self._task = asyncio.create_task(self._keep_beating())

    async def close(self) -> None:
        """Leave the tables to the others at once."""
        if self._task is None:
            return
        self._task.cancel()
        with suppress(StorageDown):
            await self._storage.forget_process(self.process)

    @property
    def is_only(self) -> bool:
        """Whether no other process is alive."""
        return not self._others

    def owns(self, table_id: str) -> bool:
        """Whether this process keeps the table."""
        mine = _rank(self.process, table_id)
        return all(mine > _rank(other, table_id) for other in self._others)

    async def beat(self) -> None:
        """Report that this process is alive and who is here, and see which others are alive."""
        now = now_ms()
        here = self._presence.here()
        await self._storage.beat(self.process, now, sorted(here))
        await self._presence.write_others(here)
        live = await self._storage.live_processes(now - DEAD_AFTER)
        others = tuple(sorted(name for name in live if name != self.process))
        if others != self._others:
            gone = not set(others).issuperset(self._others)
            self._others = others
            tell_all([*(self.on_loss if gone else ()), *self.on_change])

    async def _keep_beating(self) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            # Whatever goes wrong, carry on: a process that falls silent would lose its tables.
            with harmless("beating"), suppress(StorageDown):
                await self.beat()


def _rank(process: str, table_id: str) -> bytes:
    return blake2b(f"{process} {table_id}".encode(), digest_size=8).digest()
