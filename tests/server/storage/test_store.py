"""Players, sessions, invitations, watchers, deliveries and processes, on both databases."""

import asyncio

import pytest

from elgrande.server.errors import NameTaken
from elgrande.server.storage import Change, Delivery, Player, Storage
from tests.server.storage.samples import NOW, entry, invitation, on, player, session, table


def test_players_come_back_as_they_were(each_url: str) -> None:
    full = Player("p2", "Bo", "hash", NOW, NOW + 1, "https://example.org/?a=1", "secret")

    async def body(storage: Storage) -> None:
        await storage.add_player(player())
        await storage.add_player(full)
        assert await storage.player("p1") == player()
        assert await storage.player("p3") is None
        assert await storage.players(["p2", "p1", "p2", "p9"]) == {"p1": player(), "p2": full}
        many = [f"x{number}" for number in range(1200)]
        assert await storage.players([*many, "p1"]) == {"p1": player()}

    on(each_url, body)


def test_a_claimed_name_belongs_to_one_player(url: str) -> None:
    async def body(storage: Storage) -> None:
        for key in ("p1", "p2", "p3"):
            await storage.add_player(player(key, "Straße"))
        assert await storage.player_claiming("Straße") is None
        await storage.claim("p1", "Straße", "hash")
        for name in ("Straße", "STRASSE", "strasse", "\uff33trasse"):
            found = await storage.player_claiming(name)
            assert found is not None
            assert (found.id, found.password) == ("p1", "hash")
            with pytest.raises(NameTaken, match="choose another"):
                await storage.claim("p2", name, "other")
        await storage.claim("p1", "STRASSE", "new hash")
        await storage.rename("p3", "strasse")
        guest = await storage.player("p3")
        assert guest is not None
        assert (guest.name, guest.password) == ("strasse", None)
        await storage.claim("p2", "Bo", "hash")
        with pytest.raises(NameTaken):
            await storage.rename("p2", "strasse")
        await storage.rename("p1", "Ana")
        await storage.rename("p2", "strasse")
        assert await storage.player_claiming("bo") is None
        with pytest.raises(NameTaken):
            await storage.add_player(player("p4", "ana", "hash"))
        assert await storage.player("p4") is None

    on(url, body)


def test_only_one_of_many_claims_a_name(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        for number in range(20):
            await storage.add_player(player(f"p{number}"))
        done = await asyncio.gather(
            *[storage.claim(f"p{number}", "Ana", "hash") for number in range(20)],
            return_exceptions=True,
        )
        assert sum(result is None for result in done) == 1
        assert sum(isinstance(result, NameTaken) for result in done) == 19

    on(each_url, body)


def test_webhooks_and_when_players_were_seen(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player("p1"))
        await storage.add_player(player("p2"))
        await storage.set_webhook("p1", "https://example.org", "secret")
        await storage.seen({"p1": NOW + 5, "nobody": NOW + 5})
        await storage.seen({"p1": NOW + 3, "p2": NOW + 3})
        await storage.seen({})
        found = await storage.players(["p1", "p2"])
        assert (found["p1"].webhook, found["p1"].webhook_secret) == (
            "https://example.org",
            "secret",
        )
        assert (found["p1"].seen, found["p2"].seen) == (NOW + 5, NOW + 3)
        await storage.set_webhook("p1", None, None)
        again = await storage.player("p1")
        assert again is not None
        assert again.webhook is again.webhook_secret is None

    on(url, body)


def test_sessions(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player())
        for number in range(3):
            await storage.add_session(session(f"s{number}", created=NOW + number))
        assert await storage.session("s1") == session("s1", created=NOW + 1)
        assert [found.id for found in await storage.sessions_of("p1")] == ["s2", "s1", "s0"]
        assert [found.id for found in await storage.sessions_of("p1", 1)] == ["s2"]
        await storage.drop_sessions(["s1"])
        await storage.drop_sessions(["s1"])
        assert await storage.session("s1") is None
        assert len(await storage.sessions_of("p1")) == 2
        with pytest.raises(Exception, match="not there"):
            await storage.add_session(session("s9", "nobody"))

    on(url, body)


def test_invitations_and_watchers(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [])
        await storage.add_invitation(invitation("i1"))
        await storage.add_invitation(invitation("i2", None, NOW + 1))
        assert await storage.invitation("i2") == invitation("i2", None, NOW + 1)
        await storage.drop_invitation("i1")
        found = await storage.invitation("i1")
        assert found is not None
        assert found.revoked
        assert [row.id for row in await storage.invitations_of("t1")] == ["i1", "i2"]
        assert await storage.invitation("i3") is None
        for _ in range(2):
            await storage.add_watcher("t1", "p2")
        assert await storage.watches("t1", "p2")
        assert not await storage.watches("t1", "p1")
        assert await storage.watchers("t1") == ["p2"]
        await storage.drop_watcher("t1", "p2")
        assert not await storage.watches("t1", "p2")

    on(url, body)


def test_deliveries(url: str) -> None:
    def delivery(key: str, due: int, state: str = "waiting", attempts: int = 0) -> Delivery:
        return Delivery(key, "p1", "t1", {"turn": key}, attempts, due, state)

    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        waiting = [delivery("d1", 30), delivery("d2", 10), delivery("d3", 50)]
        await storage.append("t1", [entry(2)], Change(deliveries=waiting))
        assert await storage.deliveries_due(40, 10) == [delivery("d2", 10), delivery("d1", 30)]
        assert await storage.deliveries_due(40, 1) == [delivery("d2", 10)]
        await storage.settle_delivery(delivery("d2", 10, "sent", 1))
        await storage.settle_delivery(delivery("d1", 60, "waiting", 1))
        assert await storage.deliveries_due(99, 10) == [
            delivery("d3", 50),
            delivery("d1", 60, "waiting", 1),
        ]

    on(url, body)


def test_processes(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.beat("b", 5)
        await storage.beat("a", 1)
        assert await storage.live_processes(2) == ["b"]
        await storage.beat("a", 7, ["p1", "p2"])
        assert sorted(await storage.people_of_processes()) == [(5, []), (7, ["p1", "p2"])]
        assert await storage.live_processes(2) == ["a", "b"]
        await storage.forget_process("b")
        assert await storage.live_processes(0) == ["a"]
        await storage.forget_dead(7)
        assert await storage.live_processes(0) == ["a"]
        await storage.forget_dead(8)
        assert await storage.live_processes(0) == []
        await storage.ping()
        await storage.ping()

    on(url, body)
