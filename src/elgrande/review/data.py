"""The review of a game as data: what was judged, how well everyone did, and what was luck.

Everything here can be written as JSON and read again. Chances are from 0 to 1, accuracies from 0 to
100.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, Final

from elgrande.review.errors import BadReview

VERSION: Final = 1
TURN: Final = "turn"
POWER: Final = "power"
DISC: Final = "disc"
KINDS: Final = (TURN, POWER, DISC)
CARDS: Final = "cards"
DISCS: Final = "discs"
BEST: Final = "best"
WORST: Final = "worst"


@dataclass(frozen=True)
class Moment:
    """One judged moment: a turn, a power card or a secret disc of one seat."""

    position: int  # how many choices were made before
    until: int  # and at its end
    seat: int
    round: int
    kind: str  # one of KINDS
    card: str | None  # the card of the turn, or the one that asked for the disc
    played: tuple[int, ...]  # the seat's own choices
    better: tuple[int, ...]  # what should have been chosen; empty if nothing better was found
    chance: float  # to win, after what was played
    best: float  # and after what was better
    lost: float  # what is certain to have been lost, without the noise of the comparison
    accuracy: float
    ahead: float = 0.0  # by how much what was played beat everything else that was compared

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Moment":
        """The moment that `to_data` described."""
        try:
            values = {field.name: data[field.name] for field in fields(cls)}
        except (KeyError, TypeError):
            raise BadReview("A moment of the review lacks something.") from None
        values["played"], values["better"] = tuple(values["played"]), tuple(values["better"])
        return cls(**values)

    def to_data(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {**asdict(self), "played": list(self.played), "better": list(self.better)}


@dataclass(frozen=True)
class Luck:
    """How far chance changed one seat's chances at one time."""

    position: int  # how many choices were made when it was known
    seat: int
    kind: str  # CARDS or DISCS
    gain: float


@dataclass(frozen=True)
class KindSummary:
    """How a player did in one kind of moment."""

    count: int
    lost: float
    accuracy: float | None


@dataclass(frozen=True)
class PlayerSummary:
    """How a player did; the accuracy is None as long as nothing was judged."""

    seat: int
    accuracy: float | None
    moments: int
    lost: float
    kinds: Mapping[str, KindSummary]
    luck: Mapping[str, float]  # by kind of luck

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "PlayerSummary":
        """The summary that `asdict` described."""
        kinds = {kind: KindSummary(**summary) for kind, summary in data["kinds"].items()}
        return cls(**{**data, "kinds": kinds})


@dataclass(frozen=True)
class Highlight:
    """One of a player's best or worst moments."""

    seat: int
    kind: str  # BEST or WORST
    moment: int  # its index among the moments


@dataclass(frozen=True)
class Review:
    """All there is to know about how a game was played."""

    iterations: int
    digest: str  # of the final position
    options: Mapping[str, Any]
    scores: Sequence[int]
    winners: Sequence[int]
    players: Sequence[PlayerSummary]
    course: Sequence[Mapping[str, Any]]  # rows as in `insight.analysis`
    moments: Sequence[Moment]
    highlights: Sequence[Highlight]
    luck: Sequence[Luck]
    version: int = VERSION

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> "Review":
        """The review that `to_data` described; BadReview if it is none of this version."""
        if not isinstance(data, Mapping) or data.get("version") != VERSION:
            raise BadReview("This is no review, or one of another version.")
        try:
            values = {field.name: data[field.name] for field in fields(cls)}
            values["players"] = [PlayerSummary.from_data(one) for one in data["players"]]
            values["moments"] = [Moment.from_data(one) for one in data["moments"]]
            values["highlights"] = [Highlight(**one) for one in data["highlights"]]
            values["luck"] = [Luck(**one) for one in data["luck"]]
        except (KeyError, TypeError, AttributeError) as error:
            raise BadReview(f"The review lacks something: {str(error)[:60]}.") from None
        return cls(**values)

    def to_data(self) -> dict[str, Any]:
        """Plain JSON data."""
        return {**asdict(self), "moments": [moment.to_data() for moment in self.moments]}
