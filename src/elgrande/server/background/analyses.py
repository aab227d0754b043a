"""The analyses of finished games, which do not change: each is worked out once and kept a while."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from typing import Any, Final

KEPT: Final = 256
Analysis = dict[str, Any]


class Analyses:
    """Analyses by table; a request for one that is being worked out waits for it."""

    def __init__(self) -> None:
        self._tasks: Final[OrderedDict[str, asyncio.Task[Analysis]]] = OrderedDict()

    def __contains__(self, table: str) -> bool:
        task = self._tasks.get(table)
        return task is not None and not _has_failed(task)

    async def find(
        self, table: str, work_out: Callable[[], Coroutine[Any, Any, Analysis]]
    ) -> Analysis:
        """The analysis of a table; what failed is tried again when somebody asks again."""
        if table not in self:
            task = self._tasks[table] = asyncio.create_task(work_out())
            task.add_done_callback(_has_failed)  # or asyncio would complain that nobody looked
        self._tasks.move_to_end(table)
        if len(self._tasks) > KEPT:
            self._tasks.popitem(last=False)
        return await asyncio.shield(self._tasks[table])


def _has_failed(task: asyncio.Task[Analysis]) -> bool:
    return task.done() and (task.cancelled() or task.exception() is not None)
