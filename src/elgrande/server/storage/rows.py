"""The rows the storage takes and gives: plain values, without a database behind them.

Times are milliseconds since the epoch, UTC. Tables, seats and entries refer to players by id.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from msgspec import Struct


class Entry(Struct, frozen=True):
    """One line of a table's log; numbered 1, 2, 3 … at every table."""

    number: int
    kind: str
    seat: int | None
    player: str | None
    time: int
    data: dict[str, Any]


class Seat(Struct):
    """Who sits where: an index for queries, kept in step with the entries."""

    seat: int
    kind: str  # "open", "invited", "human" or "bot"
    player: str | None = None
    name: str = ""
    bot: str | None = None
    local: bool = False  # one of several seats at the same screen


class GameResult(TypedDict):
    """How a game ended."""

    scores: list[int]
    winners: list[int]
    digest: str
    choices: int


class Table(Struct):
    """A table: what never changes about it, and where it stands."""

    id: str
    state: str  # "open", "running", "finished" or "closed"
    host: str
    title: str
    public: bool
    options: dict[str, Any]
    seed: str
    salt: str
    start: Mapping[str, object] | None  # a snapshot, when the game does not begin with a deal
    settings: dict[str, Any]
    source: dict[str, Any] | None  # where an imported or forked game came from
    revision: str
    created: int
    started: int | None
    finished: int | None
    result: dict[str, Any] | None
    seats: list[Seat]


class Checkpoint(Struct):
    """Where a game stood after an entry; only the newest of a table keeps its snapshot."""

    number: int
    position: int
    digest: str
    revision: str
    snapshot: dict[str, Any] | None
    time: int


class KeptReview(Struct, frozen=True):
    """What was found out about a finished game, by which version and with how much thought."""

    version: int
    iterations: int
    data: dict[str, Any]
    created: int


class Player(Struct):
    """A person, or an outside bot; with a password the name is theirs alone."""

    id: str
    name: str
    password: str | None
    created: int
    seen: int
    webhook: str | None
    webhook_secret: str | None
    admin: bool = False
    muted: int | None = None  # until when
    banned: int | None = None  # until when
    ban_reason: str = ""


class Session(Struct):
    """A device or a program that is signed in; only the hash of its secret is kept."""

    id: str
    player: str
    hash: bytes
    kind: str  # "browser" or "bot"
    label: str
    created: int
    expires: int | None


class Invitation(Struct):
    """A link to a seat, or to watch when it names no seat; only the hash of its secret is kept."""

    id: str
    table: str
    seat: int | None
    hash: bytes
    created: int
    revoked: bool = False


class Delivery(Struct):
    """A turn notice on its way to a player's webhook."""

    id: str
    player: str
    table: str
    body: dict[str, Any]
    attempts: int
    due: int
    state: str  # "waiting", "sent" or "given_up"


class Ban(Struct, frozen=True):
    """A banned address or network."""

    network: str
    until: int
    reason: str
    created: int


class Welcome(Struct, frozen=True):
    """An invitation to the server; only the hash of its secret is kept."""

    id: str
    hash: bytes
    note: str
    uses: int
    used: int
    created: int
    expires: int | None
    revoked: bool


class DeedData(TypedDict):
    """What else an act was about, in the audit log."""

    until: NotRequired[int | None]
    number: NotRequired[int]
    uses: NotRequired[int]
    expires: NotRequired[int | None]


class Deed(Struct, frozen=True):
    """One line of the audit log: what an admin did, or somebody who left for good."""

    number: int
    time: int
    admin: str | None  # the id of a player; None: the command line
    act: str
    kind: str  # of the target: "player", "table", "network", "invitation" or "server"
    target: str
    reason: str
    data: DeedData


class Change(Struct, frozen=True):
    """What changes together with some entries; None leaves a column of the table as it is."""

    state: str | None = None
    host: str | None = None
    started: int | None = None
    finished: int | None = None
    result: dict[str, Any] | None = None
    seats: Sequence[Seat] = ()  # the rows that replace those of these seats
    checkpoint: Checkpoint | None = None
    deliveries: Sequence[Delivery] = ()
    invitations: Sequence[Invitation] = ()
    revoke: Sequence[str] = ()  # ids of invitations
    drop_watchers: bool = False  # those who may watch by a link no longer may


class ClubEvent(Struct, frozen=True):
    """An evening, a league or a knock-out."""

    id: str
    kind: str  # "evening", "league" or "knockout"
    state: str  # "open", "running", "finished" or "cancelled"
    host: str
    title: str
    public: bool
    settings: dict[str, Any]
    seed: str
    created: int
    deadline: int | None
    started: int | None
    finished: int | None
    round: int
    ending: str | None


class Entrant(Struct, frozen=True):
    """Somebody who takes part in an event: a person, or a bot; a deleted player is neither."""

    number: int
    player: str | None
    name: str
    bot: str | None
    joined: int


class EventGame(Struct, frozen=True):
    """A game of an event; the result holds scores, winners and those who were absent."""

    round: int
    game: int
    table: str
    entrants: dict[str, Any]
    opened: int
    due: int
    finished: int | None
    result: dict[str, Any] | None


class SeatResult(Struct, frozen=True):
    """What a finished game says about one seat."""

    seat: int
    player: str | None  # None for a bot, and for somebody who is no longer to be found
    bot: str | None
    place: int
    points: int
    gave_up: bool = False  # a bot finished the game for the player
    sources: Mapping[str, int] = {}
    cards: Mapping[str, Any] = {}
    # mu and sigma before and after the game, by opponents: "people" and "bots"
    ratings: Mapping[str, Sequence[float]] = {}
    accuracy: int | None = None  # in hundredths of a per cent


class FinishedGame(Struct, frozen=True):
    """The result of a game, with those of its seats if it belongs to anybody's record."""

    table_id: str
    finished: int
    edition: str
    players: int
    variant: str
    people: int
    unrated: str | None
    seats: Sequence[SeatResult] = ()
