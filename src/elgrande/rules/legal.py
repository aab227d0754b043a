"""What may be answered: the mask of legal choices of every decision (R2-R7, R13).

A mask of 0 means there is nothing to decide, and the decision is not asked. Optional actions whose
only answer would be to stop count as nothing to decide.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    COLUMN,
    COURT,
    MODIFIER_VALUES,
    NOWHERE,
    PLACE_TARGETS,
    POWER_CARDS,
    PROVINCE,
    REGIONS,
    TABOO,
)
from elgrande.rules.choices import (
    ALLOW_ALL_BIT,
    ALLOW_BIT,
    COUNT_UNIT,
    EITHER_UNIT,
    GRANDE_UNIT,
    MODIFIER_UNIT,
    PIECE_UNIT,
    PLACE_ACTION_BIT,
    PLACE_UNIT,
    POWER_UNIT,
    SPECIAL_ACTION_BIT,
    STACK_UNIT,
    STOP_BIT,
    TILE_UNIT,
    VETO_BIT,
    or_stop,
    smaller,
)
from elgrande.rules.frames import (
    ACT,
    ARREST,
    CARD,
    COUP,
    DISC_RETURN,
    EITHER,
    ENTOURAGE,
    GRANDE,
    GRANDE_TO,
    KING_TO,
    LAST_SECRET,
    MODIFIER,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    PASS_MODIFIER,
    PLACE,
    POWER,
    RETURN,
    SCORE_REGION,
    STAND_IN,
    TAKE,
    TAKE_BACK,
    TAKE_FROM,
    TILE,
    TILE_TO,
    VETO_WINDOW,
)
from elgrande.rules.packing import detail_of, other_of, piece_of, regions_of, small_of
from elgrande.rules.state import State
from elgrande.rules.targets import (
    arrestable,
    boards_without_tile,
    coup_targets,
    king_targets,
    movable,
    movable_grandes,
    movable_tiles,
    moving_to,
    possible,
    returnable_by_disc,
    returning,
)

PLACED: Final = 1
PERFORMED: Final = 2


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """The legal choices of a seat for a decision, as a mask; 0 if there is nothing to ask."""
    if kind <= TAKE_FROM:
        if kind == PLACE:
            return placing(state, seat, argument)
        if kind == MOVE_FROM:
            return or_stop(movable(state, seat, argument) * PIECE_UNIT)
        if kind == MOVE_TO:
            return moving_to(state, piece_of(argument) % REGIONS) * PLACE_UNIT
        if argument == 0:
            return 0
        return or_stop(state.free_regions_of(seat) * PLACE_UNIT)
    if kind <= COUP:
        return special_places(state, kind, seat, argument)
    if kind <= LAST_SECRET:
        return secret(state, kind, seat, argument)
    return cards_and_words(state, kind, seat, argument)


def special_places(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions of special actions that name a place or a piece."""
    if kind == KING_TO:
        return king_targets(state, small_of(argument)) * PLACE_UNIT
    if kind == RETURN:
        if argument == 0:
            return 0
        return returning(state, seat) * PLACE_UNIT
    if kind == MUSTER:
        if argument == 0 or state.caballeros(COURT, seat) == 0:
            return 0
        return (ALL_REGIONS & ~TABOO[state.king]) * PLACE_UNIT | STOP_BIT
    if kind == ARREST:
        return arrestable(state, argument) * PIECE_UNIT
    if kind == SCORE_REGION:
        if argument:
            return regions_of(argument) * PLACE_UNIT
        return ALL_REGIONS * PLACE_UNIT
    if kind == TILE_TO:
        return boards_without_tile(state) * PLACE_UNIT
    if kind == GRANDE_TO:
        there: i64 = TABOO[state.king] | BIT[state.grande(argument)]
        return (ALL_REGIONS & ~there) * PLACE_UNIT
    if kind == ENTOURAGE:
        if small_of(argument) == 0:
            return 0
        return (state.occupied & COLUMN[other_of(argument)]) * PIECE_UNIT
    return coup_targets(state, seat) * PLACE_UNIT


def secret(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions that several seats answer at once (R13)."""
    if kind == PASS_MODIFIER:
        return state.modifiers(seat) * MODIFIER_UNIT
    if kind == DISC_RETURN:
        return returnable_by_disc(state, seat, detail_of(argument)) * PLACE_UNIT
    return ALL_REGIONS * PLACE_UNIT


def cards_and_words(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Decisions answered with cards, counts and words."""
    if kind == ACT:
        return acting(state, seat, argument)
    if kind == TAKE:
        limit: i64 = smaller(argument, state.caballeros(PROVINCE, seat))
        return (BIT[limit + 1] - 1) * COUNT_UNIT
    if kind == CARD:
        return state.available * STACK_UNIT
    if kind == POWER:
        return playable_powers(state, seat) * POWER_UNIT
    if kind == MODIFIER:
        return playable_modifiers(state, seat)
    if kind == EITHER:
        return either(state, seat, argument)
    if kind == VETO_WINDOW:
        # Edition 2023 asks once per action, so there "allow" already means the whole of it.
        if state.deal.classic:
            return ALLOW_BIT | ALLOW_ALL_BIT | VETO_BIT
        return ALLOW_BIT | VETO_BIT
    if kind == TILE:
        return movable_tiles(state) * TILE_UNIT
    if kind == TAKE_BACK:
        return returnable_cards(state, seat)
    if kind == GRANDE:
        return or_stop(movable_grandes(state) * GRANDE_UNIT)
    if kind == STAND_IN:
        return movable_grandes(state) * GRANDE_UNIT
    return 0


def either(state: State, seat: i64, card: i64) -> i64:
    """Which of the two actions of a card could change anything."""
    mask: i64 = 0
    if possible(state, seat, state.deal.number(card, 0), False):
        mask = EITHER_UNIT
    if possible(state, seat, state.deal.number(card, 1), False):
        mask |= 2 * EITHER_UNIT
    return mask


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


def returnable_cards(state: State, seat: i64) -> i64:
    """The power cards and modifiers that C-power may take back into the hand."""
    powers: i64 = state.discard(seat) | BIT[state.power(seat)]
    modifiers: i64 = state.spent_modifiers(seat)
    if state.modifier(seat) != NOWHERE:
        modifiers |= BIT[state.modifier(seat)]
    return powers * POWER_UNIT | modifiers * MODIFIER_UNIT


def acting(state: State, seat: i64, done: i64) -> i64:
    """Place, perform the special action, or end the turn (R5)."""
    mask: i64 = 0
    if done & PLACED == 0 and state.caballeros(COURT, seat) != 0:
        mask = PLACE_ACTION_BIT
    if done & PERFORMED == 0 and possible(state, seat, state.card, done & PLACED != 0):
        mask |= SPECIAL_ACTION_BIT
    return or_stop(mask)
