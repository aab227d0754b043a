"""The types of what a table shows of its game: the rules' data, in words and clickable.

`Annotated[Event, Telling]` is an event that has the fields of `Telling` as well: Python's types
have no word for that, but the OpenAPI document does (`web/schemas.py`).
"""

from typing import Annotated, Literal, NotRequired, TypedDict

from elgrande.disc_outcomes import DiscOutcome
from elgrande.rules.choice_types import ClickTarget
from elgrande.rules.event_types import Event
from elgrande.rules.view_types import OwnView, PublicView, ViewData

LogKind = Literal[
    "opened", "joined", "left", "removed", "locked", "seat_set", "started", "ask_undo",
    "answer_undo", "undo", "timeout", "restored", "handed", "returned", "policy", "closed",
    "finished", "proposed", "answered", "chat", "muted", "chat_set",
    "published",
]  # fmt: skip


class ChoiceShown(TypedDict):
    """A choice: its number, its short text, what it would do, and what to click on for it.

    `outcome` is what a secret disc would do to the seat's caballeros, if it moves them.
    """

    choice: int
    notation: str
    text: str
    touches: ClickTarget
    outcome: NotRequired[DiscOutcome]


class PublicTableView(PublicView):
    """What everybody at a table sees of the game, with the question in a sentence."""

    ask: str


class OwnTableView(TypedDict):
    """What only one seat sees: its cards, its choices, and whether it may take back."""

    seat: int | None
    mine: OwnView | None
    legal: list[int]
    step: int
    can_undo: bool
    undo_reason: str | None
    choices: list[ChoiceShown]


class TableView(ViewData):
    """What one seat sees of the game at a table; without a seat, a spectator."""

    ask: str
    step: int
    can_undo: bool
    undo_reason: str | None
    choices: list[ChoiceShown]


class Telling(TypedDict):
    """An event in a sentence, and the first position at which it had happened."""

    says: str
    position: int


class LoggedTelling(Telling):
    """The same, with how many events came before it."""

    number: int


ToldEvent = Annotated[Event, Telling]
LoggedEvent = Annotated[Event, LoggedTelling]


class LogEntry(TypedDict):
    """An entry of the table's log; which of the other fields it has depends on its kind."""

    number: int
    kind: LogKind
    seat: int | None
    time: int
    who: NotRequired[str]
    text: NotRequired[str]
    name: NotRequired[str]
    seal: NotRequired[str]
    to: NotRequired[int]
    agree: NotRequired[bool]
    position: NotRequired[int]
    bot: NotRequired[str]
    reason: NotRequired[str | None]
    scores: NotRequired[list[int]]
    winners: NotRequired[list[int]]
    speaker: NotRequired[int | None]
    locked: NotRequired[bool]
    muted: NotRequired[bool]
    spectators: NotRequired[bool]
    published: NotRequired[bool]
    wish: NotRequired[Literal["replace", "return", "abandon"]]
    target: NotRequired[int | None]
    proposal: NotRequired[int]


class RecordSource(TypedDict):
    """The game was imported."""

    kind: Literal["record"]


class ForkSource(TypedDict):
    """The game goes on from a position of another table."""

    kind: Literal["fork"]
    table: str
    position: int


class LessonSource(TypedDict):
    """The game is a guided round."""

    kind: Literal["lesson"]


class EventSource(TypedDict):
    """The table is one of an evening, a league or a knock-out."""

    kind: Literal["event"]
    event: str
    round: int


TableSource = RecordSource | ForkSource | LessonSource | EventSource
