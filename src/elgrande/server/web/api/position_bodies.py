"""The bodies and answers of requests about positions that are played on without a table."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from elgrande.editions.wording import LanguageKey
from elgrande.rules.snapshot_types import SnapshotData
from elgrande.server.presentation.messages import Body, Position, SeatNumber
from elgrande.server.presentation.view_types import TableView, ToldEvent

LONGEST_LINE = 1500  # choices; no game has as many

ChoiceMade = Annotated[
    Annotated[int, Meta(ge=0, le=255)] | Annotated[str, Meta(max_length=40)],
    Meta(description="A choice by its number, or in notation."),
]
Line = Annotated[
    tuple[tuple[SeatNumber, ChoiceMade], ...],
    Meta(max_length=LONGEST_LINE, description="The choices from the start on, each with its seat."),
]
Eyes = Annotated[
    SeatNumber | Literal["asked", "nobody"],
    Meta(description="Who looks: a seat, the seat that must choose, or nobody at the table."),
]


class StartBody(Body, frozen=True):
    """Where to play on from: a position of a finished game, or a complete position."""

    table: Annotated[str, Meta(max_length=40, description="The id of a finished game.")] | None = (
        None
    )
    position: Position = 0
    snapshot: (
        Annotated[dict[str, Any], Meta(description="A snapshot (docs/notation.md).")] | None
    ) = None


class PositionBody(Body, frozen=True):
    """A position that is played on from, without a table."""

    start: StartBody
    choices: Line = ()
    eyes: Eyes = "asked"
    language: LanguageKey = "en"


class PositionAdviceBody(Body, frozen=True):
    """A position for which the coach is asked, for the seat that must choose or another."""

    start: StartBody
    choices: Line = ()
    eyes: Eyes = "asked"
    language: LanguageKey = "en"
    seconds: Annotated[float, Meta(gt=0, le=5, description="How long the coach may think.")] = 1.0


class ChoicePlayed(Struct, frozen=True):
    """A choice of the line that led here."""

    seat: int
    choice: int
    notation: str


class PlayedOn(Struct, frozen=True):
    """A position after the choices that were played on from its start."""

    seat: Annotated[int | None, Meta(description="The seat whose view this is.")]
    names: Annotated[list[str], Meta(description="What the seats are called.")]
    view: TableView
    played: Annotated[list[ChoicePlayed], Meta(description="The choices made since the start.")]
    events: Annotated[list[ToldEvent], Meta(description="What the last choice brought about.")]
    truth: Annotated[SnapshotData, Meta(description="The complete position.")]
    digest: Annotated[str, Meta(description="A digest of the complete position.")]


class ChancesShown(Struct, frozen=True):
    """How likely each seat is to win."""

    chances: Annotated[list[float], Meta(description="By seat, from 0 to 1.")]
