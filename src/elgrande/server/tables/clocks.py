"""The clock of a table: none, a time for each turn, or a time for the game with an increment.

All of it is computed from the times of the entries, so that every process reads the same clock. A
seat's time runs while the table waits for it, in one stretch for consecutive decisions.
"""

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

SECOND: Final = 1000  # times are in milliseconds

ClockKind = Literal["none", "turn", "game"]


class ClockSettings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long players may think. `turn`: for each turn; `game`: in total, plus more each turn."""

    kind: Annotated[
        ClockKind,
        Meta(description="No clock, seconds for each turn, or seconds for the game."),
    ] = "none"
    seconds: Annotated[int, Meta(ge=0, le=2_592_000, description="The time of each seat.")] = 0
    increment: Annotated[
        int, Meta(ge=0, le=86_400, description="Seconds a clock for the game gets each turn.")
    ] = 0


class Clock:
    """What is left to each seat, as of the last entry."""

    def __init__(self, settings: ClockSettings, seats: int) -> None:
        self.settings: Final = settings
        self.left = [settings.seconds * SECOND] * seats
        self.since: dict[int, int] = {}  # when a running seat's time began
        self.lapsed: set[int] = set()  # seats whose time ran out in this stretch

    @property
    def runs(self) -> bool:
        """Whether this table has a clock at all."""
        return self.settings.kind != "none"

    def turn_to(self, seats: tuple[int, ...], now: int) -> None:
        """From now on the table waits for these seats."""
        for seat in [seat for seat in self.since if seat not in seats]:
            self._stop(seat, now)
        for seat in seats:
            self.since.setdefault(seat, now)

    def _stop(self, seat: int, now: int) -> None:
        used = max(0, now - self.since.pop(seat))
        self.lapsed.discard(seat)
        if self.settings.kind == "game":
            left = max(0, self.left[seat] - used)
            self.left[seat] = left + self.settings.increment * SECOND

    def resume(self, now: int) -> None:
        """The server was down: those who were thinking get this stretch back."""
        for seat in self.since:
            self.since[seat] = now

    def lapse(self, seat: int) -> None:
        """Mark a seat's time as up until its stretch ends."""
        self.lapsed.add(seat)

    def deadlines(self) -> list[tuple[int, int]]:
        """When the time of each running seat is up, as (time, seat), soonest first."""
        if not self.runs:
            return []
        return sorted(
            (since + self.left[seat], seat)
            for seat, since in self.since.items()
            if seat not in self.lapsed
        )
