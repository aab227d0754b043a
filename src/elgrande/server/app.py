"""The application: all addresses, the layers in front of them, and what runs meanwhile."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide

from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.errors import GameError
from elgrande.server.accounts.admins import Admins
from elgrande.server.accounts.moderation import Moderation
from elgrande.server.accounts.presence import Presence
from elgrande.server.accounts.sessions import Sessions, find_caller, find_leaver, find_visitor
from elgrande.server.background.channels import Fanout
from elgrande.server.background.reviews import Reviews
from elgrande.server.background.workers import Workers
from elgrande.server.background_tasks import keep_tables
from elgrande.server.harmless import harmless
from elgrande.server.limits import Limits
from elgrande.server.logs import RequestLog, log
from elgrande.server.metrics import Metrics
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Storage
from elgrande.server.storage.file_lock import serving_alone
from elgrande.server.storage.on_sqlite import SqliteDatabase
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.web.api import (
    admin,
    club_events,
    hosts,
    invitations,
    knowledge,
    lessons,
    model_games,
    operations,
    personal,
    play,
    players,
    positions,
    puzzles,
    records,
    reviews,
    sharing,
    sockets,
    standings,
    tables,
)
from elgrande.server.web.api.pages import FOLDER, Pages, read_pages
from elgrande.server.web.error_responses import answer, note_error
from elgrande.server.web.feeds import Feeds
from elgrande.server.web.link_previews import LinkPreviews
from elgrande.server.web.openapi import StructReferences, describe_server
from elgrande.server.web.security import Security
from elgrande.server.web.services import Services, provide_services
from elgrande.server.web.strict_requests import StrictRequest

BOT_GRACE_SECONDS: Final = 5.0
SECONDS_BETWEEN_SEEN: Final = 30.0

# Every address of the server but those of the pages.
HANDLERS: Final[list[Any]] = [
    *players.HANDLERS,
    *personal.HANDLERS,
    *admin.HANDLERS,
    *tables.HANDLERS,
    *invitations.HANDLERS,
    *hosts.HANDLERS,
    *club_events.HANDLERS,
    *play.HANDLERS,
    *records.HANDLERS,
    *positions.HANDLERS,
    *puzzles.HANDLERS,
    *sharing.HANDLERS,
    *lessons.HANDLERS,
    *model_games.HANDLERS,
    *knowledge.HANDLERS,
    *reviews.HANDLERS,
    *standings.HANDLERS,
    *sockets.HANDLERS,
    *operations.HANDLERS,
]


@asynccontextmanager
async def open_services(app: Litestar) -> AsyncIterator[None]:
    """Everything that runs while the server is up, opened in this order and closed in reverse."""
    settings: ServerSettings = app.state.settings
    async with AsyncExitStack() as stack:
        storage = await Storage.open(settings.database_url)
        stack.push_async_callback(storage.close)
        storage.journal.timed = app.state.metrics.commit_seconds.observe
        if isinstance(storage.database, SqliteDatabase):
            stack.enter_context(serving_alone(storage.database.path, settings.local_url))
        fanout = Fanout(settings.redis_url)
        stack.push_async_callback(fanout.close)
        await stack.enter_async_context(fanout.plugin)
        moderation = Moderation(storage)
        await moderation.load()
        app.state.security.moderation = moderation
        shipped_network()  # so that what is wrong with it is said before anybody plays
        workers = _open_workers(settings, app.state.limits, app.state.metrics)
        stack.push_async_callback(workers.close)
        queue = _open_reviews(settings, storage, workers)
        stack.push_async_callback(queue.close)
        live_tables = LiveTables(storage, app.state.metrics)
        presence = Presence(storage, live_tables.present)
        sessions = Sessions(storage, settings, presence.saw)
        admins = Admins(storage, live_tables, sessions, moderation)
        services = Services(
            settings=settings,
            storage=storage,
            metrics=app.state.metrics,
            limits=app.state.limits,
            sessions=sessions,
            moderation=moderation,
            fanout=fanout,
            live_tables=live_tables,
            presence=presence,
            feeds=Feeds(),
            workers=workers,
            reviews=queue,
            admins=admins,
        )
        stack.callback(services.passwords.close)
        stack.callback(services.drawings.close)
        app.state.services = services
        await stack.enter_async_context(_note_who_was_here(presence, live_tables))
        await stack.enter_async_context(keep_tables(services))
        yield


async def before_shutdown(app: Litestar) -> None:
    """What is done before the sockets are closed: from here on nothing new is accepted."""
    app.state.security.stopping = True
    app.state.services.stopping = True
    await app.state.services.live_tables.close()
    await app.state.services.feeds.close()


def make_app(
    settings: ServerSettings, handlers: Sequence[Any] = HANDLERS, pages: Path = FOLDER
) -> Litestar:
    """The application, ready to be served; what it needs is opened when it starts."""
    settings.check()
    app = make_routes(settings, handlers)
    metrics, limits = Metrics(), Limits(settings)
    app.state = State({"settings": settings, "metrics": metrics, "limits": limits})
    # Around Litestar as a whole: its own middleware does not see addresses that are not there.
    previews = LinkPreviews(app.state, settings)
    with_pages = Pages(app.asgi_handler, read_pages(pages), previews.tags_for)
    security = Security(with_pages, settings, limits, metrics)
    app.state.security = security
    app.asgi_handler = RequestLog(security, metrics)
    return app


def make_routes(settings: ServerSettings, handlers: Sequence[Any]) -> Litestar:
    """All addresses, without what surrounds them: of the settings they know only their sizes."""
    return Litestar(
        route_handlers=_with_limits(handlers, settings),
        request_class=StrictRequest,
        request_max_body_size=settings.size("body_bytes"),
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "caller": Provide(find_caller),
            "visitor": Provide(find_visitor),
            "leaver": Provide(find_leaver),
        },
        exception_handlers={GameError: answer, Exception: answer},
        after_exception=[note_error],
        lifespan=[open_services],
        openapi_config=describe_server(),
        plugins=[StructReferences()],
        logging_config=None,
        debug=False,
    )


def _with_limits(handlers: Sequence[Any], settings: ServerSettings) -> list[Any]:
    """The handlers; the one that takes a whole record takes a larger body than the others."""
    larger = Router(
        "/",
        route_handlers=[records.bring_record],
        request_max_body_size=settings.size("record_bytes"),
    )
    return [larger if handler is records.bring_record else handler for handler in handlers]


def _open_workers(settings: ServerSettings, limits: Limits, metrics: Metrics) -> Workers:
    """The processes of bots, with their metrics."""
    workers = Workers(
        settings.bot_workers or None,
        settings.bot_seconds + BOT_GRACE_SECONDS,
        quota=limits.thinking,
        waited=lambda lane, seconds: metrics.bot_wait_seconds.labels(lane).observe(seconds),
    )
    for lane, pool in workers.pools.items():
        metrics.bot_queue.labels(lane).set_function(partial(getattr, pool, "waiting"))
    return workers


def _open_reviews(settings: ServerSettings, storage: Storage, workers: Workers) -> Reviews:
    """The queue of reviews, with the limits of this server."""
    return Reviews(
        storage,
        workers,
        settings.review_iterations,
        most=settings.size("reviews_waiting"),
        most_of_player=settings.size("reviews_of_player"),
    )


@asynccontextmanager
async def _note_who_was_here(presence: Presence, live_tables: LiveTables) -> AsyncIterator[None]:
    """Store now and then, and at the end, who was here."""

    async def write() -> None:
        try:
            await presence.write()
        except GameError as error:
            log.warning("seen_not_written", error=error.code)

    async def keep_writing() -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_SEEN)
            with harmless("noting who was here"):
                await write()

    task = asyncio.create_task(keep_writing())
    try:
        yield
    finally:
        task.cancel()
        if live_tables.paused is None:
            await write()
