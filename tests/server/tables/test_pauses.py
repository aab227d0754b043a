"""A database that is locked, full, read-only or gone: play pauses, says why, and goes on.

One story for every trouble, at a real server: people and bots play, the trouble comes, whoever
chooses is refused with the reason, nothing is half-written; then the trouble goes, and all play on
without a restart.
"""

import asyncio
import os
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager, suppress
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import httpx
import pytest

from elgrande.server.storage import Storage
from tests.support.clients import come_in, open_table
from tests.support.hosting import Hosting, forks, hosted
from tests.support.kill_play import (
    Notebook,
    Survivor,
    check_all_that_was_shown,
    check_promises,
    insist,
)
from tests.support.nursery import Nursery
from tests.support.programs import Missing
from tests.support.services import Postgres

pytestmark = pytest.mark.proof

__all__ = ["forks"]
SECONDS_TO_NOTICE = 30.0
SECONDS_TO_GO_ON = 40.0
Trouble = Callable[[], AbstractContextManager[object]]


async def until(condition: Callable[[], bool], seconds: float, what: str) -> None:
    for _ in range(int(seconds / 0.02)):
        if condition():
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"This did not happen: {what}.")


class Story:
    """What happens at a server before, in and after a trouble."""

    def __init__(self, hosting: Hosting, http: httpx.AsyncClient) -> None:
        self.hosting = hosting
        self.url = hosting.urls[0]
        self.http = http
        self.notebook = Notebook()
        self.tables: list[str] = []
        self.players: list[Survivor] = []

    async def begin(self) -> list[asyncio.Task[None]]:
        """Two people at one table, one with bots at another, one who only looks at a third."""
        ana, ben = [await come_in(self.http, self.url, name) for name in ("Ana", "Ben")]
        self.ana = ana
        self.tables = [
            await open_table([ana, ben], ["me", "invite"]),
            await open_table([ana], ["me", "bot:novice", "bot:novice"]),
            await open_table([ana, ben], ["me", "invite"]),
        ]
        seats = [(ana, 0), (ben, 0), (ana, 1), (ben, 2)]
        self.players = [
            Survivor(person, self.tables[table], self.notebook, seed)
            for seed, (person, table) in enumerate(seats)
        ]
        self.players[-1].next_frame = lambda: None  # type: ignore[method-assign]
        games = [asyncio.create_task(player.play()) for player in self.players]
        await until(lambda: self.all_moved({}, 4), 60, "people and bots play")
        return games

    def all_moved(self, since: dict[str, int], more: int) -> bool:
        return all(
            self.notebook.highest[table] >= since.get(table, 2) + more for table in self.tables[:2]
        )

    def all_heard(self, said: Callable[[str | None], bool]) -> bool:
        last = [self.notebook.pauses[table][-1:] for table in self.tables]
        return all(heard and said(heard[0]) for heard in last)

    async def suffer(self, sentence: str) -> None:
        """The trouble is there: everybody is told why, and nobody gets anything done."""
        await until(
            lambda: self.all_heard(lambda said: said is not None and sentence in said),
            SECONDS_TO_NOTICE,
            f"everybody hears that {sentence}",
        )
        await until(
            lambda: self.notebook.answers["storage_down"] > 0, SECONDS_TO_NOTICE, "a refusal"
        )
        shown = self.players[-1].state
        answer = await self.ana.ask(
            "POST",
            f"/api/tables/{self.tables[2]}/choices",
            {"seat": 0, "step": shown["number"], "choice": 0},
        )
        # A choice may also be refused because it is not legal; either way it does not count.
        assert answer.status_code in (503, 409, 422), answer.text
        if answer.status_code == 503:
            assert answer.json()["error"] == "storage_down"
            assert "retry-after" in answer.headers
        health = await self.http.get(f"{self.url}/health")
        assert (health.status_code, health.json()["storage"]) == (503, False)

    async def recover(self, storage: Storage) -> None:
        """The trouble is over: play goes on at all tables, bots included, in the same process."""
        before = {table: self.notebook.highest[table] for table in self.tables}
        await until(
            lambda: self.all_heard(lambda said: said is None), SECONDS_TO_GO_ON, "a resumption"
        )
        await until(lambda: self.all_moved(before, 12), SECONDS_TO_GO_ON, "play goes on")
        assert self.hosting.servers[0].is_alive()
        assert (await self.http.get(f"{self.url}/health")).status_code == 200
        for table in self.tables:
            await check_promises(storage, self.notebook, self.ana, table, insist)
        # What was refused was sent again and is done; nothing else went wrong.
        assert set(self.notebook.answers) <= {"done", "again:done", "storage_down"}
        assert self.notebook.answers["again:done"] > 0


def tell(hosting: Hosting, sentence: str, trouble: Trouble) -> None:
    """The whole story."""

    async def run() -> None:
        async with httpx.AsyncClient(timeout=60) as http:
            story = Story(hosting, http)
            games = await story.begin()
            try:
                with trouble():
                    await story.suffer(sentence)
                storage = await Storage.open(hosting.database_url, migrate=False)
                try:
                    await story.recover(storage)
                    for player in story.players:
                        player.stop = True
                    for game in games:
                        game.cancel()
                    await asyncio.gather(*games, return_exceptions=True)
                    for table in story.tables:
                        await check_all_that_was_shown(storage, story.notebook, table)
                finally:
                    await storage.close()
            finally:
                for game in games:
                    game.cancel()
                await asyncio.gather(*games, return_exceptions=True)

    asyncio.run(run())
    assert "Traceback" not in hosting.servers[0].log(), hosting.servers[0].log()


@contextmanager
def small_disk(folder: Path) -> Iterator[None]:
    """A disk of its own on a folder; Missing where we may not have one."""
    mounted = (
        os.geteuid() == 0
        and not subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=8m", "elgrande-test", str(folder)],
            capture_output=True,
        ).returncode
    )
    if not mounted:
        raise Missing("a full disk cannot be tried: only root may mount one here")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_locked_file(forks: Nursery, tmp_path: Path) -> None:
    path = tmp_path / "tables.db"

    @contextmanager
    def locked() -> Iterator[None]:
        other = sqlite3.connect(path, isolation_level=None)
        try:
            other.execute("BEGIN EXCLUSIVE")
            yield
            other.execute("ROLLBACK")
        finally:
            other.close()

    with hosted(forks, f"sqlite:///{path}", 1) as hosting:
        tell(hosting, "is locked", locked)


def test_a_full_disk(forks: Nursery, tmp_path: Path) -> None:
    filler = tmp_path / "filler"

    @contextmanager
    def full() -> Iterator[None]:
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while file.write(bytes(4096)):
                continue
        yield
        filler.unlink()

    with small_disk(tmp_path), hosted(forks, f"sqlite:///{tmp_path}/tables.db", 1) as hosting:
        tell(hosting, "is full", full)


def test_a_folder_that_is_moved_away_and_back(forks: Nursery, tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir()

    @contextmanager
    def away() -> Iterator[None]:
        folder.rename(tmp_path / "elsewhere")
        yield
        (tmp_path / "elsewhere").rename(folder)

    with hosted(forks, f"sqlite:///{folder}/tables.db", 1) as hosting:
        tell(hosting, "cannot be reached", away)


def test_a_database_server_that_stops_and_starts(
    forks: Nursery, postgres_server: Postgres, postgres_url: str
) -> None:
    @contextmanager
    def stopped() -> Iterator[None]:
        postgres_server.stop(signal.SIGQUIT)  # as in a crash
        try:
            yield
        finally:
            postgres_server.start()

    with hosted(forks, postgres_url, 1) as hosting:
        tell(hosting, "cannot be reached", stopped)


def test_a_database_server_that_only_reads(
    forks: Nursery, postgres_server: Postgres, postgres_url: str
) -> None:
    name = postgres_url.rpartition("/")[2]

    def say(*statements: str) -> None:
        async def run() -> None:
            connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
            for statement in statements:
                await connection.execute(statement)
            await connection.close()

        in_thread(run)

    @contextmanager
    def read_only() -> Iterator[None]:
        hang_up = (
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            f" WHERE datname = '{name}' AND pid <> pg_backend_pid()"
        )
        say(f"ALTER DATABASE {name} SET default_transaction_read_only = on", hang_up)
        yield
        reset = f"ALTER DATABASE {name} RESET default_transaction_read_only"
        say("SET default_transaction_read_only = off", reset, hang_up)

    with hosted(forks, postgres_url, 1) as hosting:
        tell(hosting, "cannot be written to", read_only)


def test_a_lock_in_the_database_server(forks: Nursery, postgres_url: str) -> None:
    @contextmanager
    def locked() -> Iterator[None]:
        loop = asyncio.new_event_loop()

        async def hold() -> Any:
            connection = await asyncpg.connect(postgres_url.replace("+asyncpg", ""))
            await connection.execute("BEGIN; LOCK TABLE entries, pulse IN EXCLUSIVE MODE")
            return connection

        connection = in_thread(hold, loop)
        yield
        in_thread(connection.close, loop)
        loop.close()

    with hosted(forks, postgres_url, 1) as hosting:
        tell(hosting, "is locked", locked)


def in_thread(work: Callable[[], Any], loop: asyncio.AbstractEventLoop | None = None) -> Any:
    """Run something in an event loop of its own, beside the one that runs here."""
    with ThreadPoolExecutor(1) as pool:
        if loop is not None:
            return pool.submit(lambda: loop.run_until_complete(work())).result()
        return pool.submit(lambda: asyncio.run(work())).result()
