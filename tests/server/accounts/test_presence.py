"""Who is here is known to a few seconds: by sockets, long polls and requests, in all processes."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from elgrande.server import run
from tests.support.clients import Person, come_in, open_table
from tests.support.company import Company, in_company
from tests.support.hosting import Hosting, forks, two_servers

__all__ = ["forks", "two_servers"]
TWO: dict[str, Any] = {"players": 2, "short": True}
SOON = 4  # seconds: what is right to a few seconds is at most so far off


async def away(person: Person, table: str, seat: int = 1) -> int:
    """How many seconds a seat is away, as this person is told."""
    return int((await person.get(f"/api/tables/{table}/presence"))[seat]["away"])


@asynccontextmanager
async def socket_of(person: Person, table: str, **more: Any) -> AsyncIterator[ClientConnection]:
    url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with websockets.connect(url, additional_headers=person.headers, **more) as socket:
        assert json.loads(await socket.recv())["type"] == "state"
        yield socket


def test_whoever_plays_by_requests_alone_is_here(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        await at.away(at.ben, 50)
        assert await away(at.ana, table) >= 49
        await at.ben.get(f"/api/tables/{table}/state")
        assert await away(at.ana, table) <= SOON
        call = f"/api/tables/{table}/seats/1/bot"
        assert await at.ana.refused("POST", call, {"bot": "novice"}) == "not_allowed"

    in_company(tmp_path, story)


def test_a_socket_counts_until_it_closes_and_not_longer(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        async with socket_of(at.ben, table):
            await at.away(at.ben, 500)
            assert await away(at.ana, table) == 0
        # From now on, and not from when the last request was.
        assert await away(at.ana, table) <= SOON
        async with asyncio.timeout(5):
            while await player_of(at.ben) in at.services.live_tables.present():
                await asyncio.sleep(0.01)

    in_company(tmp_path, story)


def test_a_long_poll_counts_until_it_is_given_up(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        ben = await player_of(at.ben)
        path = f"/api/tables/{table}/state?after=999&wait=30"
        waiting = asyncio.create_task(at.ben.ask("GET", path))
        async with asyncio.timeout(5):
            while ben not in at.services.live_tables.present():
                await asyncio.sleep(0.01)
        waiting.cancel()
        await asyncio.wait([waiting])
        async with asyncio.timeout(5):  # and not for the rest of the thirty seconds
            while ben in at.services.live_tables.present():
                await asyncio.sleep(0.01)

    in_company(tmp_path, story)


def test_what_is_written_is_when_somebody_was_here_and_not_when_it_was_written(
    tmp_path: Path,
) -> None:
    async def story(at: Company) -> None:
        ben = await player_of(at.ben)
        presence = at.services.presence
        then = presence.seen[ben] - 20_000
        presence.seen[ben] = then
        with closing(sqlite3.connect(tmp_path / "tables.db", timeout=30)) as database, database:
            database.execute("UPDATE players SET seen = 1 WHERE id = ?", (ben,))
        await presence.write()
        row = await at.services.storage.player(ben)
        assert row is not None
        assert row.seen == then

    in_company(tmp_path, story)


def test_the_time_a_server_was_down_is_nobodys_absence(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def before(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        await at.away(at.ben, 500)
        assert await away(at.ana, table) >= 499
        tokens.extend([table, at.ana.token])

    async def after(at: Company) -> None:
        table, token = tokens
        ana = Person(at.http, at.url, "Ana", token)
        assert await away(ana, table) <= SOON

    in_company(tmp_path, before)
    in_company(tmp_path, after)


async def player_of(person: Person) -> str:
    answer = await person.http.get(f"{person.url}/api/me", headers=person.headers)
    return str(answer.json()["player"]["id"])


@pytest.mark.proof
def test_a_socket_that_dies_silently_is_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run.PING_SECONDS + run.PONG_SECONDS <= 15
    monkeypatch.setattr(run, "PING_SECONDS", 1.0)
    monkeypatch.setattr(run, "PONG_SECONDS", 1.0)

    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        ben = await player_of(at.ben)
        async with socket_of(at.ben, table, close_timeout=0.1) as socket:
            socket.transport.pause_reading()  # nothing is answered any more, not even pings
            async with asyncio.timeout(2 * 1.0 + 5):
                while ben in at.services.live_tables.present():
                    await asyncio.sleep(0.02)

    in_company(tmp_path, story)


@pytest.mark.proof
def test_two_processes_agree_on_who_is_here(two_servers: Hosting) -> None:
    async def story() -> None:
        first, second = two_servers.urls
        async with httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, first, "Ana")
            ben = await come_in(http, first, "Ben")
            at_second = Person(http, second, "Ben", ben.token)
            table = await open_table([ana, ben], ["me", "invite"], TWO)
            async with socket_of(at_second, table):
                await asyncio.sleep(SOON + 1)
                assert await away(ana, table) == 0
                assert await away(at_second, table) == 0
            await asyncio.sleep(5)
            # The socket closed five seconds ago, give or take a beat of the processes.
            assert 5 - SOON <= await away(ana, table) <= 5 + SOON

    asyncio.run(story())
