"""Bots that hang or die again and again: each failure costs the table the full time limit.

After a few in a row a bot is not asked for a while, and forfeits its decisions at once.
"""

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from elgrande.bots.answer import DIED, LATE, Failure

FAILURES_IN_A_ROW: Final = 3
SECONDS: Final = 60.0
MOST_KEPT: Final = 10_000


@dataclass(frozen=True)
class _Record:
    failure: Failure
    in_a_row: int
    until: float


class Suspensions:
    """The bots that are not asked now, by whom they play for."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._records: Final[OrderedDict[str, _Record]] = OrderedDict()

    def __len__(self) -> int:
        return len(self._records)

    def failure_of(self, key: str) -> Failure | None:
        """The failure for which a bot is not to be asked now; None if it may be asked."""
        record = self._records.get(key)
        if record is None or self._clock() >= record.until:
            return None
        return record.failure

    def note(self, key: str, failure: Failure | None) -> None:
        """Note how a bot fared; one that answered in time has a clean record."""
        before = self._records.pop(key, None)
        if failure is None or failure.reason not in (LATE, DIED):
            return
        in_a_row = 1 if before is None else before.in_a_row + 1
        until = self._clock() + SECONDS if in_a_row >= FAILURES_IN_A_ROW else 0.0
        self._records[key] = _Record(failure, in_a_row, until)
        if len(self._records) > MOST_KEPT:
            self._records.popitem(last=False)
