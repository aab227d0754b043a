"""When to run a full garbage collection: rarely, because everything has to wait for it.

Every closed connection leaves some, because uvicorn, websockets and Litestar create reference
cycles. On Python's own schedule all of the memory would be searched in the middle of play: with two
thousand sockets that takes half a second. So young objects are searched as usual, and all of the
memory only after many connections were closed, or when it has not been done for long.
"""

import gc
import time
from collections.abc import Callable
from typing import Final

# Objects made before the youngest are searched, and how many such searches before the next older.
YOUNG: Final = (10_000, 20)
NEVER: Final = 1_000_000_000
MOST_CLOSED: Final = 400  # connections; each keeps some 35 KiB until it is found
MOST_SECONDS: Final = 600.0


class Collector:
    """Decides when all of the memory is searched."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._closed = 0
        self._searched = clock()
        self._is_in_charge = False

    def take_over(self) -> None:
        """From now on only `search_if_due` searches everything; what is there now will stay."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG, NEVER)
        self._is_in_charge = True
        self._searched = self._clock()

    def note_closed(self) -> None:
        """A connection was closed."""
        self._closed += 1

    async def search_if_due(self) -> None:
        """Search all of the memory if that is up to us and enough has happened since."""
        if not self._is_in_charge:
            return
        if self._closed >= MOST_CLOSED or self._clock() - self._searched >= MOST_SECONDS:
            gc.collect()
            self._closed = 0
            self._searched = self._clock()


collector: Final = Collector()
