"""Announcing a special action, and holding its steps back while a Veto may stop them (V-veto)."""

from mypy_extensions import i64

from elgrande.rules.actions.dispatch import is_step, perform
from elgrande.rules.actions.veto import open_windows, without_windows
from elgrande.rules.board import BIT
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.events import ANNOUNCED
from elgrande.rules.frames import PERFORM, SPECIAL_END, STEP
from elgrande.rules.packing import held, pack
from elgrande.rules.state import State


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
    """Hold back a step of a classic special action while holders of a Veto are asked about it."""
    if not state.deal.classic or not is_step(state.kind, choice):
        return False
    state.push(STEP, seat, held(state.kind, choice, state.argument))
    if open_windows(state):
        return True
    state.pop()
    return False


def frames_announced(state: State, seat: i64, frames: list[i64]) -> list[i64]:
    """The frames of a special action in a snapshot, without those that a Veto adds to them."""
    holders = (state.veto_fresh | state.veto_old) & ~BIT[seat]
    vetoable = frames[0] == pack(SPECIAL_END, seat, 0)
    if vetoable != (holders != 0):
        raise BadSnapshot("frames: an action can be vetoed only while somebody else holds a Veto.")
    if not vetoable:
        return frames
    return without_windows(state, seat, holders & ~state.allowed, frames[1:])
