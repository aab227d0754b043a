"""Pauses: while the storage is away nobody plays, and no clock runs."""

import asyncio
from collections.abc import Callable
from typing import Final

import structlog

from elgrande.server.errors import StorageDown
from elgrande.server.harmless import tell_all
from elgrande.server.storage import Storage
from elgrande.server.timestamps import now_ms

log: Final = structlog.get_logger("elgrande.tables")
PROBE_SECONDS: Final = 1.0


class Pauses:
    """Whether play pauses, and why. Every use of the storage is inside its `with` block.

    `tell` is called with the reason for a pause, and with None when it is over.
    """

    def __init__(self, storage: Storage, tell: Callable[[str | None], None]) -> None:
        self._storage: Final = storage
        self._tell: Final = tell
        self._probe: asyncio.Task[None] | None = None
        self.reason: str | None = None
        self.away_until = 0  # until then nobody looked after the tables; no clock ran
        self.on_resumed: Final[list[Callable[[], None]]] = []

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, StorageDown):
            self.begin(str(error))

    def begin(self, detail: str) -> None:
        """The storage is away: say so everywhere, and try until it is back."""
        if self.reason == detail:
            return
        is_new, self.reason = self.reason is None, detail
        if is_new:  # first: whatever else fails, play must not pause for ever
            self._probe = asyncio.create_task(self._wait_for_storage())
        log.error("storage_down", detail=detail)
        self._tell(detail)

    async def _wait_for_storage(self) -> None:
        while True:
            await asyncio.sleep(PROBE_SECONDS)
            try:
                await self._storage.ping()
                break
            except StorageDown as error:
                self.begin(str(error))  # the reason may have changed
            except Exception:  # whatever it is, play must not pause for ever
                log.exception("probe_failed")
        self.reason = None
        self.away_until = now_ms()
        log.info("storage_back")
        self._tell(None)
        tell_all(self.on_resumed)

    def close(self) -> None:
        """Wait for the storage no longer."""
        if self._probe is not None:
            self._probe.cancel()
