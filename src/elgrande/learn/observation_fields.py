"""The names and scales of `elgrande-obs-1`: one row for each field, in the order of the bytes.

`docs/research/encodings.md` is made from these rows. A scale is the number a byte is divided by to
lie between 0 and 1 in play; the reserve stays 0.
"""

from typing import Final, NamedTuple

from elgrande.editions.cards import CARDS as ALL_CARDS
from elgrande.rules.board import (
    CABALLEROS_PER_COLOUR,
    COLOURS,
    MODIFIER_KEYS,
    PLACE_KEYS,
    POWER_CARDS,
    REGION_KEYS,
    REGIONS,
    ROUNDS,
    STACKS,
)
from elgrande.rules.cards import OP_KEYS, WHOLE
from elgrande.rules.choices import CHOICES
from elgrande.rules.frames import KIND_KEYS, LAST_DECISION

OBSERVATION_VERSION: Final = "elgrande-obs-1"
RESERVE: Final = "reserve"
# The kinds of decisions in the order of their bytes, and the cards in the order of their numbers.
KINDS: Final = KIND_KEYS[: LAST_DECISION + 1]
CARDS: Final = tuple(card.key for card in ALL_CARDS)
MOST_POINTS: Final = 12  # the tile 8/4/0 with both bonuses
SEEN_BYTES: Final = 64
CARD_OPS: Final = 24


class Field(NamedTuple):
    """Some bytes that belong together: a name for each, their scale and what they mean."""

    names: tuple[str, ...]
    scale: int
    help: str


def one(name: str, scale: int, help_: str) -> Field:
    """A field of one byte."""
    return Field((name,), scale, help_)


def by_colour(name: str, scale: int, help_: str) -> Field:
    """A byte for each colour: mine first, then those to my left; the dummy after the players."""
    return Field(tuple(f"{name}_{colour}" for colour in range(COLOURS)), scale, help_)


def reserve(bytes_: int) -> Field:
    """Bytes that are always 0, for later versions."""
    return Field((RESERVE,) * bytes_, 1, "always 0")


PLACE: Final = (
    by_colour("caballeros", CABALLEROS_PER_COLOUR, "caballeros here"),
    one("king", 1, "the King is here"),
    one("near_king", 1, "next to the King"),
    one("tile", 2, "1 for the tile 8/4/0, 2 for 4/0/0"),
    by_colour("rank", COLOURS, "the rank here, 0 without a caballero"),
    Field(("first", "second", "third"), 8, "what these ranks score here in this game"),
    by_colour("worth", MOST_POINTS, "what the colour would score here now"),
    one("named", 1, "the decision is about this place"),
    one("target", 1, "I may choose this place now"),
    one("disc", 1, "I have set my secret disc to this region"),
    by_colour("grande", 1, "the Grande is here"),
    reserve(3),
)
SEAT: Final = (
    one("present", 1, "the colour takes part"),
    one("score", 128, "points"),
    one("score_soon", 128, "points after a general scoring now"),
    one("court", CABALLEROS_PER_COLOUR, "caballeros in the Court"),
    one("province", CABALLEROS_PER_COLOUR, "caballeros in the Province"),
    one("castillo", CABALLEROS_PER_COLOUR, "caballeros in the Castillo, as far as I know"),
    one("on_board", CABALLEROS_PER_COLOUR, "caballeros in regions"),
    one("grande", 10, "the place of the Grande from 1, in the order of the places"),
    one("power", POWER_CARDS, "the power card played this round"),
    one("total", POWER_CARDS + 4, "power card and modifier together, plus 2"),
    one("turn", COLOURS, "the index of its turn in this round from 1"),
    one("waiting", 1, "it owes a choice now"),
    one("veto_fresh", 1, "a Veto taken this round"),
    one("veto_old", 1, "a Veto taken in the round before"),
    one("allowed", 1, "it lets the whole special action pass"),
    one("first_player", 1, "it plays its power card first"),
    reserve(1),
    Field(
        tuple(f"power_{value}" for value in range(1, POWER_CARDS + 1)),
        2,
        "a power card in its hand: 2 surely, 1 perhaps",
    ),
    reserve(2),
    Field(
        tuple(f"modifier_{key}" for key in MODIFIER_KEYS),
        2,
        "a modifier in its hand: 2 surely, 1 perhaps",
    ),
    Field(
        tuple(f"power_in_round_{number}" for number in range(1, ROUNDS + 1)),
        POWER_CARDS,
        "the power card it played in that round of the game",
    ),
    one("modifier", len(MODIFIER_KEYS), "the modifier played this round from 1"),
    one("hand", POWER_CARDS, "power cards in its hand"),
    one("modifiers", 4, "modifiers in its hand"),
    reserve(4),
)
CARD: Final = (
    one("number", len(CARDS), "the number of the card from 1, for an embedding"),
    one("available", 1, "it may still be taken this round"),
    one("places", 5, "caballeros its player may place"),
    one("left", 20, "cards below it in its stack"),
    Field(("first", "second", "third"), 63, "the numbers of its special action"),
    reserve(1),
    Field(tuple(f"op_{key}" for key in OP_KEYS), 1, "the kind of its special action"),
    reserve(CARD_OPS - len(OP_KEYS)),
)
SEEN: Final = (
    Field(tuple(f"seen_{card}" for card in CARDS), 4, "how often the card was turned up"),
    reserve(SEEN_BYTES - len(CARDS)),
)
DECISION: Final = (
    Field(
        tuple(f"kind_{kind}" for kind in KINDS),
        1,
        "the kind of decision",
    ),
    reserve(32 - len(KINDS)),
    one("round", ROUNDS, "the round on the track"),
    one("rounds_played", ROUNDS, "rounds that are over"),
    one("rounds_to_scoring", 3, "rounds after this one until a general scoring"),
    one("asked", COLOURS, "who is asked, counted from me, from 1; 0 if several are"),
    one("performer", COLOURS, "whose special action may still be vetoed, from 1"),
    one("infiltrating", 1, "caballeros may be placed in the King's region this turn"),
    one("over", 1, "the game is over"),
    one("king", 14, "the place of the King from 1, France and Portugal last"),
    one("left", WHOLE, "how many may follow"),
    one("own_left", WHOLE, "how many of my own I may still move"),
    one("foreign_left", WHOLE, "how many of other colours"),
    one("source", 15, "the region they must come from, from 1; 15 before it is chosen"),
    one("subject", 64, "the tile, the card or the kind of targets it is about, from 1"),
    one("then", 2, "what follows the King's move: an entourage or a competition"),
    one("done", 3, "what I did with my card: 1 placed, 2 special action, 3 both"),
    one("first_only", 1, "only first places are scored"),
    by_colour("colour", 1, "the decision is about this colour"),
    reserve(3),
    one("held_kind", len(KINDS), "the kind of the step a Veto may stop, from 1"),
    one("held_action", CHOICES, "the action of that step, from 1"),
    reserve(6),
    Field(tuple(f"then_{key}" for key in KIND_KEYS), 4, "how many such frames follow"),
    reserve(40 - len(KIND_KEYS)),
    Field(tuple(f"dummy_{key}" for key in REGION_KEYS), 1, "a region card the dummy has drawn"),
    reserve(16 - len(REGION_KEYS)),
    reserve(1),
    Field(
        tuple(f"dummy_power_{value}" for value in range(1, POWER_CARDS + 1)),
        1,
        "a power card the dummy has shown",
    ),
    reserve(2),
    one("players", COLOURS, "players"),
    one("colours", COLOURS, "colours on the board"),
    one("ranks", 3, "ranks that score"),
    one("classic", 1, "the classic edition"),
    one("short", 1, "the short game"),
    one("power_shift", 1, "Power Shift"),
    one("open_castillo", 1, "an open Castillo"),
    one("merged_stacks", 1, "stacks 2 and 3 merged"),
    one("new_regency", 1, "New Regency"),
    one("old_delegation", 1, "Old Hands: Delegation"),
    one("old_veto", 2, "Old Hands: Vetoes"),
    one("old_rivalries", 1, "Old Hands: Rivalries"),
    reserve(4),
    by_colour("disc", 16, "what each has set secretly from 1: mine, or all if everything is known"),
    reserve(3),
    Field(
        tuple(f"next_{stack}" for stack in range(1, STACKS + 1)),
        len(CARDS),
        "the next card of each stack from 1, if everything is known",
    ),
    reserve(3),
    reserve(24),
)


class Block(NamedTuple):
    """Some fields with the name of what they describe, and the word for all such blocks."""

    name: str
    kind: str
    fields: tuple[Field, ...]


BLOCKS: Final = (
    *(Block(f"place.{key}", "a place", PLACE) for key in PLACE_KEYS[: REGIONS + 1]),
    *(Block(f"seat.{colour}", "a seat", SEAT) for colour in range(COLOURS)),
    *(Block(f"card.{stack}", "a card", CARD) for stack in range(1, STACKS + 1)),
    Block("card.in_use", "a card", CARD),
    Block("cards", "the cards seen", SEEN),
    Block("decision", "the decision and the game", DECISION),
)


def size_of(fields: tuple[Field, ...]) -> int:
    """How many bytes they take."""
    return sum(len(field.names) for field in fields)


NAMES: Final = tuple(
    f"{block.name}.{name}" for block in BLOCKS for field in block.fields for name in field.names
)
SCALE: Final = tuple(field.scale for block in BLOCKS for field in block.fields for _ in field.names)
