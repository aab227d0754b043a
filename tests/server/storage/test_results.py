"""Results are kept once, ratings follow from them, and people can be taken out of them."""

from functools import partial
from typing import Any

from elgrande.server.storage import Storage, results
from elgrande.server.storage.records import rating_table, results_of
from elgrande.server.storage.rows import FinishedGame, SeatResult
from elgrande.standings.ratings import START
from tests.server.storage.samples import NOW, on, player, table


def seat(number: int, who: str | None, place: int, **more: Any) -> SeatResult:
    known = {"sources": {"special": 90}, "cards": {"taken": {"C-king": 1}}}
    return SeatResult(number, who, None, place, 100 - place, **{**known, **more})


def bot(number: int, place: int) -> SeatResult:
    return SeatResult(number, None, "steady", place, 100 - place)


def game(key: str, *seats: SeatResult, finished: int = NOW, **more: Any) -> FinishedGame:
    people = sum(one.player is not None for one in seats)
    usual = {"edition": "2023", "variant": "", "unrated": None}
    values: dict[str, Any] = {**usual, "players": len(seats), "people": people, **more}
    return FinishedGame(table_id=key, finished=finished, seats=seats, **values)


async def add_people(storage: Storage) -> None:
    for key, name in (("p1", "Ana"), ("p2", "Ben"), ("p3", "Eva")):
        await storage.add_player(player(key, name, "hash"))


async def keep(storage: Storage, kept: FinishedGame) -> bool:
    return await storage.database.write(partial(results.add_result, game=kept))


async def standing(storage: Storage) -> dict[tuple[str, str], tuple[float, float, int]]:
    rows = await storage.database.read(partial(rating_table, now=NOW, limit=100))
    return {(row.player, row.against): (row.mu, row.sigma, row.games) for row in rows}


def test_a_result_is_kept_once_and_rated_once(each_url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        first = game("t1", seat(0, "p1", 1), seat(1, "p2", 2), bot(2, 3))
        assert await keep(storage, first)
        after = await standing(storage)
        assert not await keep(storage, first)
        assert await standing(storage) == after
        assert after["p1", "people"][0] > START.mu > after["p2", "people"][0]
        assert after["p1", "bots"][2] == after["p2", "bots"][2] == 1
        assert ("p3", "people") not in after

    on(each_url, body)


def test_an_unrated_game_is_in_the_record_and_changes_no_rating(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await keep(storage, game("t1", seat(0, "p1", 1), bot(1, 2), unrated="coached"))
        assert await standing(storage) == {}
        ((kept, own),) = await storage.database.read(partial(results_of, player="p1"))
        assert (kept.unrated, own.place, own.ratings) == ("coached", 1, {})

    on(url, body)


def test_rating_all_games_again_gives_the_same_even_after_somebody_left(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        for number in range(6):
            places = [1 + (number + one) % 3 for one in range(3)]
            seats = [seat(one, f"p{one + 1}", places[one]) for one in range(3)]
            await keep(storage, game(f"t{number}", *seats, bot(3, 4), finished=NOW + number))
        before = await standing(storage)
        assert await storage.database.write(results.rate_again) == 6
        assert await standing(storage) == before
        await storage.database.write(partial(results.forget_record, ids=["p3"]))
        left = {key: value for key, value in before.items() if key[0] != "p3"}
        assert await standing(storage) == left
        await storage.database.write(results.rate_again)
        assert await standing(storage) == left

    on(url, body)


def test_forgetting_a_record_leaves_the_games_of_the_others(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await keep(storage, game("t1", seat(0, "p1", 1), seat(1, "p2", 2)))
        await storage.database.write(partial(results.forget_record, ids=["p2"]))
        assert await storage.database.read(partial(results_of, player="p2")) == []
        found = await storage.database.read(partial(results.seats_of, table_ids=["t1"]))
        winner, gone = found["t1"]
        assert winner.player == "p1"
        assert (gone.player, gone.place, gone.sources, gone.cards) == (None, 2, {}, {})

    on(url, body)


def test_somebody_deleted_meanwhile_is_not_written(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await keep(storage, game("t1", seat(0, "p1", 1), seat(1, "gone", 2)))
        found = await storage.database.read(partial(results.seats_of, table_ids=["t1"]))
        assert [one.player for one in found["t1"]] == ["p1", None]
        assert {key for key, _ in await standing(storage)} == {"p1"}

    on(url, body)


def test_games_without_a_result_are_found_in_the_order_they_ended(url: str) -> None:
    async def body(storage: Storage) -> None:
        over: dict[str, Any] = {"state": "finished"}
        await storage.add_table(table("t1", finished=NOW + 2, **over), [])
        await storage.add_table(table("t2", finished=NOW + 1, **over), [])
        await storage.add_table(table("t3", state="running"), [])
        await storage.add_table(table("t4", finished=NOW, start={"round": 3}, **over), [])
        assert await storage.database.read(partial(results.pending, limit=9)) == ["t2", "t1"]
        await keep(storage, game("t2"))
        assert await storage.database.read(partial(results.pending, limit=9)) == ["t1"]

    on(url, body)


def test_accuracy_is_kept_by_seat(url: str) -> None:
    async def body(storage: Storage) -> None:
        await add_people(storage)
        await keep(storage, game("t1", seat(0, "p1", 1), bot(1, 2)))
        await storage.database.write(
            partial(results.put_accuracy, table_id="t1", accuracy={0: 8750})
        )
        ((_, own),) = await storage.database.read(partial(results_of, player="p1"))
        assert own.accuracy == 8750

    on(url, body)
