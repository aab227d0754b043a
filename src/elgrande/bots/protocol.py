"""The Bot protocol: whatever answers for a seat."""

from typing import Protocol

from elgrande.bots.situation import Situation


class Bot(Protocol):
    """A player of one seat in one game. It may remember what it planned from choice to choice."""

    def choose(self, situation: Situation) -> int:
        """One of `situation.legal`."""
        ...
