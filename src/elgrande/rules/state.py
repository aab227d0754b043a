"""The position: one flat vector and a few numbers, read and changed by name (S4, S6, R10).

Only this module knows the layout. Everything else reads like the rulebook.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import ALL_REGIONS, BIT, COLUMN, NOWHERE, REGIONS
from elgrande.rules.choices import HIGH
from elgrande.rules.deal import Deal
from elgrande.rules.frames import FIRST_HIGH

STRIDE: Final = 5
GRANDE: Final = 60  # after 12 places of five colours each
SCORE: Final = 65
HAND: Final = 70
DISCARD: Final = 75
POWER: Final = 80
TOTAL: Final = 85
ORDER: Final = 90
DISC: Final = 95
MODIFIERS: Final = 100
SPENT: Final = 105
MODIFIER: Final = 110
POWER_HISTORY: Final = 115
MODIFIER_HISTORY: Final = 120
PASSED: Final = 125
FRAMES: Final = 130
MAX_FRAMES: Final = 16
SIZE: Final = 146
COUNT: Final = vec[i64]([32**colour for colour in range(STRIDE)])  # one more in `State.counts`


@final
class State:
    """Where everything is, and the stack of frames that says what must happen next."""

    def __init__(self, deal: Deal, words: vec[i64]) -> None:
        self.deal = deal
        self.words = words
        self.log: list[int] | None = None
        # The decision now asked, who is first to answer it, and the legal answers less their base.
        self.kind: i64 = 0
        self.argument: i64 = 0
        self.seat: i64 = 0
        self.mask: i64 = 0
        self.base: i64 = 0
        self.depth: i64 = 0
        self.occupied: i64 = 0  # bit colour * 9 + region: a caballero of that colour is there
        self.king: i64 = 0
        self.round: i64 = 0
        self.rounds_played: i64 = 0
        self.first_player: i64 = 0
        self.available: i64 = 0  # stacks whose card may still be taken
        self.totals: i64 = 0  # bit total + 2: played this round
        self.card: i64 = NOWHERE  # the card in use
        self.tile_8: i64 = NOWHERE
        self.tile_4: i64 = NOWHERE
        self.infiltrating: bool = False
        self.over: bool = False
        self.veto_fresh: i64 = 0  # seats that took a Veto this round
        self.veto_old: i64 = 0  # seats that took one in the round before
        self.allowed: i64 = 0  # seats that let the whole special action pass
        self.performer: i64 = NOWHERE  # whose announced special action a Veto may still stop
        self.regions_drawn: i64 = 0  # of the dummy's region cards in this scoring period
        self.take_backs: i64 = 0  # the notes of every C-power used, see `packing`
        self.taken_back: i64 = 0  # which of this round's cards are back in hand

    def clone(self) -> "State":
        """An independent copy; listeners stay with the original."""
        copy = State(self.deal, self.words[:])
        copy.kind = self.kind
        copy.argument = self.argument
        copy.seat = self.seat
        copy.mask = self.mask
        copy.base = self.base
        copy.depth = self.depth
        copy.occupied = self.occupied
        copy.king = self.king
        copy.round = self.round
        copy.rounds_played = self.rounds_played
        copy.first_player = self.first_player
        copy.available = self.available
        copy.totals = self.totals
        copy.card = self.card
        copy.tile_8 = self.tile_8
        copy.tile_4 = self.tile_4
        copy.infiltrating = self.infiltrating
        copy.over = self.over
        copy.veto_fresh = self.veto_fresh
        copy.veto_old = self.veto_old
        copy.allowed = self.allowed
        copy.performer = self.performer
        copy.regions_drawn = self.regions_drawn
        copy.take_backs = self.take_backs
        copy.taken_back = self.taken_back
        return copy

    # Pieces

    def caballeros(self, place: i64, colour: i64) -> i64:
        """How many caballeros of a colour are in a place."""
        return self.words[place * STRIDE + colour]

    def put_caballeros(self, place: i64, colour: i64, count: i64) -> None:
        """Set up a number of caballeros in a place."""
        self.words[place * STRIDE + colour] = count
        if place < REGIONS:
            bit: i64 = BIT[colour * REGIONS + place]
            self.occupied &= ~bit
            if count:
                self.occupied |= bit

    def move(self, colour: i64, source: i64, target: i64, count: i64) -> None:
        """Move caballeros of a colour from one place to another."""
        words = self.words
        left: i64 = words[source * STRIDE + colour] - count
        words[source * STRIDE + colour] = left
        words[target * STRIDE + colour] += count
        if left == 0 and source < REGIONS:
            self.occupied &= ~BIT[colour * REGIONS + source]
        if target < REGIONS:
            self.occupied |= BIT[colour * REGIONS + target]

    def free_regions_of(self, colour: i64) -> i64:
        """The regions other than the King's with caballeros of a colour, as a mask."""
        return ((self.occupied & ~COLUMN[self.king]) >> (colour * REGIONS)) & ALL_REGIONS

    def total_in(self, place: i64) -> i64:
        """All caballeros in a place."""
        words = self.words
        first: i64 = place * STRIDE
        return (
            words[first] + words[first + 1] + words[first + 2] + words[first + 3] + words[first + 4]
        )

    def counts(self, place: i64) -> i64:
        """How many caballeros of every colour are in a place: five bits each, see COUNT."""
        words = self.words
        first: i64 = place * STRIDE
        return (
            words[first]
            + words[first + 1] * 32
            + words[first + 2] * 1024
            + words[first + 3] * 32768
            + words[first + 4] * 1048576
        )

    def grande(self, colour: i64) -> i64:
        """The place of a Grande."""
        return self.words[GRANDE + colour]

    def put_grande(self, colour: i64, place: i64) -> None:
        """Put a Grande somewhere."""
        self.words[GRANDE + colour] = place

    def tile(self, tile: i64) -> i64:
        """The place of a scoring tile, NOWHERE beside the board."""
        if tile == 0:
            return self.tile_8
        return self.tile_4

    def put_tile(self, tile: i64, place: i64) -> None:
        """Put a tile on a scoreboard."""
        if tile == 0:
            self.tile_8 = place
        else:
            self.tile_4 = place

    def score(self, colour: i64) -> i64:
        """The points of a seat."""
        return self.words[SCORE + colour]

    def copy_scores(self, out: vec[i64], at: i64) -> None:
        """Write the points of all seats somewhere else; 0 for seats that are not taken."""
        words = self.words
        out[at] = words[SCORE]
        out[at + 1] = words[SCORE + 1]
        out[at + 2] = words[SCORE + 2]
        out[at + 3] = words[SCORE + 3]
        out[at + 4] = words[SCORE + 4]

    def put_score(self, colour: i64, points: i64) -> None:
        """Set the points of a seat."""
        self.words[SCORE + colour] = points

    def add_score(self, colour: i64, points: i64) -> None:
        """Give points to a seat."""
        self.words[SCORE + colour] += points

    # Power cards and modifiers

    def hand(self, seat: i64) -> i64:
        """The power cards in hand, as a mask with the bit of each value."""
        return self.words[HAND + seat]

    def put_hand(self, seat: i64, cards: i64) -> None:
        """Set the power cards in hand."""
        self.words[HAND + seat] = cards

    def discard(self, seat: i64) -> i64:
        """The power cards in a seat's discard."""
        return self.words[DISCARD + seat]

    def put_discard(self, seat: i64, cards: i64) -> None:
        """Set a seat's discard."""
        self.words[DISCARD + seat] = cards

    def power(self, colour: i64) -> i64:
        """The power card played this round, 0 before that."""
        return self.words[POWER + colour]

    def put_power(self, colour: i64, value: i64) -> None:
        """Play a power card."""
        self.words[POWER + colour] = value

    def total(self, colour: i64) -> i64:
        """Power card and modifier together."""
        return self.words[TOTAL + colour]

    def put_total(self, colour: i64, total: i64) -> None:
        """Note the total of a colour and that nobody else may have it."""
        self.words[TOTAL + colour] = total
        self.totals |= BIT[total + 2]

    def in_order(self, index: i64) -> i64:
        """The colour whose turn has this index in the round."""
        return self.words[ORDER + index]

    def put_in_order(self, index: i64, colour: i64) -> None:
        """Set whose turn it is at this index."""
        self.words[ORDER + index] = colour

    def modifiers(self, seat: i64) -> i64:
        """The modifiers in hand, as a mask."""
        return self.words[MODIFIERS + seat]

    def put_modifiers(self, seat: i64, cards: i64) -> None:
        """Set the modifiers in hand."""
        self.words[MODIFIERS + seat] = cards

    def spent_modifiers(self, seat: i64) -> i64:
        """The modifiers in a seat's discard."""
        return self.words[SPENT + seat]

    def put_spent_modifiers(self, seat: i64, cards: i64) -> None:
        """Set the discarded modifiers."""
        self.words[SPENT + seat] = cards

    def modifier(self, seat: i64) -> i64:
        """The modifier played this round, or NOWHERE."""
        return self.words[MODIFIER + seat]

    def put_modifier(self, seat: i64, card: i64) -> None:
        """Play a modifier."""
        self.words[MODIFIER + seat] = card

    def power_history(self, seat: i64) -> i64:
        """The power cards a seat played, four bits a round."""
        return self.words[POWER_HISTORY + seat]

    def put_power_history(self, seat: i64, packed: i64) -> None:
        """Set what a seat played."""
        self.words[POWER_HISTORY + seat] = packed

    def modifier_history(self, seat: i64) -> i64:
        """The modifiers a seat played plus 1, five bits a round, 0 for none."""
        return self.words[MODIFIER_HISTORY + seat]

    def put_modifier_history(self, seat: i64, packed: i64) -> None:
        """Set which modifiers a seat played."""
        self.words[MODIFIER_HISTORY + seat] = packed

    def passed(self, seat: i64) -> i64:
        """The modifier a seat passed to the left, or NOWHERE."""
        return self.words[PASSED + seat]

    def put_passed(self, seat: i64, card: i64) -> None:
        """Note the modifier a seat passed."""
        self.words[PASSED + seat] = card

    def disc(self, seat: i64) -> i64:
        """What a seat set secretly, or NOWHERE."""
        return self.words[DISC + seat]

    def put_disc(self, seat: i64, value: i64) -> None:
        """Set a secret disc."""
        self.words[DISC + seat] = value

    # Frames

    def push(self, kind: i64, seat: i64, argument: i64) -> None:
        """Put a frame on top: this happens next."""
        self.words[FRAMES + self.depth] = kind | (seat << 6) | (argument << 9)
        self.depth += 1

    def pop(self) -> i64:
        """Take the top frame off."""
        self.depth -= 1
        return self.words[FRAMES + self.depth]

    def top(self) -> i64:
        """The frame that happens next."""
        return self.words[FRAMES + self.depth - 1]

    def frame(self, index: i64) -> i64:
        """A frame counted from the bottom."""
        return self.words[FRAMES + index]

    def look(self) -> i64:
        """Take note of what the top frame asks and of whom; returns its kind."""
        frame: i64 = self.words[FRAMES + self.depth - 1]
        # Written out instead of calling `packing`: interpreted, the calls would take half of the
        # time.
        kind: i64 = frame & 63
        self.kind = kind
        self.seat = (frame >> 6) & 7
        self.argument = frame >> 9
        if kind >= FIRST_HIGH:
            self.base = HIGH
        else:
            self.base = 0
        return kind

    # Events

    def tell(
        self,
        event: i64,
        one: i64 = 0,
        two: i64 = 0,
        three: i64 = 0,
        four: i64 = 0,
        five: i64 = 0,
        six: i64 = 0,
        seven: i64 = 0,
    ) -> None:
        """Note an event if somebody is listening; each number is from -1 to 126."""
        log = self.log
        if log is not None:
            log.append(
                event
                | ((one + 1) << 7)
                | ((two + 1) << 14)
                | ((three + 1) << 21)
                | ((four + 1) << 28)
                | ((five + 1) << 35)
                | ((six + 1) << 42)
                | ((seven + 1) << 49)
            )


def empty_state(deal: Deal) -> State:
    """A state with nothing on the board."""
    state = State(deal, vec[i64]([0] * SIZE))
    seat: i64 = 0
    while seat < STRIDE:
        state.put_grande(seat, NOWHERE)
        state.put_modifier(seat, NOWHERE)
        state.put_passed(seat, NOWHERE)
        state.put_disc(seat, NOWHERE)
        seat += 1
    return state
