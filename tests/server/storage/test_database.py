"""Which database: addresses, migrations, and that what is committed is really kept."""

import asyncio
import os
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection

from elgrande.server.errors import BadSetting, ServerError, StorageDown
from elgrande.server.storage import Storage, database, default_url
from elgrande.server.storage.database import read_url
from elgrande.server.storage.schema import metadata
from tests.server.storage.samples import another_program, entry, file_of, on, table
from tests.support.services import Postgres, free_port

BAD_URLS = [
    ("", "must look like"),
    ("games.db", "must look like"),
    ("postgresql+asyncpg://u:hidden@host:port/x", "must look like"),
    ("sqlite://", "is a file"),
    ("sqlite:///:memory:", "is a file"),
    ("sqlite:///file:x?mode=memory&uri=true", "is a file"),
    ("sqlite://host/x.db", "is a file"),
    ("mysql://root:hidden@localhost/x", "'mysql' is not supported"),
    ("postgresql+psycopg://u:hidden@localhost/x", "'postgresql+psycopg' is not supported"),
    ("postgresql://u:hidden@localhost", "must contain its name"),
    (f"{'x' * 10_000}://u:hidden@localhost/x", "is not supported"),
]


@pytest.mark.parametrize(("url", "sentence"), BAD_URLS)
def test_a_bad_address_is_refused(url: str, sentence: str) -> None:
    with pytest.raises(BadSetting) as caught:
        asyncio.run(Storage.open(url))
    said = str(caught.value)
    assert sentence in said
    assert "hidden" not in said
    assert said.endswith(".")
    assert len(said) < 300


def test_addresses_people_know_are_understood(tmp_path: Path) -> None:
    for name in ("postgres", "postgresql", "postgresql+asyncpg"):
        url = read_url(f"{name}://u:p@h/d?sslmode=require")
        assert url.drivername == "postgresql+asyncpg"
        assert dict(url.query) == {"ssl": "require"}
    for name in ("sqlite", "sqlite+aiosqlite"):
        where = tmp_path / f"{name} ü%20?#.db"
        on(f"{name}:///{where}".replace("?", "%3F"), Storage.ping)
    assert default_url().startswith("sqlite:///")
    assert default_url().endswith("elgrande.db")


def refusal(url: str) -> str:
    with pytest.raises(ServerError) as caught:
        asyncio.run(Storage.open(url))
    assert isinstance(caught.value, BadSetting | StorageDown)
    assert str(caught.value).endswith(".")
    return str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear friend, " * 1000)
    assert "is not a SQLite database" in refusal(f"sqlite:///{path}")
    assert "cannot be opened" in refusal(f"sqlite:///{tmp_path}")
    assert "letter.txt" in refusal(f"sqlite:///{path / 'below.db'}")
    assert path.read_text() == "Dear friend, " * 1000


def test_a_server_that_is_not_there() -> None:
    url = f"postgresql+asyncpg://u:hidden@127.0.0.1:{free_port()}/games"
    said = refusal(url)
    assert "No PostgreSQL server answers" in said
    assert "hidden" not in said


def test_a_server_that_knows_better(postgres_server: Postgres, postgres_url: str) -> None:
    for change, sentence in (
        (("a-password-of-tests", "hidden"), "does not accept this user and password"),
        (("/test_", "/nothing_"), "There is no database"),
    ):
        said = refusal(postgres_url.replace(*change))
        assert sentence in said
        assert "hidden" not in said
        assert "a-password-of-tests" not in said
    assert "an unknown setting" in refusal(f"{postgres_url}?colour=blue")


def test_postgresql_needs_its_packages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "find_spec", lambda name: None)
    assert "elgrande[hosting]" in refusal("postgresql://u:p@h/d")


def test_the_migrations_make_what_the_code_expects(url: str) -> None:
    def compare(connection: Connection) -> list[object]:
        return list(compare_metadata(MigrationContext.configure(connection), metadata))

    assert on(url, lambda storage: storage.database.read(compare)) == []


def test_two_open_an_empty_database_at_once(url: str) -> None:
    async def run() -> None:
        opened = await asyncio.gather(*[Storage.open(url) for _ in range(6)])
        for storage in opened:
            await storage.ping()
            await storage.close()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_several_databases_are_opened_at_once(tmp_path: Path, postgres_server: Postgres) -> None:
    urls = [f"sqlite:///{tmp_path / str(number)}.db" for number in range(4)]
    urls += [postgres_server.new_database() for _ in range(3)]

    async def run() -> None:
        opened = await asyncio.gather(*[Storage.open(url) for url in urls])
        for storage in opened:
            await storage.add_table(table(), [entry(1)])
            await storage.close()

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.proof
def test_two_processes_open_an_empty_database_at_once(url: str) -> None:
    code = (
        "import asyncio, sys; from elgrande.server.storage import Storage\n"
        "async def main():\n"
        "    storage = await Storage.open(sys.argv[1])\n"
        "    await storage.ping(); await storage.close()\n"
        "asyncio.run(main())"
    )
    started = [
        subprocess.Popen([sys.executable, "-c", code, url], stderr=subprocess.PIPE)
        for _ in range(3)
    ]
    for process in started:
        _, said = process.communicate(timeout=60)
        assert (process.returncode, said) == (0, b"")


def test_a_database_of_a_newer_version_is_left_alone(url: str) -> None:
    def pretend(connection: Connection) -> None:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")

    on(url, lambda storage: storage.database.write(pretend))
    assert "newer version" in refusal(url)


def test_without_migrating_nothing_is_made(url: str) -> None:
    with pytest.raises(BadSetting):
        asyncio.run(Storage.open(url, migrate=False))
    if url.startswith("sqlite"):
        assert not file_of(url).exists()
    on(url, Storage.ping)

    async def again() -> None:
        storage = await Storage.open(url, migrate=False)
        await storage.close()

    asyncio.run(again())


def test_sqlite_keeps_what_it_commits(tmp_path: Path) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    url = f"sqlite:///{folder / 'games.db'}"

    def settings(connection: Connection) -> list[object]:
        names = ("synchronous", "journal_mode", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    async def body(storage: Storage) -> None:
        for run in (storage.database.read, storage.database.write, storage.database.transfer):
            assert await run(settings) == [2, "wal", 1, 5000]

    on(url, body)
    assert stat.S_IMODE(os.stat(file_of(url)).st_mode) == 0o600
    assert sorted(path.name for path in file_of(url).parent.iterdir()) == ["games.db"]


def test_postgresql_keeps_what_it_commits(postgres_server: Postgres, postgres_url: str) -> None:
    name = postgres_url.rsplit("/", 1)[1]
    postgres_server.execute(f"ALTER DATABASE {name} SET synchronous_commit = off")

    def settings(connection: Connection) -> list[object]:
        names = ("synchronous_commit", "fsync", "application_name")
        return [connection.exec_driver_sql(f"SHOW {name}").scalar() for name in names]

    async def body(storage: Storage) -> None:
        for run in (storage.database.read, storage.database.write, storage.database.transfer):
            assert await run(settings) == ["on", "on", "elgrande"]

    on(postgres_url, body)


def test_others_see_a_commit_at_once(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [])
        with another_program(url) as other:
            for number in range(1, 20):
                await storage.append("t1", [entry(number)])
                found = other.execute("SELECT max(number) FROM entries").fetchone()
                assert found == (number,)

    on(url, body)


def test_a_broken_migration_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE pulse (mine TEXT)")  # the last table we would make
    other.close()
    with pytest.raises(Exception, match="already exists"):
        asyncio.run(Storage.open(f"sqlite:///{path}"))
    with sqlite3.connect(path) as other:
        assert other.execute("SELECT name FROM sqlite_master").fetchall() == [("pulse",)]
    other.close()
