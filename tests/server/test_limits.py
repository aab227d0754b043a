"""Limits: rates and slots, whom an address stands for, and how guessing is slowed."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from elgrande.server.errors import TooFast, TooMany
from elgrande.server.limits import Buckets, Quotas, Slots, Slowdown, network_of
from elgrande.server.settings import (
    Rate,
)


class Clock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def wait_of(action: Callable[[], object]) -> float:
    """The seconds a refusal asks to wait."""
    with pytest.raises(TooFast) as caught:
        action()
    return caught.value.retry_after


def test_a_rate_may_be_used_at_once_and_fills_up_again() -> None:
    clock = Clock()
    buckets = Buckets(Rate(3, 30), "Too fast.", clock=clock)
    for _ in range(3):
        buckets.take("ana")
    assert wait_of(lambda: buckets.take("ana")) == pytest.approx(10)
    buckets.take("ben")
    clock.now += 9.9
    assert wait_of(lambda: buckets.take("ana")) == pytest.approx(0.1)
    clock.now += 0.2
    buckets.take("ana")
    assert wait_of(lambda: buckets.take("ana")) == pytest.approx(9.9)
    clock.now += 1000
    buckets.take("ana", 3)
    assert wait_of(lambda: buckets.take("ana")) == pytest.approx(10)


def test_a_refusal_costs_nothing() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10), "Too fast.", clock=clock)
    buckets.take("ana")
    waits = [wait_of(lambda: buckets.take("ana")) for _ in range(5)]
    assert waits == [pytest.approx(10)] * 5


def test_rates_that_are_taken_together_are_taken_all_or_none() -> None:
    clock = Clock()
    own, shared = (
        Buckets(Rate(5, 10), "You.", clock=clock),
        Buckets(Rate(3, 10), "All.", clock=clock),
    )
    quotas = Quotas([own], [shared])
    for player in ("ana", "ben", "ana"):
        quotas.take(player, "home")
    with pytest.raises(TooFast, match=r"All\."):
        quotas.take("ana", "home")
    own.take("ana", 3)  # the refusal cost nothing
    with pytest.raises(TooFast, match=r"You\."):
        quotas.take("ana", "elsewhere")
    shared.take("elsewhere", 3)


def test_a_rate_can_be_off() -> None:
    buckets = Buckets(None, "Too fast.")
    for _ in range(1000):
        buckets.take("ana")
    assert len(buckets) == 0


def test_who_has_paid_is_forgotten_long_before_there_are_too_many() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10), "Too fast.", clock=clock)
    slowdown = Slowdown(5, 60.0, forget=10.0, clock=clock)
    for visitor in range(20_000):
        buckets.take(f"visitor {visitor}")
        slowdown.count(f"visitor {visitor}")
        clock.now += 0.1
    assert len(buckets) <= 2000
    assert len(slowdown) <= 2000
    # Who has not paid yet is remembered.
    assert wait_of(lambda: buckets.take("visitor 19999")) == pytest.approx(9.9)
    assert wait_of(lambda: buckets.take("visitor 19950")) == pytest.approx(5.0)


def test_rates_remember_a_bounded_number_of_keys() -> None:
    clock = Clock()
    buckets = Buckets(Rate(1, 10), "Too fast.", most_keys=100, clock=clock)
    for number in range(1000):
        buckets.take(f"key {number}")
        assert len(buckets) <= 100
    # Who came last is still remembered, and so is who asks again and again.
    wait_of(lambda: buckets.take("key 999"))
    clock.now += 11
    buckets.take("another")
    clock.now += 11
    for number in range(99):
        buckets.take(f"new {number}")
    buckets.take("one more")
    assert len(buckets) <= 100


def test_slots_are_given_back() -> None:
    slots = Slots(2, "Too many.")
    with slots.hold("ana"), slots.hold("ana"):
        with pytest.raises(TooMany), slots.hold("ana"):
            raise AssertionError
        with slots.hold("ben"):
            pass
    with pytest.raises(ZeroDivisionError), slots.hold("ana"):
        raise ZeroDivisionError
    assert len(slots) == 0


def test_guessing_gets_slower_and_is_forgotten_in_the_end() -> None:
    clock = Clock()
    slowdown = Slowdown(3, 20.0, forget=900.0, clock=clock)
    for _ in range(3):
        slowdown.check("ana")
        slowdown.count("ana")
    waits = []
    for _ in range(7):
        waits.append(wait_of(lambda: slowdown.check("ana")))
        clock.now += waits[-1]
        slowdown.check("ana")
        slowdown.count("ana")
    assert waits == [1, 2, 4, 8, 16, 20, 20]
    assert all(earlier <= later for earlier, later in pairwise(waits))
    clock.now += 901
    slowdown.count("ana")
    slowdown.check("ana")


def test_a_right_password_takes_back_the_attempt() -> None:
    clock = Clock()
    slowdown = Slowdown(2, 20.0, clock=clock)
    for _ in range(10):
        slowdown.check("ana")
        slowdown.count("ana")
        slowdown.forgive("ana")
    assert len(slowdown) == 0
    slowdown.count("ben")
    slowdown.forget("ben")
    assert len(slowdown) == 0


def test_attempts_are_remembered_for_a_bounded_number_of_keys() -> None:
    slowdown = Slowdown(2, 20.0, most_keys=100, clock=Clock())
    for number in range(1000):
        slowdown.count(f"key {number}")
        assert len(slowdown) <= 100


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("::1", "::/64"),
        ("", "elsewhere"),
        ("unix:", "elsewhere"),
        ("x" * 10_000, "elsewhere"),
    ],
)
def test_whom_an_address_stands_for(address: str, network: str) -> None:
    assert network_of(address) == network
