"""An event survives its servers: killed again and again, it goes on and nothing happens twice."""

import asyncio
import random
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from tests.support.clients import Person, come_in
from tests.support.server import serving, sqlite_url
from tests.support.services import free_port

SECONDS_IN_ALL = 240.0


@pytest.mark.proof
def test_an_event_goes_on_whenever_its_server_is_killed(tmp_path: Path) -> None:
    url, port = sqlite_url(tmp_path), free_port()
    event = announce(url, port)
    luck = random.Random(16)
    deadline = time.monotonic() + SECONDS_IN_ALL
    kills = 0
    while time.monotonic() < deadline:
        with serving(url, port=port) as server, httpx.Client(base_url=server.url) as client:
            until = time.monotonic() + (luck.uniform(0.2, 3.0) if kills < 12 else SECONDS_IN_ALL)
            state = ""
            while time.monotonic() < min(until, deadline) and state != "finished":
                found = client.get(f"/api/events/{event}").json()
                state = found["line"]["state"]
                time.sleep(0.1)
            if state == "finished":
                break
            server.kill()
            kills += 1
    assert state == "finished"
    assert kills >= 3
    check_nothing_happened_twice(tmp_path / "tables.db", event)


def announce(url: str, port: int) -> str:
    """A knock-out of eight bots, started just before its server is killed for the first time."""

    async def run(address: str) -> str:
        async with httpx.AsyncClient(timeout=30) as http:
            ana: Person = await come_in(http, address, "Ana")
            body = {
                "kind": "knockout",
                "play": False,
                "bots": ["random"] * 8,
                "options": {"short": True},
                "settings": {"seats": 2, "most": 8, "bot": "random"},
            }
            event = str((await ana.post("/api/events", body))["line"]["id"])
            await ana.post(f"/api/events/{event}/start")
            return event

    with serving(url, port=port) as server:
        made = asyncio.run(run(server.url))
        server.kill()
    return made


def check_nothing_happened_twice(path: Path, event: str) -> None:
    """Four, two and one game; every table belongs to one of them, and every result is its own."""
    with closing(sqlite3.connect(path)) as database:
        rounds = database.execute(
            "SELECT round, COUNT(*) FROM event_games WHERE event_id = ? GROUP BY round", (event,)
        ).fetchall()
        assert rounds == [(1, 4), (2, 2), (3, 1)]
        tables = {row[0] for row in database.execute("SELECT id FROM tables")}
        of_games = {row[0] for row in database.execute("SELECT table_id FROM event_games")}
        assert tables == of_games
        ends = database.execute(
            "SELECT table_id, COUNT(*) FROM entries WHERE kind = 'finished' GROUP BY table_id"
        ).fetchall()
        assert sorted(ends) == sorted((table, 1) for table in of_games)
        differing = database.execute(
            "SELECT COUNT(*) FROM event_games JOIN tables ON tables.id = table_id"
            " WHERE json_extract(event_games.result, '$.scores')"
            " != json_extract(tables.result, '$.scores')"
        ).fetchone()
        assert differing == (0,)
