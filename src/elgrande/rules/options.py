"""The options of a game: one row each, and which of them go together (section 6, S10, R11).

The command line, the forms and docs/play/options.md are made from these rows.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Final, NamedTuple, cast

from elgrande.rules.errors import BadOptions
from elgrande.rules.fields import short
from elgrande.rules.view_types import OptionsData

EDITIONS: Final = ("2023", "classic")
PLAYERS: Final = (2, 3, 4, 5)
OLD_HANDS: Final = {"delegation": 1, "veto": 2, "rivalries": 1}
CASTILLO_MODES: Final = ("secret", "open")

# What an option can be: one of its values, on or off, a list of cards, a seat or None.
CHOICE: Final = "choice"
SWITCH: Final = "switch"
CARDS: Final = "cards"
SEAT: Final = "seat"


@dataclass(frozen=True)
class Options:
    """What is decided before the deal.

    >>> Options(players=3, merged_stacks=True).players
    3

    `old_hands` lists the cards to add ("veto" may appear twice); with `first_player` None the seat
    is drawn. With two players edition 2023 always merges stacks 2 and 3, so `merged_stacks` is then
    True.
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
        for option in OPTIONS:
            _check_value(option, getattr(self, option.name), self.players)
        for option in OPTIONS:
            _fix_value(option, self)
        in_order = tuple(
            card for card in OLD_HANDS for _ in range(list(self.old_hands).count(card))
        )
        object.__setattr__(self, "old_hands", in_order)

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
            raise BadOptions("Options must be an object of names and values.")
        known = {f.name for f in fields(cls)}
        for name in data:
            if name not in known:
                raise BadOptions(
                    f"There is no option {short(name)}; there are {', '.join(known_options())}."
                )
        values = dict(data)
        if isinstance(values.get("old_hands"), list):
            values["old_hands"] = tuple(values["old_hands"])
        return cls(**values)


class Fixed(NamedTuple):
    """When an option can have only one value, and why."""

    when: dict[str, tuple[object, ...]]  # the values of other options, all of which must hold
    value: object
    reason: str  # the key of the text a form shows
    refusal: str  # what BadOptions says about any other value


class Option(NamedTuple):
    """Everything about an option except its default, which `Options` holds."""

    name: str
    kind: str
    help: str
    values: tuple[object, ...] = ()
    fixed: tuple[Fixed, ...] = ()
    refusal: str = ""  # what BadOptions says about a value not in `values`


IN_CLASSIC: Final[dict[str, tuple[object, ...]]] = {"edition": ("classic",)}
NOT_CLASSIC: Final = "The option {name} is only for edition 2023, not for classic."
SWITCHED_OFF: Final = Fixed(IN_CLASSIC, False, "only_2023", NOT_CLASSIC)

OPTIONS: Final = (
    Option(
        "edition",
        CHOICE,
        "The deck, and the rules where the editions differ (names, Veto, two players).",
        EDITIONS,
        refusal="There is no edition {value}; the editions are 2023 and classic.",
    ),
    Option(
        "players",
        CHOICE,
        "Seats at the table; with two, edition 2023 adds the dummy as a third colour.",
        PLAYERS,
        refusal="El Grande is for 2 to 5 players, not {value}.",
    ),
    Option("short", SWITCH, "Six rounds (2, 3, 5, 6, 8, 9) with a scoring after every second one."),
    Option(
        "merged_stacks",
        SWITCH,
        "Stacks 2 and 3 form one stack; for three players in edition 2023, always on for two.",
        fixed=(
            SWITCHED_OFF,
            Fixed(
                {"players": (4, 5)},
                False,
                "up_to_three",
                "merged_stacks is for 2 or 3 players: {players} need all five stacks.",
            ),
            Fixed({"edition": ("2023",), "players": (2,)}, True, "always_for_two", ""),
        ),
    ),
    Option(
        "new_regency", SWITCH, "Ten cards replace the King's card (2023).", fixed=(SWITCHED_OFF,)
    ),
    Option(
        "old_hands",
        CARDS,
        "Add delegation, veto (up to twice) or rivalries; repeatable (classic has them all).",
        tuple(OLD_HANDS),
        fixed=(Fixed(IN_CLASSIC, (), "in_classic", NOT_CLASSIC),),
    ),
    Option("power_shift", SWITCH, "Modifiers for the power cards (2023).", fixed=(SWITCHED_OFF,)),
    Option(
        "castillo",
        CHOICE,
        "Whether everyone may look into the Castillo.",
        CASTILLO_MODES,
        refusal="castillo must be 'secret' or 'open', not {value}.",
    ),
    Option("first_player", SEAT, "The seat that begins; drawn at random by default."),
)


def known_options() -> list[str]:
    """The names of all options, in order."""
    return [f.name for f in fields(Options)]


def default_of(name: str) -> object:
    """The value of an option that is not set."""
    return {f.name: f.default for f in fields(Options)}[name]


def _check_value(option: Option, value: object, players: int) -> None:
    if option.kind == SWITCH:
        if type(value) is not bool:
            raise BadOptions(f"The option {option.name} must be True or False, not {short(value)}.")
    elif option.kind == CHOICE:
        # True is not a number of players, though Python treats it as 1.
        if isinstance(value, bool | float) or value not in option.values:
            raise BadOptions(option.refusal.format(value=short(value)))
    elif option.kind == CARDS:
        _check_cards(value)
    elif value is not None and (type(value) is not int or not 0 <= value < players):
        raise BadOptions(
            f"{option.name} must be None or a seat from 0 to {players - 1}, not {short(value)}."
        )


def _check_cards(old_hands: object) -> None:
    if not isinstance(old_hands, tuple | list):
        raise BadOptions(f"old_hands must be a tuple of card names, not {short(old_hands)}.")
    for card in old_hands:
        if not isinstance(card, str) or card not in OLD_HANDS:
            raise BadOptions(
                f"Old Hands has delegation, veto and rivalries, but not {short(card)}."
            )
        if list(old_hands).count(card) > OLD_HANDS[card]:
            raise BadOptions(f"Old Hands has {card} only {_times(OLD_HANDS[card])}.")


def _fix_value(option: Option, options: Options) -> None:
    """Where an option can have only one value, that is its default, and any other is refused."""
    for fixed in option.fixed:
        if any(getattr(options, name) not in values for name, values in fixed.when.items()):
            continue
        given = getattr(options, option.name)
        if given and given != fixed.value:
            raise BadOptions(fixed.refusal.format(name=option.name, players=options.players))
        object.__setattr__(options, option.name, fixed.value)


def _times(count: int) -> str:
    return "once" if count == 1 else "twice"
