"""`Batch`: many games stepped together, with masks and observations that numpy sees at once."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Protocol, SupportsIndex

from elgrande.game import Game
from elgrande.learn.arrays import np, seen
from elgrande.learn.batch_bots import bot_of, seated
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.games import ALL_LEGAL, NOTHING, Games
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.details import detail_of
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.learn.seat_view import checked_seat
from elgrande.record import Record
from elgrande.rules.fields import seed_of, short
from elgrande.rules.options import Options
from elgrande.rules.state import STRIDE

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_GAMES: Final = 1_000_000
MOST_FIRST: Final = 2**62
_SCRATCH: Final = Scratch()
_OBSERVED: Final = seen(_SCRATCH.observation, np.uint8)


class Arrays(Protocol):
    """What a refusal tells of: a batch, or a part of one."""

    @property
    def games(self) -> int:
        """How many games there are."""

    @property
    def masks(self) -> "NDArray[Any]":
        """What may be done in each."""

    @property
    def seats(self) -> "NDArray[Any]":
        """Who is asked in each."""


class Batch:
    """Games that are stepped together; a game that ends is followed by a new one at once.

    >>> batch = Batch(Options(players=3), games=2, seed=1)
    >>> batch.masks.shape, int(batch.done.sum())
    ((2, 128), 0)
    >>> batch.step(batch.masks.argmax(axis=1))

    After a step `seats`, `masks` and `observations` speak of the position now asked; `done` says in
    which games the step ended one, and `returns` and `scores` hold its win shares and points. A
    game's seed depends on `seed`, its place in the batch and how many games went before it there,
    not on the size of the batch.

    `bots` names quick bots for some seats, of all games or of each in turn. They answer within the
    step, which ends where one of the other seats is asked. `first` is the place of its first game,
    for a batch that is one part of a larger one.
    """

    def __init__(
        self,
        options: Options | Sequence[Options] | None = None,
        games: int = 1024,
        seed: object = 1,
        observations: str | None = "known",
        bots: Mapping[int, str] | Sequence[Mapping[int, str]] | None = None,
        first: int = 0,
    ) -> None:
        self.games: Final = _number_of(games)
        self.seed: Final = seed_of(seed)
        if not isinstance(first, int) or not 0 <= first <= MOST_FIRST:
            raise BadBatch(f"first is the place of a game, 0 or more, not {short(first)}.")
        rows = options_of(options, self.games, first)
        names, players = seated(bots, rows, first)
        self._core: Final = Games(
            rows,
            self.seed,
            first,
            detail_of(observations),
            [bot_of(name) for name in names],
            players,
        )
        core = self._core
        self.masks: Final = seen(core.masks, np.uint8).reshape(self.games, ACTIONS)
        self.bits: Final = seen(core.bits, np.uint64).reshape(self.games, 2)
        self.seats: Final = seen(core.seats, np.int64)
        self.scores: Final = seen(core.scores, np.int64).reshape(self.games, STRIDE)
        self.done: Final = seen(core.done, np.int64)
        self.returns: Final = seen(core.returns, np.float64).reshape(self.games, STRIDE)
        self.observations: Final = (
            seen(core.observations, np.uint8).reshape(self.games, OBS_SIZE)
            if observations is not None
            else np.zeros((self.games, 0), np.uint8)
        )

    def step(self, actions: "NDArray[Any]") -> None:
        """Play one action in every game; IllegalAction, and nothing is played, if one is not legal.

        `actions` are whole numbers of any type, one for each game.
        """
        played = as_actions(actions, self).tobytes()
        core = self._core
        wrong = core.first_illegal(played)
        if wrong != ALL_LEGAL:
            raise refusal(self, wrong, played[wrong], 0)
        core.step(played)

    def record(self, place: SupportsIndex) -> Record:
        """The game now played in a place, as far as it went."""
        return self.game(place).record()

    def final_observation(self, place: SupportsIndex, seat: int) -> "NDArray[Any]":
        """What a seat knows at the end of the game that the last step ended in a place."""
        number, core = self._place_of(place), self._core
        if number not in core.ended:
            raise BadBatch(f"The last step ended no game in place {number}; see `done`.")
        if core.detail == NOTHING:
            raise BadBatch("This batch has no observations; make one with observations='known'.")
        state = core.finals[core.ended.index(number)]
        _SCRATCH.observe(state, checked_seat(seat, state.deal.players), core.detail)
        return _OBSERVED.copy()

    def game(self, place: SupportsIndex) -> Game:
        """A copy of the game now played in a place, for everything that a `Game` can do."""
        number, core = self._place_of(place), self._core
        game = Game.new(core.options[number], core.seeds[number])
        for seat, choice in core.history(number):
            game.play(choice, seat)
        return game

    def _place_of(self, place: object) -> int:
        """A place as a Python integer, which may have come as numpy's."""
        if not isinstance(place, int | np.integer) or not 0 <= place < self.games:
            raise BadBatch(f"The batch has games 0 to {self.games - 1}, not {short(place)}.")
        return int(place)


def as_actions(actions: "NDArray[Any]", games: Arrays) -> "NDArray[Any]":
    """The actions as one byte each; those that fit no byte are refused here."""
    try:
        given: NDArray[Any] = np.asarray(actions)
    except (TypeError, ValueError, RuntimeError):
        raise BadBatch(
            "Actions are a plain array in the memory of the CPU; detach a tensor and move it there."
        ) from None
    if given.shape != (games.games,):
        raise BadBatch(f"A step takes {games.games} actions in one dimension, not {given.shape}.")
    if given.dtype.kind not in "ui":
        raise BadBatch(f"Actions are whole numbers, not {given.dtype}.")
    if given.dtype == np.uint8:
        return given
    outside = (given < 0) | (given >= ACTIONS)
    if outside.any():
        place = int(outside.argmax())
        raise refusal(games, place, int(given[place]), 0)
    return given.astype(np.uint8)


def refusal(games: Arrays, place: int, action: int, first: int) -> IllegalAction:
    """The error for an action that is not legal."""
    allowed = ", ".join(str(one) for one in np.flatnonzero(games.masks[place]))
    return IllegalAction(
        f"Game {first + place}: action {action} is not legal for seat {games.seats[place]}; "
        f"allowed are {allowed}. Nothing was played."
    )


def _number_of(games: object) -> int:
    """How many games a batch is to have."""
    if not isinstance(games, int | np.integer) or isinstance(games, bool):
        raise BadBatch(f"The number of games is a whole number, not {short(games)}.")
    if not 1 <= games <= MOST_GAMES:
        raise BadBatch(f"A batch has 1 to {MOST_GAMES:,} games, not {short(int(games))}.")
    return int(games)


def options_of(
    options: Options | Sequence[Options] | None, games: int, first: int
) -> list[Options]:
    """The options of every game: one for all, or a sequence that is repeated."""
    if options is None or isinstance(options, Options):
        return [options or Options()] * games
    rows = list(options) if isinstance(options, Iterable) else []
    if not rows or not all(isinstance(row, Options) for row in rows):
        raise BadBatch("options is an Options or a sequence of them.")
    return [rows[place % len(rows)] for place in range(first, first + games)]
