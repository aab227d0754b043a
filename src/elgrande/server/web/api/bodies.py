"""The bodies and answers of requests about tables."""

from typing import Annotated, Literal

from msgspec import Meta, Struct
from msgspec.structs import asdict

from elgrande.editions.wording import LanguageKey
from elgrande.rules.keys import Edition
from elgrande.rules.options import Options
from elgrande.rules.snapshot_types import SnapshotData
from elgrande.rules.view_types import OptionsData
from elgrande.server.presentation.messages import Body, BotText, Position, SeatNumber, TableShown
from elgrande.server.presentation.view_types import LoggedEvent, TableView
from elgrande.server.tables.proposals import Proposed
from elgrande.server.tables.settings import TableSettings, Watching


class GameOptions(Body, frozen=True):
    """What is decided before the deal (docs/play/options.md)."""

    edition: Literal["2023", "classic"] = "2023"
    players: Annotated[int, Meta(ge=2, le=5)] = 4
    short: bool = False
    merged_stacks: bool = False
    new_regency: bool = False
    old_hands: Annotated[tuple[str, ...], Meta(max_length=4)] = ()
    power_shift: bool = False
    castillo: Literal["secret", "open"] = "secret"
    first_player: Annotated[int, Meta(ge=0, le=4)] | None = None

    def checked(self) -> Options:
        """The options; BadOptions if they do not go together."""
        return Options.from_data(asdict(self))


class NewSeat(Body, frozen=True):
    """Who should sit in a seat.

    `me`: the host; `hotseat`: one more player at the host's browser; `invite`: anybody with the
    link; `open`: anybody from the lobby; `bot`: a bot of a level.
    """

    kind: Literal["me", "hotseat", "invite", "open", "bot"]
    bot: BotText | None = None
    name: (
        Annotated[str, Meta(description="The name of a bot, or of a player at the host's browser.")]
        | None
    ) = None


class NewTable(Body, frozen=True):
    """A table to open."""

    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=5)]
    options: GameOptions = GameOptions()
    settings: TableSettings = TableSettings()
    title: Annotated[str, Meta(max_length=200, description="A title; empty for none.")] = ""
    public: Annotated[bool, Meta(description="Whether it is listed in the lobby.")] = False


class InvitationShown(Struct, frozen=True):
    """A link, shown only once: anybody who has it may sit down, or watch."""

    seat: Annotated[int | None, Meta(description="The seat; null is to watch.")]
    token: Annotated[str, Meta(description="What POST /api/invitations/accept takes.")]
    path: Annotated[str, Meta(description="The path of the link for people.")]


class OpenedTable(Struct, frozen=True):
    """A table and the links to it."""

    table: TableShown
    invitations: list[InvitationShown]


class TokenBody(Body, frozen=True):
    """The token of an invitation."""

    token: Annotated[str, Meta(min_length=1, max_length=200)]


class Reach(Struct, frozen=True):
    """From where links to this server's tables can be opened."""

    private: Annotated[
        bool, Meta(description="Whether they open only on the machine that runs the server.")
    ]
    url: Annotated[
        str | None,
        Meta(
            description="Where others find the server, or would if it listened to them; null if"
            " that is unknown, or if the question comes from another machine."
        ),
    ]
    command: Annotated[
        str | None, Meta(description="What starts a private server so that others reach it.")
    ]


class Invited(Struct, frozen=True):
    """Where an invitation leads."""

    table: TableShown
    seat: Annotated[int | None, Meta(description="The seat; null is to watch.")]
    asked: Annotated[
        bool, Meta(description="Whether one has asked for a seat, and waits for the host.")
    ] = False


class JoinBody(Body, frozen=True):
    """An open seat to take; none: any."""

    seat: SeatNumber | None = None


class HandOverBody(Body, frozen=True):
    """The bot that plays for somebody."""

    bot: BotText = "steady"


class LockBody(Body, frozen=True):
    """Whether nobody new may sit down."""

    locked: bool


class PublishBody(Body, frozen=True):
    """Whether anyone may look at a finished game."""

    published: bool


class AgreeBody(Body, frozen=True):
    """Agree to something, or not."""

    agree: bool


class RequestShown(Struct, frozen=True):
    """Somebody who asks for a seat."""

    request: Annotated[int, Meta(description="Its number, by which it is answered.")]
    name: str
    seat: Annotated[int | None, Meta(description="The seat; null is any.")]
    mine: Annotated[bool, Meta(description="Whether it is whoever is asking here.")]
    time: int


class ProposalBody(Body, frozen=True):
    """Something that the people at the table should agree on.

    `replace`: a bot plays the seat; `return`: its player plays again; `abandon`: the game ends
    without a winner.
    """

    kind: Proposed
    seat: SeatNumber | None = None
    bot: BotText | None = None


class MuteBody(Body, frozen=True):
    """Who is to be muted or unmuted: somebody with a seat, or who said something."""

    muted: bool
    seat: SeatNumber | None = None
    speaker: (
        Annotated[int, Meta(ge=1, le=2**53, description="The `speaker` of a message.")] | None
    ) = None


class SpectatorsChatBody(Body, frozen=True):
    """Whether spectators may write."""

    spectators: bool


class PolicyBody(Body, frozen=True):
    """The bot that plays when your time is up."""

    bot: BotText


class Presence(Struct, frozen=True):
    """How long ago somebody was here."""

    seat: int
    away: Annotated[
        int | None, Meta(description="Seconds since the player was last active; null for bots.")
    ]


class Done(Struct, frozen=True):
    """It is done, and lasts."""

    number: Annotated[int, Meta(description="How many entries the table's log has now.")]


class TableLine(Struct, frozen=True):
    """A table in a list."""

    id: str
    state: Literal["open", "running", "finished", "closed"]
    title: str
    public: bool
    edition: Edition
    players: int
    seats: Annotated[list[str], Meta(description="The names; empty where a seat is free.")]
    bots: Annotated[
        list[str | None],
        Meta(description="The bots of the seats; one without a name of its own has this name."),
    ]
    mine: Annotated[list[int], Meta(description="The seats of whoever is asking.")]
    waits_for_me: Annotated[bool, Meta(description="Whether the game waits for one of them.")]
    watching: Watching
    created: int
    started: int | None
    finished: int | None
    scores: list[int] | None


class PositionShown(Struct, frozen=True):
    """A table as it was after a number of choices."""

    position: int
    last: Annotated[int, Meta(description="The last position that can be shown.")]
    seat: int | None
    view: TableView
    events: Annotated[list[LoggedEvent], Meta(description="What happened up to here.")]
    truth: Annotated[
        SnapshotData | None,
        Meta(description="The complete position, hidden cards included, once the game is over."),
    ]
    difference: Annotated[
        str | None, Meta(description="Why a stored game cannot be shown any further.")
    ]


class RecordBody(Body, frozen=True):
    """A game to import."""

    record: Annotated[str, Meta(description="The text of an .egn or JSON record.")]
    title: Annotated[str, Meta(max_length=200)] = ""


BotNames = Annotated[
    tuple[Annotated[str, Meta(max_length=100)], ...],
    Meta(max_length=5, description="Names for the bots by seat; empty: the usual one."),
]


class ForkBody(Body, frozen=True):
    """A position to go on from in practice."""

    position: Position
    seat: SeatNumber
    bot: BotText = "steady"
    names: BotNames = ()


class LessonBody(Body, frozen=True):
    """A guided round to play."""

    title: Annotated[str, Meta(max_length=200, description="A title; empty for none.")] = ""
    names: BotNames = ()


class AdviceBody(Body, frozen=True):
    """One of your seats that wants advice."""

    seat: SeatNumber
    seconds: Annotated[float, Meta(gt=0, le=5, description="How long the coach may think.")] = 1.0
    language: LanguageKey = "en"


class AdviceShown(Struct, frozen=True):
    """A choice considered by the coach; the best comes first."""

    choice: int
    notation: str
    text: Annotated[str, Meta(description="What the choice does.")]
    plan: Annotated[list[str], Meta(description="It and what should follow in the same turn.")]
    chance: Annotated[float, Meta(description="To win, from 0 to 1.")]
    points: Annotated[float, Meta(description="To be expected at the end of the game.")]
    margin: Annotated[float, Meta(description="To the best other player then.")]
    share: Annotated[
        float, Meta(description="Of the thinking; of a mix, how often to make this choice.")
    ]
    sentence: Annotated[str, Meta(description="What speaks for it, and against it.")]


class RecordData(Struct, frozen=True):
    """The record of a game (docs/program/notation.md)."""

    format: str
    options: OptionsData
    seed: int
    start: Annotated[SnapshotData | None, Meta(description="Where it began, if not with a deal.")]
    seats: list[int]
    choices: list[int]
    digest: str
