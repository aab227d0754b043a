"""Where notices may go: to no address inside, whatever its name or its form."""

import asyncio

import pytest

from elgrande.server.background.webhook_addresses import check_webhook_url, is_public, read_url
from elgrande.server.errors import BadRequest
from tests.server.background.test_webhooks import nowhere

PRIVATE = [
    "127.0.0.1", "127.8.9.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254",
    "100.64.0.1", "0.0.0.0", "224.0.0.1", "240.0.0.1", "255.255.255.255", "192.0.2.1",
    "::1", "::", "fe80::1", "fe80::1%lo", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1",
    "2001:db8::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "64:ff9b::7f00:1",
    "2002:7f00:1::", "2001:0:7f00:1::", "not an address",
]  # fmt: skip


@pytest.mark.parametrize("address", PRIVATE)
def test_addresses_inside(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "1.1.1.1", "2606:4700:4700::1111"])
def test_addresses_on_the_open_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("", "must start with"),
        ("ftp://example.org/", "must start with"),
        ("file:///etc/passwd", "must start with"),
        ("//example.org/", "must start with"),
        ("example.org", "must start with"),
        ("http://", "must start with"),
        ("http:///path", "must start with"),
        ("https://ana:secret@example.org/", "user name or password"),
        ("https://ana@example.org/", "user name or password"),
        ("https://example.org:0/", "The port"),
        ("https://example.org:99999/", "The port"),
        ("https://example.org:x/", "must be a URL"),
        ("https://[::1/", "must be a URL"),
        ("https://exa mple.org/", "no spaces"),
        ("https://example.org/\r\nX: 1", "no spaces"),
        ("https://example.org/\x00", "no spaces"),
        ("https://example.org/" + "x" * 481, "at most 500 characters"),
        ("https://" + "a" * 64 + ".org/", ""),
        ("https://a..b/", ""),
    ],
)
def test_what_is_no_webhook(url: str, says: str) -> None:
    with pytest.raises(BadRequest) as caught:
        asyncio.run(check_webhook_url(url, allow_private=True, by=nowhere))
    assert says in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_url_is_read_as_it_is() -> None:
    assert str(read_url("https://example.org/a?b=c")) == "https://example.org/a?b=c"
