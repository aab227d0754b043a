"""Playing on with quick answers: what playouts, and the completion of plans, are made of."""

from mypy_extensions import i64

from elgrande.rules.flow import play
from elgrande.rules.frames import CARD, POWER, is_secret
from elgrande.rules.state import State
from elgrande.search.mind import Mind
from elgrande.search.policy import answer


def answer_quickly(state: State, mind: Mind, seat: i64) -> i64:
    """A quick answer of a seat that is asked, seen with its own eyes."""
    kind: i64 = state.kind
    if seat != mind.eyes.seat or kind == CARD or kind == POWER or is_secret(kind):
        mind.eyes.face(state, seat)
    return answer(state, mind, seat)


def play_on(state: State, mind: Mind, last_round: i64) -> i64:
    """Play to the end of a round of the track, its scoring included; returns the decisions."""
    decisions: i64 = 0
    mind.eyes.seat = -1
    while not state.over and state.round <= last_round:
        seat: i64 = state.seat
        play(state, seat, answer_quickly(state, mind, seat))
        decisions += 1
    return decisions
