"""Nothing is lost: servers are killed at random moments during play, again and again.

Several tables are played at once. After every restart all that was acknowledged is in the database
once, and the server shows the position that the entries lead to.
"""

import asyncio
import random
import time
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from elgrande.server.storage import Storage
from tests.support.clients import Person, come_in
from tests.support.kill_play import (
    Notebook,
    Plays,
    check_all_that_was_shown,
    check_finished,
    check_promises,
    insist,
)
from tests.support.nursery import Nursery, nursery
from tests.support.processes import left_behind, marked_environment

pytestmark = pytest.mark.proof


KILLS = 26  # in each of the tests below, and there are two for each database
LIVES = (0, 1, 2, 5, 10, 25)  # choices that a server acknowledges before it is killed
LONGEST_LIFE = 3.0
SECONDS_TO_GO_ON = 120.0
TABLES = (["me", "invite"], ["me", "invite", "invite"], ["me", "bot:novice"])
# Where the processes of bots die with the server, bots play at more tables.
TABLES_OF_BOTS = (["me", "bot:novice", "bot:novice"], ["me", "hotseat", "bot:novice"])


class Ordeal:
    """A database, and servers on it that do not live long."""

    def __init__(self, url: str, servers: Nursery, seed: int, *, with_workers: bool) -> None:
        self.url = url
        self.servers = servers
        self.random = random.Random(seed)
        self.with_workers = with_workers
        self.notebook = Notebook()
        self.plays = Plays(self.notebook, seed)
        self.kills = 0

    async def run(self, kinds: tuple[list[str], ...]) -> None:
        server = self.servers.start(self.url)
        address = await asyncio.to_thread(server.wait_until_it_serves)
        port = urlsplit(address).port or 0
        async with httpx.AsyncClient(timeout=30) as http:
            people = [await come_in(http, address, f"Player {number}") for number in range(4)]
            games = [
                asyncio.create_task(self.plays.keep_playing(_guests(people, seats), seats))
                for seats in kinds
            ]
            storage = await Storage.open(self.url, migrate=False)
            try:
                while self.kills < KILLS:
                    await self._live_for_a_while()
                    await asyncio.to_thread(server.kill, with_workers=self.with_workers)
                    self.kills += 1
                    server = self.servers.start(self.url, port=port)
                    if self.random.random() < 0.15:
                        continue  # it dies before, or soon after, it serves
                    await asyncio.to_thread(server.wait_until_it_serves)
                    await self._check(storage)
                    assert not any(game.done() for game in games), "a client failed"
                await asyncio.to_thread(server.wait_until_it_serves)
                await self._finish(storage, games)
            finally:
                for game in games:
                    game.cancel()
                await asyncio.gather(*games, return_exceptions=True)
                await storage.close()

    async def _live_for_a_while(self) -> None:
        """Until some more was acknowledged: sometimes the bots get to move, sometimes nobody."""
        wanted = len(self.notebook) + self.random.choice(LIVES)
        deadline = time.monotonic() + LONGEST_LIFE
        while len(self.notebook) < wanted and time.monotonic() < deadline:
            await asyncio.sleep(0.005)
        await asyncio.sleep(self.random.uniform(0.0, 0.05))

    async def _check(self, storage: Storage) -> None:
        for table, host in list(self.plays.hosts.items()):
            if table not in self.plays.finished:
                await check_promises(storage, self.notebook, host, table, insist)

    async def _finish(self, storage: Storage, games: list[asyncio.Task[None]]) -> None:
        """Nobody dies any more: every game goes on to its end."""
        self.plays.no_more = True
        async with asyncio.timeout(SECONDS_TO_GO_ON):
            await asyncio.gather(*games)
        assert set(self.plays.hosts) == self.plays.finished
        states = 0
        for table, host in list(self.plays.hosts.items()):
            now = await check_promises(storage, self.notebook, host, table, insist)
            await check_finished(now, host, insist)
            states += await check_all_that_was_shown(storage, self.notebook, table)
        print(
            f"{self.kills} kills, {len(self.plays.hosts)} games, {len(self.notebook)} acknowledged,"
            f" {states} states shown, answers {dict(self.notebook.answers)}"
        )
        # Those who had no answer sent the same again: it was done, once.
        assert set(self.notebook.answers) <= {"done", "again:done"}
        assert len(self.notebook) > 3 * KILLS
        # Alone with bots one is rarely hit in that moment.
        assert self.with_workers or self.notebook.answers["again:done"] > 0


def _guests(people: list[Person], seats: list[str]) -> list[Person]:
    return people[: 1 + seats.count("invite")]


def endure(url: str, seed: int, *, with_workers: bool = False) -> None:
    """Kill servers on a database until it is enough; then none of their bots live on either."""
    environment = marked_environment()
    began = time.monotonic()
    with nursery(environment) as servers:
        ordeal = Ordeal(url, servers, seed, with_workers=with_workers)
        asyncio.run(ordeal.run(TABLES_OF_BOTS if with_workers else TABLES))
    print(f"{time.monotonic() - began:.1f} s")
    assert left_behind(environment) == []


def test_kills_on_sqlite_lose_nothing(tmp_path: Path) -> None:
    endure(f"sqlite:///{tmp_path}/tables.db", 1)


def test_kills_on_sqlite_that_take_the_bots_along_lose_nothing(tmp_path: Path) -> None:
    endure(f"sqlite:///{tmp_path}/tables.db", 2, with_workers=True)


def test_kills_on_postgresql_lose_nothing(postgres_url: str) -> None:
    endure(postgres_url, 3)


def test_kills_on_postgresql_that_take_the_bots_along_lose_nothing(postgres_url: str) -> None:
    endure(postgres_url, 4, with_workers=True)
