"""The bodies and answers of requests about positions that are played on without a table."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from elgrande.editions.wording import LanguageKey
from elgrande.position_setup import Setup
from elgrande.rules.snapshot_types import SnapshotData
from elgrande.server.presentation.messages import Body, Position, SeatNumber
from elgrande.server.presentation.view_types import TableView, ToldEvent
from elgrande.server.web.api.bodies import GameOptions

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
    """Where to play on from: a position of a finished game, a complete one, or a new game."""

    table: Annotated[str, Meta(max_length=40, description="The id of a finished game.")] | None = (
        None
    )
    position: Position = 0
    snapshot: (
        Annotated[dict[str, Any], Meta(description="A snapshot (docs/program/notation.md).")] | None
    ) = None
    options: (
        Annotated[GameOptions, Meta(description="Of a new game; always the same deal.")] | None
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


class SetupShown(Struct, frozen=True):
    """A position taken apart, to be changed by hand."""

    setup: Setup
    snapshot: Annotated[SnapshotData, Meta(description="The complete position.")]
    stock: Annotated[dict[str, list[str]], Meta(description="The cards each stack may show.")]
    hand_sizes: Annotated[
        dict[str, int],
        Meta(
            description="The rounds that are played, with the power cards in hand when each begins."
        ),
    ]


class ArrangeBody(Body, frozen=True):
    """A position set up by hand, to be checked and put together."""

    setup: Annotated[dict[str, Any], Meta(description="As a position is taken apart into.")]
    base: (
        Annotated[
            dict[str, Any],
            Meta(description="The position it was made from; what is not set up stays as there."),
        ]
        | None
    ) = None
    language: LanguageKey = "en"


class ProblemShown(Struct, frozen=True):
    """Something in a setup that cannot be."""

    field: Annotated[str, Meta(description="Where, such as `hands.2` or `regions.toledo`.")]
    text: Annotated[str, Meta(description="Why, in one sentence.")]


class ArrangedShown(Struct, frozen=True):
    """The complete position of a setup, or everything that stands in its way."""

    snapshot: SnapshotData | None
    problems: list[ProblemShown]
