"""Whole turns: the ways a seat can go on to the end of its turn, appraised where they end (R4-R7).

What matters is tried in every way: which card, placing before or after the special action, and the
place that action names. The rest, one caballero after the other, is settled by quick answers; so
the many orders of placing and moving that come to the same are one plan.
"""

from typing import Final, final

from mypy_extensions import i64

from elgrande.rules.board import NOWHERE
from elgrande.rules.choices import (
    PLACE_ACTION_BIT,
    PLACE_BASE,
    SPECIAL_ACTION_BIT,
    STOP,
    lowest_bit,
)
from elgrande.rules.flow import play
from elgrande.rules.frames import (
    ACT,
    CARD,
    COUP,
    EITHER,
    GRANDE_TO,
    KING_TO,
    MUSTER,
    PLACE,
    SCORE_REGION,
    STAND_IN,
    TILE,
    TILE_TO,
    is_secret,
)
from elgrande.rules.packing import PERFORMED
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.placing import PLACES, SPLIT_BITS
from elgrande.search.policy import answer
from elgrande.search.rollout import answer_quickly
from elgrande.search.splits import Splits

MOST_PLANS: Final = 400
FRAMES: Final = 65536  # more than any frame at the bottom of the stack
PAUSE: Final = -1  # in a plan: here others answered, so what follows may no longer fit


@final
class Plan:
    """The choices of a seat to the end of its turn, with what that seems to be worth."""

    def __init__(self, choices: list[int], worth: i64) -> None:
        self.choices = choices
        self.worth: i64 = worth
        self.chance: float = 0.0  # of winning, if a network has judged it
        self.end: State | None = None  # where the turn ends, if the planner keeps that


@final
class Planner:
    """Makes plans for one seat at a time."""

    def __init__(self, context: Context, others: Context) -> None:
        self.context = context
        self.others = others
        self.plans: list[Plan] = []
        self.seat: i64 = 0
        self.turn: i64 = 0
        self.splits = Splits()
        self.keeps_ends: bool = False

    def plan(self, state: State, seat: i64) -> list[Plan]:
        """All plans from here, the best first."""
        self.context.appraiser.look_at(state, seat)
        self.plans = []
        self.seat = seat
        self.turn = turn_of(state)
        self._go_on(state.clone(), [])
        self.plans.sort(key=_worth_of, reverse=True)
        return self.plans

    def _go_on(self, state: State, path: list[int]) -> None:
        """Play quick answers until something that matters is to be decided, or the turn is over."""
        seat: i64 = self.seat
        while not state.over and turn_of(state) == self.turn:
            if state.seat != seat or is_secret(state.kind):
                if path and path[-1] != PAUSE:
                    path.append(PAUSE)
                play(state, state.seat, answer_quickly(state, self.others, state.seat))
                continue
            if matters(state) and state.mask & (state.mask - 1):
                self._branch(state, path)
                return
            self.context.appraiser.take_weights(state)
            if places_freely(state):
                self._place(state, path)
                continue
            choice: i64 = answer(state, self.context, seat)
            path.append(choice)
            play(state, seat, choice)
        plan = Plan(path, self.context.appraiser.balance(state))
        if self.keeps_ends:
            plan.end = state
        self.plans.append(plan)

    def _branch(self, state: State, path: list[int]) -> None:
        """Try every choice of a decision that matters."""
        mask: i64 = choices_that_matter(state)
        while mask:
            choice: i64 = lowest_bit(mask) + state.base
            mask &= mask - 1
            if len(self.plans) >= MOST_PLANS:
                return
            copy = state.clone()
            play(copy, self.seat, choice)
            self._go_on(copy, path + [choice])

    def _place(self, state: State, path: list[int]) -> None:
        """Place as a quick answer would, after trying the splits that a scoring asks for."""
        seat: i64 = self.seat
        for split in self.splits.besides_usual(state, self.context, seat):
            if len(self.plans) >= MOST_PLANS:
                break
            copy = state.clone()
            placed = path[:]
            place_all(copy, seat, split, placed)
            self._go_on(copy, placed)
        kind: i64 = state.kind
        while state.kind == kind and state.seat == seat:
            choice: i64 = answer(state, self.context, seat)
            path.append(choice)
            play(state, seat, choice)


def places_freely(state: State) -> bool:
    """Whether caballeros are about to be placed, and nobody is asked until they are."""
    if state.kind == MUSTER:
        return state.veto_fresh | state.veto_old == 0
    return state.kind == PLACE


def place_all(state: State, seat: i64, split: i64, path: list[int]) -> None:
    """Place caballeros as a split says, and note the choices."""
    kind: i64 = state.kind
    place: i64 = PLACES - 1
    while place >= 0:
        count: i64 = (split >> (SPLIT_BITS * place)) & 7
        while count:
            path.append(PLACE_BASE + place)
            play(state, seat, PLACE_BASE + place)
            count -= 1
        place -= 1
    if state.kind == kind and state.seat == seat:
        path.append(STOP)
        play(state, seat, STOP)


def _worth_of(plan: Plan) -> int:
    return plan.worth


def distinct(plans: list[Plan], width: i64) -> list[Plan]:
    """The best plans, but only one of those that come to the same."""
    kept: list[Plan] = []
    for plan in plans:
        if len(kept) >= width:
            break
        if not kept or kept[-1].worth != plan.worth:
            kept.append(plan)
    return kept


def turn_of(state: State) -> i64:
    """A number that changes when the next turn begins."""
    return state.round * FRAMES + state.frame(0)


def matters(state: State) -> bool:
    """Whether a decision shapes a turn, so that every choice is tried."""
    kind: i64 = state.kind
    if kind == ACT or kind == CARD or kind == KING_TO:
        return True
    if kind == SCORE_REGION:
        # The order of several is settled by the quick answer, the best first.
        return state.argument == 0
    if kind == GRANDE_TO:
        # Moved by a modifier, before the card is chosen, it would multiply the plans of all cards.
        return state.card != NOWHERE
    if kind == TILE or kind == TILE_TO or kind == COUP:
        return True
    return kind == EITHER or kind == STAND_IN


def choices_that_matter(state: State) -> i64:
    """The choices to try: all, but a turn is not ended before placing was offered."""
    mask: i64 = state.mask
    if state.kind == ACT and mask & PLACE_ACTION_BIT:
        if mask & SPECIAL_ACTION_BIT == 0 or state.argument & PERFORMED:
            return PLACE_ACTION_BIT
        return mask & ~1
    return mask
