"""PostgreSQL: what is committed stays, and a lost connection is told from a mistake."""

from functools import partial

import pytest

from elgrande.server.errors import StorageDown
from elgrande.server.storage import Storage, queries
from elgrande.server.storage.on_postgresql import PostgresqlDatabase, noticing_loss
from tests.server.storage.samples import on, player


def test_what_is_written_is_read_and_moved(postgres_url: str) -> None:
    async def body(storage: Storage) -> None:
        database = storage.database
        assert isinstance(database, PostgresqlDatabase)
        await storage.add_player(player())
        find = partial(queries.players, ids=["p1"])
        assert await database.read(find) == await database.transfer(find)
        assert await database.size() > 0

    on(postgres_url, body)


def test_only_a_lost_connection_is_a_loss() -> None:
    with pytest.raises(ZeroDivisionError), noticing_loss():
        raise ZeroDivisionError
    with pytest.raises(StorageDown), noticing_loss():
        raise ConnectionResetError
