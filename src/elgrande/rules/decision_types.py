"""The shapes of what is asked and of what is still to happen (docs/program/views.md)."""

from typing import Literal, NotRequired, TypedDict

from elgrande.rules.keys import Region, Tile

# A key that is a Python keyword cannot be a field of a class.
_From = TypedDict("_From", {"from": Region})


class MovesLeft(TypedDict):
    """How many more caballeros may be moved."""

    own: int
    foreign: int
    total: int


class CountDecision(TypedDict):
    """Caballeros are placed, taken or returned one by one or by number; this many are left."""

    kind: Literal["place", "take", "take_from", "muster", "return"]
    seat: int
    left: int


class ActDecision(TypedDict):
    """A turn under way: what its player has done already."""

    kind: Literal["act"]
    seat: int
    placed: bool
    performed: bool


class MoveFromDecision(TypedDict):
    """Which caballero is moved next; `one_region` if all must come from one, null before."""

    kind: Literal["move_from"]
    seat: int
    left: MovesLeft
    one_region: NotRequired[Region | None]


class MoveToDecision(_From):
    """Where the caballero that was taken up goes."""

    kind: Literal["move_to"]
    seat: int
    left: MovesLeft
    one_region: NotRequired[Region | None]
    colour: int


class ScoreRegionDecision(TypedDict):
    """Which region is scored; `regions`, if there are several to be scored one by one."""

    kind: Literal["score_region"]
    seat: int
    regions: NotRequired[list[Region]]


class TileToDecision(TypedDict):
    """Where a tile goes."""

    kind: Literal["tile_to"]
    seat: int
    tile: Tile


class GrandeToDecision(TypedDict):
    """Where a Grande goes."""

    kind: Literal["grande_to"]
    seat: int
    colour: int


class DiscCoupDecision(TypedDict):
    """Where the caballeros of the named region flee to."""

    kind: Literal["disc_coup"]
    seat: int
    region: Region


class EntourageDecision(_From):
    """Which caballeros follow the King."""

    kind: Literal["entourage"]
    seat: int
    left: int


class ArrestDecision(TypedDict):
    """Which caballero is taken from the board; `colours` are those not taken yet."""

    kind: Literal["arrest"]
    seat: int
    colours: list[int]


class SeatDecision(TypedDict):
    """A decision or a step of one seat that needs no further detail."""

    kind: Literal[
        "disc_return", "disc_rivalries", "power", "modifier", "card", "tile", "king_to",
        "grande", "stand_in", "coup", "take_back", "either", "ability", "perform", "special_end",
    ]  # fmt: skip
    seat: int


class TurnsStep(TypedDict):
    """The turns of the round: how many of the order have begun."""

    kind: Literal["turns"]
    begun: int


class TableStep(TypedDict):
    """A step that no seat caused."""

    kind: Literal["disc_scoring", "pass_modifier", "round", "round_end", "general_scoring", "over"]


class Answered(TypedDict):
    """The choice that answers a step which a classic Veto may still stop."""

    choice: int


class HeldCount(CountDecision, Answered):
    """Caballeros about to be taken or returned."""


class HeldMove(MoveToDecision, Answered):
    """A caballero about to move."""


class HeldScoring(ScoreRegionDecision, Answered):
    """A region about to be scored."""


class HeldTile(TileToDecision, Answered):
    """A tile about to be put down."""


class HeldGrande(GrandeToDecision, Answered):
    """A Grande about to move."""


class HeldEntourage(EntourageDecision, Answered):
    """A caballero about to follow the King."""


class HeldArrest(ArrestDecision, Answered):
    """A caballero about to be taken from the board."""


class HeldOfSeat(SeatDecision, Answered):
    """The King about to move, a region about to be named, a Grande about to stand in for him."""


HeldStep = (
    HeldCount
    | HeldMove
    | HeldScoring
    | HeldTile
    | HeldGrande
    | HeldEntourage
    | HeldArrest
    | HeldOfSeat
)


class VetoDecision(TypedDict):
    """Whether the special action of the performer is stopped; classic: before the held step."""

    kind: Literal["veto"]
    seat: int
    performer: NotRequired[int]
    held: NotRequired[HeldStep]


class StepHeld(TypedDict):
    """A step that waits until nobody stops it."""

    kind: Literal["step"]
    seat: int
    held: HeldStep


Decision = (
    CountDecision
    | ActDecision
    | MoveFromDecision
    | MoveToDecision
    | ScoreRegionDecision
    | TileToDecision
    | GrandeToDecision
    | DiscCoupDecision
    | EntourageDecision
    | ArrestDecision
    | SeatDecision
    | VetoDecision
    | StepHeld
    | TurnsStep
    | TableStep
)
