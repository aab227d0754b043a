"""Finished games of people and bots, written as if they had been played at a table."""

import asyncio
from collections.abc import Sequence
from functools import partial
from threading import Thread
from typing import Any

import msgspec

from elgrande.bots import Situation, bot_rng, open_players
from elgrande.game import Game
from elgrande.record import Record
from elgrande.rules.options import Options
from elgrande.server.accounts.passwords import Passwords
from elgrande.server.background.recording import Recorder
from elgrande.server.metrics import Metrics
from elgrande.server.storage import Storage
from elgrande.server.storage.records import results_of
from elgrande.server.storage.results import put_accuracy
from elgrande.server.storage.rows import Entry, Player, Table
from elgrande.server.tables.decisions.opening import import_record
from elgrande.server.tables.live_tables import LiveTables
from elgrande.server.tables.seating import BOT, HUMAN, TableSeat
from elgrande.server.timestamps import now_ms


def person(seat: int, player: str, name: str = "", **more: Any) -> TableSeat:
    return TableSeat(seat=seat, kind=HUMAN, player=player, name=name or player, **more)


def bot(seat: int, level: str = "steady") -> TableSeat:
    return TableSeat(seat=seat, kind=BOT, name=level, bot=level)


def played(options: Options, seed: int, levels: Sequence[str] | None = None) -> Record:
    """The record of a game between bots; beginners, unless their levels are given."""
    game = Game.new(options, seed)
    texts = levels or ["novice"] * options.players
    with open_players(texts) as players:
        luck = [bot_rng(seed, seat) for seat in range(options.players)]
        while not game.over:
            seat = game.waiting[0]
            choice, _ = players[seat].answer(Situation.of(game, seat, luck[seat]))
            game.play(choice, seat)
    return game.record()


def finished_table(
    record: Record, seats: Sequence[TableSeat], time: int, **fields: Any
) -> tuple[Table, list[Entry]]:
    """A table where a recorded game was played by these people and bots."""
    host = next((seat.player for seat in seats if seat.player), "") or ""
    row, entries = import_record(time, host, record, "")
    data = {"seats": [msgspec.to_builtins(seat) for seat in seats]}
    first = msgspec.structs.replace(entries[0], data=data)
    rows = [seat.row() for seat in seats]
    row = msgspec.structs.replace(row, **{"source": None, "seats": rows, **fields})
    return row, [first, *entries[1:]]


PEOPLE = {"isabel": "Isabel", "beatriz": "Beatriz", "juan": "Juan"}
CLAIMED = ("isabel", "beatriz")
DAY = 24 * 3600 * 1000


def fill_club(url: str, password: str, games: int = 24) -> None:
    """Two players with claimed names, a guest, and games of theirs with each other and bots."""
    # In a thread of its own: a browser test has an event loop already.
    work = Thread(target=lambda: asyncio.run(_fill_club(url, password, games)))
    work.start()
    work.join()


async def _fill_club(url: str, password: str, games: int) -> None:
    storage = await Storage.open(url)
    hashed = await Passwords().hash(password)
    now = now_ms()
    for key, name in PEOPLE.items():
        known = hashed if key in CLAIMED else None
        await storage.add_player(Player(key, name, known, now, now, None, None))
    for number in range(games):
        edition, count = ("2023", "classic")[number % 2], 2 + number % 4
        record = played(Options(edition=edition, players=count), number)
        people = list(PEOPLE)[: 1 + number % 3]
        seats = [person(seat, key, PEOPLE[key]) for seat, key in enumerate(people[:count])]
        seats += [bot(seat, "novice") for seat in range(len(seats), count)]
        time = now - (games - number) * DAY
        settings = {"watching": "anyone", "coach": number == 1}
        row, log = finished_table(record, seats, time, public=True, settings=settings)
        await storage.add_table(row, log)
    await Recorder(storage, LiveTables(storage, Metrics()), lambda key: True).look_back()
    found = await storage.database.read(partial(results_of, player="isabel"))
    for number, (game, own) in enumerate(found[:8]):
        accuracy = {own.seat: 6000 + 300 * number}
        await storage.database.write(
            partial(put_accuracy, table_id=game.table_id, accuracy=accuracy)
        )
    await storage.close()
