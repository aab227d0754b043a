"""Which addresses this server is willing to call on behalf of others.

A server can reach what its guests cannot, perhaps a database. So nobody may make it call an address
that is not open to everybody. The name of a host is resolved here, and the address that was found
and checked is the one called, so that the name cannot point elsewhere a moment later.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv6Address, ip_address
from typing import Final

import httpx

from elgrande.server.errors import BadRequest

LONGEST_URL: Final = 500
SCHEMES: Final = ("http", "https")
MOST_PORT: Final = 65535
RESOLVE_SECONDS: Final = 5.0
# Separate threads: names that are slow to resolve must not keep others from reading files.
_threads: Final = ThreadPoolExecutor(32, "names")
Resolve = Callable[[bytes, int], Awaitable[Sequence[str]]]


async def resolve(host: bytes, port: int) -> list[str]:
    """The addresses of a host; OSError if it has none."""
    found = await asyncio.get_running_loop().run_in_executor(
        _threads, lambda: socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    )
    return [str(address[0]) for *_, address in found]


async def check_webhook_url(text: str, *, allow_private: bool, by: Resolve = resolve) -> None:
    """BadRequest, with a sentence, if notices may not be sent to this address."""
    url = read_url(text)
    try:
        async with asyncio.timeout(RESOLVE_SECONDS):
            await addresses_of(url, allow_private, by)
    except TimeoutError:
        raise BadRequest("The host of the webhook cannot be found at the moment.") from None


def read_url(text: str) -> httpx.URL:
    """The URL of a webhook; BadRequest if it is invalid or holds what it must not."""
    if len(text) > LONGEST_URL or not text.isprintable() or " " in text:
        raise BadRequest(
            f"A webhook address may have at most {LONGEST_URL} characters and no spaces."
        )
    try:
        url = httpx.URL(text)
    except (httpx.InvalidURL, ValueError):
        raise BadRequest("A webhook address must be a URL like https://example.org/turn.") from None
    if url.scheme not in SCHEMES or not url.host:
        raise BadRequest("A webhook address must start with https:// or http:// and a host.")
    if url.userinfo or b"@" in url.netloc:
        raise BadRequest("A webhook address must not contain a user name or password.")
    if not 0 < port_of(url) <= MOST_PORT:
        raise BadRequest(f"The port of a webhook must be from 1 to {MOST_PORT}.")
    return url


def port_of(url: httpx.URL) -> int:
    """The port that is named, or the usual one."""
    return url.port if url.port is not None else 443 if url.scheme == "https" else 80


async def addresses_of(url: httpx.URL, allow_private: bool, by: Resolve = resolve) -> list[str]:
    """The addresses of a URL's host that may be called; BadRequest says why there are none."""
    try:
        found = [str(ip_address(url.host))]
    except ValueError:
        try:
            found = list(await by(url.raw_host, port_of(url)))
        except (OSError, ValueError):
            found = []
    if not found:
        raise BadRequest("The host of the webhook cannot be found.")
    if not allow_private and not all(map(is_public, found)):
        raise BadRequest("The host of the webhook is not on the public internet.")
    return found


def is_public(text: str) -> bool:
    """Whether an address belongs to one host on the open internet.

    >>> is_public("8.8.8.8"), is_public("127.0.0.1"), is_public("::ffff:8.8.8.8")
    (True, False, False)
    """
    try:
        address = ip_address(text)
    except ValueError:
        return False
    if isinstance(address, IPv6Address) and (
        # Another address inside this one, which could be any.
        address.ipv4_mapped is not None or address.sixtofour is not None or address.is_site_local
    ):
        return False
    return address.is_global and not (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
    )
