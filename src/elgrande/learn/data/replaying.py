"""Games of a file as arrays: a row for every decision, written by the compiled core."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from elgrande.game import Game
from elgrande.learn.arrays import np
from elgrande.learn.core.actions import ACTIONS
from elgrande.learn.core.layout import OBS_SIZE
from elgrande.learn.data.games_file import GamesFile, PlayedGame, read_games
from elgrande.learn.single import action_mask, action_of, observe
from elgrande.rules.errors import BadArgument, BadRecord, GameError
from elgrande.rules.fields import short
from elgrande.rules.options import Options

if TYPE_CHECKING:
    from numpy.typing import NDArray

GAMES_AT_ONCE: Final = 64  # about 26 MB of observations


class Steps(NamedTuple):
    """Decisions in the order they were made, one row each."""

    observations: "NDArray[Any]"  # uint8[rows, OBS_SIZE]: what the seat knew
    masks: "NDArray[Any]"  # uint8[rows, ACTIONS]: what it was allowed to do
    actions: "NDArray[Any]"  # uint8[rows]
    seats: "NDArray[Any]"  # uint8[rows]
    returns: "NDArray[Any]"  # float32[rows]: the share of the win its seat had in the end
    points: "NDArray[Any]"  # int16[rows]: its points in the end
    games: "NDArray[Any]"  # int64[rows]: the number of the game in the file


def replay(
    path: Path | str,
    *,
    games: range | None = None,
    at_once: int = GAMES_AT_ONCE,
    observations: str = "known",
) -> Iterator[Steps]:
    """The decisions of a file or folder of `elgrande games`, some whole games at a time.

    `games` are the numbers of those wanted, all by default. A damaged file or a game that does not
    replay is a BadRecord.
    """
    if not isinstance(at_once, int) or at_once < 1:
        raise BadArgument(f"at_once must be at least 1, not {short(at_once)}.")
    if games is not None and not isinstance(games, range):
        raise BadArgument(f"games is a range of numbers, not {short(games)}.")
    file = read_games(path)
    wanted = range(len(file.games)) if games is None else games
    if wanted and not 0 <= min(wanted) <= max(wanted) < len(file.games):
        raise BadArgument(f"{file.path} has the games 0 to {len(file.games) - 1}.")
    for first in range(0, len(wanted), at_once):
        numbers = wanted[first : first + at_once]
        yield joined([steps_of(file, number, observations) for number in numbers])


def steps_of(file: GamesFile, number: int, observations: str) -> Steps:
    """The decisions of one game of a file."""
    played, options = file.games[number], file.common.options
    try:
        return _steps(played, options, number, observations)
    except GameError as error:
        raise BadRecord(f"{file.path}, game {number}: {error}") from None


def _steps(played: PlayedGame, options: Options, number: int, detail: str) -> Steps:
    game = Game.new(options, played.seed)
    room = len(played.choices)
    seen, masks = np.zeros((room, OBS_SIZE), np.uint8), np.zeros((room, ACTIONS), np.uint8)
    actions, seats = np.zeros(room, np.uint8), np.zeros(room, np.uint8)
    rows = 0
    for seat, choice in played.replay(game):
        observe(game, seat, seen[rows], detail)
        masks[rows] = action_mask(game, seat)
        actions[rows] = action_of(game, seat, choice)
        seats[rows] = seat
        rows += 1
    if not game.over:
        raise BadRecord("It is not over, so nobody has won it.")
    points = np.array(played.scores, np.int16)
    shares = (points == points.max()) / (points == points.max()).sum()
    asked = seats[:rows]
    return Steps(
        seen[:rows],
        masks[:rows],
        actions[:rows],
        asked,
        shares.astype(np.float32)[asked],
        points[asked],
        np.full(rows, number),
    )


def joined(parts: list[Steps]) -> Steps:
    """The steps of several parts as one."""
    return Steps(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
