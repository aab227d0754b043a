"""What the addresses about records and the club take and answer with."""

from typing import Annotated, Literal

from litestar.params import FromPath, FromQuery, Parameter
from msgspec import Meta, Struct

from elgrande.rules.keys import Edition
from elgrande.server.presentation.messages import Body

LONGEST_WHO = 100
Who = FromPath[
    Annotated[
        str, Parameter(description="The id of a player, or a claimed name.", max_length=LONGEST_WHO)
    ]
]
PlayerInQuery = FromQuery[
    Annotated[
        str | None,
        Parameter(
            description="Only games of this player: an id, or a claimed name.",
            max_length=LONGEST_WHO,
        ),
    ]
]
EditionOnly = FromQuery[
    Annotated[Edition | None, Parameter(description="Only games of this edition.")]
]
PlayersOnly = FromQuery[
    Annotated[int | None, Parameter(description="Only games of as many players.", ge=2, le=5)]
]
VariantKey = Literal[
    "none", "short", "merged_stacks", "new_regency", "old_hands", "power_shift", "castillo"
]
VariantOnly = FromQuery[
    Annotated[
        VariantKey | None,
        Parameter(description="Only games with this variant; `none`: only plain games."),
    ]
]
SinceInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="Only games that ended at this time or later, in ms.",
            ge=0,
            le=2**53,
            schema_extra={"minimum": 0},  # Litestar leaves out a 0
        ),
    ]
]
UntilInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="Only games that ended before this time, in ms.",
            ge=0,
            le=2**53,
            schema_extra={"minimum": 0},
        ),
    ]
]
BeforeInQuery = FromQuery[
    Annotated[
        str | None,
        Parameter(
            description="Go on from here: `next` of the page before.",
            max_length=60,
            pattern=r"^[0-9]{1,16}\.[0-9a-z]{1,40}$",
        ),
    ]
]
Unrated = Literal["coached", "taken_back"]


class RatingShown(Struct, frozen=True):
    """A rating, as people know it from chess."""

    rating: Annotated[int, Meta(description="Strength; the level `steady` has 1500.")]
    uncertainty: Annotated[
        int, Meta(description="The true strength is within as many points, with 95% certainty.")
    ]
    games: Annotated[int, Meta(description="How many games it rests on.")]
    sure: Annotated[bool, Meta(description="Whether it is certain enough to be compared.")]


class RatingPoint(Struct, frozen=True):
    """A rating after one game."""

    finished: int
    rating: int
    uncertainty: int


class RatingLine(Struct, frozen=True):
    """A rating now and how it came about; without `now` if no game counted yet."""

    now: RatingShown | None
    course: list[RatingPoint]


class GroupShown(Struct, frozen=True):
    """Games that have something in common."""

    key: Annotated[str, Meta(description="A number of players, an edition or a variant.")]
    games: int
    wins: int
    place: Annotated[float, Meta(description="The mean place.")]
    points: Annotated[float, Meta(description="The mean points.")]
    best: Annotated[int, Meta(description="The most points in one game.")]
    places: Annotated[list[int], Meta(description="How often first, second, and so on.")]


class MeansShown(Struct, frozen=True):
    """Mean points of a game by source."""

    all: Annotated[dict[str, float], Meta(description="In all games.")]
    lately: Annotated[dict[str, float], Meta(description="In the last ten.")]
    grandmasters: Annotated[
        dict[str, float], Meta(description="Of grandmasters at the same kinds of tables.")
    ]


class CardUseShown(Struct, frozen=True):
    """How often the player takes an action card."""

    card: str
    taken: int
    expected: Annotated[float, Meta(description="How often by chance alone.")]
    grandmasters: Annotated[
        float | None,
        Meta(description="How often grandmasters take it for every time chance would."),
    ]


class AccuracyPoint(Struct, frozen=True):
    """The accuracy of a game that was reviewed."""

    finished: int
    table: str
    accuracy: Annotated[float, Meta(description="From 0 to 100.")]


class RecordShown(Struct, frozen=True):
    """A player's record."""

    player: str
    name: str
    own: Annotated[bool, Meta(description="Whether it is the caller's.")]
    private: Annotated[bool, Meta(description="Whether only the player sees it.")]
    total: GroupShown | None
    by_players: list[GroupShown]
    by_edition: list[GroupShown]
    by_variant: list[GroupShown]
    points: MeansShown | None
    cards: Annotated[list[CardUseShown], Meta(description="The favourites first.")]
    accuracy: list[AccuracyPoint]
    against_people: RatingLine
    against_bots: RatingLine


class ResultSeat(Struct, frozen=True):
    """One seat of a finished game."""

    player: Annotated[
        str | None, Meta(description="The player's id; null for a bot or somebody not public.")
    ]
    name: str | None
    bot: Annotated[str | None, Meta(description="The bot, if one had the seat.")]
    place: int
    points: int
    gave_up: Annotated[bool, Meta(description="Whether a bot finished the game for the player.")]
    accuracy: Annotated[float | None, Meta(description="From 0 to 100, after a review.")]


class ResultShown(Struct, frozen=True):
    """A finished game."""

    table: str
    finished: int
    edition: str
    players: int
    variant: list[str]
    unrated: Annotated[
        Unrated | None, Meta(description="Why it does not change ratings; null if it does.")
    ]
    open: Annotated[bool, Meta(description="Whether the caller may look at the game.")]
    seats: list[ResultSeat]


class ResultsPage(Struct, frozen=True):
    """Some finished games, the newest first."""

    games: list[ResultShown]
    next: Annotated[str | None, Meta(description="`before` of the next page; null at the end.")]


class ClubLine(Struct, frozen=True):
    """A player in the table of the club."""

    player: str
    name: str
    people: RatingShown | None
    bots: RatingShown | None
    last: Annotated[list[int], Meta(description="The last places, the newest first.")]
    streak: Annotated[int, Meta(description="How many games in a row were won.")]
    time: Annotated[int, Meta(description="When the last rated game ended, in ms.")]


class BotLine(Struct, frozen=True):
    """A level of our bots with its rating, which stands."""

    bot: str
    rating: int


class Club(Struct, frozen=True):
    """The table of the club."""

    players: list[ClubLine]
    bots: list[BotLine]


class RecordSettings(Body, frozen=True):
    """Who may see the record."""

    private: Annotated[bool, Meta(description="Whether only the player sees it.")]
