"""The messages: bodies and frames that clients send, and what they are sent.

A frame of a socket is the body of the HTTP request that does the same, with its `type` and an `id`
chosen by the client that comes back with the answer.
"""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec import Struct as Plain

from elgrande.rules.view_types import OptionsData
from elgrande.server.presentation.view_types import (
    LogEntry,
    LoggedEvent,
    TableSource,
    TableView,
    ToldEvent,
)
from elgrande.server.storage.rows import GameResult
from elgrande.server.tables.clocks import ClockKind
from elgrande.server.tables.proposals import Proposed
from elgrande.server.tables.settings import TableSettings
from elgrande.server.tables.table import Difference, Ending

SeatNumber = Annotated[int, Meta(ge=0, le=4, description="A seat of the table, from 0.")]
Step = Annotated[int, Meta(ge=0, le=2**53, description="The `step` of the view being answered.")]
Position = Annotated[
    int, Meta(ge=0, le=10_000, description="The number of choices from the start.")
]
BotText = Annotated[
    str, Meta(min_length=1, max_length=200, description="A bot such as `strong:seconds=1`.")
]
Words = Annotated[
    str, Meta(min_length=1, max_length=300, description="The message; at most 600 bytes in UTF-8.")
]
Key = Annotated[
    str,
    Meta(min_length=1, max_length=64, description="A label the client chooses for this request."),
]


class Body(Plain, frozen=True, forbid_unknown_fields=True):
    """The base of what clients send."""


class ChoiceBody(Body, frozen=True):
    """A choice. With `confirm`, what was chosen so far is final."""

    seat: SeatNumber
    step: Step
    choice: Annotated[int, Meta(ge=0, le=255, description="One of the view's `choices`.")]
    confirm: bool = False


class ConfirmBody(Body, frozen=True):
    """The draft is final."""

    seat: SeatNumber
    step: Step


class TakeBackBody(Body, frozen=True):
    """Take back the last choice of the draft, or the whole draft."""

    seat: SeatNumber
    step: Step
    whole: bool = False


class AskUndoBody(Body, frozen=True):
    """Ask everyone to go back to a position."""

    seat: SeatNumber
    to: Position


class AnswerUndoBody(Body, frozen=True):
    """Agree to go back, or not."""

    seat: SeatNumber
    request: Annotated[
        int, Meta(ge=0, le=2**53, description="The number of the request to go back.")
    ]
    agree: bool


class ChatBody(Body, frozen=True):
    """A chat message; with a key, it appears only once even if it is sent twice."""

    text: Words
    key: Key | None = None


PlayBody = ChoiceBody | ConfirmBody | TakeBackBody | AskUndoBody | AnswerUndoBody | ChatBody


class ChooseMessage(ChoiceBody, frozen=True, tag_field="type", tag="choose"):
    """`choose`."""

    id: Key | None = None


class ConfirmMessage(ConfirmBody, frozen=True, tag_field="type", tag="confirm"):
    """`confirm`."""

    id: Key | None = None


class TakeBackMessage(TakeBackBody, frozen=True, tag_field="type", tag="take_back"):
    """`take_back`."""

    id: Key | None = None


class AskUndoMessage(AskUndoBody, frozen=True, tag_field="type", tag="ask_undo"):
    """`ask_undo`."""

    id: Key | None = None


class AnswerUndoMessage(AnswerUndoBody, frozen=True, tag_field="type", tag="answer_undo"):
    """`answer_undo`."""

    id: Key | None = None


class ChatMessage(ChatBody, frozen=True, tag_field="type", tag="chat"):
    """`chat`."""

    id: Key | None = None


class LookMessage(Body, frozen=True, tag_field="type", tag="look"):
    """Switch to another of one's own seats (hotseat hand-over), or to the spectators' view."""

    seat: SeatNumber | None = None
    id: Key | None = None


class PingMessage(Body, frozen=True, tag_field="type", tag="ping"):
    """Whether anybody is there."""

    id: Key | None = None


ClientMessage = (
    ChooseMessage
    | ConfirmMessage
    | TakeBackMessage
    | AskUndoMessage
    | AnswerUndoMessage
    | ChatMessage
    | LookMessage
    | PingMessage
)


class SeatShown(Plain, frozen=True):
    """A seat as everybody at the table sees it."""

    seat: int
    kind: Literal["open", "invited", "human", "bot"]
    name: str
    bot: str | None
    local: Annotated[bool, Meta(description="One of several seats of one browser.")]
    substitute: Annotated[str | None, Meta(description="The bot that plays for somebody away.")]
    reason: Annotated[
        str | None,
        Meta(description="Why it does: they `left`, were `away`, or the others `agreed`."),
    ]
    policy: Annotated[str | None, Meta(description="The bot that plays when time is up.")]


class UndoShown(Plain, frozen=True):
    """A request to go back that waits for answers."""

    request: int
    seat: int
    to: int
    agreed: list[int]
    wanted: Annotated[list[int], Meta(description="Seats whose players have not answered yet.")]


class ProposalShown(Plain, frozen=True):
    """Something that people at the table are asked to agree on."""

    proposal: Annotated[int, Meta(description="Its number, by which it is answered.")]
    kind: Annotated[
        Proposed,
        Meta(
            description="`replace`: a bot is to play a seat; `return`: its player is to play again;"
            " `abandon`: the game is to end without a winner."
        ),
    ]
    by: Annotated[int | None, Meta(description="A seat of whoever proposes it.")]
    seat: Annotated[int | None, Meta(description="The seat it is about.")]
    bot: str | None
    agreed: Annotated[list[int], Meta(description="Seats whose players agreed.")]
    wanted: Annotated[list[int], Meta(description="Seats whose players have not answered yet.")]


class ChatShown(Plain, frozen=True):
    """Who may write at a table."""

    spectators: Annotated[bool, Meta(description="Whether spectators may write.")]
    muted: Annotated[list[int], Meta(description="The `speaker` numbers of whom the host muted.")]
    muted_seats: Annotated[list[int], Meta(description="The seats of whom the host muted.")]


class ClockShown(Plain, frozen=True):
    """The clock: the time left, and when a running seat's time is up (null: it is not running)."""

    kind: ClockKind
    seconds: int
    increment: int
    left: Annotated[list[int], Meta(description="Milliseconds each seat had at its last turn.")]
    ends: Annotated[list[int | None], Meta(description="When time is up, in ms since the epoch.")]
    lapsed: Annotated[list[int], Meta(description="Seats whose time is up in this turn.")]


DraftKind = Literal["power_card", "turn", "part_of_turn", "answer"]


class PlayShown(Plain, frozen=True):
    """How the game at a table stands, for everybody."""

    position: Annotated[int, Meta(description="The number of choices made.")]
    first_position: Annotated[int, Meta(description="The first position that can be shown.")]
    waiting: Annotated[list[int], Meta(description="The seats the table waits for.")]
    drafting: Annotated[int | None, Meta(description="The seat whose draft is under way.")]
    to_confirm: Annotated[bool, Meta(description="Whether a finished draft is to be confirmed.")]
    confirming: Annotated[
        DraftKind | None, Meta(description="What a draft that is to be confirmed holds.")
    ]
    clock: ClockShown
    undo: UndoShown | None


class TableShown(Plain, frozen=True):
    """A table as everybody at it sees it."""

    id: str
    state: Literal["open", "running", "finished", "closed"]
    title: str
    public: bool
    options: OptionsData
    settings: TableSettings
    seats: list[SeatShown]
    host: Annotated[list[int], Meta(description="The seats of the host.")]
    source: TableSource | None
    seal: Annotated[str, Meta(description="SHA-256 of `salt:seed`, promised before the game.")]
    created: int
    started: int | None
    finished: int | None
    result: GameResult | None
    locked: Annotated[bool, Meta(description="Whether nobody new may sit down.")]
    requests: Annotated[int, Meta(description="How many people ask the host for a seat.")]
    chat: ChatShown
    proposals: Annotated[list[ProposalShown], Meta(description="What waits for agreement.")]
    play: PlayShown | None
    difference: Annotated[
        Difference | None,
        Meta(description="Where a stored game no longer agrees with the rules of this server."),
    ] = None
    closed: Annotated[
        Ending | None,
        Meta(
            description="Who closed it: its host, those at it by agreement, whoever runs the"
            " server, or the server because nobody came back."
        ),
    ] = None
    published: Annotated[
        bool, Meta(description="Whether anyone may look at the finished game, though not its chat.")
    ] = False
    seed: Annotated[str | None, Meta(description="When the game is over.")] = None
    salt: str | None = None


class StateShown(Plain, frozen=True, tag_field="type", tag="state"):
    """Everything a client may know now, and what happened since it was last told."""

    table: TableShown
    number: Annotated[int, Meta(description="How many entries the log of the table has.")]
    seat: Annotated[int | None, Meta(description="From which seat this is seen.")]
    mine: Annotated[list[int], Meta(description="The seats of whoever is asking.")]
    is_host: Annotated[
        bool, Meta(description="Whether they are the host, who may have no seat at the table.")
    ]
    view: Annotated[
        TableView | None,
        Meta(
            description="docs/program/views.md, with step, can_undo, undo_reason, ask and choices."
        ),
    ]
    events_from: Annotated[
        int, Meta(description="Events from this one on replace what the client has.")
    ]
    events: list[ToldEvent]
    lines_from: Annotated[
        int, Meta(description="Lines from this event on replace what the client has.")
    ]
    lines: Annotated[
        list[LoggedEvent],
        Meta(
            description="What the log of the game keeps of the events: how many were thrown into"
            " a closed Castillo is in `events` only."
        ),
    ]
    log: Annotated[list[LogEntry], Meta(description="News of the table's log and chat.")]
    paused: Annotated[str | None, Meta(description="Why play pauses, if it does.")] = None


class DoneMessage(Plain, frozen=True, tag_field="type", tag="done"):
    """A frame was carried out, and lasts."""

    id: str | None
    number: int


class ErrorMessage(Plain, frozen=True, tag_field="type", tag="error"):
    """A frame was refused, and changed nothing."""

    id: str | None
    error: str
    detail: str
    status: int


class PausedMessage(Plain, frozen=True, tag_field="type", tag="paused"):
    """Play pauses (`detail` says why) or goes on (null)."""

    detail: str | None


class GoodbyeMessage(Plain, frozen=True, tag_field="type", tag="goodbye"):
    """The server is stopping; reconnect after this many milliseconds."""

    reconnect: int = 1000


class PongMessage(Plain, frozen=True, tag_field="type", tag="pong"):
    """Somebody is there."""

    id: str | None
    time: int


class YourTurnMessage(Plain, frozen=True, tag_field="type", tag="your_turn"):
    """A table waits for a seat of the player who listens to this feed."""

    event: Literal["your_turn"]
    table: str
    title: str
    seat: int
    step: int
    url: str


class GameOpenedMessage(Plain, frozen=True, tag_field="type", tag="game_opened"):
    """A game of an event has been opened for the player who listens to this feed."""

    event: Literal["game_opened"]
    table: str
    title: str
    seat: int
    url: str


ServerMessage = (
    StateShown | DoneMessage | ErrorMessage | PausedMessage | GoodbyeMessage | PongMessage
)
FeedMessage = YourTurnMessage | GameOpenedMessage | ErrorMessage | GoodbyeMessage
