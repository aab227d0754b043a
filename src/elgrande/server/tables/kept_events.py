"""How much of what a client was told about a game still stands: events, and lines of a log."""

from array import array
from collections.abc import Sequence
from typing import Final

from elgrande.rules.event_types import Event
from elgrande.rules.events import uncounted_from


class KeptEvents:
    """Notes after each entry how many events stayed, and where a log tells older ones otherwise."""

    def __init__(self, secret: bool) -> None:
        self._secret: Final = secret  # whether the Castillo is closed
        self._counts = array("l")  # how many events stayed as they were, after each entry
        self._first_number = 1  # the entry of the first of these counts
        self._retold: list[tuple[int, int]] = []  # entries, and the first event told otherwise

    def note(self, number: int, count: int) -> None:
        """After an entry this many events are as they were."""
        if not self._counts:
            self._first_number = number
        self._counts.append(count)

    def retell(self, number: int, events: Sequence[Event]) -> None:
        """The Castillo was opened, or that was undone: a log tells throws since otherwise (R11)."""
        self._retold.append((number, uncounted_from(events, self._secret)))

    def forget(self) -> None:
        """The game goes on from a snapshot, without events before it."""
        self._counts = array("l")

    def events(self, number: int, count: int) -> int:
        """How many of the events known after an entry still stand, given how many there are now."""
        index = number - self._first_number
        if index < 0:
            return 0
        return min(self._counts[index:], default=count)

    def lines(self, number: int, count: int) -> int:
        """How many of them a lasting log still tells the same way."""
        retold = (first for entry, first in self._retold if entry > number)
        return min((self.events(number, count), *retold))
