"""The windows in which holders of a Veto may stop an announced special action (V-veto)."""

from mypy_extensions import i64

from elgrande.rules.board import BIT
from elgrande.rules.frames import VETO_WINDOW
from elgrande.rules.state import State


def holders(state: State) -> i64:
    """The seats whose Veto can still stop the announced special action, as a mask."""
    return (state.veto_fresh | state.veto_old) & ~BIT[state.performer] & ~state.allowed


def open_windows(state: State) -> bool:
    """Ask every holder, the performer's left neighbour first; False if nobody is to be asked."""
    asked: i64 = holders(state)
    if asked == 0:
        return False
    players: i64 = state.deal.players
    away: i64 = players - 1
    while away > 0:
        seat: i64 = (state.performer + away) % players
        if asked & BIT[seat]:
            state.push(VETO_WINDOW, seat, 0)
        away -= 1
    return True
