"""The bodies and answers of requests about evenings, leagues and knock-outs."""

from typing import Annotated, Literal

from litestar.params import FromPath, Parameter
from msgspec import Meta, Struct

from elgrande.rules.view_types import OptionsData
from elgrande.server.presentation.messages import Body, BotText
from elgrande.server.tables.event_settings import EventSettings
from elgrande.server.web.api.bodies import GameOptions
from elgrande.tournaments.results import Kind

EventId = FromPath[Annotated[str, Parameter(description="The id of an event.", max_length=40)]]
EventState = Literal["open", "running", "finished", "cancelled"]
Ending = Literal["host", "moderator", "too_few"]
Bots = Annotated[
    tuple[BotText, ...], Meta(max_length=64, description="A bot for each place that bots take.")
]


class NewEvent(Body, frozen=True):
    """An event to announce; the number of players in its options does not matter."""

    kind: Annotated[
        Kind,
        Meta(
            description="`evening`: friends play several games; `league`: 8 to 64 in rounds;"
            " `knockout`: 8 to 64 until one table is left."
        ),
    ]
    title: Annotated[str, Meta(max_length=200, description="A title; empty for none.")] = ""
    public: Annotated[bool, Meta(description="Whether it is listed for everybody.")] = True
    play: Annotated[bool, Meta(description="Whether the host takes part.")] = True
    bots: Bots = ()
    deadline: Annotated[
        int | None,
        Meta(description="When it starts by itself, in milliseconds since 1970; null: when told."),
    ] = None
    options: GameOptions = GameOptions()
    settings: EventSettings = EventSettings()


class BotsBody(Body, frozen=True):
    """The bots that take part, in place of those that did before."""

    bots: Bots


class EntrantShown(Struct, frozen=True):
    """Somebody who takes part."""

    number: Annotated[int, Meta(description="By which games and standings name them.")]
    name: str
    bot: Annotated[str | None, Meta(description="Its level; null for people.")]
    mine: Annotated[bool, Meta(description="Whether it is whoever is asking.")]


class EventStanding(Struct, frozen=True):
    """A line of the table."""

    entrant: int
    place: int
    points: Annotated[int, Meta(description="For places: 24 for the first of a game, 0 for last.")]
    score: Annotated[int, Meta(description="Points on the board, in all games together.")]
    games: int
    wins: int
    missed: Annotated[int, Meta(description="Games that a bot had to finish.")]
    reached: Annotated[int, Meta(description="The last round they played, from 1.")]
    out: Annotated[bool, Meta(description="Whether they take no further part.")]


class EventGameShown(Struct, frozen=True):
    """A game of an event."""

    table: Annotated[str, Meta(description="The id of its table.")]
    entrants: Annotated[list[int], Meta(description="The numbers of those who play, by seat.")]
    finished: Annotated[int | None, Meta(description="When it ended; null: it is being played.")]
    scores: Annotated[
        list[int] | None, Meta(description="The points by seat; null while it runs or if given up.")
    ]
    places: Annotated[list[int] | None, Meta(description="The places by seat, from 1.")]
    absent: Annotated[
        list[int], Meta(description="The numbers of those for whom a bot finished the game.")
    ]
    due: Annotated[int, Meta(description="Until when the game waits for its players.")]


class EventLine(Struct, frozen=True):
    """An event in a list."""

    id: str
    kind: Kind
    state: EventState
    title: str
    public: bool
    host: Annotated[str, Meta(description="The name of the host; empty if deleted.")]
    entrants: Annotated[int, Meta(description="How many take part.")]
    most: Annotated[int, Meta(description="How many can.")]
    round: Annotated[int, Meta(description="The last round that was opened; 0 before the start.")]
    rounds: Annotated[int, Meta(description="How many there will be.")]
    mine: Annotated[bool, Meta(description="Whether whoever is asking takes part.")]
    winner: Annotated[str | None, Meta(description="Who won; null before the end.")]
    created: int
    deadline: int | None
    started: int | None
    finished: int | None


class EventShown(Struct, frozen=True):
    """An event with all its games and how everybody stands."""

    line: EventLine
    settings: EventSettings
    options: OptionsData
    fewest: Annotated[int, Meta(description="How many have to take part.")]
    is_host: Annotated[bool, Meta(description="Whether whoever is asking is the host.")]
    may_cancel: bool
    ending: Annotated[Ending | None, Meta(description="Why it was cancelled.")]
    entrants: list[EntrantShown]
    rounds: Annotated[list[list[EventGameShown]], Meta(description="The games of every round.")]
    standings: list[EventStanding]
