"""What the arena keeps of one game, as plain data."""

from dataclasses import asdict, dataclass
from typing import Any

from elgrande.insight.points import SOURCES


@dataclass(frozen=True)
class Fault:
    """A decision that a bot could not take, so that a legal default was played for it."""

    seat: int
    bot: str
    step: int  # how many choices had been made before
    reason: str  # raised, illegal, late or died
    detail: str


@dataclass(frozen=True)
class GameResult:
    """One finished game; everything per seat is in the order of the seats."""

    number: int  # in the schedule, from 0
    seed: int  # of the deal
    bots: tuple[str, ...]
    entries: tuple[int, ...]  # which bot of the run's list sat there
    scores: tuple[int, ...]
    winners: tuple[int, ...]  # seats
    first_powers: tuple[int, ...]
    sources: tuple[dict[str, int], ...]
    by_round: tuple[tuple[int, ...], ...]
    general: tuple[int, ...]  # what each general scoring paid in all
    times: tuple[tuple[float, ...], ...]  # milliseconds of each decision that left a choice
    faults: tuple[Fault, ...]
    choices: int
    digest: str
    record: str  # .egn text

    def to_data(self) -> dict[str, Any]:
        """Plain JSON data."""
        return asdict(self)

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "GameResult":
        """The result such data describes; ValueError, KeyError or TypeError if it is not one."""
        return cls(
            number=int(data["number"]),
            seed=int(data["seed"]),
            bots=tuple(data["bots"]),
            entries=tuple(data["entries"]),
            scores=tuple(data["scores"]),
            winners=tuple(data["winners"]),
            first_powers=tuple(data["first_powers"]),
            sources=tuple({key: int(seat[key]) for key in SOURCES} for seat in data["sources"]),
            by_round=tuple(tuple(seat) for seat in data["by_round"]),
            general=tuple(data["general"]),
            times=tuple(tuple(seat) for seat in data["times"]),
            faults=tuple(Fault(**fault) for fault in data["faults"]),
            choices=int(data["choices"]),
            digest=str(data["digest"]),
            record=str(data["record"]),
        )
