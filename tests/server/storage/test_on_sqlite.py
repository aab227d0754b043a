"""SQLite: one file, one writer, and a disk that may be full or gone."""

import sqlite3
from functools import partial
from pathlib import Path

import pytest

from elgrande.server.errors import StorageDown
from elgrande.server.storage import Storage, queries
from elgrande.server.storage.on_sqlite import SqliteDatabase, vacuum_file
from tests.server.storage.samples import on, player


def test_a_file_has_a_size_shrinks_and_is_copied_whole(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def body(storage: Storage) -> None:
        database = storage.database
        assert isinstance(database, SqliteDatabase)
        await storage.add_player(player())
        assert await database.size() > 0
        await database.check_room()
        await database.purge()
        assert await database.shrink(10) is False
        assert await database.transfer(partial(queries.players, ids=["p1"]))

    on(f"sqlite:///{path}", body)
    vacuum_file(path)
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT name FROM players").fetchall() == [("Ana",)]
    connection.close()


def test_a_file_that_was_taken_away_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "games.db"

    async def body(storage: Storage) -> None:
        path.rename(tmp_path / "elsewhere.db")
        with pytest.raises(StorageDown):
            await storage.add_player(player())

    on(f"sqlite:///{path}", body)
