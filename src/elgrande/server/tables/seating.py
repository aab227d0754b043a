"""Who sits at a table: the fold of its entries about seats."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from elgrande.server.storage.rows import Entry, Seat
from elgrande.server.tables import entries as kinds

OPEN: Final = "open"  # whoever comes first
INVITED: Final = "invited"  # whoever has the link
HUMAN: Final = "human"
BOT: Final = "bot"
# Why a bot stands in for somebody.
LEFT: Final = "left"  # they wanted it
AWAY: Final = "away"
AGREED: Final = "agreed"  # the others agreed on it


class TableSeat(msgspec.Struct):
    """One seat of a table."""

    seat: int
    kind: str
    player: str | None = None
    name: str = ""
    bot: str | None = None
    local: bool = False  # one of several seats of one browser
    substitute: str | None = None  # the bot that plays for an absent player
    policy: str | None = None  # the bot that plays when the time is up; None: the table's
    # Why a bot stands in, and how many choices stood then: earlier ones are the player's own, and
    # are not undone without them.
    reason: str | None = None
    handed_at: int = 0

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return self.kind in (HUMAN, BOT)

    @property
    def player_here(self) -> str | None:
        """The player who answers for this seat now; None when a bot does."""
        return None if self.substitute else self.player

    def row(self) -> Seat:
        """What the storage keeps for queries."""
        return Seat(
            seat=self.seat,
            kind=self.kind,
            player=self.player,
            name=self.name,
            bot=self.bot,
            local=self.local,
        )


class Seating:
    """The seats as they stand after some entries."""

    def __init__(self) -> None:
        self.seats: list[TableSeat] = []

    def apply(self, entry: Entry) -> None:
        """Fold one entry."""
        if entry.kind == kinds.OPENED:
            self.seats = [msgspec.convert(row, TableSeat) for row in entry.data["seats"]]
        elif entry.seat is not None and entry.kind in _CHANGES:
            table_seat = self.seats[entry.seat]
            self.seats[entry.seat] = msgspec.structs.replace(
                table_seat, **_CHANGES[entry.kind](table_seat, entry)
            )

    def note_handed(self, seat: int, position: int) -> None:
        """A bot stands in for a seat from a position on."""
        table_seat = self.seats[seat]
        self.seats[seat] = msgspec.structs.replace(table_seat, handed_at=position)

    def go_back(self, position: int) -> None:
        """The game went back to an earlier position: stand-ins play everything from there."""
        for table_seat in self.seats:
            if table_seat.substitute is not None and table_seat.handed_at > position:
                self.note_handed(table_seat.seat, position)

    def of(self, player: str) -> list[TableSeat]:
        """The seats of a player, also those a bot plays for them."""
        return [table_seat for table_seat in self.seats if table_seat.player == player]

    def players(self) -> list[str]:
        """The people at the table, each once."""
        return list(
            dict.fromkeys(table_seat.player for table_seat in self.seats if table_seat.player)
        )

    def rows(self, seats: Sequence[int] | None = None) -> list[Seat]:
        """What the storage keeps of these seats, or of all."""
        return [
            table_seat.row()
            for table_seat in self.seats
            if seats is None or table_seat.seat in seats
        ]


def _joined(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {"kind": HUMAN, "player": entry.player, "name": entry.data["name"]}


def _left(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {"kind": entry.data["kind"], "player": None, "name": "", "local": False}


def _seat_set(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {name: entry.data[name] for name in ("kind", "player", "name", "bot", "local")}


def _handed(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {"substitute": entry.data["bot"], "reason": entry.data.get("reason")}


def _returned(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {"substitute": None, "reason": None, "handed_at": 0}


def _policy(table_seat: TableSeat, entry: Entry) -> dict[str, Any]:
    return {"policy": entry.data["bot"]}


_CHANGES: Final = {
    kinds.JOINED: _joined,
    kinds.LEFT: _left,
    kinds.REMOVED: _left,
    kinds.SEAT_SET: _seat_set,
    kinds.HANDED: _handed,
    kinds.RETURNED: _returned,
    kinds.POLICY: _policy,
}
