"""The shapes of events: what just happened, as far as a seat may know it (docs/program/views.md).

A field that is not required is left out for those who may not know it: which card was passed or
taken back, where a disc was set, and how many were thrown into a closed Castillo (R11).
"""

from typing import Literal, NotRequired, TypedDict

from elgrande.rules.keys import BoardPlace, KingPlace, Modifier, PiecePlace, Region, Tile

# A key that is a Python keyword cannot be a field of a class.
_FromPiecePlace = TypedDict("_FromPiecePlace", {"from": PiecePlace})
_FromBoardPlace = TypedDict("_FromBoardPlace", {"from": BoardPlace})
_FromKingPlace = TypedDict("_FromKingPlace", {"from": KingPlace})
_FromAnywhere = TypedDict("_FromAnywhere", {"from": BoardPlace | None})


class PlainEvent(TypedDict):
    """All passed modifiers have arrived, the Castillo was opened, or the game is over."""

    event: Literal["modifiers_arrived", "castillo_opened", "game_ended"]


class RoundEvent(TypedDict):
    """A round began, or its general scoring."""

    event: Literal["round", "general_scoring"]
    round: int


class CardShownEvent(TypedDict):
    """A card was turned up, or taken by the dummy."""

    event: Literal["revealed", "dummy_took"]
    stack: int
    card: str


class DummyDrewEvent(TypedDict):
    """The dummy drew the card of a region and placed caballeros there."""

    event: Literal["dummy_drew"]
    place: Region
    count: int


class PowerEvent(TypedDict):
    """A power card was played."""

    event: Literal["power"]
    colour: int
    value: int


class ModifierEvent(TypedDict):
    """A modifier was played."""

    event: Literal["modifier"]
    colour: int
    modifier: Modifier


class ModifierPassedEvent(TypedDict):
    """A modifier was passed on; only the seat that passed it sees which one."""

    event: Literal["modifier_passed"]
    colour: int
    modifier: NotRequired[Modifier]


class OrderEvent(TypedDict):
    """A colour got its place in the order of turns, counted from 0."""

    event: Literal["order"]
    index: int
    colour: int


class CardTakenEvent(TypedDict):
    """A player took a card."""

    event: Literal["card"]
    colour: int
    stack: int
    card: str


class CardEvent(TypedDict):
    """The special action of a card was announced, or the turn with it ended."""

    event: Literal["announced", "turn_ended"]
    colour: int
    card: str


class AllowedEvent(TypedDict):
    """A holder of a Veto lets a step pass, or the whole special action (`whole` is 1)."""

    event: Literal["allowed"]
    colour: int
    whole: int


class VetoedEvent(TypedDict):
    """The special action of a colour was stopped."""

    event: Literal["vetoed"]
    colour: int
    by: int


class ColourEvent(TypedDict):
    """A Veto was kept or expired, a colour infiltrates, or is the first player."""

    event: Literal["veto_kept", "veto_expired", "infiltrated", "first_player"]
    colour: int


class MovedEvent(_FromPiecePlace):
    """Somebody moved caballeros (`by`), their own or another colour's.

    How many were thrown into a closed Castillo is announced only once.
    """

    event: Literal["moved"]
    colour: int
    to: PiecePlace
    count: NotRequired[int]
    by: int


class GrandeMovedEvent(_FromBoardPlace):
    """Somebody moved a Grande (`by`), their own or another colour's."""

    event: Literal["grande_moved"]
    colour: int
    to: BoardPlace
    by: int


class KingMovedEvent(_FromKingPlace):
    """Somebody moved the King (`by`)."""

    event: Literal["king_moved"]
    to: KingPlace
    by: int


class TilePutEvent(_FromAnywhere):
    """Somebody put down a tile (`by`), from beside the board if `from` is null."""

    event: Literal["tile_put"]
    tile: Tile
    to: BoardPlace
    by: int


class RegionEvent(TypedDict):
    """A region was named, or a disc with it was shown."""

    event: Literal["region_named", "disc_shown"]
    colour: int
    place: Region


class DiscSetEvent(TypedDict):
    """A disc was set; only the seat that set it sees where."""

    event: Literal["disc_set"]
    colour: int
    place: NotRequired[Region]


class TakenBackEvent(TypedDict):
    """A power card or modifier was taken back; only the seat that took it sees which one."""

    event: Literal["taken_back"]
    colour: int
    value: NotRequired[int | None]
    modifier: NotRequired[Modifier | None]


class PlaceCountedEvent(TypedDict):
    """A place is scored: how many colours have caballeros there, what each rank is worth.

    `first_only` is 1 if only the first place is paid. Whoever is there follows, paid or not.
    """

    event: Literal["place_counted"]
    place: BoardPlace
    colours: int
    first: int
    second: int
    third: int
    first_only: int


class ScoredEvent(TypedDict):
    """A colour scored in a place; `king` and `grande` are the bonuses among its points."""

    event: Literal["scored"]
    place: BoardPlace
    colour: int
    points: int
    rank: int
    count: int
    king: int
    grande: int


class UnpaidEvent(TypedDict):
    """A colour has caballeros in a place that is being scored, but gets nothing for them."""

    event: Literal["unpaid"]
    place: BoardPlace
    colour: int
    rank: int
    count: int


class CastilloHeldEvent(TypedDict):
    """How many caballeros of a colour were in the Castillo when it was opened."""

    event: Literal["castillo_held"]
    colour: int
    count: int


Event = (
    PlainEvent
    | RoundEvent
    | CardShownEvent
    | DummyDrewEvent
    | PowerEvent
    | ModifierEvent
    | ModifierPassedEvent
    | OrderEvent
    | CardTakenEvent
    | CardEvent
    | AllowedEvent
    | VetoedEvent
    | ColourEvent
    | MovedEvent
    | GrandeMovedEvent
    | KingMovedEvent
    | TilePutEvent
    | RegionEvent
    | DiscSetEvent
    | TakenBackEvent
    | PlaceCountedEvent
    | ScoredEvent
    | UnpaidEvent
    | CastilloHeldEvent
)
