"""How frames, and what they carry, are packed into integers. No other module knows the bits.

A frame is a kind, a seat and an argument. The arguments of most kinds are plain numbers; the others
are packed here: what a moving card may still move, who has not answered a secret decision, where a
card sends the King, who follows him, the regions left to score, the step that a Veto window holds
back; and, outside frames, the notes of who took cards back.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import ALL_REGIONS, REGIONS

# A moving card: own, foreign and all caballeros left (five bits each), then the one region they
# must come from plus 1 (four bits, 0 for any), then the caballero that was taken up.
QUOTA: Final = 0x7FFFF
ONE_OF_ALL: Final = 1 << 10
ONE_FOREIGN: Final = 1 << 5
NOT_CHOSEN: Final = 15  # one region, not chosen yet
SOURCES: Final = 0x7FFF

WAITING: Final = 31

# What a player has done with the card in use.
PLACED: Final = 1
PERFORMED: Final = 2

FIRST_ONLY: Final = 512  # beside the regions left to score: only first places count

NOTE: Final = 128  # so that no note is 0
NOTE_OF_MODIFIER: Final = 256


def pack(kind: i64, seat: i64, argument: i64) -> i64:
    """A frame."""
    return kind | (seat << 6) | (argument << 9)


def kind_of(frame: i64) -> i64:
    """The kind of a frame."""
    return frame & 63


def seat_of(frame: i64) -> i64:
    """The seat a frame belongs to."""
    return (frame >> 6) & 7


def argument_of(frame: i64) -> i64:
    """What else a frame carries."""
    return frame >> 9


def quota(own: i64, foreign: i64, total: i64, one_region: bool) -> i64:
    """How many caballeros a card moves, of whom, and whether out of one region."""
    packed: i64 = own | (foreign << 5) | (total << 10)
    if one_region:
        packed |= NOT_CHOSEN << 15
    return packed


def own_left(argument: i64) -> i64:
    """How many of their own the player may still move."""
    return argument & 31


def foreign_left(argument: i64) -> i64:
    """How many of other colours."""
    return (argument >> 5) & 31


def total_left(argument: i64) -> i64:
    """How many in all."""
    return (argument >> 10) & 31


def source_of(argument: i64) -> i64:
    """The region plus 1 that they must come from, 0 for any, NOT_CHOSEN before the first."""
    return (argument >> 15) & 15


def piece_of(argument: i64) -> i64:
    """The caballero taken up, colour * 9 + region."""
    return argument >> 19


def quota_of(argument: i64) -> i64:
    """What is left once that caballero is put down."""
    return argument & QUOTA


def with_piece(argument: i64, piece: i64, own: bool) -> i64:
    """The same after taking up a caballero, which binds a card of one region to its region."""
    left: i64 = argument - ONE_OF_ALL
    if own:
        left -= 1
    else:
        left -= ONE_FOREIGN
    if source_of(left) == NOT_CHOSEN:
        left = (left & SOURCES) | ((piece % REGIONS + 1) << 15)
    return left | (piece << 19)


def secret(waiting: i64, detail: i64) -> i64:
    """The seats that have not answered, and what the decision is about."""
    return waiting | (detail << 5)


def waiting_of(argument: i64) -> i64:
    """The seats that have not answered a secret decision, as a mask."""
    return argument & WAITING


def detail_of(argument: i64) -> i64:
    """What a secret decision is about: a region, or how many to return."""
    return argument >> 5


def pair(small: i64, other: i64) -> i64:
    """A number below 8 and another: the King's targets and what follows; followers and region."""
    return small | (other << 3)


def small_of(argument: i64) -> i64:
    """The smaller number of a pair."""
    return argument & 7


def other_of(argument: i64) -> i64:
    """The other number of a pair."""
    return argument >> 3


def to_score(regions: i64, first_only: bool) -> i64:
    """The regions that a card still has to score, and whether only first places count."""
    if first_only:
        return regions | FIRST_ONLY
    return regions


def regions_of(argument: i64) -> i64:
    """The regions left to score, as a mask; 0 where a card scores one of the player's choice."""
    return argument & ALL_REGIONS


def first_only_of(argument: i64) -> bool:
    """Whether only first places are scored."""
    return argument & FIRST_ONLY != 0


def note(seat: i64, rounds_played: i64, modifier: bool) -> i64:
    """The note that a seat took a power card or a modifier back after some rounds (C-power)."""
    packed: i64 = NOTE | seat | (rounds_played << 3)
    if modifier:
        packed |= NOTE_OF_MODIFIER
    return packed


def add_note(notes: i64, new: i64) -> i64:
    """All notes with one more at the end."""
    return (notes << 9) | new


def last_note(notes: i64) -> i64:
    """The note that was added last."""
    return notes & 511


def earlier_notes(notes: i64) -> i64:
    """The notes before that."""
    return notes >> 9


def note_seat(one: i64) -> i64:
    """Whose note it is."""
    return one & 7


def note_round(one: i64) -> i64:
    """How many rounds had been played."""
    return (one >> 3) & 15


def note_is_modifier(one: i64) -> bool:
    """Whether it was a modifier that was taken back."""
    return one & NOTE_OF_MODIFIER != 0


def held(kind: i64, choice: i64, argument: i64) -> i64:
    """A step that waits until nobody vetoes it."""
    return kind | (choice << 6) | (argument << 13)


def held_kind(argument: i64) -> i64:
    """The kind of the decision the step answers."""
    return argument & 63


def held_choice(argument: i64) -> i64:
    """The answer."""
    return (argument >> 6) & 127


def held_argument(argument: i64) -> i64:
    """What that decision carried."""
    return argument >> 13
