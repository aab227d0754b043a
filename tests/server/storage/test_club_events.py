"""Events in the database: whoever is first decides, and nothing happens twice."""

import asyncio
from functools import partial
from typing import Any

import pytest

from elgrande.server.errors import EventFull, EventStarted, NoSuchEvent
from elgrande.server.storage import Storage, club_events
from elgrande.server.storage.club_events import NewGame, WholeEvent
from elgrande.server.storage.rows import Entrant
from tests.server.storage.samples import NOW, club_event, entry, on, player, table

ANA = Entrant(1, "p1", "Ana", None, NOW)


async def do(storage: Storage, work: Any, *given: Any) -> Any:
    return await storage.database.write(lambda connection: work(connection, *given))


async def read(storage: Storage, key: str = "e1") -> WholeEvent:
    return await storage.database.read(partial(club_events.read, event_id=key))


async def announced(storage: Storage, bots: int = 1, **fields: Any) -> None:
    added = await do(storage, club_events.add, club_event(**fields), [ANA], ["novice"] * bots, 9)
    assert added


def test_those_who_take_part_are_numbered_and_bots_have_names(url: str) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player("p7", "Doña Urraca", "hash"))
        await announced(storage, bots=2)
        await do(storage, club_events.join, "e1", "p2", "Ben", 4, NOW)
        await do(storage, club_events.join, "e1", "p2", "Ben", 4, NOW)
        with pytest.raises(EventFull):
            await do(storage, club_events.join, "e1", "p3", "Eva", 4, NOW)
        names = [(one.number, one.name) for one in (await read(storage)).entrants]
        # One of the names is somebody's own, so no bot has it.
        assert names == [(1, "Ana"), (2, "Don Fadrique"), (3, "Doña Mencía"), (4, "Ben")]
        await do(storage, club_events.leave, "e1", "p1")
        await do(storage, club_events.set_bots, "e1", ["random"], 4, NOW)
        left = [(one.player, one.bot) for one in (await read(storage)).entrants]
        assert left == [("p2", None), (None, "random")]

    on(url, body)


def test_of_many_who_join_at_once_as_many_get_in_as_there_are_places(url: str) -> None:
    async def body(storage: Storage) -> None:
        await announced(storage)
        work = [do(storage, club_events.join, "e1", f"g{n}", "Guest", 6, NOW) for n in range(12)]
        answers = await asyncio.gather(*work, return_exceptions=True)
        assert sum(isinstance(answer, EventFull) for answer in answers) == 8
        assert [one.number for one in (await read(storage)).entrants] == [1, 2, 3, 4, 5, 6]

    on(url, body)


def test_it_starts_once_and_nobody_comes_or_goes_afterwards(url: str) -> None:
    async def body(storage: Storage) -> None:
        await announced(storage)
        start = (club_events.start, "e1", NOW, "novice", 4)
        assert sorted(await asyncio.gather(*(do(storage, *start) for _ in range(4)))) == [
            *[False] * 3,
            True,
        ]
        whole = await read(storage)
        assert (whole.event.state, len(whole.entrants)) == ("running", 4)
        refused: list[tuple[Any, ...]] = [
            (club_events.join, "e1", "p2", "Ben", 9, NOW),
            (club_events.leave, "e1", "p1"),
            (club_events.set_bots, "e1", [], 9, NOW),
        ]
        for work in refused:
            with pytest.raises(EventStarted):
                await do(storage, *work)
        with pytest.raises(NoSuchEvent):
            await do(storage, club_events.join, "e2", "p2", "Ben", 9, NOW)

    on(url, body)


def test_a_round_is_opened_once_with_all_its_tables_or_not_at_all(url: str) -> None:
    async def body(storage: Storage) -> None:
        await announced(storage)
        await do(storage, club_events.start, "e1", NOW, "novice", 2)

        def new(key: str) -> list[NewGame]:
            return [NewGame([1, 2], table(key), [entry(1)])]

        opened = await asyncio.gather(
            *(
                do(storage, club_events.open_round, "e1", 1, new(f"t{n}"), NOW, NOW, ["p1"])
                for n in range(4)
            )
        )
        assert sum(opened) == 1
        whole = await read(storage)
        assert (whole.event.round, len(whole.games)) == (1, 1)
        tables = [await storage.table(f"t{n}") for n in range(4)]
        assert [one.id for one in tables if one is not None] == [whole.games[0].table]
        assert await storage.watches(whole.games[0].table, "p1")
        result = {"scores": [1, 2], "winners": [1], "absent": []}
        assert await do(storage, club_events.finish_game, "e1", whole.games[0], NOW, result)
        other = {"scores": [9, 2], "winners": [0], "absent": []}
        assert not await do(storage, club_events.finish_game, "e1", whole.games[0], NOW, other)
        assert (await read(storage)).games[0].result == result

    on(url, body)


def test_what_is_to_be_done_is_found(url: str) -> None:
    async def body(storage: Storage) -> None:
        await announced(storage)
        kinds: dict[str, dict[str, Any]] = {
            "e2": {"deadline": NOW},
            "e3": {"deadline": NOW + 1},
            "e4": {"state": "running", "public": False},
            "e5": {"state": "finished", "host": "p2", "public": False},
        }
        for key, fields in kinds.items():
            await do(storage, club_events.add, club_event(key, **fields), [], [], 9)
        found = await storage.database.read(partial(club_events.to_do, now=NOW))
        assert set(found) == {"e2", "e4"}
        assert not await do(storage, club_events.add, club_event("e6"), [], [], 4)
        seen = await storage.database.read(partial(club_events.listed, player="p1", limit=9))
        assert {whole.event.id for whole in seen} == {"e1", "e2", "e3", "e4"}
        strangers = await storage.database.read(partial(club_events.listed, player=None, limit=9))
        assert {whole.event.id for whole in strangers} == {"e1", "e2", "e3"}

    on(url, body)


def test_a_deleted_player_leaves_results_but_no_name(url: str) -> None:
    async def body(storage: Storage) -> None:
        await announced(storage)
        await do(storage, club_events.add, club_event("e2", host="p9"), [ANA], [], 9)
        await do(storage, club_events.start, "e2", NOW, "novice", 2)
        await do(storage, club_events.forget_player, "p1", "Former player", NOW)
        hosted, other = await read(storage), await read(storage, "e2")
        assert (hosted.event.state, hosted.event.host, hosted.event.title) == ("cancelled", "", "")
        assert [one.name for one in hosted.entrants] == ["Doña Urraca"]
        assert (other.entrants[0].player, other.entrants[0].name) == (None, "Former player")
        assert other.event.state == "running"

    on(url, body)
