"""Finished games of people and bots, written as if they had been played at a table."""

from collections.abc import Sequence
from typing import Any

import msgspec

from elgrande.bots import Situation, bot_rng, open_players
from elgrande.game import Game
from elgrande.record import Record
from elgrande.rules.options import Options
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables.decisions.opening import import_record
from elgrande.server.tables.seating import BOT, HUMAN, TableSeat


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
