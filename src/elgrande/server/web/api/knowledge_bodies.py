"""What the addresses of `knowledge` answer with."""

from typing import Annotated, Any, Literal

from litestar.params import FromQuery, Parameter
from msgspec import Meta, Struct, field

Edition = FromQuery[
    Annotated[Literal["2023", "classic"], Parameter(description="The edition of the game.")]
]
PositionInQuery = FromQuery[
    Annotated[
        int | None,
        Parameter(
            description="So many choices from the start; by default as it stands now.",
            ge=0,
            le=10_000,
            schema_extra={"minimum": 0},  # Litestar leaves out a 0
        ),
    ]
]


class ChangeShown(Struct, frozen=True):
    """So many caballeros more or less, and what the place would be worth then."""

    count: int
    total: int


class StandingShown(Struct, frozen=True):
    """How a seat stands in a place, and what would change that."""

    seat: int
    caballeros: int
    rank: Annotated[int, Meta(description="From 1; 0 without a caballero there.")]
    points: int
    king_bonus: int
    grande_bonus: int
    total: int
    more: Annotated[
        ChangeShown | None, Meta(description="The fewest more that raise the total; null: none.")
    ]
    fewer: Annotated[
        ChangeShown | None, Meta(description="The fewest less that lower it; null: none.")
    ]


class ProspectShown(Struct, frozen=True):
    """What a face-up card would pay now."""

    scores: Annotated[bool, Meta(description="Whether the card scores anything.")]
    chosen: Annotated[bool, Meta(description="Whether players choose the region.")]
    places: Annotated[list[str], Meta(description="The places that would pay somebody.")]
    gains: Annotated[
        list[int] | None, Meta(description="For every seat; null if it cannot be said.")
    ]
    by_place: dict[str, list[int]]


class Insights(Struct, frozen=True):
    """What majorities and cards are worth, from what lies open."""

    position: int
    regions: Annotated[
        dict[str, list[StandingShown]],
        Meta(description="Every region, and the Castillo of an open table."),
    ]
    cards: Annotated[dict[str, ProspectShown], Meta(description="The cards of this round.")]


class PaymentShown(Struct, frozen=True):
    """Points that a seat got in one place at one time."""

    seat: int
    place: str | None
    source: Annotated[
        str,
        Meta(description="general, the key of a card, king_bonus, grande_bonus or before."),
    ]
    card: Annotated[str | None, Meta(description="The card that scored; null: none.")]
    round: int
    rank: int | None
    points: int


class CourseRow(Struct, frozen=True):
    """The game at its start, after a turn, or after a general scoring."""

    kind: Literal["start", "turn", "scoring"]
    position: int
    round: int
    seat: int | None
    card: str | None
    scores: list[int]
    chances: Annotated[list[float], Meta(description="Of every seat to win; 1 in all.")]


class TurningPoint(Struct, frozen=True, rename={"before_position": "from"}):
    """A turn or a scoring that changed the chances most."""

    kind: Literal["turn", "scoring"]
    before_position: int
    position: int
    round: int
    seat: int | None
    card: str | None
    before: list[float]
    after: list[float]
    says: Annotated[list[str], Meta(description="What happened in it, in sentences.")]


class AnalysisShown(Struct, frozen=True):
    """Where the points of a finished game came from, and how it went."""

    scores: list[int]
    points: Annotated[list[PaymentShown], Meta(description="They add up to the scores.")]
    course: list[CourseRow]
    turning_points: Annotated[list[TurningPoint], Meta(description="The largest swing first.")]


class CardShown(Struct, frozen=True):
    """An action card."""

    title: str
    text: str
    number: Annotated[int, Meta(description="How many caballeros one may place with it.")]
    stacks: Annotated[list[int], Meta(description="The stacks it can lie in.")]
    copies: Annotated[int, Meta(description="How often it is in the edition's deck.")]
    added: Annotated[dict[str, int], Meta(description="How often a variant puts it in.")]
    kind: Annotated[str, Meta(description="A word for its icon.")]


class RegionShown(Struct, frozen=True):
    """A region of the board."""

    region: str
    name: str
    points: list[int]
    neighbours: list[str]


class ColourShown(Struct, frozen=True):
    """A set of pieces."""

    key: str
    name: str


class ModifierShown(Struct, frozen=True):
    """A modifier of the Power Shift."""

    value: int
    kind: str
    text: str


class RoundsShown(Struct, frozen=True):
    """The rounds of the track."""

    full: list[int]
    short: list[int]
    scoring: Annotated[list[int], Meta(description="Those with a general scoring.")]


class Catalogue(Struct, frozen=True):
    """What a game of an edition is made of, in a language."""

    edition: str
    language: str
    cards: dict[str, CardShown]
    places: dict[str, str]
    regions: Annotated[list[RegionShown], Meta(description="In the order of the rules.")]
    castillo: Annotated[list[int], Meta(description="The points of the Castillo.")]
    tiles: dict[str, list[int]]
    abroad: Annotated[dict[str, list[str]], Meta(description="The regions next to it.")]
    colours: Annotated[list[ColourShown], Meta(description="In the order of the seats.")]
    dummy: ColourShown
    modifiers: dict[str, ModifierShown]
    powers: Annotated[dict[str, int], Meta(description="Caballeros taken, by value.")]
    caballeros: Annotated[int, Meta(description="How many each colour has.")]
    rounds: RoundsShown
    variants: Annotated[list[str], Meta(description="The options of this edition.")]
    old_hands: Annotated[dict[str, int], Meta(description="How often each may be added.")]


class BotParameter(Struct, frozen=True):
    """Something that can be set of a bot."""

    name: str
    type: str
    default: Any
    optional: Annotated[bool, Meta(description="Whether it may be `none`.")]
    required: bool
    least: float | None = None
    most: float | None = None


class BotShown(Struct, frozen=True):
    """A bot that can play here."""

    name: str
    title: str
    description: str
    provider: Annotated[str | None, Meta(description="The package of a plug-in.")]
    level: Annotated[int | None, Meta(description="From 0, the weakest, for our own.")]
    parameters: list[BotParameter] = field(default_factory=list)
