"""The end that loses nothing: SIGTERM during play, and everybody plays on after the restart."""

import asyncio
import sqlite3
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from elgrande.server.storage import Storage
from tests.support.clients import come_in, open_table
from tests.support.kill_play import (
    Notebook,
    Survivor,
    check_all_that_was_shown,
    check_finished,
    check_promises,
    insist,
)
from tests.support.processes import left_behind, marked_environment
from tests.support.server import ServerProcess, serving
from tests.support.services import free_port

pytestmark = pytest.mark.proof

SECONDS_TO_STOP = 30.0  # ten for the server, and some for a machine that is busy
RESTART = 1012


def test_sigterm_during_play(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    environment = marked_environment()

    async def play(server: ServerProcess) -> None:
        notebook = Notebook()
        async with httpx.AsyncClient(timeout=60) as http:
            ana, ben = [await come_in(http, server.url, name) for name in ("Ana", "Ben")]
            # A bot at both, or one game could be over before the other has well begun.
            tables = [
                await open_table([ana, ben], ["me", "invite", "bot:random"]),
                await open_table([ana, ben], ["me", "invite", "bot:novice"]),
            ]
            players = [
                Survivor(person, table, notebook, seed)
                for seed, (person, table) in enumerate(
                    (person, table) for person in (ana, ben) for table in tables
                )
            ]
            games = [asyncio.create_task(player.play()) for player in players]
            async with asyncio.timeout(60):
                while any(len(notebook.promised[table]) < 25 for table in tables):
                    await asyncio.sleep(0.01)
            waiting = [
                asyncio.create_task(
                    ana.ask("GET", f"/api/tables/{table}/state?after=1000000&wait=30")
                )
                for table in tables
            ]
            await asyncio.sleep(0.1)
            began = time.monotonic()
            code = await asyncio.to_thread(server.stop)
            assert code == 0, server.log()
            assert time.monotonic() - began < SECONDS_TO_STOP
            for answer in await asyncio.gather(*waiting):
                assert answer.status_code == 200
            assert [notebook.goodbyes[table] for table in tables] == [2, 2]
            assert notebook.closings[RESTART] == 4
            assert "Traceback" not in server.log()
            storage = await Storage.open(url, migrate=False)
            try:
                for table in tables:
                    kept = (await storage.checkpoints(table))[-1]
                    row = await storage.table(table)
                    assert row is not None
                    assert kept.snapshot is not None
                    choices = sum(e.kind == "choice" for e in await storage.entries(table))
                    assert kept.position > choices - 20
                port = urlsplit(server.url).port or 0
                with serving(url, port=port, environment=environment, fresh=True) as second:
                    assert second.url == server.url
                    async with asyncio.timeout(90):
                        await asyncio.gather(*games)
                    for table in tables:
                        now = await check_promises(storage, notebook, ana, table, insist)
                        await check_finished(now, ana, insist)
                        await check_all_that_was_shown(storage, notebook, table)
                    assert await asyncio.to_thread(second.stop) == 0
            finally:
                await storage.close()
        late = {"shutting_down", "again:shutting_down"}
        assert set(notebook.answers) <= {"done", "again:done", *late}

    with serving(url, port=free_port(), environment=environment, fresh=True) as server:
        asyncio.run(play(server))
    assert left_behind(environment) == []


def test_sigterm_while_the_database_is_locked(tmp_path: Path) -> None:
    async def play(server: ServerProcess) -> None:
        notebook = Notebook()
        async with httpx.AsyncClient(timeout=60) as http:
            ana = await come_in(http, server.url, "Ana")
            table = await open_table([ana], ["me", "hotseat"])
            player = Survivor(ana, table, notebook, 1)
            game = asyncio.create_task(player.play())
            async with asyncio.timeout(60):
                while len(notebook.promised[table]) < 10:
                    await asyncio.sleep(0.01)
            other = sqlite3.connect(tmp_path / "tables.db", isolation_level=None)
            other.execute("BEGIN EXCLUSIVE")
            try:
                await asyncio.sleep(0.5)
                began = time.monotonic()
                assert await asyncio.to_thread(server.stop) == 0
                # What is being written when it is asked to stop waits five seconds for the lock.
                assert time.monotonic() - began < SECONDS_TO_STOP + 5
                assert notebook.goodbyes[table] == 1
            finally:
                player.stop = True
                game.cancel()
                await asyncio.gather(game, return_exceptions=True)
                other.close()

    with serving(f"sqlite:///{tmp_path}/tables.db") as server:
        asyncio.run(play(server))
