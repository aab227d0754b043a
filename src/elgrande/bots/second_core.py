"""A search on two cores: half of it runs in a second process, started when it is first needed.

Compiled code makes the other threads of its process wait, so the second half needs a process. Both
halves search the same position with different random numbers, and what they found out about each
way to go on is added up. If the second process is not there, not ready or fails, a search for some
seconds goes on alone; one for a number of iterations does both halves here, with the same result.
"""

import atexit
import os
from collections.abc import Callable
from contextlib import suppress
from threading import Lock
from typing import Any, Final

from elgrande.bots.answer import LATE, BotFailed
from elgrande.bots.child_process import GRACE_SECONDS, START_SECONDS, ChildProcess, Message
from elgrande.game import Game
from elgrande.rules.errors import BadParameter
from elgrande.search.search_result import Option, SearchResult, think
from elgrande.search.tree import SearchSettings

MOST_CORES: Final = 2
# A second half that comes later than this after the first is not waited for.
PATIENCE_SECONDS: Final = 0.1
LONGEST_SECONDS: Final = 3600.0  # for half of any number of iterations


def cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity is not None else os.cpu_count() or 1


def checked_cores(count: int) -> int:
    """A number of cores; BadParameter if it is invalid."""
    if not 1 <= count <= MOST_CORES:
        raise BadParameter(f"cores must be from 1 to {MOST_CORES}, not {str(count)[:20]}.")
    return count


class SecondCore:
    """The second process: one for all bots of this process, which ask one after the other."""

    def __init__(self) -> None:
        self._guard: Final = Lock()  # whoever finds it taken does without
        self._process: ChildProcess | None = None
        self._owner = 0  # a fork of this process has no second process of its own
        self._is_awaited = False  # it was asked something and has not answered yet

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        return None if self._process is None else self._process.pid

    def ask_beside(
        self, message: Message, work: Callable[[], SearchResult], seconds: float | None
    ) -> tuple[SearchResult, Message | None]:
        """The result of some work, and what the process answered meanwhile, or None.

        Without seconds it is waited for, however long it takes to start or to answer.
        """
        if not self._guard.acquire(blocking=False):
            return work(), None
        try:
            began = self._begin(message, START_SECONDS if seconds is None else 0.0)
            result = work()
            patience = LONGEST_SECONDS if seconds is None else PATIENCE_SECONDS
            return result, self._answer(patience) if began else None
        except BaseException:
            self._end()  # what it would answer is for nobody
            raise
        finally:
            self._guard.release()

    def _begin(self, message: Message, patience: float) -> bool:
        """Whether the process works on it now; it is started if need be."""
        try:
            if self._process is None or self._owner != os.getpid():
                self._process = ChildProcess(0, in_our_group=True)
                self._owner = os.getpid()
                self._send({})  # answered when it is ready
            if self._is_awaited and self._answer(patience) is None:
                return False
            self._send(message)
        except (BotFailed, OSError):
            self._end()
            return False
        return True

    def _send(self, message: Message) -> None:
        assert self._process is not None
        self._process.send(message)
        self._is_awaited = True

    def _answer(self, patience: float) -> Message | None:
        """The answer, or None if none comes; a process that died is replaced the next time."""
        assert self._process is not None
        try:
            answer = self._process.receive(patience)
        except BotFailed as failed:
            if failed.failure.reason != LATE:
                self._end()
            return None
        self._is_awaited = False
        return answer

    def _end(self) -> None:
        process, self._process = self._process, None
        self._is_awaited = False
        if process is not None and self._owner == os.getpid():
            process.end()

    def close(self) -> None:
        """End the process, unless somebody is using it; the next search starts another."""
        if self._guard.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._guard.release()


SECOND_CORE: Final = SecondCore()
atexit.register(SECOND_CORE.close)


def think_on_two_cores(
    game: Game,
    seat: int,
    settings: SearchSettings,
    iterations: int,
    seconds: float,
    seeds: tuple[int, int],
) -> SearchResult:
    """Think like `think`, half of the iterations or all of the seconds on each core.

    The second process searches with the settings of `grandmaster`.
    """
    more, fewer = iterations - iterations // 2, iterations // 2
    if iterations == 1:
        return think(game.state, seat, settings, 1, 0.0, seeds[0])
    half = {"seat": seat, "iterations": fewer, "seconds": seconds, "seed": seeds[1]}
    limit = LONGEST_SECONDS if iterations else seconds + GRACE_SECONDS
    first, answer = SECOND_CORE.ask_beside(
        {"half": half, "position": game.snapshot(), "seconds": limit},
        lambda: think(game.state, seat, settings, more, seconds, seeds[0]),
        None if iterations else seconds,
    )
    second = None if answer is None else result_in(answer)
    if second is None:
        if not iterations:
            return first
        second = think(game.state, seat, settings, fewer, 0.0, seeds[1])
    return merged(first, second)


def result_data(result: SearchResult) -> Message:
    """A result as JSON data, for the process that asked for it."""
    options = [[o.choices, o.share, o.chance, o.points, o.margin] for o in result.options]
    return {"options": options, "iterations": int(result.iterations)}


def result_in(answer: Message) -> SearchResult | None:
    """The result in an answer, or None if there is none."""
    with suppress(KeyError, TypeError, ValueError):
        return SearchResult(
            [_option(row) for row in answer["options"]], False, answer["iterations"]
        )
    return None


def _option(row: list[Any]) -> Option:
    option = Option(row[0], row[1])
    option.chance, option.points, option.margin = row[2:]
    return option


def merged(first: SearchResult, second: SearchResult) -> SearchResult:
    """What both found out, every way to go on weighted by how often each half tried it."""
    tries = int(first.iterations) + int(second.iterations)
    if tries == 0:  # there was nothing to choose
        return first
    found: dict[tuple[int, ...], Option] = {}
    for result in (first, second):
        for option in result.options:
            weight = option.share * int(result.iterations) / tries
            total = found.setdefault(tuple(option.choices), Option(option.choices, 0.0))
            total.share += weight
            total.chance += weight * option.chance
            total.points += weight * option.points
            total.margin += weight * option.margin
    for total in found.values():
        if total.share > 0.0:
            total.chance /= total.share
            total.points /= total.share
            total.margin /= total.share
    options = sorted(found.values(), key=lambda one: (one.share, one.chance), reverse=True)
    return SearchResult(options, False, tries)
