"""Reading results: filters, pages, and who is public."""

from functools import partial

from elgrande.server.storage import Storage, results
from elgrande.server.storage.records import (
    Filters,
    find_person,
    games,
    last_places,
    open_games,
    people,
    rating_table,
)
from elgrande.server.storage.rows import Entry
from elgrande.server.storage.schema import players
from tests.server.storage.samples import NOW, on, player, table
from tests.server.storage.test_results import add_people, bot, game, keep, seat


async def keys(storage: Storage, wanted: Filters, limit: int = 50) -> list[str]:
    work = partial(games, wanted=wanted, before=None, limit=limit)
    return [one.table_id for one in await storage.database.read(work)]


def test_games_are_filtered_and_read_page_by_page(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        both = (seat(0, "p1", 1), seat(1, "p2", 2))
        await keep(storage, game("t1", *both, finished=NOW))
        await keep(storage, game("t2", *both, finished=NOW, variant="castillo,power_shift"))
        await keep(storage, game("t3", seat(0, "p1", 1), bot(1, 2), bot(2, 3), finished=NOW + 5))
        await keep(storage, game("t4", finished=NOW + 9))
        assert await keys(storage, Filters()) == ["t3", "t2", "t1"]
        assert await keys(storage, Filters(player="p2")) == ["t2", "t1"]
        assert await keys(storage, Filters(players=3)) == ["t3"]
        assert await keys(storage, Filters(edition="classic")) == []
        assert await keys(storage, Filters(variant="power_shift")) == ["t2"]
        assert await keys(storage, Filters(variant="none")) == ["t3", "t1"]
        assert await keys(storage, Filters(since=NOW + 1)) == ["t3"]
        assert await keys(storage, Filters(until=NOW + 1)) == ["t2", "t1"]
        page = partial(games, wanted=Filters(), before=(NOW, "t2"), limit=9)
        (last,) = await storage.database.read(page)
        assert last.table_id == "t1"
        assert [one.place for one in last.seats] == [1, 2]

    on(each_url, body)


def test_guests_the_banned_and_the_private_are_not_public(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await storage.add_player(player("p4", "Leo"))
        seats = [seat(number, f"p{number + 1}", number + 1) for number in range(4)]
        await keep(storage, game("t1", *seats))
        await keep(storage, game("t2", seat(0, "p4", 1), bot(1, 2)))
        write, read = storage.database.write, storage.database.read
        await write(partial(results.set_private, player="p2", private=True))
        ban = players.update().where(players.c.id == "p3").values(banned=NOW + 1)
        await write(lambda connection: connection.execute(ban) and None)
        found = await read(partial(people, ids=["p1", "p2", "p3", "p4"], now=NOW))
        assert [found[key].is_public for key in sorted(found)] == [True, False, False, False]
        lines = await read(partial(rating_table, now=NOW, limit=9))
        assert {line.player for line in lines} == {"p1"}
        assert await keys(storage, Filters(listed=NOW)) == ["t1"]
        assert await keys(storage, Filters()) == ["t2", "t1"]
        # A ban that is over, and a record shown again.
        await write(partial(results.set_private, player="p2", private=False))
        lines = await read(partial(rating_table, now=NOW + 2, limit=9))
        assert {line.player for line in lines} == {"p1", "p2", "p3"}

    on(each_url, body)


def test_a_player_is_found_by_id_or_claimed_name(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        for who, claimed, key in (("p1", "p1", "p1"), ("Ben", "ben", "p2"), ("x", "x", None)):
            work = partial(find_person, who=who, claimed=claimed, now=NOW)
            found = await storage.database.read(work)
            assert (None if found is None else found.id) == key

    on(url, body)


def test_the_last_places_of_several_players(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        for number in range(4):
            seats = (seat(0, "p1", 1 + number % 2), seat(1, "p2", 2 - number % 2))
            await keep(storage, game(f"t{number}", *seats, finished=NOW + number))
        found = await storage.database.read(partial(last_places, ids=["p1", "p2"], count=3))
        assert found == {"p1": [(2, 2), (1, 2), (2, 2)], "p2": [(1, 2), (2, 2), (1, 2)]}

    on(url, body)


def test_games_open_to_somebody(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        published = Entry(1, "published", None, "p1", NOW, {"published": True})
        hidden = Entry(2, "published", None, "p1", NOW, {"published": False})
        watched = {"settings": {"watching": "anyone"}}
        await storage.add_table(table("t1", public=False), [])
        await storage.add_table(table("t2", public=False), [published])
        await storage.add_table(table("t3", public=False), [published, hidden])
        await storage.add_table(table("t4", public=True, **watched), [])
        await storage.add_table(table("t5", public=False, **watched), [])
        await keep(storage, game("t1", seat(0, "p1", 1), bot(1, 2)))
        ids = ["t1", "t2", "t3", "t4", "t5", "pruned"]
        read = storage.database.read
        assert await read(partial(open_games, ids=ids, player=None)) == {"t2", "t4"}
        assert await read(partial(open_games, ids=ids, player="p1")) == {"t1", "t2", "t4"}

    on(url, body)
