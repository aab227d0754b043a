"""What a seat can know of the cards in another's hand, from what everybody saw (C-power, Q3).

Power cards are known until a seat takes one back secretly; modifiers only as far as they were
passed to the left or played.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import BIT, MODIFIERS, POWER_CARDS
from elgrande.rules.choices import count_bits
from elgrande.rules.determinize import played_modifiers, took_back
from elgrande.rules.frames import PASS_MODIFIER
from elgrande.rules.state import State

ALL_POWERS: Final = 2 ** (POWER_CARDS + 1) - 2
ALL_MODIFIERS: Final = 2**MODIFIERS - 1
PERHAPS: Final = 16  # shift of the cards that may be in a hand, above those that surely are


def known_powers(state: State, owner: i64) -> i64:
    """The power cards a seat surely holds, and PERHAPS bits above them those it may hold."""
    took: i64 = 0
    if state.take_backs:
        took = took_back(state, owner, False)
    if took == 0:
        return state.hand(owner)
    surely: i64 = ALL_POWERS
    perhaps: i64 = 0
    down: i64 = 0  # cards that surely or perhaps lie in the discard
    played: i64 = state.power_history(owner)
    number: i64 = 0
    while played:
        card: i64 = BIT[played & 15]
        surely &= ~card
        perhaps &= ~card
        down |= card
        if took & BIT[number]:
            if down & (down - 1) == 0:
                surely |= down
                down = 0
            else:
                perhaps |= down
        played >>= 4
        number += 1
    return surely | (perhaps << PERHAPS)


def known_modifiers(state: State, seat: i64, owner: i64) -> i64:
    """The modifiers another seat surely holds, and PERHAPS bits above them those it may hold."""
    if state.modifiers(owner) == 0:
        return 0
    players: i64 = state.deal.players
    gone: i64 = state.modifiers(seat) | state.spent_modifiers(seat)
    other: i64 = 0
    while other < players:
        if other != owner:
            gone |= played_modifiers(state, other)
        other += 1
    played: i64 = played_modifiers(state, owner)
    if state.take_backs == 0 or took_back(state, owner, True) == 0:
        gone |= played
    surely: i64 = 0
    if state.kind != PASS_MODIFIER:
        passed: i64 = BIT[state.passed(seat)]
        if owner == (seat + 1) % players:
            surely = passed & ~played
        else:
            gone |= passed
    perhaps: i64 = ALL_MODIFIERS & ~gone & ~surely
    if count_bits(surely) == count_bits(state.modifiers(owner)):
        perhaps = 0
    return surely | (perhaps << PERHAPS)
