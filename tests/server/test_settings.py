"""Settings and limits as they are written: each can be set, and what cannot be is named."""

import pytest

from elgrande.server.errors import BadSetting, TooFast
from elgrande.server.limits import Buckets, Limits
from elgrande.server.settings import (
    RATES,
    SIZES,
    Rate,
    ServerSettings,
    read_limits,
    read_public_url,
)


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
        ("chat", "Write the limit chat as 10/60"),
        ("chat=0/10", "Write the limit chat as"),
        ("chat=1/0", "Write the limit chat as"),
        ("chat=-1/10", "Write the limit chat as"),
        ("chat=1e3/10", "Write the limit chat as"),
        ("chat=1/inf", "Write the limit chat as"),
        ("chat=٣/10", "Write the limit chat as"),
        ("sockets=0", "The limit sockets must be a number from 1"),
        ("sockets=off", "The limit sockets must be a number from 1"),
        ("sockets=1" + "0" * 5000, "The limit sockets must be a number from 1"),
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
        ({"port": 70000}, "The port must be a number from 0 to 65535"),
        ({"port": -1}, "The port must be"),
        ({"host": ""}, "The host must be a name"),
        ({"host": "a\nb"}, "The host must be a name"),
        ({"bot_workers": -1}, "The number of bot workers"),
        ({"bot_workers": 1000}, "The number of bot workers"),
        ({"bot_seconds": 0.0}, "Bot seconds must be more than 0"),
        ({"review_iterations": -1}, "Review iterations must be 0 to 100000, not -1"),
        ({"bot_seconds": float("nan")}, "Bot seconds must be more than 0"),
        ({"log_format": "xml"}, "The log format must be one of auto, json, text"),
        ({"metrics_token": "short"}, "The metrics token must have"),
        ({"redis_url": "http://secret@nowhere"}, "The Redis URL must look like redis://"),
        ({"redis_url": "redis://[secret"}, "The Redis URL must look like redis://"),
        ({"forwarded_allow_ips": "10.0.0.0/99"}, "Trusted proxies must be"),
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
