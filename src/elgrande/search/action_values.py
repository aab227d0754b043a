"""What the special action of a card promises the seat that uses it (section 5, R7, R18).

Estimates from the position as it is, not by playing the action out: exact for scorings, close for
what moves one piece, rough for what depends on others. All in 256ths of a point.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions.king import king_targets
from elgrande.rules.actions.moving import movable, move_argument, mustering_to
from elgrande.rules.actions.scoring_cards import places_scored_by, scores_first_only
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    COURT,
    PROVINCE,
    REGIONS,
    ROUNDS,
)
from elgrande.rules.cards import (
    KING_CASTILLO,
    OP_ARREST,
    OP_COUP,
    OP_DISMISS,
    OP_EITHER,
    OP_GRANDE,
    OP_INFILTRATE,
    OP_KING,
    OP_MOVE,
    OP_MUSTER,
    OP_RECRUIT,
    OP_RETURN_BY_DISC,
    OP_RIVALRIES,
    OP_SCORE,
    OP_SCORE_CHOSEN,
    OP_STAND_IN,
    OP_TAKE_BACK,
    OP_TILE,
    OP_VETO,
    OP_WITHDRAW,
    WHOLE,
)
from elgrande.rules.choices import smaller
from elgrande.rules.packing import total_left
from elgrande.rules.state import State
from elgrande.search.best_targets import (
    LEAST,
    best_coup,
    best_grande,
    best_king,
    best_move,
    best_scoring,
    best_stand_in,
    best_tile,
    king_gain,
    least_loss,
)
from elgrande.search.context import Context
from elgrande.search.weights import POINT

POWER_BACK: Final = 200  # a power card again in the hand, by round still to come
VETO_KEPT: Final = 2 * POINT


def special_value(state: State, context: Context, seat: i64, card: i64) -> i64:
    """What the special action of a card promises; below 0 it is better left alone."""
    op: i64 = state.deal.op(card)
    number: i64 = state.deal.number(card, 0)
    if op == OP_MOVE:
        return moving_value(state, context, seat, move_argument(state, card))
    if op == OP_MUSTER:
        return mustering_value(state, context, seat, number)
    if op == OP_SCORE:
        return scoring_value(state, context, card)
    if op == OP_SCORE_CHOSEN or op == OP_RIVALRIES:
        best: i64 = best_scoring(state, context, ALL_REGIONS, False)
        return context.appraiser.scored(state, best, False)
    if op == OP_KING or op == OP_STAND_IN or op == OP_INFILTRATE:
        return king_value(state, context, seat, op, number)
    if op == OP_TILE:
        return best_tile(state, context) >> 5
    if op == OP_GRANDE:
        return best_grande(state, context, seat) >> 4
    if op == OP_COUP:
        return best_coup(state, context, seat) >> 4
    if op == OP_DISMISS or op == OP_WITHDRAW or op == OP_RETURN_BY_DISC:
        return returning_value(state, context, seat, op, number)
    if op == OP_ARREST:
        return arrest_value(state, context, seat)
    if op == OP_RECRUIT:
        return recruiting_value(state, context, seat, number)
    if op == OP_TAKE_BACK:
        return POWER_BACK * (ROUNDS - state.round) // 3
    if op == OP_VETO:
        return VETO_KEPT
    if op == OP_EITHER:
        one: i64 = special_value(state, context, seat, number)
        other: i64 = special_value(state, context, seat, state.deal.number(card, 1))
        return -smaller(-one, -other)
    raise NotImplementedError(f"special_value: op {op}")


def acts_first(op: i64) -> bool:
    """Whether placing after the special action knows more, or has more to place."""
    if op == OP_INFILTRATE or op == OP_RECRUIT or op == OP_TILE:
        return True
    return op == OP_GRANDE or op == OP_COUP or op == OP_RETURN_BY_DISC


def king_value(state: State, context: Context, seat: i64, op: i64, number: i64) -> i64:
    """Moving the King, swapping him with a Grande, or placing in his region."""
    if op == OP_STAND_IN:
        return best_stand_in(state, context) >> 4
    if op == OP_KING and number == KING_CASTILLO:
        return king_gain(state, context, CASTILLO)
    if op == OP_KING:
        return best_king(state, context, seat, king_targets(state, number), 0, 0) >> 4
    if state.king > CASTILLO:
        return 0
    placed: i64 = smaller(2, state.caballeros(COURT, seat))
    return context.appraiser.gain(state, state.king, seat, placed)


def recruiting_value(state: State, context: Context, seat: i64, number: i64) -> i64:
    """More caballeros in the Court."""
    court: i64 = state.caballeros(COURT, seat)
    more: i64 = smaller(number, state.caballeros(PROVINCE, seat))
    return context.appraiser.court(court + more) - context.appraiser.court(court)


def scoring_value(state: State, context: Context, card: i64) -> i64:
    """The exact points a scoring card would give, weighed."""
    return scored_in_all(
        state, context, places_scored_by(state, card), scores_first_only(state, card)
    )


def scored_in_all(state: State, context: Context, places: i64, first_only: bool) -> i64:
    """What scoring all of these places now would be worth to the seat."""
    total: i64 = 0
    place: i64 = 0
    while place <= CASTILLO:
        if places & BIT[place]:
            total += context.appraiser.scored(state, place, first_only)
        place += 1
    return total


def moving_value(state: State, context: Context, seat: i64, argument: i64) -> i64:
    """Moving several: the gain of the first move, and most of that again for each other."""
    if movable(state, seat, argument) == 0:
        return 0
    first: i64 = best_move(state, context, seat, argument) >> 6
    if first <= 0:
        return 0
    return first + (first * 150 * (smaller(total_left(argument), 5) - 1) >> 8)


def mustering_value(state: State, context: Context, seat: i64, number: i64) -> i64:
    """Placing a few anywhere."""
    most: i64 = smaller(number, state.caballeros(COURT, seat))
    targets: i64 = mustering_to(state)
    context.placing.look(state, context.appraiser, seat, most, targets)
    context.placing.split(most, targets)
    return context.placing.worth(state, context.appraiser, seat, most)


def returning_value(state: State, context: Context, seat: i64, op: i64, number: i64) -> i64:
    """What opponents would lose by returning caballeros, as far as that helps the seat."""
    appraiser = context.appraiser
    total: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat:
            court: i64 = state.caballeros(COURT, other)
            if op == OP_RETURN_BY_DISC:
                regions: i64 = state.free_regions_of(other)
                if regions:
                    total += least_loss(state, context, other, regions, number) >> 4
            else:
                gone: i64 = smaller(court, number)
                loss: i64 = appraiser.court(court) - appraiser.court(court - gone)
                if op == OP_WITHDRAW and number != WHOLE:
                    loss += (number - gone) * POINT
                total -= (appraiser.regard[other] * loss) >> 8
        other += 1
    return total


def arrest_value(state: State, context: Context, seat: i64) -> i64:
    """One caballero of each opponent gone, the best one."""
    total: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if colour != seat:
            regions: i64 = state.free_regions_of(colour)
            best: i64 = LEAST
            region: i64 = 0
            while region < REGIONS:
                if regions & BIT[region]:
                    value: i64 = context.appraiser.gain(state, region, colour, -1)
                    if value > best:
                        best = value
                region += 1
            if regions:
                total += best
        colour += 1
    return total
