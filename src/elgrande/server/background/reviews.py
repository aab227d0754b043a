"""Reviews of finished games: one per game, one game at a time, moment by moment in bot processes.

Finished reviews are kept in the database. Those that wait or run are known to this process alone:
when the server stops they are gone, and the next visitor starts them afresh. If two processes
should review the same game, both find the same, and the one that is ready last writes it again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final

from elgrande.review.data import VERSION
from elgrande.rules.errors import GameError
from elgrande.server.background.bot_processes import Asker
from elgrande.server.background.workers import Workers
from elgrande.server.errors import ShuttingDown, TooMany
from elgrande.server.harmless import harmless
from elgrande.server.logs import log
from elgrande.server.storage import KeptReview, Storage
from elgrande.server.timestamps import now_ms

WAITING: Final = "waiting"
RUNNING: Final = "running"
DONE: Final = "done"
CANCELLED: Final = "cancelled"
FAILED: Final = "failed"
UNDER_WAY: Final = (WAITING, RUNNING)
# How many of those that ended without a result are remembered.
REMEMBERED: Final = 256
SECONDS_BETWEEN_SUMMARIES: Final = 3.0

Data = dict[str, Any]


@dataclass(eq=False)
class Review:
    """The review of one game, from when somebody asks for it until it is kept."""

    table: str
    player: str  # who asked for it
    game: Mapping[str, object]  # its start, its line of choices and the first position
    state: str = WAITING
    total: int = 0
    found: dict[tuple[str, int], Data] = field(default_factory=dict)  # by task
    course: list[Data] = field(default_factory=list)
    data: Data | None = None  # what is known so far
    summed_up: float = 0.0  # when

    @property
    def is_under_way(self) -> bool:
        """Whether it waits or runs."""
        return self.state in UNDER_WAY


class Reviews:
    """The queue of reviews of this process. Close it before the workers."""

    def __init__(
        self, storage: Storage, workers: Workers, iterations: int, *, most: int, most_of_player: int
    ) -> None:
        self.iterations: Final = iterations
        self._storage: Final = storage
        self._workers: Final = workers
        self._most: Final = most
        self._most_of_player: Final = most_of_player
        self._queue: Final[OrderedDict[str, Review]] = OrderedDict()
        self._ended: Final[OrderedDict[str, Review]] = OrderedDict()
        self._task: asyncio.Task[None] | None = None
        self._work: asyncio.Task[None] | None = None
        self._closed = False

    def __len__(self) -> int:
        return len(self._queue)

    async def kept(self, table: str) -> Data | None:
        """The finished review of a game; one of an older version does not count."""
        found = await self._storage.review(table)
        return found.data if found is not None and found.version == VERSION else None

    def find(self, table: str) -> Review | None:
        """The review of a game that waits, runs, or ended without a result."""
        return self._queue.get(table) or self._ended.get(table)

    def place(self, table: str) -> int:
        """How many reviews come before that of a table."""
        return list(self._queue).index(table) if table in self._queue else 0

    def start(self, table: str, player: str, game: Mapping[str, object]) -> Review:
        """Queue a review, or join the one under way; TooMany if too many wait."""
        if self._closed:
            raise ShuttingDown("The server is about to stop.")
        if (there := self._queue.get(table)) is not None:
            return there
        if len(self._queue) >= self._most:
            raise TooMany("Too many games are waiting for their review; try again later.")
        own = sum(one.player == player for one in self._queue.values())
        if own >= self._most_of_player:
            raise TooMany(f"You are already waiting for {own} reviews; wait for one of them.")
        review = self._queue[table] = Review(table, player, game)
        if (before := self._ended.pop(table, None)) is not None:
            review.found = before.found  # what was found out before it was cancelled still holds
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())
        return review

    def cancel(self, table: str) -> None:
        """Stop the review of a game, whether it waits or runs."""
        review = self._queue.get(table)
        if review is None:
            return
        if review.state == RUNNING and self._work is not None:
            self._work.cancel()
        self._end(review, CANCELLED)

    async def close(self) -> None:
        """Give up everything that waits or runs."""
        self._closed = True
        for task in (self._work, self._task):
            if task is not None:
                task.cancel()
        self._queue.clear()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._queue and not self._closed:
            review = next(iter(self._queue.values()))
            review.state = RUNNING
            self._work = asyncio.create_task(self._make(review))
            with harmless("reviewing a game"), suppress(asyncio.CancelledError):
                await asyncio.wait([self._work])
            if review.state == RUNNING:
                error = None if self._work.cancelled() else self._work.exception()
                self._note(review, error)
                self._end(review, FAILED)

    def _note(self, review: Review, error: BaseException | None) -> None:
        while isinstance(error, BaseExceptionGroup):
            error = error.exceptions[0]
        code = error.code if isinstance(error, GameError) else type(error).__name__
        log.warning("review_failed", table=review.table, error=code)

    def _end(self, review: Review, state: str) -> None:
        review.state = state
        self._queue.pop(review.table, None)
        if state == DONE:
            return
        self._ended[review.table] = review
        if len(self._ended) > REMEMBERED:
            self._ended.popitem(last=False)

    async def _make(self, review: Review) -> None:
        """Judge everything, a few tasks at a time, and keep what comes out."""
        plan = await self._ask(review, "plan")
        review.course = plan["course"]
        review.total = len(plan["tasks"])
        await self._sum_up(review)
        left = iter([task for task in plan["tasks"] if _key(task) not in review.found])
        async with asyncio.TaskGroup() as group:
            for _ in range(self._workers.review_lanes):
                group.create_task(self._judge(review, left))
        data = await self._sum_up(review)
        kept = KeptReview(VERSION, self.iterations, data, now_ms())
        await self._storage.keep_review(review.table, kept)
        self._end(review, DONE)

    async def _judge(self, review: Review, left: Iterator[Data]) -> None:
        """Judge tasks until none is left."""
        for task in left:
            found = await self._ask(review, "judge", task=task, iterations=self.iterations)
            review.found[_key(task)] = found
            if monotonic() - review.summed_up > SECONDS_BETWEEN_SUMMARIES:
                await self._sum_up(review)

    async def _sum_up(self, review: Review) -> Data:
        """Work out what has been found so far amounts to."""
        review.summed_up = monotonic()
        found = list(review.found.values())
        data = await self._ask(
            review,
            "assemble",
            moments=[one for each in found for one in each["moments"]],
            luck=[one for each in found for one in each["luck"]],
            course=review.course,
            iterations=self.iterations,
        )
        review.data = data
        return data

    async def _ask(self, review: Review, step: str, **more: object) -> Data:
        asker = Asker(review.player, review.table, attended=False)
        return await self._workers.review({**review.game, "step": step, **more}, asker)


def _key(task: Data) -> tuple[str, int]:
    return task["kind"], task["position"]
