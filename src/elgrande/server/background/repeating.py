"""Work that is repeated as long as the server is up."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from elgrande.server.errors import StorageDown
from elgrande.server.logs import log


@asynccontextmanager
async def every(seconds: float, work: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Repeat something; a failure is no reason to stop."""

    async def repeat() -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except StorageDown:
                continue
            except Exception:
                log.exception("housekeeping_failed")

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
