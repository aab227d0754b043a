"""What runs beside the requests while a server is up: keepers, notices, other processes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Final

import msgspec

from elgrande.server.channels import CHANNEL
from elgrande.server.errors import StorageDown
from elgrande.server.hall import LiveTable
from elgrande.server.keeper import Keeper
from elgrande.server.logs import log
from elgrande.server.notifying import Notifier
from elgrande.server.ownership import Ownership
from elgrande.server.services import Services
from elgrande.server.webhooks import Notices

SECONDS_BETWEEN_SWEEPS: Final = 30.0
# Should a message from another process be lost, its news are found after this time.
SECONDS_BETWEEN_LOOKS: Final = 2.0
STATES: Final = ("open", "running", "finished", "closed")


class News(msgspec.Struct):
    """What processes tell each other: a table has so many entries."""

    process: str
    table: str
    number: int


@asynccontextmanager
async def keep_tables(services: Services) -> AsyncIterator[None]:
    """Start everything that moves by itself, and end it before the storage is closed."""
    settings, storage = services.settings, services.storage
    is_alone = not services.fanout.is_shared and storage.database.kind == "sqlite"
    async with AsyncExitStack() as stack:
        notices = Notices(storage, allow_private=settings.allow_private_webhooks)
        await notices.start()
        stack.push_async_callback(notices.close)
        ownership = Ownership(storage, alone=is_alone)
        address = settings.public_url or f"http://{settings.host}:{settings.port}"
        notifier = Notifier(storage, address, notices.wake)
        keeper = Keeper(services.hall, services.workers, ownership, notifier)
        stack.push_async_callback(ownership.close)
        stack.push_async_callback(keeper.close)
        if not is_alone:
            await stack.enter_async_context(_exchange_news(services, ownership))
        await ownership.start()
        keeper.start()
        await stack.enter_async_context(_every(SECONDS_BETWEEN_SWEEPS, lambda: _sweep(services)))
        yield


@asynccontextmanager
async def _exchange_news(services: Services, ownership: Ownership) -> AsyncIterator[None]:
    """Tell other processes of changes, and hear of theirs."""
    hall, plugin = services.hall, services.fanout.plugin

    def tell(live: LiveTable) -> None:
        news = News(ownership.process, live.state.id, live.state.number)
        plugin.publish(msgspec.json.encode(news), CHANNEL)

    async def hear() -> None:
        async with plugin.start_subscription([CHANNEL]) as subscriber:
            async for message in subscriber.iter_events():
                with suppress(msgspec.MsgspecError):
                    news = msgspec.json.decode(message, type=News)
                    if news.process != ownership.process:
                        await hall.refresh(news.table, news.number)

    async def look() -> None:
        watched = [table_id for table_id, live in hall.tables.items() if live.listeners]
        numbers = await services.storage.last_numbers(watched)
        for table_id, number in numbers.items():
            await hall.refresh(table_id, number)

    hall.on_own_change.append(tell)
    hearing = asyncio.create_task(hear())
    try:
        async with _every(SECONDS_BETWEEN_LOOKS, look):
            yield
    finally:
        hearing.cancel()
        await asyncio.gather(hearing, return_exceptions=True)


async def _sweep(services: Services) -> None:
    """Let go of idle tables, and count the others."""
    hall = services.hall
    await hall.forget_idle()
    states = [live.state.row.state for live in hall.tables.values()]
    for state in STATES:
        services.metrics.tables.labels(state).set(states.count(state))


@asynccontextmanager
async def _every(seconds: float, work: Callable[[], Awaitable[None]]) -> AsyncIterator[None]:
    """Do something again and again; that it fails once is no reason to stop."""

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
