"""What is read: only what exists, and page by page."""

from functools import partial
from pathlib import Path

from elgrande.server.storage import Storage, queries
from tests.server.storage.samples import entry, invitation, on, player, session, table


def test_what_is_not_there_is_none_or_nothing(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        read = storage.database.read
        assert await read(partial(queries.table, table_id="t1")) is None
        assert await read(partial(queries.session, session_id="s1")) is None
        assert await read(partial(queries.players, ids=["p1"])) == {}
        assert await read(partial(queries.last_numbers, table_ids=["t1"])) == {}
        assert await read(partial(queries.living_sessions, ids=[])) == set()

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_rows_come_back_by_what_they_belong_to(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player())
        await storage.add_session(session("s1"))
        await storage.add_table(table(), [entry(1), entry(2)], [invitation("i1")])
        read = storage.database.read
        assert await read(partial(queries.last_numbers, table_ids=["t1", "t2"])) == {"t1": 2}
        after = partial(queries.entries, table_id="t1", after=1, limit=None)
        assert [one.number for one in await read(after)] == [2]
        assert await read(partial(queries.living_sessions, ids=["s1", "s2"])) == {"s1"}
        links = partial(queries.invitations_of, table_id="t1", limit=5)
        assert [one.id for one in await read(links)] == ["i1"]
        assert await read(partial(queries.count_hosted, player="p1")) == 1

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
