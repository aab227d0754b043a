"""Tables in memory without a server or a storage, for tests of what folds and decides."""

from typing import Any

from elgrande.rules.options import Options
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.decisions.opening import open_table
from elgrande.server.tables.decisions.writing import Decision
from elgrande.server.tables.seating import BOT, HUMAN, INVITED, OPEN, TableSeat
from elgrande.server.tables.settings import TableSettings
from elgrande.server.tables.table import TableState

NOW = 1_800_000_000_000
HOST = "ana"


def sitting(seat: int, player: str) -> TableSeat:
    """A seat with somebody on it."""
    return TableSeat(seat=seat, kind=HUMAN, player=player, name=player.title())


def free(seat: int, kind: str = OPEN) -> TableSeat:
    """A seat for whoever comes first, or for the person with its invitation."""
    return TableSeat(seat=seat, kind=kind)


def reserved(seat: int) -> TableSeat:
    """A seat for the person with its invitation."""
    return free(seat, INVITED)


def with_bot(seat: int, bot: str = "steady") -> TableSeat:
    """A seat of a bot."""
    return TableSeat(seat=seat, kind=BOT, name=bot, bot=bot)


def table_of(*seats: TableSeat, public: bool = True, **settings: Any) -> TableState:
    """A table of Ana's with these seats; it runs if all are taken."""
    row, entries = open_table(
        NOW,
        HOST,
        title="Friday",
        public=public,
        options=Options(players=len(seats)),
        settings=TableSettings(**settings),
        seats=seats,
    )
    state = TableState(row)
    state.apply_all(entries)
    return state


def running(*players: str, **settings: Any) -> TableState:
    """A game that these players have begun."""
    return table_of(*(sitting(seat, player) for seat, player in enumerate(players)), **settings)


def commit(table: TableState, decision: Decision) -> list[str]:
    """Let a decision happen; the kinds of its entries."""
    table.apply_all(decision.entries)
    return [entry.kind for entry in decision.entries]


def entry(
    number: int, kind: str, seat: int | None = None, player: str | None = None, /, **data: Any
) -> Entry:
    """An entry of a log."""
    return Entry(number, kind, seat, player, NOW + number, data)
