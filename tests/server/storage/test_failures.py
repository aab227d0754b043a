"""A database that is locked, full, read-only or gone: nothing is half-written, and it comes back.

Whatever the trouble is, the story is the same: before it all is well, meanwhile every write says
in a sentence what is wrong, and when it is over all goes on by itself.
"""

import asyncio
import shutil
import signal
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from elgrande.server.errors import StorageDown
from elgrande.server.storage import Change, Seat, Storage, on_postgresql, on_sqlite
from tests.server.storage.samples import another_program, entry, file_of, on, table
from tests.support.services import Postgres


@pytest.fixture(autouse=True)
def _do_not_wait_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(on_sqlite, "LOCK_SECONDS", 0.2)
    monkeypatch.setattr(on_postgresql, "LOCK_SECONDS", 1.0)


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    folder = tmp_path / "data"
    folder.mkdir()
    return f"sqlite:///{folder / 'games.db'}"


Trouble = Callable[[], AbstractContextManager[object]]


async def pause_and_go_on(storage: Storage, sentence: str, trouble: Trouble) -> None:
    """The story: well, in trouble, well again."""
    await storage.add_table(table(), [entry(1)])
    with trouble():
        await fail_together(storage, sentence)
    # What failed was not written, so the same numbers are free.
    assert await storage.entries("t1") == [entry(1)]
    assert await storage.table("t1") == table()
    await storage.append("t1", [entry(2)], Change(state="running"))
    await storage.ping()
    assert await storage.last_numbers(["t1"]) == {"t1": 2}


async def fail_together(storage: Storage, sentence: str) -> None:
    done = await asyncio.gather(
        storage.append("t1", [entry(2)], Change(state="running", seats=[Seat(0, "bot")])),
        storage.append("t1", [entry(3, large="x" * 100_000)]),
        storage.ping(),
        return_exceptions=True,
    )
    assert all(isinstance(result, StorageDown) for result in done), done
    assert all(sentence in str(result) for result in done), done


@contextmanager
def told_the_writer(storage: Storage, before: str, after: str) -> Iterator[None]:
    """Every connection that writes is told something, and the last something else afterwards."""
    original = on_sqlite._connect

    def connect(path: Path, mode: str) -> sqlite3.Connection:
        opened = original(path, mode)
        opened.execute(before)
        return opened

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(on_sqlite, "_connect", connect)
        tell_the_writer(storage, before)
        yield
        tell_the_writer(storage, after)


def tell_the_writer(storage: Storage, what: str) -> None:
    """Say something on the connection that writes, if there is one; its thread is idle now."""
    assert isinstance(storage.database, on_sqlite.SqliteDatabase)
    if (connection := storage.database._connection) is not None:
        driver = connection.connection.driver_connection
        assert isinstance(driver, sqlite3.Connection)
        driver.execute(what)


@pytest.mark.parametrize("lock", ["BEGIN IMMEDIATE", "BEGIN EXCLUSIVE"])
def test_a_locked_file(sqlite_url: str, lock: str) -> None:
    @contextmanager
    def locked() -> Iterator[None]:
        with another_program(sqlite_url) as other:
            other.execute(lock)
            yield

    on(sqlite_url, lambda storage: pause_and_go_on(storage, "is locked", locked))


def test_a_lock_that_ends_in_time_is_waited_for(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(on_sqlite, "LOCK_SECONDS", 5.0)

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        with another_program(sqlite_url) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(storage.append("t1", [entry(2)]))
            await asyncio.sleep(0.3)
            assert not waiting.done()
            assert await storage.entries("t1") == [entry(1)]  # whoever reads does not wait
            other.execute("ROLLBACK")
            await waiting

    on(sqlite_url, body)


def test_a_full_disk(sqlite_url: str) -> None:
    async def body(storage: Storage) -> None:
        full = "PRAGMA max_page_count = 1"  # as many as there are, no more
        empty = "PRAGMA max_page_count = 1000000"
        # Until it is full small things fit, so the first unit has to be large.
        await storage.add_table(table(), [entry(1)])
        with told_the_writer(storage, full, empty):
            large = [entry(number, text="x" * 5000) for number in range(2, 12)]
            with pytest.raises(StorageDown, match="is full"):
                await storage.append("t1", large, Change(state="running"))
        assert await storage.entries("t1") == [entry(1)]
        assert await storage.table("t1") == table()
        await storage.append("t1", [entry(2, text="x" * 50_000)])

    on(sqlite_url, body)


def test_a_database_that_is_read_only(sqlite_url: str) -> None:
    async def body(storage: Storage) -> None:
        def closed() -> AbstractContextManager[None]:
            return told_the_writer(storage, "PRAGMA query_only = ON", "PRAGMA query_only = OFF")

        await pause_and_go_on(storage, "cannot be written to", closed)

    on(sqlite_url, body)


def test_a_folder_that_is_moved_away_and_back(sqlite_url: str) -> None:
    folder = file_of(sqlite_url).parent

    @contextmanager
    def away() -> Iterator[None]:
        elsewhere = folder.with_name("elsewhere")
        folder.rename(elsewhere)
        yield
        elsewhere.rename(folder)

    on(sqlite_url, lambda storage: pause_and_go_on(storage, "cannot be reached", away))


def test_whoever_reads_is_told_too(sqlite_url: str) -> None:
    folder = file_of(sqlite_url).parent

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        folder.rename(folder.with_name("elsewhere"))
        with pytest.raises(StorageDown, match="cannot be reached"):
            await storage.entries("t1")
        assert not folder.exists()
        folder.with_name("elsewhere").rename(folder)
        assert await storage.entries("t1") == [entry(1)]

    on(sqlite_url, body)


def test_another_file_in_its_place_is_not_written_to(sqlite_url: str) -> None:
    path = file_of(sqlite_url)

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        copy = path.with_name("copy.db")
        shutil.copy(path, copy)
        copy.replace(path)
        await fail_together(storage, "has been moved or replaced")

    on(sqlite_url, body)


def test_a_damaged_file_is_told(sqlite_url: str) -> None:
    path = file_of(sqlite_url)
    on(sqlite_url, lambda storage: storage.add_table(table(), [entry(1)]))

    async def body(storage: Storage) -> None:
        with path.open("r+b") as file:
            file.write(b"not a database at all, " * 1000)
        await fail_together(storage, "does not respond as expected")

    on(sqlite_url, body)


@pytest.mark.proof
def test_a_server_that_stops_and_starts(postgres_server: Postgres, postgres_url: str) -> None:
    @contextmanager
    def stopped() -> Iterator[None]:
        postgres_server.stop(signal.SIGINT)
        try:
            yield
        finally:
            postgres_server.start()

    async def body(storage: Storage) -> None:
        await pause_and_go_on(storage, "cannot be reached", stopped)

    on(postgres_url, body)


@pytest.mark.proof
def test_a_server_that_was_away_while_nobody_asked(
    postgres_server: Postgres, postgres_url: str
) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        await asyncio.gather(*[storage.entries("t1") for _ in range(10)])
        postgres_server.stop(signal.SIGQUIT)  # at once, as in a crash
        postgres_server.start()
        await storage.append("t1", [entry(2)])
        for _ in range(10):
            assert await storage.entries("t1") == [entry(1), entry(2)]

    on(postgres_url, body)


def test_a_lock_on_the_server(postgres_server: Postgres, postgres_url: str) -> None:
    async def body(storage: Storage) -> None:
        other = await Storage.open(postgres_url)
        free = asyncio.Event()
        held = asyncio.Event()

        async def hold() -> None:
            async with other.database._writer.connect() as connection:  # type: ignore[attr-defined]
                await connection.exec_driver_sql("LOCK TABLE entries IN ACCESS EXCLUSIVE MODE")
                held.set()
                await free.wait()
                await connection.rollback()

        await storage.add_table(table(), [entry(1)])
        holding = asyncio.create_task(hold())
        await held.wait()
        with pytest.raises(StorageDown, match="is locked"):
            await storage.append("t1", [entry(2)], Change(state="running"))
        free.set()
        await holding
        await other.close()
        assert await storage.entries("t1") == [entry(1)]
        assert await storage.table("t1") == table()
        await storage.append("t1", [entry(2)])

    on(postgres_url, body)


def test_a_server_that_only_reads(postgres_server: Postgres, postgres_url: str) -> None:
    name = postgres_url.rsplit("/", 1)[1]

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        await asyncio.to_thread(
            postgres_server.execute, f"ALTER DATABASE {name} SET default_transaction_read_only = on"
        )
        await end_connections(postgres_server, name)
        await fail_together(storage, "cannot be written to")
        assert await storage.entries("t1") == [entry(1)]
        await asyncio.to_thread(
            postgres_server.execute, f"ALTER DATABASE {name} RESET default_transaction_read_only"
        )
        await storage.append("t1", [entry(2)])

    on(postgres_url, body)


async def end_connections(server: Postgres, name: str) -> None:
    """Have the server hang up on everybody at a database."""
    ended = f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
    await asyncio.to_thread(server.execute, ended)


@pytest.mark.proof
def test_a_server_that_hangs_up_all_the_time(postgres_server: Postgres, postgres_url: str) -> None:
    """Whatever was acknowledged is there, once; what was not may be tried again."""
    name = postgres_url.rsplit("/", 1)[1]

    async def write_all(storage: Storage, key: str) -> None:
        number = 1
        while number <= 60:
            try:
                await storage.append(key, [entry(number)])
            except StorageDown:
                number = (await read_until(lambda: storage.last_numbers([key]))).get(key, 0)
            number += 1
            await asyncio.sleep(0.02)

    async def body(storage: Storage) -> None:
        keys = [f"t{number}" for number in range(5)]
        for key in keys:
            await storage.add_table(table(key), [])
        writing = asyncio.gather(*[write_all(storage, key) for key in keys])
        while not writing.done():
            await end_connections(postgres_server, name)
            await asyncio.sleep(0.15)
        await writing
        for key in keys:
            log = await storage.entries(key)
            assert [line.number for line in log] == list(range(1, 61))

    on(postgres_url, body)


async def read_until(read: Callable[[], Awaitable[dict[str, int]]]) -> dict[str, int]:
    while True:
        try:
            return await read()
        except StorageDown:
            await asyncio.sleep(0.01)
