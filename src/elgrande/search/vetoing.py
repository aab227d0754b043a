"""Whether a holder of a Veto uses it: what the action would still bring its performer (V-veto)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.choices import ALLOW, PLACE_BASE, VETO
from elgrande.rules.frames import SCORE_REGION, STEP, VETO_WINDOW
from elgrande.rules.packing import (
    argument_of,
    first_only_of,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    regions_of,
)
from elgrande.rules.state import State
from elgrande.search.action_values import scored_in_all, special_value
from elgrande.search.context import Context
from elgrande.search.weights import POINT

VETO_ABOVE: Final = 4 * POINT


def weigh_veto(state: State, context: Context, seat: i64) -> i64:
    """Veto an action that promises its performer a lot."""
    performer: i64 = state.performer
    appraiser = context.appraiser
    threshold: i64 = VETO_ABOVE // state.deal.players
    step: i64 = held_back(state)
    if held_kind(step) == SCORE_REGION and held_argument(step):
        return stop_scoring(state, context, step, threshold)
    appraiser.look_at(state, performer)
    promised: i64 = special_value(state, context, performer, state.card)
    appraiser.look_at(state, seat)
    promised = promised * -appraiser.regard[performer] >> 8
    if promised > threshold:
        return VETO
    return ALLOW


def held_back(state: State) -> i64:
    """The step that waits until the windows of a Veto are answered, 0 for a whole action."""
    below: i64 = state.depth - 1
    while kind_of(state.frame(below)) == VETO_WINDOW:
        below -= 1
    frame: i64 = state.frame(below)
    if kind_of(frame) == STEP:
        return argument_of(frame)
    return 0


def stop_scoring(state: State, context: Context, step: i64, threshold: i64) -> i64:
    """Veto the regions left to score if they do harm, unless the next one does not: then wait."""
    left: i64 = held_argument(step)
    first_only: bool = first_only_of(left)
    if context.appraiser.scored(state, held_choice(step) - PLACE_BASE, first_only) >= 0:
        return ALLOW
    if -scored_in_all(state, context, regions_of(left), first_only) > threshold:
        return VETO
    return ALLOW
