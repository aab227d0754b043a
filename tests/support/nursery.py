"""Servers that start at once: a process that has imported everything forks them.

Each is a real process of `elgrande serve` with its own sockets, threads and files, and is killed
like one. Only the time that Python needs to import the program is spent once and not a hundred
times.
"""

import ctypes
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

from tests.support.server import NO_LIMITS

ROOT = Path(__file__).parents[2]
SECONDS_TO_START = 60.0
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Nursery:
    """The process that forks servers; `close` ends it and all of them."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="elgrande-nursery-")
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.nursery"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            cwd=ROOT,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout
        self._count = 0
        self.servers: list[ForkedServer] = []

    def start(
        self, database_url: str, *, port: int = 0, options: Sequence[str] = ()
    ) -> "ForkedServer":
        """A new server; it may not serve yet."""
        self._count += 1
        log = Path(self._folder.name) / f"log{self._count}"
        said = Path(self._folder.name) / f"said{self._count}"
        line = ["serve", "--port", str(port), "--database-url", database_url, "--log", "json"]
        for limit in NO_LIMITS:
            line += ["--limit", limit]
        order = {"line": [*line, *options], "log": str(log), "said": str(said)}
        self._orders.write(json.dumps(order).encode() + b"\n")
        self._orders.flush()
        pid = int(self._answers.readline())
        server = ForkedServer(pid, log, said)
        self.servers.append(server)
        return server

    def close(self) -> None:
        """End everything that was started here."""
        for server in self.servers:
            server.kill()
        self._orders.close()
        self._process.wait(30)
        self._answers.close()
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


def _serve(order: dict[str, str | list[str]]) -> None:
    """Become the server of this order."""
    from elgrande.cli import main as main_of_elgrande

    os.setsid()
    if sys.platform == "linux":
        # It ends with the nursery, however the tests end.
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    for name, number in (("said", 1), ("log", 2)):
        opened = os.open(str(order[name]), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
    os.dup2(nothing, 0)
    code: object = 1
    try:
        main_of_elgrande(list(order["line"]))
    except SystemExit as exit:
        code = exit.code
    finally:
        # What the nursery itself would do at its end is not for us to do.
        os._exit(code if isinstance(code, int) else 1)


def main() -> None:
    """Fork a server for every line that comes, and say its number."""
    import elgrande.cli
    import elgrande.server.run
    import elgrande.server.storage.on_postgresql
    import elgrande.server.storage.on_sqlite  # noqa: F401

    # Nobody asks what became of a server that was killed.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for text in iter(sys.stdin.readline, ""):
        pid = os.fork()
        if pid == 0:
            _serve(json.loads(text))
        print(pid, flush=True)


if __name__ == "__main__":
    main()
