"""Servers that start at once: a process that has imported everything forks them.

Each is a real process of `elgrande serve` with its own sockets, threads and files, and is killed
like one. Only the time that Python needs to import the program is spent once and not a hundred
times, and so are the costs that `tests/support/savings.py` names.
"""

import atexit
import ctypes
import gc
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


class Forker:
    """The process that forks servers; they end with it, and `close` ends it."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(environment or {})
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forking"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **self._environment},
            cwd=ROOT,
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._orders, self._answers = self._process.stdin, self._process.stdout
        self._lock = threading.Lock()

    def start(
        self,
        line: Sequence[str],
        log: Path,
        said: Path,
        environment: Mapping[str, str] | None = None,
    ) -> "ForkedProcess":
        """A process of `elgrande` with these words, which writes its two outputs there."""
        ended = said.with_name(f"{said.name}.ended")
        order = {
            "line": list(line),
            "log": str(log),
            "said": str(said),
            "ended": str(ended),
            "environment": {**(environment or os.environ), **self._environment},
        }
        with self._lock:
            self._orders.write(json.dumps(order).encode() + b"\n")
            self._orders.flush()
            return ForkedProcess(int(self._answers.readline()), ended)

    def close(self) -> None:
        """End everything that was started here."""
        self._orders.close()
        self._process.wait(30)
        self._answers.close()


class ForkedProcess:
    """One process that was forked, as `subprocess.Popen` would show it."""

    def __init__(self, pid: int, ended: Path) -> None:
        self.pid = pid
        self._ended = ended

    def poll(self) -> int | None:
        """The code it ended with; None while it runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, 0)
            return None
        try:
            return int(self._ended.read_text())
        except FileNotFoundError:
            return -signal.SIGKILL

    def wait(self, timeout: float) -> int:
        """The code it ended with, once it has."""
        deadline = time.monotonic() + timeout
        while (code := self.poll()) is None:
            if time.monotonic() > deadline:
                raise subprocess.TimeoutExpired(["elgrande"], timeout)
            time.sleep(0.002)
        return code

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to end."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it as a power cut does."""
        self.send_signal(signal.SIGKILL)


@cache
def forker() -> Forker:
    """The one that forks for all tests of this process."""
    made = Forker()
    atexit.register(made.close)
    return made


def _become(order: dict[str, Any]) -> None:
    """Become the process of this order."""
    import elgrande.__main__
    from elgrande.cli import main as main_of_elgrande

    os.setsid()
    if sys.platform == "linux":
        # It ends with the one that forked it, however the tests end.
        ctypes.CDLL(None).prctl(DIE_WITH_PARENT, signal.SIGKILL)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(order["environment"])
    # What it starts itself shall find the main module that `python -m elgrande` has.
    sys.modules["__main__"] = elgrande.__main__
    nothing = os.open(os.devnull, os.O_RDONLY)
    for name, number in (("said", 1), ("log", 2)):
        opened = os.open(order[name], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(opened, number)
    os.dup2(nothing, 0)
    code = 1
    try:
        main_of_elgrande(order["line"])
    except SystemExit as exit:
        code = exit.code if isinstance(exit.code, int) else int(exit.code is not None)
    finally:
        sys.stdout.flush()
        Path(order["ended"]).write_text(str(code))
        # What the forking process would do at its end is not for us to do.
        os._exit(code)


def import_everything() -> None:
    """Import all that a server uses, also what it would only import on its way."""
    from elgrande.server.app import make_app
    from elgrande.server.run import uvicorn_config
    from elgrande.server.settings import ServerSettings
    from tests.support.savings import be_thrifty, routes

    for name in ("asyncpg", "redis.asyncio", "elgrande.__main__"):
        import_module(name)
    be_thrifty()
    settings = ServerSettings(database_url="sqlite://")
    app = make_app(settings)
    uvicorn_config(app, settings).load()
    routes.give_back(app)
    # What every process shares is not looked at again by any of their garbage collectors.
    gc.freeze()


def main() -> None:
    """Fork a process for every line that comes, and say its number."""
    import_everything()
    # Nobody here asks what became of a process that has ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for text in iter(sys.stdin.readline, ""):
        pid = os.fork()
        if pid == 0:
            _become(json.loads(text))
        print(pid, flush=True)


if __name__ == "__main__":
    main()
