"""The whole review: all moments judged, in one process or several, and put together."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

from elgrande.bots.levels import checked_iterations
from elgrande.game import Game
from elgrande.insight.analysis import analyse
from elgrande.process_pool import do_all
from elgrande.review.accuracy import mean_accuracy
from elgrande.review.data import (
    BEST,
    CARDS,
    DISCS,
    KINDS,
    WORST,
    Highlight,
    KindSummary,
    Luck,
    Moment,
    PlayerSummary,
    Review,
)
from elgrande.review.errors import GameNotOver
from elgrande.review.judging import DEFAULT_ITERATIONS, judge
from elgrande.review.luck import ChanceEvent, chance_events, judge_luck
from elgrande.review.moments import Line, MomentToJudge, game_at, moments_of

HIGHLIGHTS: Final = 3  # of the best and of the worst moments of each player, at most
LEAST_LOST: Final = 0.01  # for a moment to be one of the worst,
LEAST_AHEAD: Final = 0.01  # or one of the best
DIGITS: Final = 2

Task = MomentToJudge | ChanceEvent
Progress = Callable[[int, int], None]  # how many of how many are done


def tasks_of(start: Game, line: Line, first: int = 0) -> list[Task]:
    """Everything there is to judge, in the order of the game; each by itself."""
    tasks: list[Task] = [*moments_of(start, line, first), *chance_events(start, line, first)]
    return sorted(tasks, key=lambda task: task.position)


def do_task(
    start: Game, line: Line, first: int, task: Task, iterations: int
) -> Moment | list[Luck]:
    """Judge one moment, or what chance brought."""
    if isinstance(task, ChanceEvent):
        return judge_luck(start, line, first, task)
    return judge(start, line, first, task, iterations)


def review_game(
    start: Game,
    line: Line,
    first: int = 0,
    iterations: int = DEFAULT_ITERATIONS,
    workers: int = 1,
    progress: Progress | None = None,
) -> Review:
    """The review of a finished game: the same game and iterations always give the same one."""
    checked_iterations(iterations)
    line = [(seat, choice) for seat, choice in line]
    if not game_at(start, line, first, first + len(line)).over:
        raise GameNotOver("Only a finished game can be reviewed; this one goes on.")
    tasks = tasks_of(start, line, first)
    moments: list[Moment] = []
    luck: list[Luck] = []
    worker = partial(_open_worker, start.snapshot(), line, first, iterations)
    for done, found in enumerate(do_all(worker, tasks, workers), start=1):
        if isinstance(found, Moment):
            moments.append(found)
        else:
            luck += found
        if progress is not None:
            progress(done, len(tasks))
    return assemble(start, line, first, moments, iterations, luck)


@contextmanager
def _open_worker(
    snapshot: Mapping[str, object], line: Line, first: int, iterations: int
) -> Iterator[Callable[[Task], Moment | list[Luck]]]:
    start = Game.from_snapshot(snapshot)
    yield lambda task: do_task(start, line, first, task, iterations)


def assemble(
    start: Game,
    line: Line,
    first: int,
    moments: Sequence[Moment],
    iterations: int,
    luck: Sequence[Luck] = (),
    course: Sequence[Mapping[str, Any]] | None = None,
) -> Review:
    """The review as far as moments and luck are judged, in whatever order they come.

    `course` is that of `insight.analysis`, if it is at hand; it is found out otherwise.
    """
    end = game_at(start, line, first, first + len(line))
    ordered = sorted(moments, key=lambda moment: moment.position)
    if course is None:
        course = analyse(start, line, first)["course"]
    return Review(
        iterations=iterations,
        digest=end.digest(),
        options=end.options.to_data(),
        scores=end.scores,
        winners=list(end.winners),
        players=[_player(seat, ordered, luck) for seat in range(end.options.players)],
        course=list(course),
        moments=ordered,
        highlights=highlights_of(ordered, end.options.players),
        luck=sorted(luck, key=lambda one: (one.position, one.kind, one.seat)),
    )


def _player(seat: int, moments: Sequence[Moment], luck: Sequence[Luck]) -> PlayerSummary:
    own = [moment for moment in moments if moment.seat == seat]
    return PlayerSummary(
        seat=seat,
        accuracy=_rounded(mean_accuracy(own)),
        moments=len(own),
        lost=_total_lost(own),
        kinds={kind: _kind([one for one in own if one.kind == kind]) for kind in KINDS},
        luck={
            kind: round(sum(one.gain for one in luck if (one.seat, one.kind) == (seat, kind)), 4)
            for kind in (CARDS, DISCS)
        },
    )


def _kind(moments: Sequence[Moment]) -> KindSummary:
    return KindSummary(len(moments), _total_lost(moments), _rounded(mean_accuracy(moments)))


def _total_lost(moments: Sequence[Moment]) -> float:
    return round(sum(moment.lost for moment in moments), 4)


def _rounded(accuracy: float | None) -> float | None:
    return None if accuracy is None else round(accuracy, DIGITS)


def highlights_of(moments: Sequence[Moment], players: int) -> list[Highlight]:
    """Each player's best and worst moments, the most telling first."""
    found: list[Highlight] = []
    for seat in range(players):
        own = [index for index, moment in enumerate(moments) if moment.seat == seat]
        worst = [index for index in own if moments[index].lost >= LEAST_LOST]
        worst.sort(key=lambda index: -moments[index].lost)
        best = [index for index in own if moments[index].ahead >= LEAST_AHEAD]
        best.sort(key=lambda index: -moments[index].ahead)
        found += [Highlight(seat, WORST, index) for index in worst[:HIGHLIGHTS]]
        found += [Highlight(seat, BEST, index) for index in best[:HIGHLIGHTS]]
    return found
