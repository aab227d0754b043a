"""One game for the adapters: the seat now asked, what it knows and may do, and its action played.

Decisions that several seats make at once are asked of one seat after the other, the lowest first;
what a seat has chosen stays hidden until all have.
"""

from operator import index
from typing import TYPE_CHECKING, Any, Final, NoReturn

from elgrande.game import Game
from elgrande.learn.arrays import np, seen
from elgrande.learn.core.actions import ACTIONS, to_choice
from elgrande.learn.core.layout import EVERYTHING, KNOWN
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.rules.errors import GameOver, NoSuchSeat
from elgrande.rules.fields import short

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SCRATCH: Final = Scratch()
_OBSERVED: Final = seen(_SCRATCH.observation, np.uint8)
_MASK: Final = seen(_SCRATCH.mask, np.int8)  # int8, as `Discrete.sample` wants it


def observation_of(game: Game, seat: int) -> "NDArray[Any]":
    """What a seat knows."""
    _SCRATCH.observe(game.state, seat, KNOWN)
    return _OBSERVED.copy()


def mask_of(game: Game, seat: int) -> "NDArray[Any]":
    """What a seat may do, as int8; all 0 if it is not asked."""
    _SCRATCH.ask(game.state, seat)
    return _MASK.copy()


def truth_of(game: Game, seat: int = 0) -> "NDArray[Any]":
    """The whole truth, counted from a seat, for critics that see everything."""
    _SCRATCH.observe(game.state, seat, EVERYTHING)
    return _OBSERVED.copy()


def play_action(game: Game, action: object) -> None:
    """Play an action of the seat now asked; IllegalAction, and no change, if it is not legal."""
    number = action if type(action) is int else whole_number(action)
    state = game.state
    if not 0 <= number < ACTIONS:
        refuse_action(game, number)
    choice = to_choice(number, state.seat, state.deal.players)
    try:
        game.play(choice)
    except GameOver:
        raise
    except ValueError:
        refuse_action(game, number)


def checked_seat(seat: object, players: int) -> int:
    """A seat as a Python integer, which may have come as numpy's; NoSuchSeat if it is none."""
    if not isinstance(seat, int | np.integer) or not 0 <= seat < players:
        raise NoSuchSeat(f"Seats are 0 to {players - 1}, not {short(seat)}.")
    return int(seat)


def whole_number(action: Any) -> int:
    """An action as a Python integer, whatever library its type comes from."""
    try:
        return index(action.item() if hasattr(action, "item") else action)
    except (TypeError, ValueError, RuntimeError):
        raise BadBatch(f"An action is one whole number on the CPU, not {short(action)}.") from None


def refuse_action(game: Game, action: int) -> NoReturn:
    """Raise the error for an action that is not legal; GameOver if none is."""
    if game.over:
        raise GameOver("The game is over; no more choices can be made. Call reset().")
    seat = game.state.seat
    allowed = ", ".join(str(one) for one in np.flatnonzero(mask_of(game, seat)))
    raise IllegalAction(
        f"Action {short(action)} is not legal for seat {seat}; allowed are {allowed}. "
        "Nothing was played."
    )


def win_shares(game: Game) -> list[float]:
    """What each seat gets of the one victory there is: all, nothing, or a share of a tie."""
    winners = game.winners
    share = 1.0 / len(winners) if winners else 0.0
    return [share if seat in winners else 0.0 for seat in range(game.options.players)]
