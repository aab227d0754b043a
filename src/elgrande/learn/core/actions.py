"""The action space `elgrande-actions-1`: choices as the seat that makes them sees them.

An action is a choice of docs/program/notation.md whose colours are counted from the seat: its own
pieces come first, then those of the seat to its left, and so on. The dummy keeps its place after
the players. Ids from 120 on are reserved and never legal.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, REGIONS
from elgrande.rules.choices import GRANDE_BASE, HIGH, PIECE_BASE

ACTIONS: Final = 128
MASK_WORDS: Final = 16  # one byte for each action

LAST_PIECE: Final = 59
LAST_GRANDE: Final = 116
PIECES: Final = 2**45 - 1
EVERY_BIT: Final = 2**62 - 1
GRANDE_SHIFT: Final = 48  # GRANDE_BASE less HIGH
GRANDES: Final = 31 * 2**48

# Eight bits of a mask as eight bytes of 0 and 1.
BYTES_OF_BITS: Final = vec[i64](
    [sum(((bits >> bit) & 1) << (8 * bit) for bit in range(8)) for bits in range(256)]
)


def relative(colour: i64, seat: i64, players: i64) -> i64:
    """A colour counted from a seat; the dummy keeps its number."""
    if colour >= players:
        return colour
    if colour >= seat:
        return colour - seat
    return colour - seat + players


def to_action(choice: i64, seat: i64, players: i64) -> i64:
    """A choice as the seat sees it."""
    if PIECE_BASE <= choice <= LAST_PIECE:
        piece: i64 = choice - PIECE_BASE
        colour: i64 = relative(piece // REGIONS, seat, players)
        return PIECE_BASE + colour * REGIONS + piece % REGIONS
    if GRANDE_BASE <= choice <= LAST_GRANDE:
        return GRANDE_BASE + relative(choice - GRANDE_BASE, seat, players)
    return choice


def to_choice(action: i64, seat: i64, players: i64) -> i64:
    """The choice a seat's action stands for."""
    # Colours follow each other in both groups; divisions would cost more than all the rest.
    if PIECE_BASE <= action < PIECE_BASE + REGIONS * players:
        piece: i64 = action + REGIONS * seat
        if piece >= PIECE_BASE + REGIONS * players:
            piece -= REGIONS * players
        return piece
    if GRANDE_BASE <= action < GRANDE_BASE + players:
        grande: i64 = action + seat
        if grande >= GRANDE_BASE + players:
            grande -= players
        return grande
    return action


def turn_mask(mask: i64, base: i64, seat: i64, players: i64) -> i64:
    """A mask of choices with the given base as a mask of the seat's actions with the same base."""
    if base == 0:
        pieces: i64 = (mask >> PIECE_BASE) & PIECES
        if pieces == 0 or seat == 0:
            return mask
        return (mask & (BIT[PIECE_BASE] - 1)) | (
            turn(pieces, REGIONS * seat, REGIONS * players) << PIECE_BASE
        )
    grandes: i64 = (mask >> GRANDE_SHIFT) & 31
    if grandes == 0 or seat == 0:
        return mask
    return (mask & ~GRANDES) | (turn(grandes, seat, players) << GRANDE_SHIFT)


def turn(bits: i64, by: i64, width: i64) -> i64:
    """The lowest `width` bits moved down in a circle; those above stay."""
    circle: i64 = BIT[width] - 1
    low: i64 = bits & circle
    return (bits & ~circle) | (low >> by) | ((low & (BIT[by] - 1)) << (width - by))


def write_mask(mask: i64, base: i64, out: vec[i64], at: i64) -> None:
    """Write a mask of actions as 128 bytes of 0 and 1 into 16 words from `at` on."""
    low: i64 = mask
    high: i64 = 0
    if base == HIGH:
        low = 0
        high = mask
    write_half(low, EVERY_BIT, out, at)
    write_half(high, EVERY_BIT, out, at + MASK_WORDS // 2)


def write_half(mask: i64, changed: i64, out: vec[i64], at: i64) -> None:
    """Write 64 bits as 64 bytes of 0 and 1, as far as they are among those that have changed."""
    while changed:
        if changed & 255:
            out[at] = BYTES_OF_BITS[mask & 255]
        mask >>= 8
        changed >>= 8
        at += 1
