"""What the addresses of `knowledge` answer with."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from elgrande.editions.wording import LanguageKey
from elgrande.rules.keys import Edition, Region, Tile

Abroad = Literal["france", "portugal"]
# The variants that add cards to the stacks.
Addition = Literal["new_regency", "old_hands"]


class ChangeShown(Struct, frozen=True):
    """A number of caballeros more or less, and what the place would then be worth."""

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


class CardPayoutShown(Struct, frozen=True):
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
    cards: Annotated[dict[str, CardPayoutShown], Meta(description="The cards of this round.")]


class Reasons(Struct, frozen=True):
    """Why a seat cannot choose something now: a sentence for each thing."""

    places: Annotated[dict[str, str], Meta(description="Regions and the Castillo.")]
    powers: Annotated[dict[str, str], Meta(description="Power cards, by their value.")]
    own_modifiers: Annotated[dict[str, str], Meta(description="The modifiers in the seat's hand.")]
    stacks: Annotated[dict[str, str], Meta(description="Action cards, by the stack they lie on.")]
    buttons: Annotated[dict[str, str], Meta(description="Parts of the turn: place, special.")]
    take_back: Annotated[str | None, Meta(description="Taking back; null if it is possible.")]


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
    variant_texts: Annotated[
        dict[str, str], Meta(description="Sentences that variants add, by the name of the option.")
    ]
    number: Annotated[int, Meta(description="How many caballeros one may place with it.")]
    stacks: Annotated[list[int], Meta(description="The stacks it can lie in.")]
    copies: Annotated[int, Meta(description="How often it is in the edition's deck.")]
    added: Annotated[dict[Addition, int], Meta(description="How often a variant puts it in.")]
    kind: Annotated[str, Meta(description="A word for its icon.")]


class RegionShown(Struct, frozen=True):
    """A region of the board."""

    region: Region
    name: str
    points: list[int]
    neighbours: list[Region]


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


Value = str | int | bool | None
When = dict[str, list[Value]]


class FixedShown(Struct, frozen=True):
    """When a field can have only one value."""

    when: Annotated[When, Meta(description="The values of other fields, all of them met.")]
    value: Value | list[str]
    reason: str


class BarredShown(Struct, frozen=True):
    """When a value cannot be chosen."""

    when: When
    reason: str


class ValueShown(Struct, frozen=True):
    """One of the values of a field."""

    value: Value
    title: str
    text: str
    summary: Annotated[str, Meta(description="What a table with it is; empty for the usual.")]
    most: Annotated[int, Meta(description="How often a card may be taken.")]
    barred: list[BarredShown]


class FieldShown(Struct, frozen=True):
    """A field of the form for a new table."""

    key: str
    path: Annotated[str, Meta(description="Where in a new table the value goes.")]
    kind: Annotated[
        Literal["choice", "switch", "cards", "seat", "number", "text", "bot"],
        Meta(
            description="One of `values`, on or off (`values` may say what that means), any of"
            " `values` up to `most` times each, a seat or null, a number, a text, a bot."
        ),
    ]
    title: str
    text: str
    summary: Annotated[str, Meta(description="What a table with it is; of a switch.")]
    unit: str
    default: Annotated[Value | list[str], Meta(description="What the form begins with.")]
    values: list[ValueShown]
    least: int | None
    most: Annotated[int | None, Meta(description="Of a number, or the length of a text.")]
    factor: Annotated[int, Meta(description="What a number is multiplied by on its way.")]
    only: Annotated[When, Meta(description="It is asked and sent only where these are met.")]
    fixed: list[FixedShown]


class LevelShown(Struct, frozen=True):
    """One of our own bots."""

    bot: str
    title: str
    text: str


class Catalogue(Struct, frozen=True):
    """What a game of an edition is made of, in a language."""

    edition: Edition
    language: LanguageKey
    cards: dict[str, CardShown]
    places: dict[str, str]
    regions: Annotated[list[RegionShown], Meta(description="In the order of the rules.")]
    castillo: Annotated[list[int], Meta(description="The points of the Castillo.")]
    tiles: dict[Tile, list[int]]
    abroad: Annotated[dict[Abroad, list[Region]], Meta(description="The regions next to it.")]
    colours: Annotated[list[ColourShown], Meta(description="In the order of the seats.")]
    dummy: ColourShown
    modifiers: dict[str, ModifierShown]
    powers: Annotated[dict[str, int], Meta(description="Caballeros taken, by value.")]
    caballeros: Annotated[int, Meta(description="How many each colour has.")]
    rounds: RoundsShown
    variants: Annotated[list[str], Meta(description="The options of this edition.")]
    old_hands: Annotated[dict[str, int], Meta(description="How often each may be added.")]
    options: Annotated[list[FieldShown], Meta(description="The options of a new table.")]
    settings: Annotated[list[FieldShown], Meta(description="What else its host decides.")]
    levels: Annotated[list[LevelShown], Meta(description="Our bots, the weakest first.")]


class BotParameter(Struct, frozen=True):
    """A parameter of a bot."""

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


class ModelGameShown(Struct, frozen=True):
    """A game to learn from."""

    name: Annotated[str, Meta(description="What it is opened by.")]
    title: str
    summary: Annotated[str, Meta(description="What is worth seeing, and how the game ended.")]
    players: int
    edition: Edition
    comments: Annotated[int, Meta(description="How often the coach has something to say.")]


class CommentShown(Struct, frozen=True):
    """What the coach says about a moment of a game."""

    position: Annotated[int, Meta(description="The number of choices made before.")]
    until: Annotated[int, Meta(description="The last position at which it still holds.")]
    seat: Annotated[int | None, Meta(description="Whose choice it is about.")]
    kind: Literal["best", "missed", "scoring"]
    text: str
