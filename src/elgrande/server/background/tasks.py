"""What runs beside the requests while a server is up: autoplay, notices, other processes."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from typing import Any, Final

import msgspec

from elgrande.server.accounts.admins import follow
from elgrande.server.background.autoplay import Autoplay
from elgrande.server.background.channels import CHANNEL
from elgrande.server.background.gc_policy import collector
from elgrande.server.background.notifying import Notifier
from elgrande.server.background.ownership import Ownership
from elgrande.server.background.pruning import give_space_back, round_of_server
from elgrande.server.background.webhooks import Notices
from elgrande.server.errors import StorageDown
from elgrande.server.harmless import harmless
from elgrande.server.logs import log
from elgrande.server.tables.live_tables import LiveTable
from elgrande.server.web.services import Services

SECONDS_BETWEEN_SWEEPS: Final = 30.0
SECONDS_BETWEEN_SEARCHES: Final = 5.0
# Should a message from another process be lost, its news are found after this time.
SECONDS_BETWEEN_LOOKS: Final = 2.0
SECONDS_BETWEEN_ROUNDS: Final = 10.0
# A session that ended is over everywhere within a second, whether its news came or not.
SECONDS_BETWEEN_SESSION_LOOKS: Final = 0.8
SECONDS_BETWEEN_PRUNINGS: Final = 900.0
# What `elgrande admin` or another process did is followed here after this time at the latest.
SECONDS_BETWEEN_ADMINS: Final = 1.0
STATES: Final = ("open", "running", "finished", "closed")


class TableNews(msgspec.Struct, tag="table"):
    """What processes tell each other: a table has so many entries."""

    process: str
    table: str
    number: int


class TurnNews(msgspec.Struct, tag="turn"):
    """What processes tell each other: a table waits for a player."""

    process: str
    player: str
    notice: dict[str, Any]


class EndedNews(msgspec.Struct, tag="ended"):
    """What processes tell each other: these sessions are over."""

    process: str
    sessions: list[str]


class PlayerNews(msgspec.Struct, tag="player"):
    """What processes tell each other: a player has another name or password."""

    process: str
    player: str


News = TableNews | TurnNews | EndedNews | PlayerNews


@asynccontextmanager
async def keep_tables(services: Services) -> AsyncIterator[None]:
    """Start everything that moves by itself, and end it before the storage is closed."""
    settings, storage = services.settings, services.storage
    is_alone = not services.fanout.is_shared and storage.database.kind == "sqlite"
    async with AsyncExitStack() as stack:
        notices = Notices(
            storage,
            allow_private=settings.allow_private_webhooks,
            told=lambda outcome: services.metrics.webhook_deliveries.labels(outcome).inc(),
        )
        await notices.start()
        stack.push_async_callback(notices.close)
        services.live_tables.alone = is_alone
        services.presence.alone = is_alone
        ownership = Ownership(storage, services.presence, alone=is_alone)
        address = settings.public_url or f"http://{settings.host}:{settings.port}"
        exchange = Exchange(services, ownership, alone=is_alone)
        notifier = Notifier(storage, address, exchange.tell_turn, notices.wake)
        autoplay = Autoplay(services.live_tables, services.workers, ownership, notifier)
        stack.push_async_callback(ownership.close)
        stack.push_async_callback(autoplay.close)
        await stack.enter_async_context(exchange.running())
        await ownership.start()
        autoplay.start()
        await stack.enter_async_context(_every(SECONDS_BETWEEN_SWEEPS, lambda: _sweep(services)))
        await stack.enter_async_context(_every(SECONDS_BETWEEN_ROUNDS, autoplay.look_again))
        await stack.enter_async_context(_every(SECONDS_BETWEEN_SEARCHES, collector.search_if_due))
        sessions = services.sessions
        # Alone on its file, only a program that is not ours can end a session unheard, and looking
        # at thousands of them every second would hold choices up.
        looks = SECONDS_BETWEEN_ROUNDS if is_alone else SECONDS_BETWEEN_SESSION_LOOKS
        await stack.enter_async_context(_every(looks, sessions.look))
        await stack.enter_async_context(_every(SECONDS_BETWEEN_SESSION_LOOKS, sessions.end_expired))
        await stack.enter_async_context(
            _every(SECONDS_BETWEEN_PRUNINGS, lambda: prune(services, ownership))
        )
        await stack.enter_async_context(_every(SECONDS_BETWEEN_ADMINS, lambda: follow(services)))
        yield


class Exchange:
    """Tells other processes what happens in this one, and hears of the others."""

    def __init__(self, services: Services, ownership: Ownership, *, alone: bool) -> None:
        self._services: Final = services
        self._ownership: Final = ownership
        self._alone: Final = alone

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen and talk as long as the block runs."""
        if self._alone:
            yield
            return
        self._services.live_tables.on_own_change.append(self._tell_table)
        self._services.sessions.on_ended.append(self._tell_ended)
        self._services.sessions.on_changed.append(self._tell_player)
        hearing = asyncio.create_task(self._hear())
        try:
            async with (
                _every(SECONDS_BETWEEN_LOOKS, self._look_at_watched),
                _every(SECONDS_BETWEEN_ROUNDS, self._look_at_kept),
            ):
                yield
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    def tell_turn(self, player: str, notice: dict[str, Any]) -> None:
        """A table waits for a player, wherever that player is connected."""
        self._services.feeds.tell(player, notice)
        if not self._alone:
            self._send(TurnNews(self._ownership.process, player, notice))

    def _tell_table(self, live: LiveTable) -> None:
        self._send(TableNews(self._ownership.process, live.state.id, live.state.number))

    def _tell_ended(self, sessions: Sequence[str]) -> None:
        self._send(EndedNews(self._ownership.process, list(sessions)))

    def _tell_player(self, player: str) -> None:
        self._send(PlayerNews(self._ownership.process, player))

    def _send(self, news: News) -> None:
        self._services.fanout.plugin.publish(msgspec.json.encode(news), CHANNEL)

    async def _hear(self) -> None:
        async with self._services.fanout.plugin.start_subscription([CHANNEL]) as subscriber:
            async for message in subscriber.iter_events():
                # One message that cannot be taken is no reason to hear no others.
                with harmless("hearing"), suppress(msgspec.MsgspecError):
                    self._take(msgspec.json.decode(message, type=News))

    def _take(self, news: News) -> None:
        if news.process == self._ownership.process:
            return
        services = self._services
        match news:
            case TableNews():
                services.live_tables.hear(news.table, news.number)
            case TurnNews():
                services.feeds.tell(news.player, news.notice)
            case EndedNews():
                services.sessions.hear_ended(news.sessions)
            case PlayerNews():
                services.sessions.forget(news.player)

    # A message may be lost while Redis is away; the database is not.

    async def _look_at_watched(self) -> None:
        tables = self._services.live_tables.tables
        await self._compare([table_id for table_id, live in tables.items() if live.listeners])

    async def _look_at_kept(self) -> None:
        running = await self._services.storage.running_ids()
        await self._compare([table_id for table_id in running if self._ownership.owns(table_id)])

    async def _compare(self, table_ids: list[str]) -> None:
        numbers = await self._services.storage.last_numbers(table_ids)
        for table_id, number in numbers.items():
            self._services.live_tables.hear(table_id, number)


async def _sweep(services: Services) -> None:
    """Let go of idle tables, and count the others."""
    live_tables = services.live_tables
    await live_tables.forget_idle()
    states = [live.state.row.state for live in live_tables.tables.values()]
    for state in STATES:
        services.metrics.tables.labels(state).set(states.count(state))
    if live_tables.paused is None:
        services.metrics.database_bytes.set(await services.storage.database.size())


async def prune(services: Services, ownership: Ownership) -> None:
    """Remove what is past its time; one process does so for all."""
    live_tables, settings = services.live_tables, services.settings
    if live_tables.paused is not None or not ownership.owns("pruning"):
        return
    found = round_of_server(live_tables, settings.keep, settings.size("chat_lines_of_table"))
    removed = {kind: count for kind, count in (await found.run()).items() if count}
    for kind, count in removed.items():
        services.metrics.pruned.labels(kind).inc(count)
    if removed:
        log.info("pruned", **removed)
    await give_space_back(services.storage, found.stops)


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
