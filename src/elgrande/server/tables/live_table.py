"""One table in the memory of a process, and those who look at it."""

import asyncio
import time
from collections.abc import Callable
from typing import Final, Protocol

from elgrande.server.harmless import tell_all
from elgrande.server.tables.decisions import Decision
from elgrande.server.tables.table import TableState

# What somebody wants, as entries for a table in its state at a time; it refuses by raising.
Decide = Callable[[TableState, int], Decision]


class Listener(Protocol):
    """Somebody who wants to know when a table changes: a socket, or a request that waits."""

    @property
    def player(self) -> str:
        """The listener's player."""
        ...

    def nudge(self) -> None:
        """The table changed; look at it soon. Never blocks."""

    def pause(self, detail: str | None) -> None:
        """Play pauses, for this reason; None: it resumes."""

    async def farewell(self) -> None:
        """The server stops; say so."""


class LiveTable:
    """A table in the memory of this process, and who looks at it."""

    def __init__(self, state: TableState) -> None:
        self.state = state
        self.lock: Final = asyncio.Lock()
        self.listeners: Final[set[Listener]] = set()
        self.behind = False  # the storage may know more
        self.heard = 0  # how many entries there are, according to others
        self.used = time.monotonic()

    @property
    def is_behind(self) -> bool:
        """Whether there may be entries that this process has not read."""
        return self.behind or self.heard > self.state.number

    @property
    def is_used(self) -> bool:
        """Whether somebody is looking at it or doing something there."""
        return bool(self.listeners) or self.lock.locked()

    def nudge(self) -> None:
        """Wake everybody who listens."""
        tell_all([listener.nudge for listener in self.listeners])

    def tell_pause(self, detail: str | None) -> None:
        """Play pauses, for this reason; None: it resumes."""
        tell_all([listener.pause for listener in self.listeners], detail)

    async def say_goodbye(self) -> None:
        """The server stops: say so to everybody who listens."""
        farewells = [listener.farewell() for listener in self.listeners]
        await asyncio.gather(*farewells, return_exceptions=True)
