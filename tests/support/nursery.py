"""Many servers that start at once and are killed at will, each forked (`tests.support.forking`)."""

import os
import signal
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.support.forking import Forker, forker
from tests.support.server import NO_LIMITS
from tests.support.services import free_port

SECONDS_TO_START = 60.0


class Nursery:
    """What starts the servers; `close` ends them all."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="elgrande-nursery-")
        # What is set for the one that forks, it has set while it imports.
        self._own = Forker(environment) if environment else None
        self._forker = self._own or forker()
        self._count = 0
        self.servers: list[ForkedServer] = []

    def start(
        self, database_url: str, *, port: int = 0, options: Sequence[str] = ()
    ) -> "ForkedServer":
        """A new server; it may not serve yet."""
        self._count += 1
        log = Path(self._folder.name) / f"log{self._count}"
        said = Path(self._folder.name) / f"said{self._count}"
        line = [
            "serve",
            "--port",
            str(port or free_port()),
            "--database-url",
            database_url,
            "--log",
            "json",
        ]
        for limit in NO_LIMITS:
            line += ["--limit", limit]
        forked = self._forker.start([*line, *options], log, said)
        server = ForkedServer(forked.pid, log, said)
        self.servers.append(server)
        return server

    def close(self) -> None:
        """End everything that was started here."""
        for server in self.servers:
            server.kill()
        if self._own:
            self._own.close()
        self._folder.cleanup()


class ForkedServer:
    """One server of the nursery."""

    def __init__(self, pid: int, log: Path, said: Path) -> None:
        self.pid = pid
        self._log = log
        self._said = said

    def log(self) -> str:
        """All it has logged so far."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    def is_alive(self) -> bool:
        """Whether the process is still there."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def wait_until_it_serves(self) -> str:
        """Its address, once it is healthy."""
        deadline = time.monotonic() + SECONDS_TO_START
        while time.monotonic() < deadline and self.is_alive():
            said = self._said.read_text() if self._said.exists() else ""
            if "serves on" in said:
                url = said.split("serves on", 1)[1].split()[0]
                with suppress(httpx.HTTPError):
                    if httpx.get(f"{url}/health", timeout=5.0).status_code == 200:
                        return url
            time.sleep(0.01)
        raise AssertionError(f"The server did not start: {self.log()}")

    def kill(self, *, with_workers: bool = False) -> None:
        """End it as a power cut does, if one likes with the processes it has started."""
        victims = [self.pid, *(children_of(self.pid) if with_workers else ())]
        for victim in victims:
            with suppress(ProcessLookupError):
                os.kill(victim, signal.SIGKILL)
        while self.is_alive():
            time.sleep(0.002)

    def stop(self, seconds: float = 20.0) -> float:
        """Ask it to end; how many seconds that took."""
        began = time.monotonic()
        os.kill(self.pid, signal.SIGTERM)
        while self.is_alive():
            assert time.monotonic() < began + seconds, self.log()
            time.sleep(0.01)
        return time.monotonic() - began


def children_of(pid: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            # The name before it stands in brackets and may hold anything.
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid:
                found.append(int(folder.name))
    return found


@contextmanager
def nursery(environment: Mapping[str, str] | None = None) -> Iterator[Nursery]:
    """A nursery for as long as the block runs."""
    made = Nursery(environment)
    try:
        yield made
    finally:
        made.close()
