"""The application: all addresses, what stands before them, and what runs while it is up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final

from litestar import Litestar, Router
from litestar.datastructures import State
from litestar.di import Provide
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Tag

import elgrande
from elgrande.rules.errors import GameError
from elgrande.server.api import StrictRequest, operations, players
from elgrande.server.auth import COOKIE, Sessions, find_caller, find_visitor
from elgrande.server.channels import Fanout
from elgrande.server.failures import answer, note_error
from elgrande.server.limits import Limits
from elgrande.server.logs import RequestLog, log
from elgrande.server.metrics import Metrics
from elgrande.server.security import Security
from elgrande.server.services import Services, provide_services
from elgrande.server.settings import Settings
from elgrande.server.storage import Storage

SECONDS_BETWEEN_SEEN: Final = 30.0

# Every address of the server.
HANDLERS: Final[list[Any]] = [
    *players.HANDLERS,
    *operations.HANDLERS,
]


@asynccontextmanager
async def open_services(app: Litestar) -> AsyncIterator[None]:
    """Everything that runs while the server is up, opened in this order and closed in reverse."""
    settings: Settings = app.state.settings
    async with AsyncExitStack() as stack:
        storage = await Storage.open(settings.database_url)
        stack.push_async_callback(storage.close)
        fanout = Fanout(settings.redis_url)
        stack.push_async_callback(fanout.close)
        await stack.enter_async_context(fanout.plugin)
        sessions = Sessions(storage, settings)
        services = Services(
            settings=settings,
            storage=storage,
            metrics=app.state.metrics,
            limits=app.state.limits,
            sessions=sessions,
            fanout=fanout,
        )
        stack.callback(services.passwords.close)
        app.state.services = services
        await stack.enter_async_context(_note_who_was_here(sessions))
        yield


def make_app(settings: Settings) -> Litestar:
    """The application, ready to be served; what it needs is opened when it starts."""
    settings.check()
    metrics, limits = Metrics(), Limits(settings)
    app = Litestar(
        route_handlers=HANDLERS,
        request_class=StrictRequest,
        request_max_body_size=settings.size("body_bytes"),
        dependencies={
            "services": Provide(provide_services, sync_to_thread=False),
            "caller": Provide(find_caller),
            "visitor": Provide(find_visitor),
        },
        exception_handlers={GameError: answer, Exception: answer},
        after_exception=[note_error],
        lifespan=[open_services],
        openapi_config=_document(),
        logging_config=None,
        state=State({"settings": settings, "metrics": metrics, "limits": limits}),
        debug=False,
    )
    # Around Litestar as a whole: its own middleware does not see addresses that are not there.
    security = Security(app.asgi_handler, settings, limits, metrics)
    app.state.security = security
    app.asgi_handler = RequestLog(security, metrics)
    return app


class _DocumentRouter(Router):
    """Serves the API document alone.

    Litestar adds a page of its own for every other address beside the document; here those are
    answered like any address that is not there.
    """

    def register(self, value: Any) -> Any:
        """Take a handler, but not the one for everything else."""
        return [] if "/{path:str}" in value.paths else super().register(value)


def _document() -> OpenAPIConfig:
    """How the OpenAPI document describes the server as a whole."""
    return OpenAPIConfig(
        title="elgrande",
        version=elgrande.__version__,
        description="Tables of the board game El Grande, for people, bots and browsers.",
        use_handler_docstrings=True,
        openapi_router=_DocumentRouter("/api", route_handlers=[], include_in_schema=False),
        render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        tags=[Tag(name="players"), Tag(name="tables"), Tag(name="operations")],
        components=Components(
            security_schemes={
                "cookie": SecurityScheme(type="apiKey", name=COOKIE, security_scheme_in="cookie"),
                "token": SecurityScheme(type="http", scheme="bearer"),
            }
        ),
        security=[{"cookie": []}, {"token": []}],
    )


@asynccontextmanager
async def _note_who_was_here(sessions: Sessions) -> AsyncIterator[None]:
    """Write now and then, and at the end, who was here."""

    async def write() -> None:
        try:
            await sessions.write_seen()
        except GameError as error:
            log.warning("seen_not_written", error=error.code)

    async def keep_writing() -> None:
        while True:
            await asyncio.sleep(SECONDS_BETWEEN_SEEN)
            await write()

    task = asyncio.create_task(keep_writing())
    try:
        yield
    finally:
        task.cancel()
        await write()
