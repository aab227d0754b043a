"""New tables: opened by a host, played on from a position, or imported as a finished game."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

import elgrande
from elgrande.editions.wording import HOUSES
from elgrande.game import Game
from elgrande.record import Record
from elgrande.rules.errors import BadOptions, BadRecord
from elgrande.rules.options import Options
from elgrande.server.errors import BadRequest
from elgrande.server.storage.rows import Entry, Table
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.seal import seal_of
from elgrande.server.tables.seating import BOT, HUMAN, OPEN, TableSeat
from elgrande.server.tables.settings import TableSettings, check_settings
from elgrande.server.tables.table import FINISHED, RUNNING
from elgrande.server.tables.table import OPEN as TABLE_OPEN

SEED_BITS: Final = 128
ID_BYTES: Final = 8
SALT_BYTES: Final = 16


def open_table(
    now: int,
    host: str,
    *,
    title: str,
    public: bool,
    options: Options,
    settings: TableSettings,
    seats: Sequence[TableSeat],
    start: Mapping[str, object] | None = None,
    source: dict[str, Any] | None = None,
) -> tuple[Table, list[Entry]]:
    """A table with a new, sealed deal; it starts at once if every seat is taken."""
    check_settings(settings)
    if len(seats) != options.players:
        raise BadOptions(
            f"A table for {options.players} needs {options.players} seats, not {len(seats)}."
        )
    if not public and any(table_seat.kind == OPEN for table_seat in seats):
        raise BadRequest("A private table cannot have open seats; invite friends with a link.")
    row = _row(now, host, title, options, seats)
    row.seed = str(secrets.randbits(SEED_BITS))
    row.salt = secrets.token_hex(SALT_BYTES)
    row.public, row.settings = public, msgspec.to_builtins(settings)
    row.start, row.source = start, source
    entries = [_opened(now, host, seats)]
    if all(table_seat.taken for table_seat in seats):
        entries.append(Entry(2, kinds.STARTED, None, None, now, {"seal": seal_of(row)}))
        row.state, row.started = RUNNING, now
    return row, entries


def play_on(
    now: int,
    host: str,
    player: TableSeat,
    game: Game,
    *,
    bot: str,
    names: Mapping[int, str],
    title: str,
    source: dict[str, Any],
) -> tuple[Table, list[Entry]]:
    """A private table at a position of a game, with bots in all seats but the player's.

    Bots without a name are called by their level.
    """
    seats = [
        player
        if seat == player.seat
        else TableSeat(seat=seat, kind=BOT, name=names.get(seat, bot), bot=bot)
        for seat in range(game.options.players)
    ]
    return open_table(
        now,
        host,
        title=title,
        public=False,
        options=game.options,
        settings=TableSettings(watching="nobody", coach=True),
        seats=seats,
        start=game.snapshot(),
        source=source,
    )


def import_record(now: int, host: str, record: Record, title: str) -> tuple[Table, list[Entry]]:
    """A record as a finished game; BadRecord if it does not replay."""
    game = record.replay()
    if not game.over:
        raise BadRecord("The game of this record is not over; only finished games are kept.")
    seats = [
        TableSeat(seat=seat, kind=HUMAN, name=HOUSES[seat])
        for seat in range(record.options.players)
    ]
    result: dict[str, Any] = {
        "scores": game.scores,
        "winners": list(game.winners),
        "digest": game.digest(),
        "choices": len(record.choices),
    }
    row = _row(now, host, title, record.options, seats)
    row.seed, row.start, row.source = str(record.seed), record.start, {"kind": "record"}
    row.state, row.started, row.finished, row.result = FINISHED, now, now, result
    entries = [_opened(now, host, seats)]
    entries.append(Entry(2, kinds.STARTED, None, None, now, {"seal": seal_of(row)}))
    for seat, choice in zip(record.seats, record.choices, strict=True):
        number = len(entries) + 1
        data = {"choice": choice, "step": number - 1, "confirm": True}
        entries.append(Entry(number, kinds.CHOICE, seat, None, now, data))
    entries.append(Entry(len(entries) + 1, kinds.FINISHED, None, None, now, result))
    return row, entries


def _row(now: int, host: str, title: str, options: Options, seats: Sequence[TableSeat]) -> Table:
    """A private table without a deal."""
    return Table(
        id=secrets.token_hex(ID_BYTES),
        state=TABLE_OPEN,
        host=host,
        title=title,
        public=False,
        options={**options.to_data()},
        seed="0",
        salt="",
        start=None,
        settings=msgspec.to_builtins(TableSettings()),
        source=None,
        revision=elgrande.__version__,
        created=now,
        started=None,
        finished=None,
        result=None,
        seats=[table_seat.row() for table_seat in seats],
    )


def _opened(now: int, host: str, seats: Sequence[TableSeat]) -> Entry:
    data = {"seats": [msgspec.to_builtins(table_seat) for table_seat in seats]}
    return Entry(1, kinds.OPENED, None, host, now, data)
