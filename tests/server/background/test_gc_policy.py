"""When all of the memory is searched for garbage."""

import asyncio
import gc
from collections.abc import Iterator

import pytest

from elgrande.server.background.gc_policy import MOST_CLOSED, MOST_SECONDS, Collector


class Knot:
    """Holds itself, so that only a search finds it."""

    def __init__(self, found: list[str]) -> None:
        self.itself = self
        self.found = found

    def __del__(self) -> None:
        self.found.append("found")


@pytest.fixture
def now() -> list[float]:
    return [0.0]


@pytest.fixture
def collector(now: list[float]) -> Iterator[Collector]:
    """A collector that is in charge, as in a server; the tests have theirs back afterwards."""
    before = gc.get_threshold()
    made = Collector(lambda: now[0])
    made.take_over()
    yield made
    gc.unfreeze()
    gc.set_threshold(*before)


def knots_found(collector: Collector) -> int:
    """How many of one knot a look finds."""
    found: list[str] = []
    gc.disable()
    try:
        Knot(found)
        asyncio.run(collector.search_if_due())
        return len(found)
    finally:
        gc.enable()


def test_all_is_searched_when_many_connections_were_closed(collector: Collector) -> None:
    for _ in range(MOST_CLOSED - 1):
        collector.note_closed()
    assert knots_found(collector) == 0
    collector.note_closed()
    assert knots_found(collector) == 1
    assert knots_found(collector) == 0


def test_all_is_searched_now_and_then(now: list[float], collector: Collector) -> None:
    now[0] = MOST_SECONDS
    assert knots_found(collector) == 1
    assert knots_found(collector) == 0


def test_by_itself_only_what_is_young_is_searched(collector: Collector) -> None:
    assert gc.get_threshold()[2] > 1_000_000
    assert gc.get_freeze_count() > 0


def test_who_is_not_in_charge_leaves_it_to_python(now: list[float]) -> None:
    idle = Collector(lambda: now[0])
    now[0] = MOST_SECONDS
    assert knots_found(idle) == 0
