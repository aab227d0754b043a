"""A player who is deleted leaves the games, and nothing personal."""

from functools import partial
from pathlib import Path

import pytest

from elgrande.server.accounts import erasing
from elgrande.server.errors import NotFound
from elgrande.server.storage import Storage, results
from elgrande.server.storage.moderating import By
from tests.server.storage.samples import NOW, on, player, session
from tests.server.storage.test_results import add_people, game, keep, seat, standing
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


def test_results_stay_for_the_others_without_the_name(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await keep(storage, game("t1", seat(0, "p1", 1), seat(1, "p2", 2)))
        before = await standing(storage)
        await storage.database.write(partial(erasing.delete_player, by=By(NOW), player="p1"))
        found = await storage.database.read(partial(results.seats_of, table_ids=["t1"]))
        assert [one.player for one in found["t1"]] == [None, "p2"]
        assert await standing(storage) == {
            key: rating for key, rating in before.items() if key[0] == "p2"
        }

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
