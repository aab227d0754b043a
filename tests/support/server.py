"""A real server in a process of its own, as people run it, and how it ends."""

import asyncio
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from litestar import Litestar

from elgrande.server.app import HANDLERS, before_shutdown, make_app, open_services
from elgrande.server.run import TableServer, address_of, listen, uvicorn_config
from elgrande.server.settings import ServerSettings
from elgrande.server.web.api.pages import FOLDER
from tests.support.forking import ForkedProcess, forker
from tests.support.savings import DATABASE, be_thrifty, new_database, routes
from tests.support.services import with_parent

SECONDS_TO_START = 60.0
SECONDS_TO_STOP = 30.0
# Tests come from one address and come often; those of the limits set their own.
NO_LIMITS = (
    "requests_of_address=off",
    "requests_of_player=off",
    "new_players=off",
    "new_players_daily=off",
    "new_tables=off",
    "new_tables_daily=off",
    "new_tables_of_address=off",
    "new_tables_of_address_daily=off",
    "new_invitations=off",
    "chat_of_address=off",
    "chat_of_address_daily=off",
    "actions_daily=off",
    "actions_of_address_daily=off",
    "logins=off",
    "frames=off",
    "invitations=off",
    "sockets_of_address=100000",
    "sockets_of_player=100000",
    "thinking=off",
    "bot_tables_of_player=100000",
    "tables_of_guest=100000",
)


class ServerProcess:
    """A process of `elgrande serve`; it is ended when the test is over, whatever happened.

    It is forked from one that has imported everything, unless it is to be `fresh`, as people start
    it: then it also finds modules where its environment says.
    """

    def __init__(
        self,
        database_url: str,
        *,
        options: Sequence[str] = (),
        limits: Sequence[str] = NO_LIMITS,
        environment: Mapping[str, str] | None = None,
        port: int = 0,
        fresh: bool = False,
    ) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="elgrande-server-")
        self._log = Path(self._folder.name) / "log"
        self._said = Path(self._folder.name) / "said"
        line = ["serve", "--port", str(port), "--database-url", database_url, "--log", "json"]
        line += options
        for limit in limits:
            line += ["--limit", limit]
        self.process: subprocess.Popen[bytes] | ForkedProcess
        own = {**os.environ, **(environment or {})}
        if fresh:
            self.process = self._spawn(line, own)
        else:
            self.process = forker().start(line, self._log, self._said, own)
        self.url = self._wait_until_it_serves()

    @property
    def socket_url(self) -> str:
        """The address for WebSockets."""
        return self.url.replace("http", "ws", 1)

    def log(self) -> str:
        """All it has logged so far."""
        if not self._log.exists():
            return ""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def said(self) -> str:
        """All it has printed so far."""
        return self._said.read_text(encoding="utf-8") if self._said.exists() else ""

    def client(self, **more: Any) -> httpx.Client:
        """A client of this server that keeps cookies."""
        return httpx.Client(base_url=self.url, timeout=30.0, **more)

    def stop(self) -> int:
        """Ask it to end, as systemd does, and say with which code it did."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self) -> None:
        """End it as a power cut does."""
        self.process.kill()
        self.wait()

    def wait(self) -> int:
        """Wait until it has ended."""
        return self.process.wait(SECONDS_TO_STOP)

    def close(self) -> None:
        """Let nothing of it stay behind, nor of the processes it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(SECONDS_TO_STOP)
        self._folder.cleanup()

    def _spawn(
        self, line: Sequence[str], environment: Mapping[str, str]
    ) -> "subprocess.Popen[bytes]":
        with self._log.open("wb") as log, self._said.open("wb") as said:
            return subprocess.Popen(
                [*with_parent(), sys.executable, "-m", "elgrande", *line],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=log,
                env=environment,
                start_new_session=True,
            )

    def _wait_until_it_serves(self) -> str:
        deadline = time.monotonic() + SECONDS_TO_START
        url = ""
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            if not url and "serves on" in (said := self.said()):
                url = said.split("serves on", 1)[1].split()[0]
            if url and _is_healthy(url):
                return url
            time.sleep(0.02)
        log = self.log()
        self.close()
        raise AssertionError(f"The server did not start: {log}")


@contextmanager
def serving(database_url: str, **more: Any) -> Iterator[ServerProcess]:
    """A server for as long as the block runs."""
    server = ServerProcess(database_url, **more)
    try:
        yield server
    finally:
        server.close()


@asynccontextmanager
async def serving_here(
    settings: ServerSettings, handlers: Sequence[Any] = HANDLERS, pages: Path = FOLDER
) -> AsyncIterator["ServerHere"]:
    """A server in this event loop, with handlers of the test's own beside ours."""
    be_thrifty()
    app = make_app(settings, handlers, pages)
    with closing(listen("127.0.0.1", 0)) as listener:
        url = address_of(listener)
        async with open_services(app):
            server = TableServer(uvicorn_config(app, settings), lambda: before_shutdown(app))
            task = asyncio.create_task(server.serve([listener]))
            while not server.started:
                await asyncio.sleep(0.01)
            try:
                yield ServerHere(app, server, url)
            finally:
                server.should_exit = True
                await task
    routes.give_back(app)


class ServerHere(NamedTuple):
    """A server in this event loop."""

    app: Litestar
    server: TableServer
    url: str

    @property
    def socket_url(self) -> str:
        """The address for WebSockets."""
        return self.url.replace("http", "ws", 1)


def sqlite_url(folder: Path) -> str:
    """A new database in a folder, with its tables."""
    return f"sqlite:///{new_database(folder)}"


def unmade_sqlite_url(folder: Path) -> str:
    """A database in a folder that only the server will make."""
    return f"sqlite:///{folder / DATABASE}"


def _is_healthy(url: str) -> bool:
    try:
        return httpx.get(f"{url}/health", timeout=5.0).status_code == 200
    except httpx.HTTPError:
        return False
