"""Which games a run consists of: every deal once for each seating of its bots."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import elgrande
from elgrande.rules.options import Options
from elgrande.rules.view_types import OptionsData


@dataclass(frozen=True)
class Fixture:
    """One game to be played, as plain data: it travels to other processes and machines."""

    number: int
    seed: int
    options: OptionsData
    bots: tuple[str, ...]  # per seat
    entries: tuple[int, ...]  # per seat, which bot of the run's list
    limit: float  # seconds a plug-in may take for a decision

    def __str__(self) -> str:
        return f"Game {self.number} (deal {self.seed}: {', '.join(self.bots)})"


@dataclass(frozen=True)
class RunSettings:
    """All that the results of a run depend on, apart from time."""

    options: Options
    bots: tuple[str, ...]
    games: int  # as many as were asked for; whole sets are played
    seed: int
    limit: float

    @cached_property
    def seatings(self) -> tuple[tuple[int, ...], ...]:
        """The bots rotated seat by seat, as indexes into `bots`; no seating occurs twice."""
        count = len(self.bots)
        distinct: dict[tuple[str, ...], tuple[int, ...]] = {}
        for shift in range(count):
            entries = tuple((seat + shift) % count for seat in range(count))
            distinct.setdefault(tuple(self.bots[entry] for entry in entries), entries)
        return tuple(distinct.values())

    @property
    def deals(self) -> int:
        """How many deals it takes to play that many games."""
        return -(-self.games // len(self.seatings))

    @property
    def total(self) -> int:
        """How many games are played: whole sets, so that no bot profits from a seat or a deal."""
        return self.deals * len(self.seatings)

    def fixtures(self) -> Iterator[Fixture]:
        """All games of the run, those of one deal together."""
        data = self.options.to_data()
        number = 0
        for deal in range(self.deals):
            for entries in self.seatings:
                bots = tuple(self.bots[entry] for entry in entries)
                yield Fixture(number, self.seed + deal, data, bots, entries, self.limit)
                number += 1

    def to_data(self) -> dict[str, object]:
        """Plain JSON data; two runs with the same data have the same results."""
        return {
            "bots": list(self.bots),
            "games": self.games,
            "seed": self.seed,
            "limit": self.limit,
            "options": self.options.to_data(),
            "version": elgrande.__version__,
        }
