"""What an action card is: a row of data with one typed special action (section 5 of the rules).

An action is encoded as an op code and three numbers, so that compiled code reads a card as four
integers of a vector. The rows themselves are data of the editions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

OP_MOVE: Final = 0
OP_MUSTER: Final = 1
OP_EITHER: Final = 2
OP_VETO: Final = 3
OP_DISMISS: Final = 4
OP_ARREST: Final = 5
OP_WITHDRAW: Final = 6
OP_RETURN_BY_DISC: Final = 7
OP_SCORE_CHOSEN: Final = 8
OP_SCORE: Final = 9
OP_TILE: Final = 10
OP_TAKE_BACK: Final = 11
OP_RECRUIT: Final = 12
OP_GRANDE: Final = 13
OP_COUP: Final = 14
OP_RIVALRIES: Final = 15
OP_KING: Final = 16
OP_INFILTRATE: Final = 17
OP_STAND_IN: Final = 18

# What each op is about, in one word, for showing cards.
OP_KEYS: Final = (
    "move", "place", "either", "veto", "court", "arrest", "withdraw", "secret", "fair", "score",
    "tile", "power", "recruit", "grande", "coup", "rivalries", "king", "infiltrate", "stand_in",
)  # fmt: skip

WHOLE: Final = 31  # "any number" or "all" where a count is asked for

SCORE_POINTS: Final = 0
SCORE_CASTILLO: Final = 1
SCORE_FIRST_ONLY: Final = 2
SCORE_MOST: Final = 3
SCORE_FEWEST: Final = 4

KING_ANYWHERE: Final = 0
KING_NEXT_DOOR: Final = 1
KING_ABROAD: Final = 2
KING_FEWEST: Final = 3
KING_CASTILLO: Final = 4

THEN_NOTHING: Final = 0
THEN_ENTOURAGE: Final = 1
THEN_COMPETITION: Final = 2

CARD_FIELDS: Final = 5  # caballeros to place, op, three numbers

Encoded = tuple[int, int, int, int]


@dataclass(frozen=True)
class Move:
    """Move caballeros between regions, or into the Castillo, with limits by owner."""

    own: int = 0
    foreign: int = 0
    total: int = 0
    one_region: bool = False

    def encode(self) -> Encoded:
        """The op and its numbers."""
        return (OP_MOVE, self.own, self.foreign, self.total | (32 if self.one_region else 0))


@dataclass(frozen=True)
class Simple:
    """An action that a kind and up to three numbers describe in full."""

    op: int
    first: int = 0
    second: int = 0
    third: int = 0

    def encode(self) -> Encoded:
        """The op and its numbers."""
        return (self.op, self.first, self.second, self.third)


@dataclass(frozen=True)
class Either:
    """The player picks one of the special actions of two other cards."""

    one: str
    other: str


Action = Move | Simple | Either


def action_key(action: Action) -> str:
    """A word for what an action is about; scoring the Castillo has its own."""
    if isinstance(action, Either):
        return OP_KEYS[OP_EITHER]
    op, which, _, _ = action.encode()
    return "castillo" if op == OP_SCORE and which == SCORE_CASTILLO else OP_KEYS[op]


def muster(count: int) -> Simple:
    """Place up to `count` from the Court in any regions."""
    return Simple(OP_MUSTER, count)


def keep_veto() -> Simple:
    """Keep the card as a Veto."""
    return Simple(OP_VETO)


def dismiss(count: int) -> Simple:
    """Each opponent returns `count` from their Court."""
    return Simple(OP_DISMISS, count)


def arrest() -> Simple:
    """Return one caballero of each opponent from regions."""
    return Simple(OP_ARREST)


def withdraw(count: int) -> Simple:
    """Each opponent returns `count`, from Court or regions as they like."""
    return Simple(OP_WITHDRAW, count)


def return_by_disc(count: int) -> Simple:
    """Each opponent picks a region by secret disc and returns `count` from it."""
    return Simple(OP_RETURN_BY_DISC, count)


def score_chosen() -> Simple:
    """Score a region of the player's choice."""
    return Simple(OP_SCORE_CHOSEN)


def score_points(lowest: int, highest: int) -> Simple:
    """Score the regions whose first place is worth that much."""
    return Simple(OP_SCORE, SCORE_POINTS, lowest, highest)


def score(which: int) -> Simple:
    """Score what one of the SCORE_ selectors names."""
    return Simple(OP_SCORE, which)


def put_tile() -> Simple:
    """Put or move a scoring tile."""
    return Simple(OP_TILE)


def take_back() -> Simple:
    """Take a power card back into the hand."""
    return Simple(OP_TAKE_BACK)


def recruit(count: int) -> Simple:
    """Take up to `count` caballeros into the Court."""
    return Simple(OP_RECRUIT, count)


def move_grande() -> Simple:
    """Move the player's own Grande."""
    return Simple(OP_GRANDE)


def coup() -> Simple:
    """Opponents leave a named region for the ones on their discs."""
    return Simple(OP_COUP)


def rivalries() -> Simple:
    """Everyone picks a region by disc; those picked once are scored."""
    return Simple(OP_RIVALRIES)


def move_king(targets: int, then: int = THEN_NOTHING) -> Simple:
    """Move the King to one of the targets, then perhaps more."""
    return Simple(OP_KING, targets, then)


def infiltrate() -> Simple:
    """Place in the King's region this turn."""
    return Simple(OP_INFILTRATE)


def stand_in() -> Simple:
    """Swap the King with a Grande."""
    return Simple(OP_STAND_IN)


@dataclass(frozen=True)
class Card:
    """One row of the table of cards.

    `copies` says how many each deck has: "classic", "2023", "new_regency" or "old_hands".
    """

    key: str
    stack: int
    places: int
    action: Action
    copies: Mapping[str, int] = field(default_factory=dict)


@final
class Deck:
    """The cards of a game: per stack those of the base game, and those added from Old Hands."""

    def __init__(
        self,
        cards: Sequence[Card],
        stacks: tuple[tuple[int, ...], ...],
        added: tuple[tuple[int, ...], ...],
    ) -> None:
        self.cards: Final = cards
        self.stacks: Final = stacks
        self.added: Final = added
        self.table: Final = encode_cards(cards)  # shared by all deals, never changed


def encode_cards(cards: Sequence[Card]) -> vec[i64]:
    """The table compiled code reads: CARD_FIELDS numbers per card."""
    numbers = {card.key: number for number, card in enumerate(cards)}
    table: list[int] = []
    for card in cards:
        action = card.action
        if isinstance(action, Either):
            encoded = (OP_EITHER, numbers[action.one], numbers[action.other], 0)
        else:
            encoded = action.encode()
        table += [card.places, *encoded]
    return vec[i64](table)
