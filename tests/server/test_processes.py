"""Several server processes share one PostgreSQL and one Redis; any of them may die."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import pytest

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from elgrande.server.storage import Storage
from tests.support.clients import Frame, Person, come_in, open_table
from tests.support.hosting import Hosting, forks, hosted, two_servers
from tests.support.kill_play import (
    Notebook,
    Survivor,
    check_all_that_was_shown,
    check_finished,
    check_promises,
    insist,
)
from tests.support.nursery import Nursery
from tests.support.services import Postgres, Redis, need
from tests.support.walks import walk

pytestmark = pytest.mark.proof

__all__ = ["forks", "two_servers"]
SECONDS_TO_TAKE_OVER = 60.0
SECONDS_FOR_A_GAME = 90.0


def run(database_url: str, work: Callable[[httpx.AsyncClient, Storage], Awaitable[None]]) -> None:
    """Run a test with a client and a look into the database."""

    async def start() -> None:
        storage = await Storage.open(database_url, migrate=False)
        try:
            async with httpx.AsyncClient(timeout=30) as http:
                await work(http, storage)
        finally:
            await storage.close()

    asyncio.run(start())


async def until(condition: Callable[[], bool], seconds: float) -> None:
    async with asyncio.timeout(seconds):
        while not condition():
            await asyncio.sleep(0.01)


async def check_game(
    storage: Storage, notebook: Notebook, witness: Person, table: str, ask: Any = insist
) -> None:
    """A game was finished, and all that was promised in it holds."""
    now = await check_promises(storage, notebook, witness, table, ask)
    await check_finished(now, witness, ask)
    await check_all_that_was_shown(storage, notebook, table)


def at(person: Person, url: str) -> Person:
    """The same person at another process."""
    return Person(person.http, url, person.name, person.token)


def test_players_at_two_processes_play_live(two_servers: Hosting) -> None:
    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        first, second = two_servers.urls
        ana = await come_in(http, first, "Ana")
        ben = at(await come_in(http, first, "Ben"), second)
        table = await open_table([ana, ben], ["me", "invite", "bot:novice"])
        notebook = Notebook()
        players = [Survivor(ana, table, notebook, 1), Survivor(ben, table, notebook, 2)]
        began = time.monotonic()
        async with asyncio.timeout(SECONDS_FOR_A_GAME):
            await asyncio.gather(*(player.play() for player in players))
        # News that came only with the looks into the database would take two seconds each.
        assert time.monotonic() - began < len(notebook)
        assert set(notebook.answers) == {"done"}
        for witness in (ana, ben):
            await check_game(storage, notebook, witness, table)

    run(two_servers.database_url, work)


def test_a_game_published_at_one_process_is_opened_at_the_other(two_servers: Hosting) -> None:
    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        first, second = two_servers.urls
        ana, eva = await come_in(http, first, "Ana"), await come_in(http, second, "Eva")
        record = walk(Game.new(Options(players=2, short=True), seed=7), Rng(7)).record().to_text()
        here = f"/api/tables/{(await ana.post('/api/records', {'record': record}))['table']['id']}"
        assert await eva.refused("GET", here) == "no_such_table"
        for published in (True, False):
            answer = await ana.ask("PUT", f"{here}/published", {"published": published})
            assert answer.is_success, answer.text
            async with asyncio.timeout(SECONDS_TO_TAKE_OVER):
                while (await eva.ask("GET", f"{here}/state")).is_success != published:
                    await asyncio.sleep(0.05)

    run(two_servers.database_url, work)


def test_a_process_dies_and_the_other_goes_on(two_servers: Hosting) -> None:
    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        first, second = two_servers.urls
        ana = await come_in(http, first, "Ana")
        ben = at(await come_in(http, first, "Ben"), second)
        notebook = Notebook()
        # Several tables: some of them are kept by the process that dies, bots and all.
        tables = [await open_table([ana, ben], ["me", "invite", "bot:novice"]) for _ in range(4)]
        players = [
            Survivor(person, table, notebook, seed, urls=urls)
            for seed, table in enumerate(tables)
            for person, urls in ((ana, [first, second]), (ben, [second]))
        ]
        games = [asyncio.create_task(player.play()) for player in players]
        await until(lambda: all(len(notebook.promised[table]) > 10 for table in tables), 60)
        two_servers.servers[0].kill()
        before = {table: notebook.highest[table] for table in tables}
        for table in tables:
            await check_promises(storage, notebook, ben, table, insist)
        await until(
            lambda: all(notebook.highest[table] > before[table] + 5 for table in tables),
            SECONDS_TO_TAKE_OVER,
        )
        async with asyncio.timeout(SECONDS_FOR_A_GAME):
            await asyncio.gather(*games)
        assert set(notebook.answers) <= {"done", "again:done"}
        for table in tables:
            await check_game(storage, notebook, ben, table)

    run(two_servers.database_url, work)


def test_whoever_keeps_a_table_moves_its_bots_though_nobody_is_connected_there(
    two_servers: Hosting,
) -> None:
    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        ana = await come_in(http, two_servers.urls[0], "Ana")
        tables = [await open_table([ana], ["bot:novice", "me", "bot:novice"]) for _ in range(8)]
        for table in tables:
            state = await ana.get(f"/api/tables/{table}/state")
            async with asyncio.timeout(SECONDS_TO_TAKE_OVER):
                while not state["view"]["choices"]:
                    after = state["number"]
                    state = await ana.get(f"/api/tables/{table}/state?after={after}&wait=10")

    run(two_servers.database_url, work)


def test_redis_dies_and_comes_back_during_play(forks: Nursery, postgres_server: Postgres) -> None:
    redis = need(Redis)
    assert isinstance(redis, Redis)

    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        first, second = hosting.urls
        ana = await come_in(http, first, "Ana")
        ben = at(await come_in(http, first, "Ben"), second)
        table = await open_table([ana, ben], ["me", "invite", "bot:novice"])
        notebook = Notebook()
        players = [Survivor(ana, table, notebook, 1), Survivor(ben, table, notebook, 2)]
        games = [asyncio.create_task(player.play()) for player in players]
        await until(lambda: len(notebook) > 10, 60)
        await asyncio.to_thread(redis.stop)
        health = (await http.get(f"{first}/health")).json()
        assert (health["redis"], health["storage"]) == (False, True)
        # News are found in the database now: slower, but everybody goes on.
        seen = notebook.highest[table]
        await until(lambda: notebook.highest[table] > seen + 5, 40)
        await check_promises(storage, notebook, ana, table, insist)
        await asyncio.to_thread(redis.start)
        async with asyncio.timeout(SECONDS_FOR_A_GAME):
            await asyncio.gather(*games)
        assert set(notebook.answers) == {"done"}
        assert (await http.get(f"{first}/health")).json()["redis"] is True
        for witness in (ana, ben):
            await check_game(storage, notebook, witness, table)

    try:
        options = ["--redis-url", redis.url()]
        with hosted(forks, postgres_server.new_database(), 2, options) as hosting:
            run(hosting.database_url, work)
    finally:
        redis.remove()


async def submit(person: Person, table: str, state: Frame) -> httpx.Response:
    """Answer what is asked with the first choice there is."""
    body = {
        "seat": state["seat"],
        "step": state["view"]["step"],
        "choice": state["view"]["choices"][0]["choice"],
        "confirm": True,
    }
    return await person.ask("POST", f"/api/tables/{table}/choices", body)


def test_a_process_that_heard_nothing_yet_looks_before_it_refuses(
    forks: Nursery, postgres_url: str
) -> None:
    """Without Redis a process learns late what another has written; it must not say `stale`."""

    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        ana = await come_in(http, hosting.urls[0], "Ana")
        table = await open_table([ana], ["me", "hotseat"])
        for turn in range(6):
            here, there = (at(ana, hosting.urls[(turn + more) % 2]) for more in (0, 1))
            for _ in range(3):
                state = await here.get(f"/api/tables/{table}/state")
                assert (await submit(here, table, state)).status_code == 200
            state = await here.get(f"/api/tables/{table}/state")
            answer = await submit(there, table, state)
            assert answer.status_code == 200, answer.text
            assert (await submit(here, table, state)).status_code == 200
            for process in (here, there):
                newest = await process.get(f"/api/tables/{table}/state")
                assert newest["number"] == state["number"] + 1

    with hosted(forks, postgres_url, 2) as hosting:
        run(postgres_url, work)


def test_processes_that_start_at_once_share_an_empty_database(
    forks: Nursery, postgres_server: Postgres
) -> None:
    url = postgres_server.new_database()
    with hosted(forks, url, 3) as hosting:
        for address in hosting.urls:
            assert httpx.get(f"{address}/health").json()["status"] == "ok"
        name = url.rpartition("/")[2]
        rows = postgres_server.execute("SELECT version_num FROM alembic_version", name)
        assert len(rows) == 1


def test_processes_agree_while_both_write(two_servers: Hosting) -> None:
    """Everybody plays at both processes in turns; bots and all, nobody moves twice."""

    async def work(http: httpx.AsyncClient, storage: Storage) -> None:
        ana = await come_in(http, two_servers.urls[0], "Ana")
        table = await open_table([ana], ["me", "bot:novice", "hotseat", "bot:novice"])
        notebook = Notebook()
        players = [
            Survivor(ana, table, notebook, index, urls=[url])
            for index, url in enumerate(two_servers.urls)
        ]
        async with asyncio.timeout(SECONDS_FOR_A_GAME):
            await asyncio.gather(*(player.play() for player in players))
        await check_game(storage, notebook, ana, table)

    run(two_servers.database_url, work)
