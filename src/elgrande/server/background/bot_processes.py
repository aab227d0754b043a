"""Lanes: processes that bots think in, and pools of them that take jobs in a fair order.

A lane asks its process in a thread, so that the event loop never waits for one.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from threading import Lock
from time import monotonic, perf_counter
from typing import Final, NamedTuple

from elgrande.bots.answer import DIED, LATE, BotFailed, Failure, in_short
from elgrande.bots.child import BOTS_KEPT
from elgrande.bots.child_process import START_SECONDS, ChildProcess, Message
from elgrande.server.background.fair_queue import FairQueue, Ticket
from elgrande.server.errors import ShuttingDown
from elgrande.server.harmless import harmless

ATTEMPTS: Final = 2
STOPPING: Final = "The server is about to stop."
UNATTENDED_WEIGHT: Final = 0.1
Name = tuple[str, str]  # whom a bot plays for, and its text


class Said(NamedTuple):
    """What a process answered, or how it failed, and how many seconds that took."""

    message: Message
    seconds: float


class Asker(NamedTuple):
    """Who the thinking is charged to, for which table, and whether anybody waits for it."""

    player: str
    table: str = ""
    attended: bool = True

    @property
    def share(self) -> str:
        """Whose share of the time it uses: what nobody waits for is counted separately."""
        return self.player if self.attended else f"{self.player} unattended"

    @property
    def weight(self) -> float:
        """How large that share is."""
        return 1.0 if self.attended else UNATTENDED_WEIGHT


NOBODY: Final = Asker("")


@dataclass(eq=False)
class Job:
    """A question to a process: by whom, about how long it will take, and how long it may."""

    message: Message
    asker: Asker
    expected: float
    limit: float
    answer: asyncio.Future[Said]
    name: Name = ("", "")
    asked: float = field(default_factory=perf_counter)


class Lane:
    """One process, which answers one question at a time."""

    def __init__(self, threads: Executor, niceness: int) -> None:
        self.busy = False
        self.used = 0.0
        self._threads: Final = threads
        self._niceness: Final = niceness
        self._guard: Final = Lock()  # of the process, between the threads that use and end it
        self._process: ChildProcess | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The id of the process, if there is one."""
        process = self._process
        return None if process is None else process.pid

    def ask(self, message: Message, seconds: float) -> asyncio.Future[Said]:
        """What the process answers; a search that has begun runs to its end."""
        self.used = monotonic()
        loop = asyncio.get_running_loop()
        try:
            thought = loop.run_in_executor(self._threads, self._answer, message, seconds)
        except RuntimeError:  # there are no threads any more
            raise ShuttingDown(STOPPING) from None
        self.busy = True
        thought.add_done_callback(self._over)
        return thought

    def _over(self, _: object) -> None:
        self.busy = False

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
                process = self._process = ChildProcess(self._niceness)
        if fresh:
            # The time to start Python and to load a bot does not count as thinking.
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
    """For one bot at a time: another bot gets another process, too."""

    _hosted: Name | None = None

    def _answer(self, message: Message, seconds: float) -> Said:
        name = (message["key"], message["bot"])
        if name != self._hosted:
            self._end()
            self._hosted = name
        return super()._answer(message, seconds)


class TrialLane(Lane):
    """For trying out plug-ins: a new process for each question."""

    def _answer(self, message: Message, seconds: float) -> Said:
        try:
            return super()._answer(message, seconds)
        finally:
            self._end()


class Pool:
    """Lanes that take jobs in a fair order. A bot keeps its lane as long as that is free.

    `spare` lanes are kept free from anybody who uses all the others. `settled` is called for every
    finished job with how many seconds it waited and took.
    """

    def __init__(
        self,
        lanes: Sequence[Lane],
        *,
        spare: int = 0,
        settled: Callable[[Job, float, float], None] = lambda job, waited, took: None,
    ) -> None:
        self.lanes: Final = lanes
        self._spare: Final = spare if len(lanes) > spare else 0
        self._settled: Final = settled
        self._queue: Final[FairQueue[Job]] = FairQueue()
        self._holders: Final[dict[Lane, str]] = {}
        self._homes: Final[OrderedDict[Name, Lane]] = OrderedDict()
        self._closed = False

    @property
    def waiting(self) -> int:
        """How many jobs wait for their turn."""
        return len(self._queue)

    @property
    def load(self) -> int:
        """How many jobs are being thought about or wait."""
        return self.waiting + sum(lane.busy for lane in self.lanes)

    async def ask(
        self,
        message: Message,
        limit: float,
        *,
        asker: Asker = NOBODY,
        expected: float = 0.0,
        name: Name = ("", ""),
    ) -> Said:
        """What a process answers when it is our turn; jobs cancelled while waiting are skipped."""
        if self._closed:
            raise ShuttingDown(STOPPING)
        answer: asyncio.Future[Said] = asyncio.get_running_loop().create_future()
        job = Job(message, asker, expected, limit, answer, name)
        self._queue.push(
            job, player=asker.share, table=asker.table, seconds=expected, weight=asker.weight
        )
        self._start_jobs()
        return await answer

    def close(self) -> None:
        """Accept no more jobs, and give up those that wait."""
        self._closed = True
        for job in self._queue.drain():
            if not job.answer.done():
                job.answer.set_exception(ShuttingDown(STOPPING))

    def _start_jobs(self) -> None:
        """Give every lane that is free the job whose turn it is."""
        while free := [lane for lane in self.lanes if not lane.busy]:
            ticket = self._queue.pop(self._barred())
            if ticket is None:
                return
            if ticket.item.answer.cancelled():
                self._queue.settle(ticket, 0.0)
            else:
                self._start(ticket, self._lane_for(ticket.item.name, free))

    def _barred(self) -> list[str]:
        """Those who hold so much of the pool that others get no lane."""
        if not self._spare:
            return []
        held = [self._holders[lane] for lane in self.lanes if lane.busy]
        most = len(self.lanes) - self._spare
        return [share for share in set(held) if held.count(share) >= most]

    def _lane_for(self, name: Name, free: Sequence[Lane]) -> Lane:
        """Its own, where its plan is known, or the one not used for longest."""
        home = self._homes.get(name)
        if home is None or home not in free:
            home = min(free, key=lambda lane: lane.used)
            self._move_in(name, home)
        self._homes[name] = home
        self._homes.move_to_end(name)
        if len(self._homes) > BOTS_KEPT * len(self.lanes):
            self._homes.popitem(last=False)
        return home

    def _move_in(self, name: Name, lane: Lane) -> None:
        """A bot is asked in this lane from now on."""

    def _start(self, ticket: Ticket[Job], lane: Lane) -> None:
        job = ticket.item
        waited = perf_counter() - job.asked
        self._holders[lane] = job.asker.share
        try:
            thought = lane.ask(job.message, job.limit)
        except ShuttingDown as error:
            job.answer.set_exception(error)
            return
        thought.add_done_callback(lambda done: self._finish(ticket, waited, done))

    def _finish(self, ticket: Ticket[Job], waited: float, thought: asyncio.Future[Said]) -> None:
        job = ticket.item
        error = None if thought.cancelled() else thought.exception()
        if thought.cancelled():
            job.answer.cancel()
        elif error is None:
            said = thought.result()
            self._queue.settle(ticket, said.seconds, job.asker.weight)
            with harmless("measuring"):
                self._settled(job, waited, said.seconds)
            if not job.answer.done():
                job.answer.set_result(said)
        elif not job.answer.done():
            job.answer.set_exception(error)
        if not self._closed:
            self._start_jobs()


class PlugInPool(Pool):
    """Lanes with one bot each: when another bot moves in, the previous one loses its lane."""

    def _move_in(self, name: Name, lane: Lane) -> None:
        for other in [other for other, home in self._homes.items() if home is lane]:
            del self._homes[other]
