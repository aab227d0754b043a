"""What a choice touches: the thing on the table to click on for it (docs/program/playing.md).

A client that shows the view and lets its player click on these things needs no rules. Nothing here
says more than the view of the seat that is asked.
"""

from typing import Final, cast

from elgrande.notation import WORDS
from elgrande.rules.board import (
    COLOURS,
    MODIFIER_KEYS,
    NOWHERE,
    PLACE_KEYS,
    POWER_CARDS,
    REGION_KEYS,
    REGIONS,
    TILE_KEYS,
)
from elgrande.rules.choice_types import ClickTarget
from elgrande.rules.choices import (
    COUNT_BASE,
    GRANDE_BASE,
    MODIFIER_BASE,
    MOST_TAKEN,
    PIECE_BASE,
    PLACE_BASE,
    POWER_BASE,
    STACK_BASE,
    TILE_BASE,
)
from elgrande.rules.keys import Button
from elgrande.rules.state import State

BUTTONS: Final = {choice: cast(Button, word.replace(" ", "_")) for choice, word in WORDS.items()}


def _fixed() -> dict[int, ClickTarget]:
    """The choices that touch the same thing in every game."""
    found: dict[int, ClickTarget] = {
        choice: {"on": "button", "button": button} for choice, button in BUTTONS.items()
    }
    for place, key in enumerate(PLACE_KEYS):
        found[PLACE_BASE + place] = {"on": "place", "place": key}
    for colour in range(COLOURS):
        for region in range(REGIONS):
            found[PIECE_BASE + colour * REGIONS + region] = {
                "on": "piece",
                "colour": colour,
                "place": REGION_KEYS[region],
            }
    for count in range(MOST_TAKEN + 1):
        found[COUNT_BASE + count] = {"on": "count", "count": count}
    for value in range(1, POWER_CARDS + 1):
        found[POWER_BASE + value] = {"on": "power", "value": value}
    for card, modifier in enumerate(MODIFIER_KEYS):
        found[MODIFIER_BASE + card] = {"on": "modifier", "modifier": modifier}
    return found


_FIXED: Final = _fixed()


def touches(state: State, choice: int) -> ClickTarget:
    """What a legal choice of the decision now asked touches.

    The result is shared between calls: read it, but do not change it.
    """
    fixed = _FIXED.get(choice)
    if fixed is not None:
        return fixed
    if choice >= GRANDE_BASE:
        colour = choice - GRANDE_BASE
        return {"on": "grande", "colour": colour, "place": PLACE_KEYS[state.grande(colour)]}
    if choice >= TILE_BASE:
        tile = choice - TILE_BASE
        place = state.tile(tile)
        lies = None if place == NOWHERE else PLACE_KEYS[place]
        return {"on": "tile", "tile": TILE_KEYS[tile], "place": lies}
    stack = choice - STACK_BASE
    card = state.deal.key(state.deal.card_at(stack, state.rounds_played))
    return {"on": "stack", "stack": stack + 1, "card": card}
