"""What is done besides the game: measuring, logging, notifying. No failure there stops a game."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import TracebackType
from typing import Final, ParamSpec

import structlog

log: Final = structlog.get_logger("elgrande.harmless")
SECONDS_BETWEEN_LINES: Final = 60.0
Given = ParamSpec("Given")

_last_told: dict[str, float] = {}


class harmless:  # noqa: N801 - it is used as a statement, like `suppress`
    """Wraps what the game does not need: an exception becomes a line in the log.

    There is one line a minute for each `what`, however often it fails.
    """

    __slots__ = ("_what",)

    def __init__(self, what: str) -> None:
        self._what = what

    def __enter__(self) -> None:
        return

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        if not isinstance(error, Exception):
            return False
        now = time.monotonic()
        if now - _last_told.get(self._what, -SECONDS_BETWEEN_LINES) >= SECONDS_BETWEEN_LINES:
            _last_told[self._what] = now
            with suppress(Exception):  # the log itself may be what fails
                log.error("aside_failed", what=self._what, exc_info=error)
        return True


def tell_all(
    listeners: Iterable[Callable[Given, None]], *given: Given.args, **more: Given.kwargs
) -> None:
    """Call everybody who wants to know; a failure of one does not keep it from the others."""
    for listener in listeners:
        with harmless("telling"):
            listener(*given, **more)
