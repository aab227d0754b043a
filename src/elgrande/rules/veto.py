"""The Veto: announcing a special action, what its holders say to it, its end (V-veto, Q10).

Edition 2023 asks each holder once, before the action begins. Edition classic asks again before
every single step takes effect; what was done stays.
"""

from mypy_extensions import i64

from elgrande.rules.board import BIT, NOWHERE
from elgrande.rules.choices import ALLOW, ALLOW_ALL
from elgrande.rules.events import ALLOWED, ANNOUNCED, VETO_EXPIRED, VETOED
from elgrande.rules.frames import PERFORM, SPECIAL_END, STEP
from elgrande.rules.packing import held, kind_of
from elgrande.rules.special import is_step, perform
from elgrande.rules.state import State
from elgrande.rules.windows import open_windows


def announce(state: State, seat: i64, card: i64) -> None:
    """Announce a special action: perform it, or first ask those who hold a Veto."""
    if state.log is not None:
        state.tell(ANNOUNCED, seat, card)
    if (state.veto_fresh | state.veto_old) & ~BIT[seat] == 0:
        perform(state, seat, card)
        return
    state.performer = seat
    state.allowed = 0
    state.push(SPECIAL_END, seat, 0)
    state.push(PERFORM, seat, card)
    open_windows(state)


def interrupts(state: State, seat: i64, choice: i64) -> bool:
    """Hold a step of a classic special action back while holders are asked about it."""
    if not state.deal.classic or not is_step(state.kind, choice):
        return False
    state.push(STEP, seat, held(state.kind, choice, state.argument))
    if open_windows(state):
        return True
    state.pop()
    return False


def answer_window(state: State, seat: i64, choice: i64) -> None:
    """Let the action pass, once or as a whole, or cancel what is left of it."""
    if choice == ALLOW or choice == ALLOW_ALL:
        if choice == ALLOW_ALL:
            state.allowed |= BIT[seat]
        if state.log is not None:
            state.tell(ALLOWED, seat, 1 if choice == ALLOW_ALL else 0)
        return
    if state.veto_old & BIT[seat]:
        state.veto_old &= ~BIT[seat]
    else:
        state.veto_fresh &= ~BIT[seat]
    if state.log is not None:
        state.tell(VETOED, state.performer, seat)
    while kind_of(state.pop()) != SPECIAL_END:
        pass
    state.performer = NOWHERE


def age_vetoes(state: State) -> None:
    """At the end of a round: those of the round before are discarded unused."""
    if state.veto_old and state.log is not None:
        seat: i64 = 0
        while seat < state.deal.players:
            if state.veto_old & BIT[seat]:
                state.tell(VETO_EXPIRED, seat)
            seat += 1
    state.veto_old = state.veto_fresh
    state.veto_fresh = 0
