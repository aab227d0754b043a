"""Measuring, logging and notifying may all fail: games go on, and the log is not flooded."""

import asyncio
import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import structlog
import websockets

from elgrande.bots.answer import LATE
from elgrande.server import harmless as asides
from elgrande.server.background.notifying import Notifier
from elgrande.server.background.workers import Workers
from elgrande.server.harmless import harmless, tell_all
from elgrande.server.logs import set_up_logs
from elgrande.server.metrics import Metrics
from elgrande.server.settings import ServerSettings
from elgrande.server.storage.database import open_database
from elgrande.server.storage.journal import Journal
from elgrande.server.web.services import Services
from tests.support.clients import SeatClient, come_in, open_table
from tests.support.server import serving_here, sqlite_url


class Broken:
    """Whatever is asked of it, it raises."""

    def __getattr__(self, name: str) -> Any:
        raise ZeroDivisionError(name)

    def __call__(self, *given: Any, **more: Any) -> Any:
        raise ZeroDivisionError


def break_everything_beside_the_game(services: Services, patch: pytest.MonkeyPatch) -> None:
    """Every figure, whoever listens for changes, and every notice."""
    for name in vars(services.metrics):
        if name != "registry":
            patch.setattr(services.metrics, name, Broken())
    services.storage.journal.timed = Broken()
    services.live_tables.on_change.insert(0, Broken())
    services.live_tables.on_own_change.insert(0, Broken())
    services.live_tables.pauses.on_resumed.insert(0, Broken())
    patch.setattr(Notifier, "turn_of", Broken())


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Each test has lines of its own in the log."""
    asides._last_told.clear()
    yield
    asides._last_told.clear()


def test_a_game_goes_on_when_everything_beside_it_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        settings = ServerSettings(
            database_url=sqlite_url(tmp_path), rates={"requests_of_address": None}
        )
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30.0) as http:
            break_everything_beside_the_game(server.app.state.services, monkeypatch)
            people = [await come_in(http, server.url, name) for name in ("Ana", "Ben")]
            table = await open_table(people, ["me", "invite", "bot:random"], {"short": True})
            clients = [
                SeatClient(person, table, seed=number) for number, person in enumerate(people)
            ]
            states = await asyncio.gather(*(client.play() for client in clients))
            assert [state["table"]["state"] for state in states] == ["finished"] * 2
            assert [client.errors for client in clients] == [[], []]
            assert await people[0].refused("GET", "/api/nothing") == "not_found"

    asyncio.run(main())


def test_a_socket_outlives_a_refusal_that_cannot_be_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30.0) as http:
            break_everything_beside_the_game(server.app.state.services, monkeypatch)
            ana = await come_in(http, server.url, "Ana")
            table = await open_table([ana], ["me", "bot:random"], {"short": True})
            address = f"{server.socket_url}/api/tables/{table}/socket"
            async with websockets.connect(address, additional_headers=ana.headers) as socket:
                await socket.send("nonsense")
                await socket.send(json.dumps({"type": "ping", "id": "1"}))
                kinds = []
                while "pong" not in kinds:
                    kinds.append(json.loads(await socket.recv())["type"])
                assert "error" in kinds

    asyncio.run(main())


def test_a_bot_that_cannot_even_be_asked_forfeits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30.0) as http:
            monkeypatch.setattr(Workers, "choose", Broken())
            ana = await come_in(http, server.url, "Ana")
            table = await open_table([ana], ["me", "bot:random"], {"short": True})
            state = await SeatClient(ana, table).play()
            assert state["table"]["state"] == "finished"

    asyncio.run(main())


def test_a_missed_change_is_found_by_looking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("elgrande.server.background_tasks.SECONDS_BETWEEN_ROUNDS", 0.05)

    async def main() -> None:
        settings = ServerSettings(database_url=sqlite_url(tmp_path))
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30.0) as http:
            server.app.state.services.live_tables.on_change.clear()
            ana = await come_in(http, server.url, "Ana")
            table = await open_table([ana], ["bot:random", "bot:random"], {"short": True})
            state = await SeatClient(ana, table, seat="none").play()
            assert state["table"]["state"] == "finished"

    asyncio.run(main())


def test_a_commit_that_cannot_be_measured_is_a_commit(tmp_path: Path) -> None:
    async def main() -> None:
        database = await open_database(sqlite_url(tmp_path))
        journal = Journal(database)
        journal.timed = Broken()
        await asyncio.gather(*(journal.write([]) for _ in range(5)))
        await journal.close()
        await database.close()

    asyncio.run(main())


def test_everybody_is_told_whoever_fails() -> None:
    told: list[int] = []
    tell_all([told.append, Broken(), told.append], 7)
    assert told == [7, 7]


def test_what_fails_again_and_again_has_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    with structlog.testing.capture_logs() as lines:
        for _ in range(100):
            for what in ("measuring", "notifying"):
                with harmless(what):
                    raise ZeroDivisionError
    assert [line["what"] for line in lines] == ["measuring", "notifying"]
    monkeypatch.setattr(asides, "log", Broken())
    asides._last_told.clear()
    with harmless("measuring"):
        raise ZeroDivisionError
    with pytest.raises(asyncio.CancelledError), harmless("measuring"):
        raise asyncio.CancelledError


def test_a_line_that_cannot_be_written_stops_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    try:
        set_up_logs("json")
        structlog.configure(processors=[Broken()])
        structlog.stdlib.get_logger("elgrande.test").info("lost")
        set_up_logs("json")
        structlog.stdlib.get_logger("elgrande.test").info("half", what="\ud800")
    finally:
        root.handlers = handlers
        root.setLevel(level)
        structlog.reset_defaults()
    (line,) = capfd.readouterr().err.splitlines()
    assert json.loads(line)["what"] == "'\\ud800'"


def test_every_reason_of_a_failure_can_be_counted() -> None:
    metrics = Metrics()
    metrics.bot_failures.labels(LATE).inc()
    assert b'elgrande_bot_failures_total{reason="late"} 1.0' in metrics.text()
