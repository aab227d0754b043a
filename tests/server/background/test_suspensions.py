"""Bots that hang or die again and again are not asked for a while."""

from elgrande.bots.answer import DIED, LATE, RAISED, Failure
from elgrande.server.background.suspensions import (
    FAILURES_IN_A_ROW,
    MOST_KEPT,
    SECONDS,
    Suspensions,
)


def test_a_bot_that_hangs_again_and_again_is_not_asked_for_a_while() -> None:
    now = 0.0
    suspensions = Suspensions(lambda: now)
    late = Failure(LATE, "")
    for _ in range(FAILURES_IN_A_ROW):
        assert suspensions.failure_of("t:0") is None
        suspensions.note("t:0", late)
    assert suspensions.failure_of("t:0") == late
    assert suspensions.failure_of("t:1") is None
    now = SECONDS
    assert suspensions.failure_of("t:0") is None  # it has another chance
    suspensions.note("t:0", late)
    assert suspensions.failure_of("t:0") == late
    now = 2 * SECONDS
    suspensions.note("t:0", None)
    suspensions.note("t:0", Failure(DIED, ""))
    assert suspensions.failure_of("t:0") is None
    assert len(suspensions) == 1


def test_what_costs_no_time_suspends_nobody_and_records_do_not_pile_up() -> None:
    suspensions = Suspensions()
    for _ in range(10):
        suspensions.note("t:0", Failure(RAISED, ""))
    assert suspensions.failure_of("t:0") is None
    for number in range(MOST_KEPT + 10):
        suspensions.note(str(number), Failure(DIED, ""))
    assert len(suspensions) == MOST_KEPT
