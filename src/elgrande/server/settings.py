"""The settings and limits of the server, each with its default and a sentence.

A limit is either a rate, written `30/3600` (thirty in an hour, all of them at once if desired)
or `off`, or a plain number: the most bytes of a body, the most sockets of a player.
"""

import ipaddress
import math
import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final
from urllib.parse import urlsplit

from msgspec import Struct

from elgrande.review.judging import DEFAULT_ITERATIONS
from elgrande.server.errors import BadSetting
from elgrande.server.retention import Keep

LONGEST_SHOWN = 40
HIGHEST_PORT = 65535
MOST_WORKERS = 256
MOST_BOT_SECONDS = 600.0
MOST_REVIEW_ITERATIONS = 100_000
# By these a machine reaches only itself.
OWN_HOSTS = ("127.0.0.1", "::1", "localhost")
# Addresses that stand for all of a machine's, and the one by which it reaches itself.
EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}
LOG_FORMATS = ("auto", "json", "text")
DAY = 86400


class Rate(Struct, frozen=True):
    """A number of events in a number of seconds; all of them may come at once."""

    amount: int
    seconds: float


class RateRow(Struct, frozen=True):
    """The default of a rate, and what it limits."""

    default: Rate
    sentence: str


class SizeRow(Struct, frozen=True):
    """The default of a plain limit, and what it limits."""

    default: int
    sentence: str


RATES: Final = MappingProxyType(
    {
        "requests_of_address": RateRow(Rate(1200, 60), "Requests from one address."),
        "requests_of_player": RateRow(Rate(600, 60), "Requests by one player."),
        # A class or a club shares one address: each of these is several times a player's limit.
        "new_players": RateRow(Rate(60, 3600), "New guests from one address."),
        "new_players_daily": RateRow(Rate(200, DAY), "New guests from one address per day."),
        "new_tables": RateRow(Rate(30, 3600), "New tables by one player."),
        "new_tables_daily": RateRow(Rate(100, DAY), "New tables by one player per day."),
        "new_tables_of_address": RateRow(Rate(120, 3600), "New tables from one address."),
        "new_tables_of_address_daily": RateRow(
            Rate(400, DAY), "New tables from one address per day."
        ),
        "new_invitations": RateRow(Rate(60, 3600), "New links to tables made by one player."),
        "chat": RateRow(Rate(10, 20), "Chat messages by one player."),
        "chat_daily": RateRow(Rate(500, DAY), "Chat messages by one player per day."),
        "chat_of_address": RateRow(Rate(60, 20), "Chat messages from one address."),
        "chat_of_address_daily": RateRow(
            Rate(3000, DAY), "Chat messages from one address per day."
        ),
        "actions_daily": RateRow(Rate(50_000, DAY), "Changes by one player per day."),
        "actions_of_address_daily": RateRow(
            Rate(400_000, DAY), "Changes from one address per day."
        ),
        "frames": RateRow(Rate(100, 10), "Frames sent by one socket."),
        "new_reviews": RateRow(Rate(30, 3600), "Reviews of games started by one player."),
        "advice": RateRow(Rate(30, 60), "Questions to the coach by one player."),
        "pictures": RateRow(Rate(60, 60), "Pictures, clips and pages drawn for one address."),
        "thinking": RateRow(Rate(1800, 3600), "Seconds that bots may think for one player."),
        "logins": RateRow(Rate(60, 600), "Log-ins and name claims from one address."),
        "invitations": RateRow(Rate(60, 600), "Invitations tried from one address."),
        "webhooks": RateRow(Rate(10, 600), "Changes to a player's webhook."),
        "personal_data": RateRow(Rate(10, 3600), "Downloads of a player's own data."),
    }
)
SIZES: Final = MappingProxyType(
    {
        "body_bytes": SizeRow(64 * 1024, "Bytes in a request body."),
        "record_bytes": SizeRow(1024 * 1024, "Bytes in a request body with a record."),
        "frame_bytes": SizeRow(16 * 1024, "Bytes in a socket frame."),
        "sockets": SizeRow(20_000, "Open sockets in total."),
        "sockets_of_player": SizeRow(40, "Open sockets of one player."),
        "sockets_of_address": SizeRow(200, "Open sockets from one address."),
        "tokens_of_player": SizeRow(20, "Tokens for outside bots per player."),
        "browsers_of_player": SizeRow(20, "Browsers in which one player is signed in."),
        "link_days": SizeRow(30, "Days a link to a table is valid, unless its game is running."),
        "tables_of_player": SizeRow(100, "Unfinished tables one player may host."),
        "tables_of_guest": SizeRow(20, "The same for a player without a password."),
        "chat_lines_of_table": SizeRow(
            1000, "Chat messages a table keeps; the oldest are dropped."
        ),
        "events_of_player": SizeRow(5, "Unfinished events one player may host."),
        "events_of_guest": SizeRow(2, "The same for a player without a password."),
        "bot_tables_of_player": SizeRow(2, "Running tables per host where only bots play."),
        "reviews_waiting": SizeRow(100, "Reviews of games that wait or run in total."),
        "reviews_of_player": SizeRow(5, "Reviews of games one player may wait for."),
        "bot_seconds_of_guest": SizeRow(5, "Seconds a guest may give a bot per choice."),
    }
)


class ServerSettings(Struct, frozen=True, kw_only=True):
    """How this server runs; `check` refuses what is invalid."""

    database_url: str
    host: str = "127.0.0.1"
    port: int = 8470
    redis_url: str | None = None
    public_url: str | None = None
    forwarded_allow_ips: str = "127.0.0.1,::1"
    bot_workers: int = 1
    bot_seconds: float = 30.0
    review_iterations: int = DEFAULT_ITERATIONS  # for each moment of a game; 0: no reviews
    allow_private_webhooks: bool = False
    metrics_token: str | None = None
    log_format: str = "auto"
    rates: Mapping[str, Rate | None] = {}
    sizes: Mapping[str, int] = {}
    keep: Keep = {}

    def rate(self, name: str) -> Rate | None:
        """The rate of this name; None where it is off."""
        return self.rates[name] if name in self.rates else RATES[name].default

    def size(self, name: str) -> int:
        """The plain limit of this name."""
        return self.sizes.get(name, SIZES[name].default)

    def bot_seconds_for(self, *, is_claimed: bool) -> tuple[float, str]:
        """The most seconds that a player may give a bot for a choice, and whose limit that is."""
        of_guest = float(self.size("bot_seconds_of_guest"))
        if is_claimed or of_guest >= self.bot_seconds:
            return self.bot_seconds, "a bot"
        return of_guest, "the bot of a guest"

    @property
    def is_https(self) -> bool:
        """Whether people reach this server by https only."""
        return self.public_url is not None and self.public_url.startswith("https://")

    @property
    def is_private(self) -> bool:
        """Whether only programs on this machine can reach this server."""
        return self.host in OWN_HOSTS and self.public_url is None

    @property
    def local_url(self) -> str:
        """How this server is reached from its own machine."""
        host = EVERYWHERE.get(self.host, self.host)
        return f"http://[{host}]:{self.port}" if ":" in host else f"http://{host}:{self.port}"

    def check(self) -> None:
        """Reject invalid settings by name."""
        if not 0 <= self.port <= HIGHEST_PORT:
            raise BadSetting(
                f"The port must be a number from 0 to {HIGHEST_PORT}, not {self.port}."
            )
        if not self.host or not self.host.isprintable() or len(self.host) > 253:
            raise BadSetting("The host must be a name or an address, such as 127.0.0.1.")
        if not 0 <= self.bot_workers <= MOST_WORKERS:
            raise BadSetting(
                f"The number of bot workers must be 0 to {MOST_WORKERS}, not {self.bot_workers}."
            )
        if not 0 < self.bot_seconds <= MOST_BOT_SECONDS:
            raise BadSetting(f"Bot seconds must be more than 0 and at most {MOST_BOT_SECONDS:g}.")
        if not 0 <= self.review_iterations <= MOST_REVIEW_ITERATIONS:
            raise BadSetting(
                f"Review iterations must be 0 to {MOST_REVIEW_ITERATIONS},"
                f" not {self.review_iterations}."
            )
        if self.log_format not in LOG_FORMATS:
            raise BadSetting(f"The log format must be one of {', '.join(LOG_FORMATS)}.")
        if self.metrics_token is not None and not re.fullmatch(r"[!-~]{8,200}", self.metrics_token):
            raise BadSetting("The metrics token must have 8 to 200 visible ASCII characters.")
        _check_redis_url(self.redis_url)
        _check_proxies(self.forwarded_allow_ips)


def read_public_url(text: str | None) -> str | None:
    """The address by which people reach the server, without a slash at its end."""
    if text is None:
        return None
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if not usable or parts.path.strip("/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise BadSetting(
            f"The public URL must look like https://example.org, without a path: {_short(text)}."
        )
    return f"{parts.scheme}://{parts.netloc.lower()}"


def read_limits(texts: Iterable[str]) -> tuple[dict[str, Rate | None], dict[str, int]]:
    """The rates and plain limits set by texts like `chat=10/20`."""
    rates: dict[str, Rate | None] = {}
    sizes: dict[str, int] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name in RATES:
            rates[name] = _read_rate(name, value)
        elif name in SIZES:
            sizes[name] = _read_size(name, value)
        else:
            raise BadSetting(f"There is no limit {_short(name)}{_nearest(name, (*RATES, *SIZES))}")
    return rates, sizes


def _read_rate(name: str, value: str) -> Rate | None:
    if value == "off":
        return None
    found = re.fullmatch(r"(\d{1,9})/(\d{1,9}(?:\.\d{1,6})?)", value, flags=re.ASCII)
    if found is None or int(found[1]) < 1 or not 0 < float(found[2]) < math.inf:
        raise BadSetting(
            f"Write the limit {name} as 10/60 (ten per minute) or off, not {_short(value)}."
        )
    return Rate(int(found[1]), float(found[2]))


def _read_size(name: str, value: str) -> int:
    if re.fullmatch(r"\d{1,9}", value, flags=re.ASCII) is None or int(value) < 1:
        raise BadSetting(f"The limit {name} must be a number from 1, not {_short(value)}.")
    return int(value)


def _check_redis_url(url: str | None) -> None:
    if url is None:
        return
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("redis", "rediss", "unix") and parts.port != 0
    except ValueError:
        usable = False
    # The address is not shown: it may hold a password.
    if not usable:
        raise BadSetting("The Redis URL must look like redis://localhost:6379/0.")


def _check_proxies(text: str) -> None:
    if text == "*":
        return
    for part in text.split(","):
        try:
            ipaddress.ip_network(part.strip(), strict=False)
        except ValueError:
            raise BadSetting(
                f"Trusted proxies must be addresses, networks or *, not {_short(part)}."
            ) from None


def _nearest(name: str, known: Sequence[str]) -> str:
    """The end of a sentence about an unknown name: what may have been meant."""
    near = get_close_matches(name[:LONGEST_SHOWN], known, cutoff=0.5)
    meant = f"; did you mean {' or '.join(near)}?" if near else "."
    return f"{meant} See docs/host/limits.md for all of them."


def _short(text: str) -> str:
    """A value from the user, short enough for a sentence."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")
