"""Choices as short text and back: `power 8`, `azure@granada`, `stop` (docs/program/notation.md).

Every choice has one text, whatever is being decided; only the dummy's colour needs the options.
"""

from functools import cache
from typing import Final

from elgrande.editions.wording import HOUSES, colour_key
from elgrande.rules.board import MODIFIER_KEYS, PLACE_KEYS, POWER_CARDS, REGIONS, STACKS, TILE_KEYS
from elgrande.rules.choices import (
    ALLOW,
    ALLOW_ALL,
    COUNT_BASE,
    EITHER_BASE,
    END,
    GRANDE_BASE,
    MODIFIER_BASE,
    MOST_TAKEN,
    PIECE_BASE,
    PLACE_ACTION,
    PLACE_BASE,
    POWER_BASE,
    SPECIAL_ACTION,
    STACK_BASE,
    STOP,
    TILE_BASE,
    VETO,
)
from elgrande.rules.errors import BadNotation
from elgrande.rules.fields import short
from elgrande.rules.options import Options

LONGEST = 40
# Choices that are words rather than things on the table.
WORDS: Final = {
    STOP: "stop",
    END: "end",
    PLACE_ACTION: "place",
    SPECIAL_ACTION: "special",
    EITHER_BASE: "first",
    EITHER_BASE + 1: "second",
    ALLOW: "allow",
    ALLOW_ALL: "allow all",
    VETO: "veto",
}


@cache
def _tables(options: Options) -> tuple[dict[int, str], dict[str, int]]:
    """The text of every choice, and the choice of every text, in a game with these options."""
    text_of = dict(WORDS)
    for place, key in enumerate(PLACE_KEYS):
        text_of[PLACE_BASE + place] = key
    for colour in range(len(HOUSES)):
        house = colour_key(colour, options) if colour < options.colours else HOUSES[colour]
        text_of[GRANDE_BASE + colour] = f"grande {house}"
        for region in range(REGIONS):
            text_of[PIECE_BASE + colour * REGIONS + region] = f"{house}@{PLACE_KEYS[region]}"
    for count in range(MOST_TAKEN + 1):
        text_of[COUNT_BASE + count] = f"take {count}"
    for value in range(1, POWER_CARDS + 1):
        text_of[POWER_BASE + value] = f"power {value}"
    for card, modifier in enumerate(MODIFIER_KEYS):
        text_of[MODIFIER_BASE + card] = f"modifier {modifier}"
    for stack in range(STACKS):
        text_of[STACK_BASE + stack] = f"card {stack + 1}"
    for tile, points in enumerate(TILE_KEYS):
        text_of[TILE_BASE + tile] = f"tile {points}"
    return text_of, {text: choice for choice, text in text_of.items()}


def format_choice(choice: int, options: Options) -> str:
    """The text of a choice.

    >>> format_choice(79, Options())
    'power 8'
    """
    text = _tables(options)[0].get(choice)
    if text is None:
        raise BadNotation(f"There is no choice {short(choice)}.")
    return text


def parse_choice(text: object, options: Options) -> int:
    """The choice of a text; capitals and surrounding space do not matter.

    >>> parse_choice("power 8", Options())
    79
    """
    if not isinstance(text, str):
        raise BadNotation(f"Notation must be text, not {type(text).__name__}.")
    words = " ".join(text.lower().split())
    choice = _tables(options)[1].get(words)
    if choice is None:
        shown = words[:LONGEST]
        raise BadNotation(
            f"{shown!r} is not a choice; choices look like 'power 8', 'toledo' or 'stop'."
        )
    return choice
