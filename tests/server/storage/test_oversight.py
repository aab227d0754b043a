"""What admins may look at: players, tables and what was done, and no secrets."""

from functools import partial
from pathlib import Path
from typing import Any

from elgrande.server.storage import Storage, moderating, oversight
from elgrande.server.storage.moderating import By
from tests.server.storage.samples import NOW, on, player, table


def test_players_tables_and_deeds_are_found(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        for key, name in (("p1", "Ana"), ("p2", "Ben 100%"), ("p3", "ana")):
            await storage.add_player(player(key, name))
        await storage.add_table(table(), [], [])
        mute = partial(moderating.mute, by=By(NOW, "p2", "rude"), player="p1", until=NOW + 1)
        await storage.database.write(mute)
        read = storage.database.read
        everybody: dict[str, Any] = {"standing": "all", "now": NOW, "limit": 10, "after": None}
        found = await read(partial(oversight.find_players, search="ANA", **everybody))
        assert {one.id for one in found} == {"p1", "p3"}
        # A percent sign is a letter like any other.
        found = await read(partial(oversight.find_players, search="0%", **everybody))
        assert [one.id for one in found] == ["p2"]
        rest = {**everybody, "limit": 2}
        first = await read(partial(oversight.find_players, search="", **rest))
        more = await read(
            partial(oversight.find_players, search="", **{**rest, "after": first[-1].id})
        )
        assert len({one.id for one in [*first, *more]}) == 3
        assert [one.id for one in await read(partial(oversight.restricted_players, now=NOW))] == [
            "p1"
        ]
        assert [one.id for one in await read(partial(oversight.players_named, name="ana"))] == [
            "p3"
        ]
        search = partial(oversight.find_tables, search="frid", state="all", limit=9, after=None)
        (seen,) = await read(search)
        assert (seen.id, [seat.name for seat in seen.seats]) == ("t1", ["Ana", ""])
        (deed,) = await read(partial(oversight.find_deeds, target="p1", limit=9, before=None))
        assert (deed.admin_name, deed.target_name, deed.reason) == ("Ben 100%", "Ana", "rude")

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
