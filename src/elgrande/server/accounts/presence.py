"""Who is here, and how long ago the others were.

Whoever listens at a table is here; others were here when they last asked for something or hung up.
In this process that is known at once. Every process writes with each of its beats who listens there
and when others were last active, so that all processes agree within a few seconds.
"""

from collections.abc import Callable, Iterable, Set
from typing import Final

from elgrande.server.storage.store import Storage
from elgrande.server.timestamps import now_ms

DEAD_AFTER: Final = 7_000  # ms without a beat after which a process counts as dead
WRITTEN_AT_ONCE: Final = 100  # players in one commit, so that nobody's choice waits for long


class Presence:
    """The people at this server; `listening` returns who holds a socket or waits here."""

    def __init__(
        self,
        storage: Storage,
        listening: Callable[[], set[str]],
        *,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        self._storage: Final = storage
        self._listening: Final = listening
        self._clock: Final = clock
        self.alone = True  # no other process serves the same tables
        self.began = clock()  # before that nobody could be active here
        self.seen: Final[dict[str, int]] = {}  # the latest activity, which may not be written yet

    def saw(self, player: str) -> None:
        """A player was active."""
        self.seen[player] = self._clock()

    def here(self) -> set[str]:
        """Everybody who listens in this process now."""
        return self._listening()

    async def away(self, players: Iterable[str]) -> dict[str, int]:
        """How many milliseconds ago each of these was active, at any process."""
        now, here = self._clock(), self.here()
        wanted = list(players)
        gone = [player for player in wanted if player not in here]
        last = {player: max(self.began, self.seen.get(player, 0)) for player in gone}
        if gone:
            for player, row in (await self._storage.players(gone)).items():
                last[player] = max(last[player], row.seen)
            for player, seen in (await self._elsewhere(now)).items():
                if player in last:
                    last[player] = max(last[player], seen)
        return {player: max(0, now - last.get(player, now)) for player in wanted}

    async def _elsewhere(self, now: int) -> dict[str, int]:
        """When players were last at other processes: now, or when a process that died last beat."""
        found: dict[str, int] = {}
        if self.alone:
            return found
        for beat, present in await self._storage.people_of_processes():
            seen = now if now - beat < DEAD_AFTER else beat
            for player in present:
                found[player] = max(found.get(player, 0), seen)
        return found

    async def write(self) -> None:
        """Store when everybody at this process was last here."""
        for player in self.here():
            self.saw(player)
        await self.write_others(frozenset())

    async def write_others(self, here: Set[str]) -> None:
        """Remember when everyone who is not among these was last active."""
        waiting = [(name, seen) for name, seen in self.seen.items() if name not in here]
        for first in range(0, len(waiting), WRITTEN_AT_ONCE):
            times = dict(waiting[first : first + WRITTEN_AT_ONCE])
            await self._storage.seen(times)
            for player, seen in times.items():
                if self.seen.get(player) == seen:
                    del self.seen[player]
