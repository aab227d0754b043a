"""Lanes: processes that bots think in, each with a queue, and who is asked in which.

A lane asks its process in a thread, so that the event loop never waits for one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import Executor
from threading import Lock
from time import monotonic, perf_counter
from typing import Final, NamedTuple, TypeVar

from elgrande.bots.answer import DIED, LATE, BotFailed, Failure
from elgrande.bots.child import BOTS_KEPT
from elgrande.bots.host import START_SECONDS, ChildProcess, Message
from elgrande.bots.registry import in_short
from elgrande.server.errors import ShuttingDown

ATTEMPTS: Final = 2
STOPPING: Final = "The server is about to stop."
Name = tuple[str, str]  # whom a bot plays for, and its text
AnyLane = TypeVar("AnyLane", bound="Lane")


class Said(NamedTuple):
    """What a process answered, or how it failed, and after how many seconds of asking."""

    message: Message
    seconds: float


class Lane:
    """One process and those who wait for it: first come, first served."""

    def __init__(self, threads: Executor) -> None:
        self.load = 0
        self.used = 0.0
        self._threads: Final = threads
        self._turn: Final = asyncio.Lock()
        self._guard: Final = Lock()  # of the process, between the threads that use and end it
        self._process: ChildProcess | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    async def ask(self, message: Message, seconds: float) -> Said:
        """What the process answers when it is our turn.

        Who is cancelled while waiting is skipped; a thought once begun is thought to its end.
        """
        self.load += 1
        self.used = monotonic()
        try:
            await self._turn.acquire()
        except BaseException:
            self.load -= 1
            raise
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._threads, self._answer, message, seconds)
        except RuntimeError:  # there are no threads any more
            self._over()
            raise ShuttingDown(STOPPING) from None
        thought.add_done_callback(self._over)
        return await asyncio.shield(thought)

    def _over(self, _: object = None) -> None:
        self.load -= 1
        self._turn.release()

    def close(self) -> None:
        """End the process and start no other; runs in a thread."""
        with self._guard:
            self._closed = True
        self._end()

    def _answer(self, message: Message, seconds: float) -> Said:
        """Ask the process, and once more a new one should it die; runs in a thread."""
        began = perf_counter()
        failure = Failure(DIED, "")
        for _ in range(ATTEMPTS):
            try:
                return Said(self._ask(message, seconds), perf_counter() - began)
            except BotFailed as failed:
                failure = failed.failure
                if failure.reason == LATE:  # its limit is what the table was promised
                    self._end()
                    break
            except OSError as error:
                failure = Failure(DIED, f"no process could be started: {in_short(error)}")
            self._end()
        self._check_open()
        told = {"failed": failure.reason, "detail": failure.detail}
        return Said(told, perf_counter() - began)

    def _ask(self, message: Message, seconds: float) -> Message:
        with self._guard:
            self._check_open()
            process, fresh = self._process, self._process is None
            if process is None:
                process = self._process = ChildProcess(background=True)
        if fresh:
            # The time to start Python and to load a bot is no time to think.
            bot: Message = {name: message[name] for name in ("bot", "key") if name in message}
            said = process.ask(bot, START_SECONDS)
            if "refused" in said or bot == message:
                return said
        return process.ask(message, seconds)

    def _check_open(self) -> None:
        if self._closed:
            raise ShuttingDown(STOPPING)

    def _end(self) -> None:
        with self._guard:
            process, self._process = self._process, None
        if process is not None:
            process.end()


class PlugInLane(Lane):
    """For one bot at a time: for another one its process is another, too."""

    tenant: Name | None = None
    _hosted: Name | None = None

    def _answer(self, message: Message, seconds: float) -> Said:
        name = (message["key"], message["bot"])
        if name != self._hosted:
            self._end()
            self._hosted = name
        return super()._answer(message, seconds)


class TrialLane(Lane):
    """For plug-ins that are tried out: a new process for each question."""

    def _answer(self, message: Message, seconds: float) -> Said:
        try:
            return super()._answer(message, seconds)
        finally:
            self._end()


class Pool:
    """Lanes that bots share. A bot stays with its lane, unless another would serve it sooner."""

    def __init__(self, lanes: Sequence[Lane]) -> None:
        self.lanes: Final = lanes
        self._homes: OrderedDict[Name, Lane] = OrderedDict()

    def quietest(self) -> Lane:
        """The lane where fewest wait."""
        return quietest(self.lanes)

    def lane_for(self, name: Name) -> Lane:
        """Where the bot of this name is to be asked."""
        best = self.quietest()
        home = self._homes.get(name, best)
        if best.load < home.load:
            home = best
        self._homes[name] = home
        self._homes.move_to_end(name)
        if len(self._homes) > BOTS_KEPT * len(self.lanes):
            self._homes.popitem(last=False)
        return home


def lane_of_plug_in(lanes: Sequence[PlugInLane], name: Name) -> PlugInLane:
    """The lane of a plug-in: its own, or that of one which was not asked for long."""
    best = quietest(lanes)
    home = next((lane for lane in lanes if lane.tenant == name), best)
    if best.load < home.load:
        home = best
    home.tenant = name
    return home


def quietest(lanes: Sequence[AnyLane]) -> AnyLane:
    """The lane where fewest wait, and among those the one not used for longest."""
    return min(lanes, key=lambda lane: (lane.load, lane.used))
