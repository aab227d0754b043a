"""A player who is deleted leaves the games, and nothing personal."""

from functools import partial
from pathlib import Path

import pytest

from elgrande.server.accounts import erasing
from elgrande.server.errors import NotFound
from elgrande.server.storage import Storage
from elgrande.server.storage.moderating import By
from tests.server.storage.samples import NOW, on, player, session
from tests.support.table_states import running


def test_games_stay_and_everything_personal_goes(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player("ana", "Ana"))
        await storage.add_player(player("ben", "Ben"))
        await storage.add_session(session("s1", "ana"))
        made = running("ana", "ben")
        await storage.add_table(made.row, list(made.log), [])
        database, by = storage.database, By(NOW, "ben")
        assert await database.read(partial(erasing.tables_with, player="ana")) == [made.id]
        await database.write(partial(erasing.end_sessions, by=by, player="ana"))
        assert await storage.session("s1") is None
        gone = await database.write(partial(erasing.delete_player, by=by, player="ana"))
        assert (gone, await storage.player("ana")) == (1, None)
        left = await storage.table(made.id)
        assert left is not None
        assert left.host == "ben"
        assert [seat.player for seat in left.seats] == [None, "ben"]
        assert await storage.player("ben") is not None
        with pytest.raises(NotFound):
            await database.write(partial(erasing.delete_player, by=by, player="ana"))

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
