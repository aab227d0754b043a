"""Tables, their seats, entries and checkpoints, on both databases."""

import asyncio

import pytest

from elgrande.server.storage import Change, Checkpoint, NumberTaken, RowGone, Seat, Storage, Table
from tests.server.storage.samples import NOW, entry, invitation, on, player, table


def test_a_table_comes_back_as_it_was(each_url: str) -> None:
    full = table(
        title="Ça 王 \U0001f3f0 'quoted\" ; --",
        public=False,
        options={"z": 1, "a": [None, True, 1.5, {"deep": "\u0000 \\ é"}], "big": 10**30},
        start={"round": 3},
        source={"record": "x.egn"},
        started=NOW,
        finished=NOW + 1,
        result={"scores": [1, 2]},
        seats=[Seat(0, "bot", None, "", "steady", False), Seat(1, "human", "p2", "Bo", None, True)],
    )

    async def body(storage: Storage) -> None:
        await storage.add_table(full, [entry(1, made=True)], [invitation("i1")])
        found = await storage.table("t1")
        assert found == full
        assert list(found.options) == ["z", "a", "big"]
        assert await storage.entries("t1") == [entry(1, made=True)]
        assert await storage.invitation("i1") == invitation("i1")
        assert await storage.table("t2") is None

    on(each_url, body)


def test_a_table_without_seats_is_a_table(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(seats=[]), [])
        found = await storage.table("t1")
        assert found is not None
        assert found.seats == []

    on(url, body)


def test_entries_follow_each_other(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        await storage.add_table(table("t2"), [entry(1, other=True)])
        await storage.append("t1", [entry(2, a=1), entry(3, b=[1, "x"])])
        await storage.append("t1", [entry(4)])
        assert [found.number for found in await storage.entries("t1")] == [1, 2, 3, 4]
        assert await storage.entries("t1", after=2) == [entry(3, b=[1, "x"]), entry(4)]
        assert await storage.entries("t1", after=1, limit=1) == [entry(2, a=1)]
        assert await storage.entries("t1", after=4) == []
        assert await storage.last_numbers(["t1", "t2", "none"]) == {"t1": 4, "t2": 1}
        assert await storage.last_numbers([]) == {}

    on(url, body)


def test_a_number_is_given_once_and_nothing_of_the_loser_stays(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        await storage.append("t1", [entry(2, winner=True)])
        with pytest.raises(NumberTaken):
            await storage.append(
                "t1", [entry(2), entry(3)], Change(state="running", seats=[Seat(1, "bot")])
            )
        assert await storage.entries("t1") == [entry(1), entry(2, winner=True)]
        assert await storage.table("t1") == table()

    on(each_url, body)


def test_what_changes_with_entries(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)], [invitation("i1"), invitation("i2")])
        seats = [Seat(1, "human", "p2", "Bo"), Seat(2, "bot", bot="novice")]
        await storage.append(
            "t1",
            [entry(2)],
            Change(
                state="running",
                started=NOW,
                host="p2",
                seats=seats,
                invitations=[invitation("i3", None, NOW + 1)],
                revoke=["i1"],
            ),
        )
        found = await storage.table("t1")
        assert found == table(
            state="running", started=NOW, host="p2", seats=[table().seats[0], *seats]
        )
        await storage.append("t1", [], Change(state="finished", finished=NOW, result={"winner": 0}))
        found = await storage.table("t1")
        assert found is not None
        assert (found.state, found.host, found.started) == ("finished", "p2", NOW)
        assert (found.finished, found.result) == (NOW, {"winner": 0})
        revoked = {row.id: row.revoked for row in await storage.invitations_of("t1")}
        assert revoked == {"i1": True, "i2": False, "i3": False}

    on(each_url, body)


def test_only_the_newest_checkpoint_keeps_its_snapshot(url: str) -> None:
    def point(number: int, snapshot: dict[str, object] | None) -> Checkpoint:
        return Checkpoint(number, number * 10, "digest", "1", snapshot, NOW)

    async def body(storage: Storage) -> None:
        for key in ("t1", "t2"):
            await storage.add_table(table(key), [entry(1)])
            await storage.append(key, [entry(2)], Change(checkpoint=point(2, {"round": 1})))
        await storage.append("t1", [entry(3)], Change(checkpoint=point(3, {"round": 2})))
        await storage.append("t1", [], Change(checkpoint=point(3, {"round": 2, "again": True})))
        assert await storage.checkpoints("t1") == [
            point(2, None),
            point(3, {"round": 2, "again": True}),
        ]
        assert await storage.checkpoints("t2") == [point(2, {"round": 1})]
        assert [found.number for found in await storage.checkpoints("t1", limit=1)] == [3]

    on(url, body)


def ids(tables: list[Table]) -> list[str]:
    return [found.id for found in tables]


def test_the_lobby_shows_public_tables_page_by_page(url: str) -> None:
    async def body(storage: Storage) -> None:
        for number in range(6):
            # Two were made in the same moment.
            await storage.add_table(table(f"t{number}", created=NOW + number // 2), [])
        await storage.add_table(table("private", public=False), [])
        await storage.add_table(table("running", state="running"), [])
        assert ids(await storage.lobby(10)) == ["t5", "t4", "t3", "t2", "t1", "t0"]
        assert ids(await storage.lobby(2)) == ["t5", "t4"]
        assert ids(await storage.lobby(2, "t4")) == ["t3", "t2"]
        assert ids(await storage.lobby(2, "t3")) == ["t2", "t1"]
        assert ids(await storage.lobby(2, "t0")) == []
        assert ids(await storage.lobby(2, "nothing")) == []
        assert ids(await storage.lobby(0)) == []
        newest = (await storage.lobby(1))[0].created
        assert ids(await storage.lobby(10, since=newest + 1)) == []
        assert "t5" in ids(await storage.lobby(10, since=newest))
        assert ids(await storage.lobby(-1)) == []
        both = await storage.lobby(10, states=("open", "running"))
        assert "running" in ids(both)
        assert [len(found.seats) for found in both] == [2] * 7
        assert await storage.running_ids() == ["running"]
        assert await storage.count_hosted("p1") == 8
        assert await storage.count_hosted("p2") == 0

    on(url, body)


def test_the_tables_of_a_player(url: str) -> None:
    async def body(storage: Storage) -> None:
        mine = Seat(1, "human", "me", "Me")
        await storage.add_table(table("sits", created=1, seats=[mine], public=False), [])
        await storage.add_table(table("hosts", created=2, host="me", state="finished"), [])
        both = [mine, Seat(0, "human", "me", "Me", None, True)]
        await storage.add_table(table("both", created=3, host="me", seats=both), [])
        await storage.add_table(table("others", created=4), [])
        assert ids(await storage.tables_of("me")) == ["both", "hosts", "sits"]
        assert ids(await storage.tables_of("me", 1, "both")) == ["hosts"]
        assert ids(await storage.tables_of("me", 5, "hosts")) == ["sits"]
        assert ids(await storage.tables_of("nobody")) == []

    on(url, body)


def test_entries_need_their_table(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player())
        with pytest.raises(RowGone):
            await storage.append("nowhere", [entry(1)])
        assert await storage.entries("nowhere") == []

    on(url, body)


def test_what_is_stored_is_there_when_it_is_opened_again(url: str) -> None:
    on(url, lambda storage: storage.add_table(table(), [entry(1)]))
    assert on(url, lambda storage: storage.table("t1")) == table()
    assert on(url, lambda storage: storage.entries("t1")) == [entry(1)]


def test_entries_of_a_table_that_is_gone_are_refused(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_table(table(), [entry(1)])
        results = await asyncio.gather(
            storage.append("gone", [entry(1)]),
            storage.append("t1", [entry(2)]),
            return_exceptions=True,
        )
        assert isinstance(results[0], RowGone)
        assert results[1] is None

    on(url, body)
