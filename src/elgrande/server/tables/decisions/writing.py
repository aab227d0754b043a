"""Entries being written: the next numbers of a table's log, and what changes beside it."""

from typing import Any, Final

import msgspec

from elgrande.server.storage.rows import Change, Entry
from elgrande.server.tables.table import TableState


class Decision(msgspec.Struct):
    """What is to be committed. No entries: the request was already granted, and counts once."""

    entries: list[Entry]
    change: Change | None = None


class Writing:
    """The entries of one request, numbered after those the table has."""

    def __init__(self, table: TableState, now: int) -> None:
        self._next = table.number + 1
        self._now: Final = now
        self.entries: Final[list[Entry]] = []

    def add(
        self, kind: str, seat: int | None = None, player: str | None = None, /, **data: Any
    ) -> Entry:
        """Write one more entry."""
        entry = Entry(
            number=self._next, kind=kind, seat=seat, player=player, time=self._now, data=data
        )
        self._next += 1
        self.entries.append(entry)
        return entry

    def decide(self, change: Change | None = None) -> Decision:
        """The decision to commit what was written."""
        return Decision(self.entries, change)
