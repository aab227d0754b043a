"""The shapes of what a player clicks on to make a choice (docs/program/playing.md)."""

from typing import Literal, TypedDict

from elgrande.rules.keys import Button, Modifier, Place, Region, Tile


class PlaceTarget(TypedDict):
    """A place."""

    on: Literal["place"]
    place: Place


class PieceTarget(TypedDict):
    """A caballero of a colour in a region."""

    on: Literal["piece"]
    colour: int
    place: Region


class PowerTarget(TypedDict):
    """A power card."""

    on: Literal["power"]
    value: int


class ModifierTarget(TypedDict):
    """A modifier."""

    on: Literal["modifier"]
    modifier: Modifier


class StackTarget(TypedDict):
    """The face-up card of a stack."""

    on: Literal["stack"]
    stack: int
    card: str


class TileTarget(TypedDict):
    """A tile; its place is null while it lies beside the board."""

    on: Literal["tile"]
    tile: Tile
    place: Place | None


class GrandeTarget(TypedDict):
    """A Grande."""

    on: Literal["grande"]
    colour: int
    place: Place


class CountTarget(TypedDict):
    """A number."""

    on: Literal["count"]
    count: int


class ButtonTarget(TypedDict):
    """A word, for a choice that nothing on the table stands for."""

    on: Literal["button"]
    button: Button


ClickTarget = (
    PlaceTarget
    | PieceTarget
    | PowerTarget
    | ModifierTarget
    | StackTarget
    | TileTarget
    | GrandeTarget
    | CountTarget
    | ButtonTarget
)
