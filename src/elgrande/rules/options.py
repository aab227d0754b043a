"""The options of a game and which of them go together (section 6, S10, R11)."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, cast

from elgrande.rules.errors import BadOptions
from elgrande.rules.fields import short
from elgrande.rules.view_types import OptionsData

EDITIONS: Final = ("2023", "classic")
OLD_HANDS: Final = {"delegation": 1, "veto": 2, "rivalries": 1}
CASTILLO_MODES: Final = ("secret", "open")


@dataclass(frozen=True)
class Options:
    """What is decided before the deal.

    >>> Options(players=3, merged_stacks=True).players
    3

    `old_hands` lists the cards to add ("veto" may stand twice); `first_player` None draws the seat.
    With two players edition 2023 always merges stacks 2 and 3, so `merged_stacks` is then True.
    """

    edition: str = "2023"
    players: int = 4
    short: bool = False
    merged_stacks: bool = False
    new_regency: bool = False
    old_hands: tuple[str, ...] = ()
    power_shift: bool = False
    castillo: str = "secret"
    first_player: int | None = None

    def __post_init__(self) -> None:
        _check_types(self)
        _check_old_hands(self)
        _check_combination(self)
        in_order = tuple(
            card for card in OLD_HANDS for _ in range(list(self.old_hands).count(card))
        )
        object.__setattr__(self, "old_hands", in_order)
        if self.has_dummy:
            object.__setattr__(self, "merged_stacks", True)

    @property
    def has_dummy(self) -> bool:
        """Whether a third colour without a player takes part (V-2)."""
        return self.edition == "2023" and self.players == 2

    @property
    def colours(self) -> int:
        """How many sets of pieces are on the board."""
        return self.players + self.has_dummy

    def to_data(self) -> OptionsData:
        """Plain JSON data with every option."""
        data: dict[str, object] = {f.name: getattr(self, f.name) for f in fields(self)}
        data["old_hands"] = list(self.old_hands)
        return cast(OptionsData, data)

    @classmethod
    def from_data(cls, data: object) -> "Options":
        """The options of such data; what is missing keeps its default."""
        if not isinstance(data, Mapping):
            raise BadOptions("Options are an object of names and values.")
        known = {f.name for f in fields(cls)}
        for name in data:
            if name not in known:
                raise BadOptions(
                    f"There is no option {short(name)}; known are {', '.join(known_options())}."
                )
        values = dict(data)
        if isinstance(values.get("old_hands"), list):
            values["old_hands"] = tuple(values["old_hands"])
        return cls(**values)


def known_options() -> list[str]:
    """The names of all options, in order."""
    return [f.name for f in fields(Options)]


def _check_types(options: Options) -> None:
    if options.edition not in EDITIONS:
        raise BadOptions(
            f"There is no edition {short(options.edition)}; editions are 2023 and classic."
        )
    if type(options.players) is not int or not 2 <= options.players <= 5:
        raise BadOptions(f"El Grande is for 2 to 5 players, not {short(options.players)}.")
    for name in ("short", "merged_stacks", "new_regency", "power_shift"):
        if type(getattr(options, name)) is not bool:
            raise BadOptions(
                f"The option {name} is True or False, not {short(getattr(options, name))}."
            )
    if options.castillo not in CASTILLO_MODES:
        raise BadOptions(f"castillo is 'secret' or 'open', not {short(options.castillo)}.")
    first = options.first_player
    if first is not None and (type(first) is not int or not 0 <= first < options.players):
        raise BadOptions(
            f"first_player is None or a seat from 0 to {options.players - 1}, not {short(first)}."
        )


def _check_old_hands(options: Options) -> None:
    old_hands = options.old_hands
    if not isinstance(old_hands, tuple | list):
        raise BadOptions(f"old_hands is a tuple of card names, not {short(old_hands)}.")
    for card in old_hands:
        if not isinstance(card, str) or card not in OLD_HANDS:
            raise BadOptions(
                f"Old Hands has delegation, veto and rivalries, but not {short(card)}."
            )
        if list(old_hands).count(card) > OLD_HANDS[card]:
            raise BadOptions(f"Old Hands has {card} only {_times(OLD_HANDS[card])}.")


def _check_combination(options: Options) -> None:
    if options.edition == "classic":
        for name in ("merged_stacks", "new_regency", "old_hands", "power_shift"):
            if getattr(options, name):
                raise BadOptions(f"The option {name} belongs to edition 2023, not to classic.")
    if options.merged_stacks and options.players > 3:
        raise BadOptions(
            f"merged_stacks is for 2 or 3 players: {options.players} need all five stacks."
        )


def _times(count: int) -> str:
    return "once" if count == 1 else "twice"
