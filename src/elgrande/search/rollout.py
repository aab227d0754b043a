"""Playing on with quick answers: what playouts, and the completion of plans, are made of."""

from mypy_extensions import i64

from elgrande.rules.flow import play
from elgrande.rules.frames import CARD, POWER, TAKE, TAKE_FROM, TURNS, is_secret
from elgrande.rules.packing import argument_of, kind_of
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.policy import answer


def answer_quickly(state: State, context: Context, seat: i64) -> i64:
    """A quick answer of a seat that is asked, in its own interest."""
    kind: i64 = state.kind
    if seat != context.appraiser.seat or kind == CARD or kind == POWER or is_secret(kind):
        context.appraiser.look_at(state, seat)
    return answer(state, context, seat)


def play_on(state: State, context: Context, last_round: i64) -> i64:
    """Play to the end of a round of the track, its scoring included; returns the decisions."""
    decisions: i64 = 0
    context.appraiser.seat = -1
    while not state.over and state.round <= last_round:
        seat: i64 = state.seat
        play(state, seat, answer_quickly(state, context, seat))
        decisions += 1
    return decisions


def play_to_turn(state: State, context: Context) -> None:
    """Play on with quick answers until a turn or a round begins, or the game is over."""
    context.appraiser.seat = -1
    while not state.over and not begins_turn(state):
        play(state, state.seat, answer_quickly(state, context, state.seat))


def begins_turn(state: State) -> bool:
    """Whether a turn begins here, or a round with its first power card."""
    return is_open_decision(state) and (state.kind != POWER or state.argument == 0)


def is_open_decision(state: State) -> bool:
    """Whether this is where a node belongs: a power card, or a turn that begins."""
    if state.over:
        return False
    kind: i64 = state.kind
    if kind == POWER:
        return True
    return (
        (kind == TAKE or kind == CARD or kind == TAKE_FROM)
        and kind_of(state.frame(0)) == TURNS
        and state.depth <= 3
        and state.seat == turn_seat(state)
    )


def turn_seat(state: State) -> i64:
    """Whose turn it is, while turns are taken."""
    index: i64 = argument_of(state.frame(0)) - 1
    if index < 0:
        return -1
    return state.in_order(index)
