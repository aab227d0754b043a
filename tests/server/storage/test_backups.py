"""Backups: of a running server, checked, into either database, and nothing by halves."""

import asyncio
import gzip
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from elgrande.server.storage import Storage
from elgrande.server.timestamps import now_ms
from tests.server.storage.samples import on, player, table
from tests.server.storage.test_transfer import exported, fill
from tests.server.web.api.test_players import bearer, come_in
from tests.support.command_line import Outcome, is_refused, run
from tests.support.server import serving, sqlite_url, unmade_sqlite_url
from tests.support.services import Postgres


def backed_up(url: str, path: Path) -> Outcome:
    done = run("backup", str(path), "--database-url", url, "--json")
    assert done.code == 0, done.err
    return done


def restored(url: str, path: Path, *words: str) -> Outcome:
    return run("restore", str(path), "--database-url", url, *words)


def test_a_backup_restores_to_either_database(
    url: str, postgres_server: Postgres, tmp_path: Path
) -> None:
    on(url, fill)
    path = tmp_path / "club.backup"
    told = backed_up(url, path).data()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    assert told["rows"]["entries"] == 701
    assert told["total"] == sum(told["rows"].values())
    first = exported(url, tmp_path / "first.jsonl")
    for other in (f"sqlite:///{tmp_path / 'other.db'}", postgres_server.new_database()):
        done = restored(other, path, "--json")
        assert done.code == 0, done.err
        assert done.data() == told
        assert exported(other, tmp_path / "again.jsonl") == first
    assert not list(tmp_path.glob(".*.part"))


def test_a_running_server_is_backed_up_and_not_restored_over(tmp_path: Path) -> None:
    path = tmp_path / "club.backup"
    with serving(sqlite_url(tmp_path)) as server, server.client() as client:
        token = come_in(client)["token"]
        backed_up(sqlite_url(tmp_path), path)
        later = come_in(client)["token"]
        refused = restored(sqlite_url(tmp_path), path, "--replace")
        assert is_refused(refused)
        assert "A server is using tables.db" in refused.err
        assert server.stop() == 0
    assert restored(sqlite_url(tmp_path), path, "--replace").code == 0
    with serving(sqlite_url(tmp_path)) as server, server.client() as client:
        assert client.get("/api/me", headers=bearer(token)).status_code == 200
        assert client.get("/api/me", headers=bearer(later)).status_code == 401


@pytest.mark.proof
def test_a_served_postgresql_is_not_restored_over(postgres_url: str, tmp_path: Path) -> None:
    path = tmp_path / "club.backup"
    on(postgres_url, fill)
    backed_up(postgres_url, path)
    on(postgres_url, lambda storage: storage.beat("alive", now_ms()))
    refused = restored(postgres_url, path, "--replace")
    assert is_refused(refused)
    assert "A server is using the database" in refused.err
    on(postgres_url, lambda storage: storage.beat("alive", now_ms() - 60_000))
    on(postgres_url, lambda storage: storage.forget_process("a process"))
    assert restored(postgres_url, path, "--replace").code == 0


def test_a_database_with_something_in_it_is_replaced_only_when_told(
    url: str, tmp_path: Path
) -> None:
    source, path = f"sqlite:///{tmp_path / 'source.db'}", tmp_path / "club.backup"
    on(source, fill)
    backed_up(source, path)
    on(url, lambda storage: storage.add_table(table("mine"), []))
    refused = restored(url, path)
    assert is_refused(refused)
    assert "--replace" in refused.err
    assert on(url, lambda storage: storage.table("mine")) is not None
    assert restored(url, path, "--replace").code == 0
    assert on(url, lambda storage: storage.table("mine")) is None
    assert exported(url, tmp_path / "a.jsonl") == exported(source, tmp_path / "b.jsonl")


def cut(content: bytes) -> bytes:
    return content[: len(content) // 2]


def without_end(content: bytes) -> bytes:
    return gzip.compress(b"".join(gzip.decompress(content).splitlines(keepends=True)[:-1]))


def changed(content: bytes) -> bytes:
    return gzip.compress(gzip.decompress(content).replace("Ángel".encode(), b"Engel"))


def flipped(content: bytes) -> bytes:
    return content[:-300] + bytes([content[-300] ^ 8]) + content[-299:]


def newer(content: bytes) -> bytes:
    lines = gzip.decompress(content).splitlines(keepends=True)
    header = json.loads(lines[0])
    lines[0] = json.dumps({**header, "schema": "9999"}).encode() + b"\n"
    return gzip.compress(b"".join(lines))


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (cut, "or it is damaged"),
        (without_end, "The backup is incomplete"),
        (changed, "its checksum does not match"),
        (flipped, "damaged"),
        (gzip.decompress, "was not written by"),
        (newer, "of revision '9999'"),
        (lambda content: b"", "was not written by"),
        (lambda content: b"hello", "was not written by"),
        (lambda content: gzip.compress(b"hello"), "was not written by"),
    ],
)
def test_a_damaged_backup_is_refused_before_anything_is_made(
    tmp_path: Path, damage: Callable[[bytes], bytes], sentence: str
) -> None:
    source, path = f"sqlite:///{tmp_path / 'source.db'}", tmp_path / "club.backup"
    on(source, fill)
    backed_up(source, path)
    assert run("restore", str(path), "--check").code == 0
    path.write_bytes(damage(path.read_bytes()))
    for words in (["--check"], []):
        done = restored(f"sqlite:///{tmp_path / 'new.db'}", path, *words)
        assert is_refused(done)
        assert sentence in done.err
    assert not (tmp_path / "new.db").exists()


def test_a_damaged_database_is_not_backed_up(tmp_path: Path) -> None:
    url, path = sqlite_url(tmp_path), tmp_path / "club.backup"
    on(url, fill)
    with sqlite3.connect(tmp_path / "tables.db") as connection:
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.execute("DELETE FROM tables WHERE id = 't1'")
    connection.close()
    refused = run("backup", str(path), "--database-url", url)
    assert is_refused(refused)
    assert "is damaged" in refused.err
    assert not list(tmp_path.glob("*.backup*")) + list(tmp_path.glob(".*"))


def test_bad_input_is_refused_in_one_line(tmp_path: Path) -> None:
    url = unmade_sqlite_url(tmp_path)
    for line in (
        ["backup", str(tmp_path / "a.backup"), "--database-url", url],
        ["backup", str(tmp_path / "a.backup"), "--database-url", "mysql://x"],
        ["restore", str(tmp_path / "missing"), "--database-url", url],
        ["restore", str(tmp_path), "--database-url", url],
        ["restore", str(tmp_path / "missing"), "--check", "--replace"],
    ):
        assert is_refused(run(*line)), line
        assert not list(tmp_path.iterdir())


@pytest.mark.proof
def test_what_is_written_meanwhile_is_whole_or_not_there(tmp_path: Path) -> None:
    """A backup shows one moment, however much is written while it is made."""
    url, path = sqlite_url(tmp_path), tmp_path / "club.backup"

    async def body(storage: Storage) -> None:
        async def write() -> None:
            for number in range(300):
                await storage.add_player(player(f"x{number}"))
                await storage.add_table(table(f"x{number}", host=f"x{number}"), [])

        writing = asyncio.create_task(write())
        done = await asyncio.to_thread(run, "backup", str(path), "--database-url", url)
        assert done.code == 0, done.err
        await writing

    on(url, body)
    other = f"sqlite:///{tmp_path / 'other.db'}"
    told = restored(other, path, "--json").data()["rows"]
    assert told.get("players", 0) - told.get("tables", 0) in (0, 1)
