"""Games are recorded as they end, and those that ended before; once, whoever does it."""

import asyncio
from functools import partial
from pathlib import Path

from elgrande.rules.options import Options
from elgrande.server.background.recording import Recorder
from elgrande.server.metrics import Metrics
from elgrande.server.storage import KeptReview, Storage
from elgrande.server.storage.records import results_of
from elgrande.server.tables.live_tables import LiveTables
from tests.server.storage.samples import NOW, on, player
from tests.support.finished import bot, finished_table, person, played

RECORD = played(Options(players=2, short=True), seed=4)


async def count(storage: Storage) -> int:
    return len(await storage.database.read(partial(results_of, player="p1")))


async def add_games(storage: Storage, number: int) -> list[str]:
    await storage.add_player(player("p1", "Ana", "hash"))
    keys = []
    for one in range(number):
        row, log = finished_table(RECORD, [person(0, "p1"), bot(1)], NOW + one)
        await storage.add_table(row, log)
        keys.append(row.id)
    return keys


def recorder(storage: Storage) -> Recorder:
    return Recorder(storage, LiveTables(storage, Metrics()), lambda key: True)


def test_games_that_ended_before_are_recorded_once(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        keys = await add_games(storage, 3)
        one, other = recorder(storage), recorder(storage)
        done = await asyncio.gather(one.look_back(), other.look_back())
        assert sum(done) == 3
        assert await count(storage) == 3
        assert not await one.record(keys[0])
        assert not await one.record("nowhere")
        assert await one.look_back() == 0

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_a_game_that_ends_here_is_recorded_soon(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        live_tables = LiveTables(storage, Metrics())
        kept = Recorder(storage, live_tables, lambda key: False)
        kept.start()
        await storage.add_player(player("p1", "Ana", "hash"))
        row, log = finished_table(RECORD, [person(0, "p1"), bot(1)], NOW)
        await live_tables.add(row, log, [])
        async with asyncio.timeout(30):
            while not await count(storage):
                await asyncio.sleep(0.01)
        await kept.close()

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_a_game_that_cannot_be_read_is_not_tried_forever(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        await storage.add_player(player("p1", "Ana", "hash"))
        row, log = finished_table(RECORD, [person(0, "p1"), bot(1)], NOW)
        await storage.add_table(row, log[1:])
        kept = recorder(storage)
        assert await kept.look_back() == 1
        assert await kept.look_back() == 0
        assert await count(storage) == 0

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_the_accuracy_of_a_review_reaches_the_record(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        (key,) = await add_games(storage, 1)
        kept = recorder(storage)
        await kept.look_back()
        said = {"players": [{"accuracy": 81.255}, {"accuracy": None}]}
        await storage.keep_review(key, KeptReview(1, 4000, said, NOW))
        await kept.look_at_reviews()
        ((_, own),) = await storage.database.read(partial(results_of, player="p1"))
        assert own.accuracy == 8126

    on(f"sqlite:///{tmp_path / 'games.db'}", body)


def test_a_game_reviewed_before_it_was_recorded_has_its_accuracy(tmp_path: Path) -> None:
    async def body(storage: Storage) -> None:
        (key,) = await add_games(storage, 1)
        said = {"players": [{"accuracy": 70}, {"accuracy": 60}]}
        await storage.keep_review(key, KeptReview(1, 4000, said, NOW))
        kept = recorder(storage)
        await kept.look_at_reviews()
        await kept.look_back()
        ((_, own),) = await storage.database.read(partial(results_of, player="p1"))
        assert own.accuracy == 7000

    on(f"sqlite:///{tmp_path / 'games.db'}", body)
