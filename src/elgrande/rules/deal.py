"""The deal: everything that chance decides, in one function (S7-S10, V-2, Power Shift, Old Hands).

A `Deal` never changes during a game, so all clones of a state share it.
"""

from dataclasses import dataclass
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import MODIFIERS, POWER_CARDS, REGIONS, STACKS
from elgrande.rules.cards import CARD_FIELDS, Deck
from elgrande.rules.options import Options
from elgrande.rules.rng import Shuffler

STACK_SIZE: Final = 20  # stacks 2 and 3 of edition 2023 merged
HAND_OF_MODIFIERS: Final = 3
PERIODS: Final = 3


@dataclass(frozen=True)
class Start:
    """What is on the table before the first round."""

    king: int
    grandes: tuple[int, ...]
    first_player: int
    modifiers: tuple[tuple[int, ...], ...]


@final
class Deal:
    """The options and the order of all hidden cards, as compiled code reads them."""

    def __init__(
        self,
        options: Options,
        deck: Deck,
        stacks: list[list[int]],
        dummy_powers: list[int],
        dummy_regions: list[list[int]],
    ) -> None:
        self.options = options
        self.deck = deck
        self.cards = deck.table
        self.stacks = stacks
        self.dummy_powers = dummy_powers
        self.dummy_regions = dummy_regions
        self.players: i64 = options.players
        self.colours: i64 = options.colours
        self.classic: bool = options.edition == "classic"
        self.power_shift: bool = options.power_shift
        self.short: bool = options.short
        self.places: i64 = scoring_places(options)
        self.open_castillo: bool = options.castillo == "open"
        self.stack_bits: i64 = 0
        self.order = vec[i64]([0] * (STACKS * STACK_SIZE))
        for stack, cards_of_stack in enumerate(stacks):
            if cards_of_stack:
                self.stack_bits |= 2**stack
            # The King's card returns every round, so its stack never runs out (R8).
            for depth in range(STACK_SIZE):
                if depth < len(cards_of_stack) or len(cards_of_stack) == 1:
                    card = cards_of_stack[min(depth, len(cards_of_stack) - 1)]
                    self.order[stack * STACK_SIZE + depth] = card

    def card_at(self, stack: i64, rounds_played: i64) -> i64:
        """The card a stack shows after that many rounds."""
        return self.order[stack * STACK_SIZE + rounds_played]

    def places_of(self, card: i64) -> i64:
        """How many caballeros the card lets its player place."""
        return self.cards[card * CARD_FIELDS]

    def op(self, card: i64) -> i64:
        """The kind of the card's special action."""
        return self.cards[card * CARD_FIELDS + 1]

    def number(self, card: i64, index: i64) -> i64:
        """One of the three numbers of the card's special action."""
        return self.cards[card * CARD_FIELDS + 2 + index]

    def dummy_power(self, rounds_played: i64) -> i64:
        """The power card the dummy turns up."""
        return self.dummy_powers[rounds_played]

    def dummy_region(self, period: i64, drawn: i64) -> i64:
        """The region card the dummy draws after that many in this scoring period."""
        return self.dummy_regions[period][drawn]

    def key(self, card: i64) -> str:
        """The key of a card, as in the table of the rules."""
        return self.deck.cards[card].key


def scoring_places(options: Options) -> int:
    """How many places score: 1st to 3rd, fewer with fewer players (V-2, V-2-classic, V-3)."""
    if options.players == 2:
        return 1 if options.edition == "classic" else 2
    return 2 if options.players == 3 else 3


def deal(options: Options, deck: Deck, seed: int) -> tuple[Deal, Start]:
    """Deal a game: all of its chance comes from the seed, here and nowhere else."""
    rng = Shuffler(seed)
    stacks = [_deal_stack(deck, stack, rng) for stack in range(STACKS)]
    if options.merged_stacks:
        stacks[1] += stacks[2]
        rng.shuffle(stacks[1])
        stacks[2] = []
    regions = list(range(REGIONS))
    rng.shuffle(regions)
    drawn = rng.below(options.players)
    modifiers = list(range(MODIFIERS))
    rng.shuffle(modifiers)
    dealt = HAND_OF_MODIFIERS if options.power_shift else 0
    start = Start(
        king=regions[0],
        grandes=tuple(regions[1 : 1 + options.players]),
        first_player=drawn if options.first_player is None else options.first_player,
        modifiers=tuple(
            tuple(sorted(modifiers[seat * dealt : (seat + 1) * dealt]))
            for seat in range(options.players)
        ),
    )
    powers, regions_by_period = deal_dummy(options, rng)
    return Deal(options, deck, stacks, powers, regions_by_period), start


def _deal_stack(deck: Deck, stack: int, rng: Shuffler) -> list[int]:
    cards = list(deck.stacks[stack])
    rng.shuffle(cards)
    added = deck.added[stack]
    if added:
        # Each added card first sends a random one of its stack back to the box (Old Hands).
        cards = cards[len(added) :] + list(added)
        rng.shuffle(cards)
    return cards


def deal_dummy(options: Options, rng: Shuffler) -> tuple[list[int], list[list[int]]]:
    """The dummy's power cards, and its region cards shuffled once per scoring period (V-2)."""
    if not options.has_dummy:
        return [], []
    powers = list(range(1, POWER_CARDS + 1))
    rng.shuffle(powers)
    periods = []
    for _ in range(PERIODS):
        regions = list(range(REGIONS))
        rng.shuffle(regions)
        periods.append(regions)
    return powers, periods
