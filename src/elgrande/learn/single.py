"""One game as tensors: what a seat knows, what it may do, and actions for choices."""

from typing import TYPE_CHECKING, Any, Final

from elgrande.game import Game
from elgrande.learn.arrays import np, seen
from elgrande.learn.core.actions import ACTIONS, to_action, to_choice
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.details import detail_of
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.learn.seat_view import checked_seat, whole_number
from elgrande.rules.choices import CHOICES
from elgrande.rules.fields import short

if TYPE_CHECKING:
    from numpy.typing import NDArray

_SCRATCH: Final = Scratch()
_OBSERVED: Final = seen(_SCRATCH.observation, np.uint8)
_MASK: Final = seen(_SCRATCH.mask, np.uint8)


def observe(
    game: Game, seat: int, out: "NDArray[Any] | None" = None, detail: str = "known"
) -> "NDArray[Any]":
    """What a seat knows, and nothing else, as `elgrande-obs-1`; into `out` if it is given.

    >>> observe(Game.new(), 0).shape
    (1088,)
    """
    _check_seat(game, seat)
    if out is not None:
        _check_room(out)
    _SCRATCH.observe(game.state, seat, detail_of(detail))
    if out is None:
        return _OBSERVED.copy()
    np.copyto(out, _OBSERVED)
    return out


def action_mask(game: Game, seat: int) -> "NDArray[Any]":
    """1 for every action a seat may choose now; all 0 if it is not asked."""
    _check_seat(game, seat)
    _SCRATCH.ask(game.state, seat)
    return _MASK.copy()


def action_of(game: Game, seat: int, choice: int) -> int:
    """The action that a choice is for a seat; `choice_of` is the inverse.

    >>> action_of(Game.new(), 2, 15 + 2 * 9)
    15
    """
    _check_seat(game, seat)
    number = choice if type(choice) is int else whole_number(choice)
    if not 0 <= number < CHOICES:
        raise IllegalAction(f"Choices are 0 to {CHOICES - 1}, not {short(choice)}.")
    return to_action(number, seat, game.options.players)


def choice_of(game: Game, seat: int, action: int) -> int:
    """The choice that a seat's action is."""
    _check_seat(game, seat)
    number = action if type(action) is int else whole_number(action)
    if not 0 <= number < ACTIONS:
        raise IllegalAction(f"Actions are 0 to {ACTIONS - 1}, not {short(action)}.")
    return to_choice(number, seat, game.options.players)


def _check_seat(game: Game, seat: int) -> None:
    if type(seat) is not int or not 0 <= seat < game.options.players:
        checked_seat(seat, game.options.players)


def _check_room(out: "NDArray[Any]") -> None:
    """Refuse an array that no observation can be written into."""
    if not isinstance(out, np.ndarray):
        raise BadBatch(f"out is an array of numpy, uint8[{OBS_SIZE}], not {type(out).__name__}.")
    if out.shape != (OBS_SIZE,) or out.dtype != np.uint8:
        raise BadBatch(f"out is uint8[{OBS_SIZE}], not {out.dtype}{list(out.shape)}.")
    if not out.flags.writeable:
        raise BadBatch("out is read-only; give an array that can be written to.")
