"""Running the server: uvicorn with our settings, and an end that loses nothing.

At SIGTERM or SIGINT no new connection is accepted, `before_shutdown` tells the clients goodbye and
finishes what is under way, the sockets are closed with 1012 (service restart), and then what the
application holds is closed. All of it takes at most about ten seconds.
"""

import asyncio
import contextlib
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import uvicorn
from litestar import Litestar
from msgspec import structs
from uvicorn.server import HANDLED_SIGNALS

from elgrande.server.app import before_shutdown, make_app, open_services
from elgrande.server.background.gc_policy import collector
from elgrande.server.errors import BadSetting
from elgrande.server.logs import log, set_up_logs
from elgrande.server.settings import EVERYWHERE, ServerSettings
from elgrande.server.storage.database import missing_file
from elgrande.server.web.local_network import network_url
from elgrande.server.web.uvicorn_limits import BoundedProtocol, BoundedSocketProtocol
from elgrande.system import allow_many_files

SECONDS_FOR_GOODBYE = 4.0
SECONDS_FOR_REQUESTS = 4
BACKLOG = 2048
MOST_FILES = 65536
PING_SECONDS = 5.0
PONG_SECONDS = 10.0  # a phone may be out of reach for a moment; then a dead connection is closed
KEEP_ALIVE_SECONDS = 30


class TableServer(uvicorn.Server):
    """uvicorn, but it says goodbye before it closes, and a signal is not a failure."""

    def __init__(
        self,
        config: uvicorn.Config,
        before_shutdown: Callable[[], Awaitable[None]],
        announce: Callable[[], None] = lambda: None,
    ) -> None:
        super().__init__(config)
        self._before_shutdown = before_shutdown
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, and say so: from here on wait for a signal."""
        await super().startup(sockets)
        self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, say goodbye, and close."""
        for server in self.servers:
            server.close()
        try:
            await asyncio.wait_for(self._before_shutdown(), SECONDS_FOR_GOODBYE)
        except Exception:
            log.exception("goodbye_failed")
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop at a signal; unlike uvicorn, do not let it end the process once all is done."""
        # On Windows there is one more: Ctrl-Break, which other programs can send.
        before = {number: signal.signal(number, self.handle_exit) for number in HANDLED_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)


def run(settings: ServerSettings) -> None:
    """Serve until a signal comes; BadSetting, with a sentence, if it cannot start."""
    settings.check()
    new = missing_file(settings.database_url)
    with contextlib.closing(listen(settings.host, settings.port)) as listener:
        set_up_logs(settings.log_format)
        serve_on(listener, settings, lambda: _announce(listener, settings, new))


def serve_on(
    listener: socket.socket, settings: ServerSettings, announce: Callable[[], None]
) -> None:
    """Serve until a signal comes, and call `announce` as soon as requests are answered."""
    allow_many_files(MOST_FILES)
    app = make_app(structs.replace(settings, port=listener.getsockname()[1]))
    config = uvicorn_config(app, settings)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(_serve(app, config, listener, announce))


async def _serve(
    app: Litestar, config: uvicorn.Config, listener: socket.socket, announce: Callable[[], None]
) -> None:
    # Entered here and not by uvicorn: failures are exceptions rather than lines in a log.
    async with open_services(app):
        collector.take_over()
        server = TableServer(config, lambda: before_shutdown(app), announce)
        await server.serve([listener])
    log.info("stopped")


def _announce(listener: socket.socket, settings: ServerSettings, new: Path | None) -> None:
    """Say where people find this server, and whether its database is new."""
    address = address_of(listener)
    print(f"elgrande serves on {address}", flush=True)
    if settings.host in EVERYWHERE:
        # No browser can open 0.0.0.0 on another machine.
        invitation = network_url(structs.replace(settings, port=listener.getsockname()[1]))
        if invitation is not None:
            print(f"Friends open {invitation} in their browsers.", flush=True)
    log.info("started", address=address)
    if new is not None:
        log.warning("new_database", file=str(new))


def address_of(listener: socket.socket) -> str:
    """The address a listener accepts connections at."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listen(host: str, port: int) -> socket.socket:
    """A socket on this address; BadSetting if it cannot be opened."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise BadSetting(f"Cannot listen on host {host}: {_reason(error)}.") from None
    try:
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise BadSetting(
            f"Cannot listen on port {port} of {host}: {_reason(error)};"
            " choose another with --port, or any free one with --port 0."
        ) from None
    return listener


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).rstrip(".").lower()


def uvicorn_config(app: Litestar, settings: ServerSettings) -> uvicorn.Config:
    """How uvicorn serves the application."""
    return uvicorn.Config(
        app,
        lifespan="off",
        loop="auto",
        http=BoundedProtocol,
        # Of uvicorn's three implementations the fastest per frame; see docs/inside/decisions.md.
        ws=BoundedSocketProtocol,
        ws_max_size=settings.size("frame_bytes"),
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        access_log=False,
        log_config=None,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.forwarded_allow_ips,
        backlog=BACKLOG,
        timeout_keep_alive=KEEP_ALIVE_SECONDS,
        timeout_graceful_shutdown=SECONDS_FOR_REQUESTS,
    )
