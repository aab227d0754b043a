"""Plain `elgrande`: a server for this machine, and the browser open on it."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import httpx
import pytest

from elgrande.cli import browser
from elgrande.server.settings import ServerSettings
from elgrande.server.storage.file_lock import HeldByAnother, serving_alone
from tests.support.command_line import is_refused, run_forked, run_outside
from tests.support.marks import with_proofs
from tests.support.services import free_port

SECONDS = 60.0


class Home:
    """A user with data, a default port and a browser that notes where it was sent."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = free_port()
        self._visited = folder / "visited"
        script = folder / "browser.sh"
        script.write_text(f'#!/bin/sh\necho "$1" >> "{self._visited}"\n')
        script.chmod(0o755)
        hidden = {"DISPLAY", "WAYLAND_DISPLAY"}
        self.environment = {
            **{name: value for name, value in os.environ.items() if name not in hidden},
            "XDG_DATA_HOME": str(folder / "data"),
            "BROWSER": str(script),
            "ELGRANDE_PORT": str(self.port),
            "ELGRANDE_BOT_WORKERS": "1",
        }

    def visited(self) -> list[str]:
        return self._visited.read_text().split() if self._visited.exists() else []

    @contextmanager
    def start(self, *options: str) -> Iterator["Started"]:
        """The command, once it has said where it is."""
        with subprocess.Popen(
            [sys.executable, "-m", "elgrande", *options],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env=self.environment,
            start_new_session=True,
        ) as process:
            try:
                assert process.stdout is not None
                yield Started(process, process.stdout.readline())
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)


class Started:
    """A running command and the line it began with."""

    def __init__(self, process: "subprocess.Popen[str]", line: str) -> None:
        self._process = process
        self.line = line

    def next_line(self) -> str:
        """What it says next."""
        assert self._process.stdout is not None
        return self._process.stdout.readline()

    def press_ctrl_c(self) -> tuple[int, str, str]:
        """How it ended, and what it said since it began."""
        # To all processes of the terminal, as a terminal does it.
        os.killpg(self._process.pid, signal.SIGINT)
        out, err = self._process.communicate(timeout=SECONDS)
        return self._process.returncode, out, err


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def wait_for(ready: Callable[[], object]) -> None:
    deadline = time.monotonic() + SECONDS
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_it_serves_opens_the_browser_and_stops_quietly(home: Home) -> None:
    with home.start() as started:
        address = f"http://127.0.0.1:{home.port}"
        assert started.line == f"El Grande is running at {address} - press Ctrl-C to stop.\n"
        wait_for(home.visited)
        assert home.visited() == [address]
        assert httpx.get(f"{address}/health").json()["status"] == "ok"
        assert "El Grande" in httpx.get(f"{address}/").text
        assert started.press_ctrl_c() == (0, "", "")
    assert (home.folder / "data" / "elgrande" / "elgrande.db").is_file()


@pytest.mark.proof
def test_a_second_one_opens_the_first(home: Home) -> None:
    with home.start("--no-browser") as first:
        address = f"http://127.0.0.1:{home.port}"
        done = run_outside(environment=home.environment, seconds=SECONDS)
        assert done == (0, f"El Grande is already running at {address}.\n", "")
        assert home.visited() == [address]
        quiet = run_forked("--no-browser", environment=home.environment)
        assert quiet == done
        assert home.visited() == [address]
        assert first.press_ctrl_c()[0] == 0


@pytest.mark.proof
def test_a_server_that_does_not_answer_is_told_of(home: Home) -> None:
    data = home.folder / "data" / "elgrande"
    data.mkdir(parents=True)
    for address in ("", "file:///etc/passwd", f"http://127.0.0.1:{free_port()}", "http://["):
        with serving_alone(data / "elgrande.db", address):
            done = run_forked(environment=home.environment)
        assert is_refused(done)
        assert "Another server uses elgrande.db" in done.err
    assert home.visited() == []


@pytest.mark.proof
def test_a_taken_port_is_passed_over_unless_it_was_named(home: Home) -> None:
    with closing(socket.create_server(("127.0.0.1", home.port))):
        refused = run_forked("--port", str(home.port), environment=home.environment)
        assert is_refused(refused)
        assert f"port {home.port}" in refused.err
        with home.start("--no-browser") as started:
            address = started.line.partition(" at ")[2].split()[0]
            assert home.port < int(address.rpartition(":")[2]) <= home.port + browser.PORTS_TRIED
            assert httpx.get(f"{address}/health").status_code == 200
            assert started.press_ctrl_c() == (0, "", "")


def test_a_home_that_cannot_be_written_is_told_of_with_what_helps(home: Home) -> None:
    (home.folder / "data").write_text("not a folder")
    done = run_forked("--no-browser", environment=home.environment)
    assert is_refused(done)
    assert done.err.startswith(f"elgrande: Games cannot be kept in {home.folder / 'data'}")
    assert done.err.endswith("set ELGRANDE_DATABASE_URL=sqlite:///FILE to keep them elsewhere.\n")


@pytest.mark.parametrize("command", with_proofs([None, "/no/such/browser", "false"]))
def test_without_a_browser_people_open_the_address_themselves(
    home: Home, command: str | None
) -> None:
    home.environment.pop("BROWSER")
    if command is not None:
        home.environment["BROWSER"] = command
    port = free_port()
    with home.start("--port", str(port)) as started:
        assert f"http://127.0.0.1:{port}" in started.line
        assert httpx.get(f"http://127.0.0.1:{port}/health").status_code == 200
        assert started.next_line().startswith("No browser could be opened here: open that address")
        assert started.press_ctrl_c() == (0, "", "")


@pytest.mark.parametrize(
    ("host", "url"),
    [
        ("127.0.0.1", "http://127.0.0.1:8470"),
        ("0.0.0.0", "http://127.0.0.1:8470"),
        ("::", "http://[::1]:8470"),
        ("::1", "http://[::1]:8470"),
        ("localhost", "http://localhost:8470"),
    ],
)
def test_the_address_is_one_that_a_browser_here_can_open(host: str, url: str) -> None:
    assert ServerSettings(database_url="", host=host).local_url == url


def test_whoever_comes_second_leaves_the_address_of_the_first(tmp_path: Path) -> None:
    database = tmp_path / "tables.db"
    with serving_alone(database, "http://127.0.0.1:1111/longer"):
        pass
    with serving_alone(database, "http://127.0.0.1:1234"):
        for _ in range(2):
            with (
                pytest.raises(HeldByAnother) as held,
                serving_alone(database, "http://127.0.0.1:1"),
            ):
                pass
            assert held.value.address == "http://127.0.0.1:1234"
