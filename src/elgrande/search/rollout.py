"""Playing on with quick answers: what playouts, and the completion of plans, are made of."""

from mypy_extensions import i64

from elgrande.rules.flow import play
from elgrande.rules.frames import CARD, POWER, is_secret
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
