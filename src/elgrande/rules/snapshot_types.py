"""The shape of a snapshot, the complete position with hidden cards (docs/program/notation.md)."""

from typing import TypedDict

from elgrande.rules.keys import KingPlace, Modifier, Region
from elgrande.rules.view_types import OptionsData, PlaceData, TakeBack


class ModifiersData(TypedDict):
    """Everything about Power Shift, by seat."""

    hands: list[list[Modifier]]
    spent: list[list[Modifier]]
    played: list[Modifier | None]
    passed: list[Modifier | None]
    history: list[list[Modifier | None]]


class TakenBackData(TypedDict):
    """The seats that took a card back this round."""

    powers: list[int]
    modifiers: list[int]


class VetoesData(TypedDict):
    """The seats that hold a Veto: of this round, and of the one before."""

    fresh: list[int]
    old: list[int]


class DummyData(TypedDict):
    """The dummy's cards, and how many of its regions were drawn."""

    powers: list[int]
    regions: list[list[Region]]
    drawn: int


class FrameData(TypedDict):
    """Something that still has to happen."""

    kind: str
    seat: int
    argument: int


class SnapshotData(TypedDict):
    """Everything, hidden cards and secret answers too."""

    options: OptionsData
    round: int
    rounds_played: int
    phase: str
    over: bool
    king: KingPlace
    first_player: int
    regions: dict[Region, PlaceData]
    castillo: PlaceData
    court: list[int]
    province: list[int]
    scores: list[int]
    hands: list[list[int]]
    discards: list[list[int]]
    played: list[int | None]
    totals: list[int]
    totals_taken: list[int]
    turn_order: list[int]
    power_history: list[list[int]]
    modifiers: ModifiersData
    take_backs: list[TakeBack]
    taken_back: TakenBackData
    stacks: dict[str, list[str]]
    seen: dict[str, list[str]]
    revealed: dict[str, str]
    available: list[int]
    card: str | None
    infiltrating: bool
    vetoes: VetoesData
    allowed: list[int]
    performer: int | None
    discs: list[int | None]
    dummy: DummyData
    frames: list[FrameData]
