"""Limits: rates and slots, whom an address stands for, and how guessing is slowed."""

from collections.abc import Callable
from itertools import pairwise

import pytest

from elgrande.server.errors import BadSetting, TooFast, TooMany
from elgrande.server.limits import Buckets, Limits, Quotas, Slots, Slowdown, network_of
from elgrande.server.settings import (
    RATES,
    SIZES,
    Rate,
    ServerSettings,
    read_limits,
    read_public_url,
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


def test_every_limit_can_be_set() -> None:
    rates, sizes = read_limits([*(f"{name}=7/9.5" for name in RATES), *(f"{n}=3" for n in SIZES)])
    settings = ServerSettings(database_url="sqlite://", rates=rates, sizes=sizes)
    assert {settings.rate(name) for name in RATES} == {Rate(7, 9.5)}
    assert {settings.size(name) for name in SIZES} == {3}
    limits = Limits(settings)
    for name in RATES:
        buckets: Buckets = getattr(limits, name)
        buckets.take("ana", 7)
        with pytest.raises(TooFast, match=r"\.$"):
            buckets.take("ana")
    assert read_limits(["chat=off"]) == ({"chat": None}, {})


def test_every_limit_has_a_default_and_a_sentence() -> None:
    settings = ServerSettings(database_url="sqlite://")
    for name, rate in RATES.items():
        assert settings.rate(name) == rate.default
        assert rate.sentence.endswith(".")
    for name, size in SIZES.items():
        assert settings.size(name) == size.default > 0
        assert size.sentence.endswith(".")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("chats=1/2", "There is no limit 'chats'; did you mean chat"),
        ("x" * 1000, "There is no limit"),
        ("chat", "The limit chat is like 10/60"),
        ("chat=0/10", "The limit chat is like"),
        ("chat=1/0", "The limit chat is like"),
        ("chat=-1/10", "The limit chat is like"),
        ("chat=1e3/10", "The limit chat is like"),
        ("chat=1/inf", "The limit chat is like"),
        ("chat=٣/10", "The limit chat is like"),
        ("sockets=0", "The limit sockets is a number from 1"),
        ("sockets=off", "The limit sockets is a number from 1"),
        ("sockets=1" + "0" * 5000, "The limit sockets is a number from 1"),
    ],
)
def test_bad_limits_are_named(text: str, sentence: str) -> None:
    with pytest.raises(BadSetting) as caught:
        read_limits([text])
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"port": 70000}, "The port is a number from 0 to 65535"),
        ({"port": -1}, "The port is"),
        ({"host": ""}, "The host is a name"),
        ({"host": "a\nb"}, "The host is a name"),
        ({"bot_workers": -1}, "The number of bot workers"),
        ({"bot_workers": 1000}, "The number of bot workers"),
        ({"bot_seconds": 0.0}, "A bot has more than 0"),
        ({"bot_seconds": float("nan")}, "A bot has more than 0"),
        ({"log_format": "xml"}, "The log is written as one of auto, json, text"),
        ({"metrics_token": "short"}, "A token for the metrics has"),
        ({"redis_url": "http://secret@nowhere"}, "The Redis URL is like redis://"),
        ({"redis_url": "redis://[secret"}, "The Redis URL is like redis://"),
        ({"forwarded_allow_ips": "10.0.0.0/99"}, "Trusted proxies are"),
    ],
)
def test_bad_settings_are_named(changed: dict[str, object], sentence: str) -> None:
    settings = ServerSettings(**{"database_url": "sqlite://", **changed})  # type: ignore[arg-type]
    with pytest.raises(BadSetting) as caught:
        settings.check()
    assert sentence in str(caught.value)
    assert str(caught.value).endswith(".")
    assert "secret" not in str(caught.value)


def test_usual_settings_can_be() -> None:
    ServerSettings(
        database_url="sqlite://",
        redis_url="redis://localhost:6379/0",
        forwarded_allow_ips="10.0.0.0/8, ::1",
        metrics_token="x" * 20,
    ).check()
    ServerSettings(database_url="sqlite://", forwarded_allow_ips="*").check()


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (None, None),
        ("https://Example.org/", "https://example.org"),
        ("http://127.0.0.1:8470", "http://127.0.0.1:8470"),
    ],
)
def test_the_public_address_is_read(text: str | None, read: str | None) -> None:
    assert read_public_url(text) == read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "example.org",
        "ftp://example.org",
        "https://",
        "https://a/b",
        "https://u:p@a",
        "https://[",
    ]
    + ["https://a?b", "https://a:0", "https://a:99999999"],
)
def test_a_bad_public_address_is_refused(text: str) -> None:
    with pytest.raises(BadSetting, match=r"like https://example\.org"):
        read_public_url(text)
