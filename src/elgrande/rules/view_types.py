"""The shapes of a view: what a seat, or a spectator, may see (docs/program/views.md)."""

from typing import TypedDict

from elgrande.rules.decision_types import Decision
from elgrande.rules.keys import (
    CastilloMode,
    Edition,
    KingPlace,
    Modifier,
    OldHand,
    Region,
    Tile,
)


class OptionsData(TypedDict):
    """What was decided before the deal (docs/play/options.md)."""

    edition: Edition
    players: int
    short: bool
    merged_stacks: bool
    new_regency: bool
    old_hands: list[OldHand]
    power_shift: bool
    castillo: CastilloMode
    first_player: int | None


class PlaceData(TypedDict):
    """The pieces and the tile of a region or the Castillo."""

    caballeros: list[int]
    grandes: list[int]
    tile: Tile | None


class RegionView(PlaceData):
    """A region: its scoreboard, ranks by colour (0: not there), what each seat would score."""

    points: list[int]
    ranks: list[int]
    worth: list[int]


class CastilloView(TypedDict):
    """The Castillo; what a secret game does not show is null."""

    caballeros: list[int] | None
    grandes: list[int]
    tile: Tile | None
    points: list[int]
    ranks: list[int] | None
    worth: list[int] | None


class PlayerView(TypedDict):
    """What everybody sees of a player; `total` is null until it is settled."""

    power: int | None
    modifier: Modifier | None
    total: int | None
    hand_size: int
    powers_played: list[int]
    modifiers_played: list[Modifier | None]
    modifiers_in_hand: int
    vetoes: int
    vetoes_expiring: int


class StackView(TypedDict):
    """A stack: the card it showed this round, whether that can be taken, and the others."""

    revealed: str | None
    available: bool
    seen: list[str]
    left: int


class TakeBack(TypedDict):
    """A card taken back with C-power: by whom, when, and whether it was a modifier."""

    seat: int
    rounds_played: int
    modifier: bool


class DummyView(TypedDict):
    """The third colour of a game of two."""

    power: int | None
    played: list[int]
    drawn: list[Region]


class OwnView(TypedDict):
    """What only the seat knows; `disc`: what it set secretly and has not been shown yet."""

    hand: list[int]
    discard: list[int]
    modifiers: list[Modifier]
    spent_modifiers: list[Modifier]
    passed: Modifier | None
    received: Modifier | None
    disc: Region | Modifier | None


class PublicView(TypedDict):
    """What everybody sees, a spectator too."""

    options: OptionsData
    round: int
    rounds_played: int
    over: bool
    king: KingPlace
    first_player: int
    waiting: list[int]
    decision: Decision | None
    pending: list[Decision]
    allowed: list[int]
    regions: dict[Region, RegionView]
    castillo: CastilloView
    court: list[int]
    province: list[int]
    scores: list[int]
    if_scored_now: list[int]
    turn_order: list[int]
    players: list[PlayerView]
    stacks: dict[str, StackView]
    card: str | None
    infiltrating: bool
    take_backs: list[TakeBack]
    dummy: DummyView | None


class ViewData(PublicView):
    """What one seat sees; without a seat, a spectator."""

    seat: int | None
    mine: OwnView | None
    legal: list[int]
