"""Pictures, clips and pages of finished games: drawn in a process of their own, kept for a while.

Drawing holds the interpreter, so it must not happen in a process that answers requests. There is
one that draws, started with the first picture; whatever is asked for twice is drawn once.
"""

import asyncio
import multiprocessing
import signal
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from typing import Any, Final

from elgrande.pictures.raster import CannotDraw
from elgrande.server.errors import NoPictures, TooMany
from elgrande.system import lower_priority

KEPT: Final = 200
KEPT_BYTES: Final = 48 * 1024 * 1024
MOST_WAITING: Final = 16
LONGEST_SECONDS: Final = 60.0
BEHIND_PLAY: Final = 10

Drawn = bytes | str


class Drawings:
    """What was drawn by what it shows; a request for what is being drawn waits for it."""

    def __init__(self) -> None:
        self._tasks: Final[OrderedDict[Hashable, asyncio.Task[Drawn]]] = OrderedDict()
        self._pool: ProcessPoolExecutor | None = None
        self._turn: Final = asyncio.Lock()

    def __contains__(self, key: Hashable) -> bool:
        task = self._tasks.get(key)
        return task is not None and not _has_failed(task)

    async def find(self, key: Hashable, draw: Callable[..., Drawn], /, **given: Any) -> Drawn:
        """What a key stands for; NoPictures if nothing can be drawn here, TooMany if many wait."""
        if key not in self:
            if sum(not task.done() for task in self._tasks.values()) >= MOST_WAITING:
                raise TooMany("Too many pictures are being drawn; try again in a moment.")
            task = self._tasks[key] = asyncio.create_task(self._draw(partial(draw, **given)))
            task.add_done_callback(_has_failed)  # or asyncio would complain that nobody looked
        self._tasks.move_to_end(key)
        drawn = await asyncio.shield(self._tasks[key])
        self._forget_oldest()
        return drawn

    async def _draw(self, work: Callable[[], Drawn]) -> Drawn:
        loop = asyncio.get_running_loop()
        async with self._turn:
            pool = self._pool = self._pool or _open_pool()
            try:
                async with asyncio.timeout(LONGEST_SECONDS):
                    return await loop.run_in_executor(pool, work)
            except CannotDraw as error:
                raise NoPictures(str(error)) from None
            except (BrokenProcessPool, TimeoutError):
                self.close()
                raise TooMany("The picture could not be drawn in time; try again.") from None

    def _forget_oldest(self) -> None:
        size = sum(map(_size_of, self._tasks.values()))
        while len(self._tasks) > KEPT or (size > KEPT_BYTES and len(self._tasks) > 1):
            _, task = self._tasks.popitem(last=False)
            size -= _size_of(task)

    def close(self) -> None:
        """End the process that draws, whatever it is doing."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # A pool only waits for its processes; one that draws for too long must not be waited for.
        processes = getattr(pool, "_processes", None) or {}
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.kill()


def _open_pool() -> ProcessPoolExecutor:
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(1, mp_context=context, initializer=_stand_back)


def _stand_back() -> None:
    """Leave processors to those who play, and Ctrl-C to the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority(BEHIND_PLAY)


def _size_of(task: asyncio.Task[Drawn]) -> int:
    return len(task.result()) if task.done() and not _has_failed(task) else 0


def _has_failed(task: asyncio.Task[Drawn]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
