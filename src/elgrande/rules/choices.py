"""The one fixed table of choices: small ints, in two groups whose masks fit an i64.

Ids 0-59 name places and caballeros on the board, ids from 64 cards, counts and answers. The bit of
a choice in a mask is its id less the base of its group.
"""

from typing import Final

from mypy_extensions import i64

STOP: Final = 0
PLACE_BASE: Final = 1  # + place
PIECE_BASE: Final = 15  # + colour * 9 + region

HIGH: Final = 64
END: Final = 64  # decline, nothing, end the turn
COUNT_BASE: Final = 65  # + 0..MOST_TAKEN
MOST_TAKEN: Final = 6
POWER_BASE: Final = 71  # + 1..13
MODIFIER_BASE: Final = 85  # + 0..15
STACK_BASE: Final = 101  # + 0..4
PLACE_ACTION: Final = 106
SPECIAL_ACTION: Final = 107
EITHER_BASE: Final = 108  # + 0..1
TILE_BASE: Final = 110  # + 0..1
GRANDE_BASE: Final = 112  # + colour
ALLOW: Final = 117
ALLOW_ALL: Final = 118
VETO: Final = 119
CHOICES: Final = 120

STOP_BIT: Final = 1  # both of STOP and of END
# Masks of ids in the upper group are written as multiples of their first id's bit.
COUNT_UNIT: Final = 2 ** (COUNT_BASE - HIGH)
POWER_UNIT: Final = 2 ** (POWER_BASE - HIGH)
MODIFIER_UNIT: Final = 2 ** (MODIFIER_BASE - HIGH)
STACK_UNIT: Final = 2 ** (STACK_BASE - HIGH)
EITHER_UNIT: Final = 2 ** (EITHER_BASE - HIGH)
TILE_UNIT: Final = 2 ** (TILE_BASE - HIGH)
GRANDE_UNIT: Final = 2 ** (GRANDE_BASE - HIGH)
PLACE_ACTION_BIT: Final = 2 ** (PLACE_ACTION - HIGH)
SPECIAL_ACTION_BIT: Final = 2 ** (SPECIAL_ACTION - HIGH)
ALLOW_BIT: Final = 2 ** (ALLOW - HIGH)
ALLOW_ALL_BIT: Final = 2 ** (ALLOW_ALL - HIGH)
VETO_BIT: Final = 2 ** (VETO - HIGH)
PLACE_UNIT: Final = 2**PLACE_BASE
PIECE_UNIT: Final = 2**PIECE_BASE


def or_stop(mask: i64) -> i64:
    """The answers of an optional decision plus STOP; none at all if there is nothing else."""
    # A conditional expression of an i64 and a literal would be boxed by mypyc, here and elsewhere.
    if mask == 0:
        return 0
    return mask | STOP_BIT


def smaller(one: i64, other: i64) -> i64:
    """The smaller number."""
    if one < other:
        return one
    return other


# Compiled, the arithmetic below is fastest; interpreted, the methods of Python's integers are.
# mypyc treats this name as always true; tests compare both.
COMPILED = not __file__.endswith(".py")

if COMPILED:

    def count_bits(mask: i64) -> i64:
        """How many bits are set; all masks have fewer than 62."""
        # One 5 less than usual: a constant above 62 bits would be a Python object, and cost more
        # than all the rest.
        mask = mask - ((mask >> 1) & 0x1555555555555555)
        mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
        mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
        mask = mask + (mask >> 8)
        mask = mask + (mask >> 16)
        return (mask + (mask >> 32)) & 0x7F

    def lowest_bit(mask: i64) -> i64:
        """The number of the lowest set bit of a mask that is not 0."""
        return count_bits((mask & -mask) - 1)

    def nth_bit(mask: i64, index: i64) -> i64:
        """The number of the set bit with this index, counted from the lowest, from 0."""
        while index > 0:
            mask &= mask - 1
            index -= 1
        return lowest_bit(mask)

else:

    def count_bits(mask: i64) -> i64:
        """How many bits are set."""
        return int.bit_count(mask)

    def lowest_bit(mask: i64) -> i64:
        """The number of the lowest set bit of a mask that is not 0."""
        return int.bit_length(mask & -mask) - 1

    def nth_bit(mask: i64, index: i64) -> i64:
        """The number of the set bit with this index, counted from the lowest, from 0."""
        for _ in range(index):
            mask &= mask - 1
        return int.bit_length(mask & -mask) - 1
