"""The legal answers: the mask of legal choices of every decision (R2-R7, R13).

A mask of 0 means there is nothing to decide, and the decision is not asked. Optional actions whose
only answer would be to stop count as nothing to decide.
"""

from mypy_extensions import i64

from elgrande.rules import recruiting
from elgrande.rules.actions.dispatch import answers as special_answers
from elgrande.rules.actions.dispatch import possible
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    COURT,
    MODIFIER_VALUES,
    PLACE_TARGETS,
    POWER_CARDS,
    TABOO,
)
from elgrande.rules.choices import (
    MODIFIER_UNIT,
    PLACE_ACTION_BIT,
    PLACE_UNIT,
    POWER_UNIT,
    SPECIAL_ACTION_BIT,
    STACK_UNIT,
    STOP_BIT,
    or_stop,
)
from elgrande.rules.frames import (
    ACT,
    CARD,
    DISC_SCORING,
    MODIFIER,
    PASS_MODIFIER,
    PLACE,
    POWER,
    TAKE,
    TAKE_FROM,
)
from elgrande.rules.packing import PERFORMED, PLACED
from elgrande.rules.state import State


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """The legal choices of a seat for a decision, as a mask; 0 if there is nothing to ask."""
    if kind == ACT:
        return acting(state, seat, argument)
    if kind == PLACE:
        return placing(state, seat, argument)
    if kind == TAKE or kind == TAKE_FROM:
        return recruiting.answers(state, kind, seat, argument)
    if kind == CARD:
        return state.available * STACK_UNIT
    if kind == POWER:
        return playable_powers(state, seat) * POWER_UNIT
    if kind == MODIFIER:
        return playable_modifiers(state, seat)
    if kind == PASS_MODIFIER:
        return state.modifiers(seat) * MODIFIER_UNIT
    if kind == DISC_SCORING:
        return ALL_REGIONS * PLACE_UNIT
    return special_answers(state, kind, seat, argument)


def placing(state: State, seat: i64, left: i64) -> i64:
    """Where a caballero from the Court may be placed (R6, Q19)."""
    if left == 0 or state.caballeros(COURT, seat) == 0:
        return 0
    targets: i64 = PLACE_TARGETS[state.king]
    if state.infiltrating:
        targets |= TABOO[state.king]
    return targets * PLACE_UNIT | STOP_BIT


def playable_powers(state: State, seat: i64) -> i64:
    """Power cards whose total nobody has yet, with a modifier if need be (R2, Power Shift)."""
    hand: i64 = state.hand(seat)
    free: i64 = hand & ~(state.totals >> 2)
    modifiers: i64 = state.modifiers(seat)
    if modifiers == 0:
        return free
    value: i64 = 1
    while value <= POWER_CARDS:
        if hand & ~free & BIT[value] and fitting_modifiers(state, modifiers, value):
            free |= BIT[value]
        value += 1
    return free


def fitting_modifiers(state: State, modifiers: i64, power: i64) -> i64:
    """Those modifiers that give a power card a total nobody has yet."""
    fitting: i64 = 0
    card: i64 = 0
    while BIT[card] <= modifiers:
        if modifiers & BIT[card] and state.totals & BIT[power + MODIFIER_VALUES[card & 3] + 2] == 0:
            fitting |= BIT[card]
        card += 1
    return fitting


def playable_modifiers(state: State, seat: i64) -> i64:
    """The modifiers that may go with the power card just played, or none."""
    power: i64 = state.power(seat)
    fitting: i64 = fitting_modifiers(state, state.modifiers(seat), power) * MODIFIER_UNIT
    if state.totals & BIT[power + 2] == 0:
        fitting |= STOP_BIT
    return fitting


def acting(state: State, seat: i64, done: i64) -> i64:
    """Place, perform the special action, or end the turn (R5)."""
    mask: i64 = 0
    if done & PLACED == 0 and state.caballeros(COURT, seat) != 0:
        mask = PLACE_ACTION_BIT
    if done & PERFORMED == 0 and possible(state, seat, state.card, done & PLACED != 0):
        mask |= SPECIAL_ACTION_BIT
    return or_stop(mask)
