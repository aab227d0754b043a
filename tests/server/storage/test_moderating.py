"""What admins do, and the line that each act leaves in the audit log."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from elgrande.server.errors import BadInvitation, BadRequest, NotAllowed, NotFound, WrongState
from elgrande.server.storage import Storage, moderating, oversight
from elgrande.server.storage.moderating import By
from tests.server.storage.samples import NOW, on, player, table

LATER = NOW + 1000


def test_every_act_is_in_the_log_and_changes_what_it_says(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        async def act(work: Callable[..., Any], **given: Any) -> Any:
            return await moderating.act(storage.database, partial(work, by=By(NOW), **given))

        await storage.add_player(player("p1", password="hash"))
        await storage.add_table(table(), [], [])
        await act(moderating.mute, player="p1", until=LATER)
        await act(moderating.ban, player="p1", until=LATER)
        found = await storage.player("p1")
        assert found is not None
        assert (found.muted, found.banned) == (LATER, LATER)
        await act(moderating.unmute, player="p1")
        await act(moderating.unban, player="p1")
        await act(moderating.grant, player="p1")
        with pytest.raises(NotAllowed):
            await moderating.act(
                storage.database,
                partial(moderating.mute, by=By(NOW, "p2"), player="p1", until=LATER),
            )
        await act(moderating.revoke, player="p1")
        await act(moderating.close_table, table_id="t1")
        with pytest.raises(WrongState):
            await act(moderating.close_table, table_id="t1")
        await act(moderating.ban_network, given="203.0.113.7", until=LATER)
        await act(moderating.unban_network, given="203.0.113.7")
        await act(moderating.set_invite_only, wanted=True)
        deeds = await storage.database.read(partial(oversight.deeds_after, number=0))
        assert [deed.number for deed in deeds] == list(range(1, len(deeds) + 1))
        assert [deed.act for deed in deeds] == (
            ["mute", "ban", "unmute", "unban", "grant", "revoke", "close", "ban", "unban"]
            + ["invite_only"]
        )
        with pytest.raises(NotFound):
            await act(moderating.mute, player="nobody", until=LATER)
        with pytest.raises(BadRequest):
            await act(moderating.mute, player="p1", until=NOW)

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_an_invitation_lets_in_as_many_as_it_says(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        given: dict[str, Any] = {"identity": "w1", "hashed": b"x", "remark": "friends"}
        write = storage.database.write
        await write(partial(moderating.invite, by=By(NOW), **given, uses=1, expires=LATER))

        def use(connection: Connection) -> None:
            moderating.use_invitation(connection, "w1", NOW)

        await write(use)
        with pytest.raises(BadInvitation):
            await write(use)
        await write(partial(moderating.uninvite, by=By(NOW), identity="w1"))
        with pytest.raises(NotFound):
            await write(partial(moderating.uninvite, by=By(NOW), identity="w1"))

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (" 203.0.113.7 ", "203.0.113.7/32"),
        ("203.0.113.7/24", "203.0.113.0/24"),
        ("::ffff:203.0.113.7", "203.0.113.7/32"),
    ],
)
def test_a_network_has_one_form(given: str, kept: str) -> None:
    assert moderating.read_network(given) == kept


@pytest.mark.parametrize("given", ["", "here", "0.0.0.0/0", "2001::/16"])
def test_what_is_no_network_or_half_the_world_is_not_banned(given: str) -> None:
    with pytest.raises(BadRequest):
        moderating.read_network(given)
