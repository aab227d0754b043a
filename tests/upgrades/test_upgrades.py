"""Databases that 0.3.0 and 0.4.0 left behind: opened, migrated, and played on to the end.

They were made by `tests/upgrades/make.py` with the code of their time.
"""

import asyncio
import gzip
import json
import sqlite3
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.runtime.migration import MigrationContext

from elgrande.record import Record
from elgrande.server.retention import KEEP
from elgrande.server.storage.migrate import newest_revision
from tests.server.storage.samples import on
from tests.support.clients import Person, SeatClient
from tests.support.command_line import is_refused, run
from tests.support.marks import with_proofs
from tests.support.server import serving, sqlite_url
from tests.support.services import PASSWORD, Postgres

FOLDER = Path(__file__).parent
VERSIONS = ("0.3.0", "0.4.0")
# The tables were left long ago; here they are to be played on.
KEPT = [word for name in KEEP for word in ("--keep", f"{name}=off")]


def known(version: str) -> dict[str, Any]:
    """What the people of an old database know."""
    found: dict[str, Any] = json.loads((FOLDER / f"{version}.json").read_text(encoding="utf-8"))
    assert found["version"] == version
    return found


def unpacked(name: str) -> str:
    return gzip.decompress((FOLDER / name).read_bytes()).decode()


def old_sqlite(version: str, folder: Path) -> str:
    """A SQLite file as the old version left it."""
    connection = sqlite3.connect(folder / "tables.db")
    connection.executescript(unpacked(f"{version}.sql.gz"))
    assert connection.execute("SELECT version_num FROM alembic_version").fetchall() == [("0001",)]
    connection.close()
    return sqlite_url(folder)


def old_postgresql(version: str, folder: Path, server: Postgres) -> str:
    """A PostgreSQL database as the old version left it."""
    url = server.new_database()
    script = folder / "dump.sql"
    script.write_text(unpacked(f"{version}.postgresql.sql.gz"), encoding="utf-8")
    line = [str(server.programs / "psql"), "-q", "-v", "ON_ERROR_STOP=1", "-f", str(script)]
    address = url.replace("+asyncpg", "")
    subprocess.run([*line, address], check=True, capture_output=True, timeout=60)
    assert PASSWORD not in script.read_text(encoding="utf-8")
    return url


def revision_of(url: str) -> str | None:
    """The revision of a database's tables."""
    return on(
        url,
        lambda storage: storage.database.read(
            lambda connection: MigrationContext.configure(connection).get_current_revision()
        ),
    )


async def check_club(url: str, old: dict[str, Any], to_the_end: bool) -> None:
    """Everything the old people had is there, and their games are played on."""
    tables = old["tables"]
    async with httpx.AsyncClient(timeout=60) as http:
        ana, ben, wim = [
            Person(http, url, name, old["tokens"][name]) for name in ("Ana", "Ben", "Wim")
        ]
        await check_people(http, url, ana, old)
        await check_finished(ana, tables["finished"], old["result"])
        for name in ("running", "draft", "classic"):
            shown = await ana.get(f"/api/tables/{tables[name]}")
            assert shown["state"] == "running"
            assert shown["play"]["position"] <= old["positions"][name]
        assert (await ana.get(f"/api/tables/{tables['closed']}"))["state"] == "closed"
        # Who watched may still watch, and the invitation leads to its seat.
        log = await wim.get(f"/api/tables/{tables['running']}/log")
        assert [line["text"] for line in log if line["kind"] == "chat"] == ["Your turn"]
        accepted = await ben.post("/api/invitations/accept", {"token": old["invitation"]})
        assert (accepted["seat"], accepted["table"]["state"]) == (1, "running")
        if to_the_end:
            await play_to_the_end(ana, ben, [tables[name] for name in ("running", "draft", "open")])
            await play_to_the_end(ana, None, [tables["classic"]])


async def check_people(http: httpx.AsyncClient, url: str, ana: Person, old: dict[str, Any]) -> None:
    me = await ana.get("/api/me")
    assert me["player"]["claimed"]
    assert me["webhook"] == "http://127.0.0.1:9/turns"
    body = {"name": "ANA", "password": old["password"]}
    answer = await http.post(f"{url}/api/login", json=body)
    http.cookies.clear()
    assert answer.status_code == 200, answer.text
    assert answer.json()["player"]["id"] == me["player"]["id"]
    wrong = await http.post(f"{url}/api/login", json={**body, "password": "another one"})
    assert wrong.json()["error"] == "wrong_password"


async def check_finished(ana: Person, table: str, result: dict[str, Any]) -> None:
    """The finished game is what it was, choice by choice."""
    shown = await ana.get(f"/api/tables/{table}")
    assert (shown["state"], shown["result"], shown["difference"]) == ("finished", result, None)
    record = Record.from_json(json.dumps(await ana.get(f"/api/tables/{table}/record.json")))
    game = record.replay()
    assert game.digest() == result["digest"]
    assert game.scores == result["scores"]
    log = await ana.get(f"/api/tables/{table}/log")
    assert [line["text"] for line in log if line["kind"] == "chat"] == ["¡Hola!"]


async def play_to_the_end(ana: Person, ben: Person | None, tables: list[str]) -> None:
    for table in tables:
        clients = [SeatClient(person, table) for person in (ana, ben) if person is not None]
        ends = await asyncio.gather(*(client.play(120) for client in clients))
        for end in ends:
            assert end["table"]["state"] == "finished"
            assert end["table"]["result"]["winners"]


def check_served(url: str, version: str, *, to_the_end: bool) -> None:
    with serving(url, options=[*KEPT, "--allow-private-webhooks"]) as server:
        asyncio.run(check_club(server.url, known(version), to_the_end))
        assert '"internal"' not in server.log()
        assert server.stop() == 0
    assert revision_of(url) == newest_revision()


@pytest.mark.parametrize("version", with_proofs(VERSIONS, quick=1))
def test_an_old_file_is_opened_and_nothing_is_missing(version: str, tmp_path: Path) -> None:
    check_served(old_sqlite(version, tmp_path), version, to_the_end=False)


@pytest.mark.proof
@pytest.mark.parametrize("version", VERSIONS)
def test_the_games_of_an_old_file_are_played_to_the_end(version: str, tmp_path: Path) -> None:
    check_served(old_sqlite(version, tmp_path), version, to_the_end=True)


@pytest.mark.proof
@pytest.mark.parametrize("version", VERSIONS)
def test_the_games_of_an_old_postgresql_are_played_to_the_end(
    version: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    url = old_postgresql(version, tmp_path, postgres_server)
    check_served(url, version, to_the_end=True)


@pytest.fixture(params=with_proofs(["sqlite", "postgresql"]))
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield sqlite_url(tmp_path)
    else:
        yield request.getfixturevalue("postgres_url")


def old_export(version: str, folder: Path) -> Path:
    path = folder / "old.jsonl"
    path.write_text(unpacked(f"{version}.jsonl.gz"), encoding="utf-8")
    return path


@pytest.mark.parametrize("version", with_proofs(VERSIONS, quick=1))
def test_an_old_export_is_imported_and_brought_up_to_date(
    version: str, empty: str, tmp_path: Path
) -> None:
    """What is imported is what the migrated file holds, row by row."""
    path = old_export(version, tmp_path)
    done = run("import", str(path), "--database-url", empty, "--json")
    assert done.code == 0, done.err
    assert done.data()["rows"] == path.read_text(encoding="utf-8").count("\n") - 1
    assert revision_of(empty) == newest_revision()
    beside = tmp_path / "beside"
    beside.mkdir()
    migrated = old_sqlite(version, beside)
    on(migrated, lambda storage: storage.ping())
    for url, name in ((empty, "a.jsonl"), (migrated, "b.jsonl")):
        assert run("export", str(tmp_path / name), "--database-url", url).code == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_an_old_export_goes_into_an_empty_database_only(empty: str, tmp_path: Path) -> None:
    path = old_export("0.4.0", tmp_path)
    assert run("import", str(path), "--database-url", empty).code == 0
    refused = run("import", str(path), "--database-url", empty)
    assert is_refused(refused)
    assert "into an empty database" in refused.err
    # Half of one leaves the database as it was.
    other = tmp_path / "other"
    other.mkdir()
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[:-5]), encoding="utf-8")
    half = run("import", str(path), "--database-url", sqlite_url(other))
    assert is_refused(half)
    assert revision_of(sqlite_url(other)) == newest_revision()


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    url = old_sqlite("0.4.0", tmp_path)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    for command in (["backup", str(tmp_path / "x")], ["prune"], ["export", str(tmp_path / "x")]):
        refused = run(*command, "--database-url", url)
        assert is_refused(refused)
        assert "by a newer version of elgrande" in refused.err
