"""What runs alongside requests while a server is up: autoplay, notices, other processes."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from typing import Final

from elgrande.server.background.autoplay import Autoplay
from elgrande.server.background.club_events import ClubEvents
from elgrande.server.background.exchange import Exchange
from elgrande.server.background.gc_policy import collector
from elgrande.server.background.notifying import Notifier
from elgrande.server.background.ownership import Ownership
from elgrande.server.background.pruning import give_space_back, round_of_server
from elgrande.server.background.recording import Recorder
from elgrande.server.background.repeating import every
from elgrande.server.background.webhooks import Notices
from elgrande.server.logs import log
from elgrande.server.web.services import Services

SECONDS_BETWEEN_SWEEPS: Final = 30.0
SECONDS_BETWEEN_SEARCHES: Final = 5.0
SECONDS_BETWEEN_ROUNDS: Final = 10.0
# A session that ended is over everywhere within a second, whether the news arrived or not.
SECONDS_BETWEEN_SESSION_LOOKS: Final = 0.8
SECONDS_BETWEEN_PRUNINGS: Final = 900.0
# What `elgrande admin` or another process did takes effect here after this time at the latest.
SECONDS_BETWEEN_ADMINS: Final = 1.0
# How soon an event goes on: its start, its rounds, those who do not come.
SECONDS_BETWEEN_EVENTS: Final = 1.0
# How long the accuracy of a review takes to arrive in records.
SECONDS_BETWEEN_REVIEWS: Final = 10.0
STATES: Final = ("open", "running", "finished", "closed")


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
        exchange = Exchange(
            services.fanout,
            services.live_tables,
            services.sessions,
            ownership,
            services.feeds.tell,
            alone=is_alone,
        )
        notifier = Notifier(storage, address, exchange.tell_turn, notices.wake)
        autoplay = Autoplay(services.live_tables, services.workers, ownership, notifier)
        stack.push_async_callback(ownership.close)
        stack.push_async_callback(autoplay.close)
        await stack.enter_async_context(exchange.running())
        await ownership.start()
        autoplay.start()
        recorder = Recorder(storage, services.live_tables, ownership.owns)
        recorder.start()
        stack.push_async_callback(recorder.close)
        sessions = services.sessions
        club_events = ClubEvents(services.live_tables, ownership, services.presence, notifier)
        # Alone on its file, only a foreign program can end a session unnoticed, and checking
        # thousands of them every second would hold up choices.
        looks = SECONDS_BETWEEN_ROUNDS if is_alone else SECONDS_BETWEEN_SESSION_LOOKS
        for seconds, work in (
            (SECONDS_BETWEEN_SWEEPS, partial(_sweep, services)),
            (SECONDS_BETWEEN_ROUNDS, autoplay.look_again),
            (SECONDS_BETWEEN_SEARCHES, collector.search_if_due),
            (looks, sessions.look),
            (SECONDS_BETWEEN_SESSION_LOOKS, sessions.end_expired),
            (SECONDS_BETWEEN_PRUNINGS, partial(prune, services, ownership)),
            (SECONDS_BETWEEN_ADMINS, services.admins.follow),
            (SECONDS_BETWEEN_EVENTS, club_events.look),
            (SECONDS_BETWEEN_REVIEWS, recorder.look_at_reviews),
        ):
            await stack.enter_async_context(every(seconds, work))
        yield


async def _sweep(services: Services) -> None:
    """Unload idle tables, and count the others."""
    live_tables = services.live_tables
    await live_tables.forget_idle()
    states = [live.state.row.state for live in live_tables.tables.values()]
    for state in STATES:
        services.metrics.tables.labels(state).set(states.count(state))
    if live_tables.paused is None:
        services.metrics.database_bytes.set(await services.storage.database.size())


async def prune(services: Services, ownership: Ownership) -> None:
    """Remove expired data; one process does so for all."""
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
