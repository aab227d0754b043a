"""`elgrande serve`: how it starts, what stops it from starting, and how it ends."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from litestar import WebSocket, get, websocket
from websockets.asyncio.client import connect

from elgrande.server import app as app_module
from elgrande.server import run as run_module
from elgrande.server.settings import ServerSettings
from elgrande.server.web import local_network
from elgrande.server.web.api import operations, players
from tests.server.web.api.test_players import bearer, come_in, is_refused
from tests.support.command_line import is_refused as is_refused_by_the_command_line
from tests.support.command_line import run, run_forked, run_outside
from tests.support.marks import with_proofs
from tests.support.server import (
    ServerProcess,
    serving,
    serving_here,
    sqlite_url,
    unmade_sqlite_url,
)

OURS = [*players.HANDLERS, *operations.HANDLERS]


def refused(*arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """The line with which a server does not start."""
    merged = {**os.environ, **(environment or {})}
    outcome = run_forked("serve", *arguments, environment=merged)
    assert is_refused_by_the_command_line(outcome), outcome
    return outcome.err


# The start


def test_it_prints_one_line_with_its_address(tmp_path: Path) -> None:
    with serving(unmade_sqlite_url(tmp_path), fresh=True) as server:
        assert server.said() == f"elgrande serves on {server.url}\n"
        assert server.stop() == 0
        events = [json.loads(line)["event"] for line in server.log().splitlines()]
        assert (events[0], events[-1]) == ("started", "stopped")


@pytest.mark.parametrize(("host", "is_for_all"), [("0.0.0.0", True), ("127.0.0.1", False)])
def test_a_server_for_all_says_where_friends_find_it(
    host: str, is_for_all: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(local_network, "own_address", lambda: "192.168.1.5")
    settings = ServerSettings(database_url="sqlite://", host=host, port=0)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        run_module._announce(listener, settings, None)
        port = listener.getsockname()[1]
    line = f"Friends open http://192.168.1.5:{port} in their browsers.\n"
    assert (line in capsys.readouterr().out) == is_for_all


@pytest.mark.proof
def test_without_a_database_it_uses_a_file_among_the_users_data(tmp_path: Path) -> None:
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    line = [sys.executable, "-m", "elgrande", "serve", "--port", "0"]
    with subprocess.Popen(
        line, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b"elgrande serves on http://127.0.0.1:")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (0, b""), err
    assert list(tmp_path.rglob("elgrande.db"))


def test_everything_can_be_set_by_variables(tmp_path: Path) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    environment = {
        "ELGRANDE_HOST": "127.0.0.1",
        "ELGRANDE_PORT": str(port),
        "ELGRANDE_DATABASE_URL": sqlite_url(tmp_path),
        "ELGRANDE_PUBLIC_URL": "https://club.example",
        "ELGRANDE_LIMITS": "new_players=1/3600 body_bytes=100",
        "ELGRANDE_LOG": "json",
    }
    line = [sys.executable, "-m", "elgrande", "serve"]
    with subprocess.Popen(
        line, env={**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == f"elgrande serves on http://127.0.0.1:{port}\n".encode()
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=30) as client:
            answer = client.post("/api/players", json={"name": "Ana"})
            assert "Secure" in answer.headers["set-cookie"]
            is_refused(client.post("/api/players", json={"name": "B"}), 429, "too_fast")
            large = client.post("/api/players", json={"name": "B" * 200})
            is_refused(large, 413, "too_large")
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert process.returncode == 0


def test_every_option_is_explained() -> None:
    shown = run_outside("serve", "--help", environment={**os.environ, "COLUMNS": "200"})
    for option in ("host", "port", "database-url", "redis-url", "public-url", "log", "limit"):
        assert f"--{option}" in shown.out
    for name in ("HOST", "PORT", "DATABASE_URL", "REDIS_URL", "PUBLIC_URL", "LOG", "LIMITS"):
        assert f"ELGRANDE_{name}" in shown.out


def test_other_commands_do_not_load_the_server() -> None:
    heavy = ("litestar", "sqlalchemy", "uvicorn", "argon2", "structlog", "httpx")
    code = f"import sys, elgrande.cli; print([m for m in {heavy} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# What stops it from starting


def test_a_port_in_use_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        said = refused("--port", str(port), "--database-url", sqlite_url(tmp_path))
    assert f"Cannot listen on port {port} of 127.0.0.1: address already in use;" in said
    assert "--port 0" in said


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--port", "70000"], "The port must be a number from 0 to 65535"),
        (["--port", "http"], "--port"),
        (["--host", "256.1.1.1"], "Cannot listen on host 256.1.1.1"),
        (["--host", "192.0.2.1"], "Cannot listen on port"),
        (["--redis-url", "http://localhost"], "The Redis URL must look like redis://"),
        (["--public-url", "example.org"], "The public URL must look like https://"),
        (["--limit", "chat=often"], "Write the limit chat as 10/60"),
        (["--limit", "nothing=1"], "There is no limit 'nothing'"),
        (["--log", "xml"], "The log format must be one of"),
        (["--bot-workers", "-1"], "The number of bot workers"),
        (["--bot-seconds", "0"], "Bot seconds must be more than 0"),
        (["--forwarded-allow-ips", "nowhere"], "Trusted proxies must be"),
        (["--metrics-token", "x"], "The metrics token"),
    ],
)
def test_settings_that_cannot_be_are_one_sentence(
    arguments: list[str], sentence: str, tmp_path: Path
) -> None:
    port = [] if "--port" in arguments else ["--port", "0"]
    outcome = run("serve", *port, "--database-url", sqlite_url(tmp_path), *arguments)
    assert is_refused_by_the_command_line(outcome), outcome
    assert sentence in outcome.err


@pytest.mark.parametrize(
    "url",
    with_proofs(
        ["nonsense", "mysql://root@localhost/x", "postgresql://127.0.0.1:1/x"]
        + ["sqlite:////proc/nowhere/tables.db"],
        quick=2,
    ),
)
def test_a_database_that_cannot_be_opened_is_one_sentence(url: str) -> None:
    assert refused("--port", "0", "--database-url", url).rstrip().endswith(".")


def test_a_mistyped_path_makes_no_folders_and_no_server(tmp_path: Path) -> None:
    for url in (f"sqlite:///{tmp_path}/typo/tables.db", f"sqlite:///{tmp_path}/a/b/c/tables.db"):
        said = refused("--port", "0", "--database-url", url)
        assert f"The folder {Path(url.removeprefix('sqlite:///')).parent} does not exist" in said
    assert not list(tmp_path.iterdir())


def test_a_new_database_is_told_once(tmp_path: Path) -> None:
    with serving(unmade_sqlite_url(tmp_path)) as server:
        lines = [json.loads(line) for line in server.log().splitlines()]
        (line,) = [line for line in lines if line["event"] == "new_database"]
        assert (line["level"], line["file"]) == ("warning", str(tmp_path / "tables.db"))
        server.stop()
    with serving(sqlite_url(tmp_path)) as server:
        assert "new_database" not in server.log()


def test_a_password_in_an_address_is_not_shown() -> None:
    said = refused("--port", "0", "--database-url", "postgresql://me:hunter2@127.0.0.1:1/x")
    assert "hunter2" not in said


def test_a_data_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "elgrande").write_text("a file where the folder should be")
    environment = {"XDG_DATA_HOME": str(tmp_path), "HOME": str(tmp_path)}
    said = refused("--port", "0", environment=environment)
    assert said.rstrip().endswith(".")


# The end


@pytest.mark.parametrize("number", with_proofs([signal.SIGTERM, signal.SIGINT], quick=1))
def test_a_signal_ends_it_well(tmp_path: Path, number: signal.Signals) -> None:
    with serving(unmade_sqlite_url(tmp_path), fresh=True) as server, server.client() as client:
        come_in(client)
        began = time.monotonic()
        server.process.send_signal(number)
        assert server.wait() == 0
        assert time.monotonic() - began < 30
        assert "Traceback" not in server.log()


@pytest.mark.proof
def test_what_was_answered_is_there_after_a_power_cut(tmp_path: Path) -> None:
    tokens: list[str] = []
    for _ in range(3):
        with serving(unmade_sqlite_url(tmp_path), fresh=True) as server, server.client() as client:
            for token in tokens:
                assert client.get("/api/me", headers=bearer(token)).status_code == 200
            tokens += [come_in(client)["token"] for _ in range(5)]
            server.kill()
    assert len(tokens) == 15


@websocket("/test/socket")
async def quiet_socket(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    async for _ in socket.iter_data("text"):
        pass


@websocket("/test/deaf")
async def deaf_socket(socket: WebSocket[Any, Any, Any]) -> None:
    """A handler with a mistake: it does not end when its socket does."""
    await socket.accept()
    await asyncio.sleep(3600)


@get("/test/slow")
async def slow() -> str:
    """An answer that takes a while."""
    await asyncio.sleep(1.0)
    return "done"


def here(tmp_path: Path) -> ServerSettings:
    return ServerSettings(database_url=sqlite_url(tmp_path))


def test_sockets_are_told_to_come_again(tmp_path: Path) -> None:
    async def main() -> None:
        async with serving_here(here(tmp_path), [*OURS, quiet_socket]) as server:
            sockets = [await connect(f"{server.socket_url}/test/socket") for _ in range(5)]
            server.server.should_exit = True
            for held in sockets:
                with pytest.raises(websockets.ConnectionClosed):
                    await held.recv()
                assert held.close_code == 1012

    asyncio.run(main())


@pytest.mark.proof
def test_a_request_under_way_is_answered(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            serving_here(here(tmp_path), [*OURS, slow]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            request = asyncio.create_task(client.get("/test/slow"))
            await asyncio.sleep(0.3)
            server.server.should_exit = True
            assert (await request).text == "done"

    asyncio.run(main())


def test_goodbye_is_said_before_sockets_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[bool] = []
    held: Any = None

    async def goodbye(app: Any) -> None:
        told.append(held.close_code is None)
        app.state.security.stopping = True
        app.state.services.stopping = True

    async def main() -> None:
        nonlocal held
        monkeypatch.setattr("tests.support.server.before_shutdown", goodbye)
        async with (
            serving_here(here(tmp_path), [*OURS, quiet_socket, slow]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            assert (await client.get("/health")).status_code == 200
            held = await connect(f"{server.socket_url}/test/socket")
            server.server.should_exit = True
            with pytest.raises(websockets.ConnectionClosed):
                await held.recv()

    asyncio.run(main())
    assert told == [True]


def test_from_goodbye_on_nothing_new_is_taken(tmp_path: Path) -> None:
    async def main() -> None:
        async with (
            serving_here(here(tmp_path), [*OURS, quiet_socket]) as server,
            httpx.AsyncClient(base_url=server.url) as client,
        ):
            await client.get("/api/me")
            await app_module.before_shutdown(server.app)
            answer = await client.post("/api/players", json={"name": "Late"})
            is_refused(answer, 503, "shutting_down")
            assert answer.headers["retry-after"] == "2"
            answer = await client.get("/health")
            assert (answer.status_code, answer.json()["stopping"]) == (503, True)
            with pytest.raises(websockets.InvalidStatus) as caught:
                await connect(f"{server.socket_url}/test/socket")
            assert caught.value.response.status_code == 503

    asyncio.run(main())


@pytest.mark.proof
def test_the_end_is_bounded_whatever_hangs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def never(app: Any) -> None:
        await asyncio.sleep(3600)

    async def main() -> float:
        monkeypatch.setattr("tests.support.server.before_shutdown", never)
        async with serving_here(here(tmp_path), [*OURS, deaf_socket]) as server:
            held = await connect(f"{server.socket_url}/test/deaf")
            began = time.monotonic()
        await held.close()
        return time.monotonic() - began

    assert asyncio.run(asyncio.wait_for(main(), 90)) < 30


@pytest.mark.proof
def test_no_process_is_left(tmp_path: Path) -> None:
    server = ServerProcess(sqlite_url(tmp_path))
    group = server.process.pid
    assert server.stop() == 0
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)
    server.close()
