"""How often and how many: rates per address and player, slots for sockets, slowed guessing.

All of it lives in the memory of one process and is bounded: however many addresses ask, only the
latest are remembered. Each process keeps its own, so a limit applies per process.
"""

import ipaddress
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache

from litestar.types import Scope

from elgrande.server.errors import TooFast, TooMany
from elgrande.server.settings import Rate, ServerSettings

MOST_KEYS = 50_000
# With fewer keys it is not worth checking which of them are obsolete.
FEW_KEYS = 1000

Clock = Callable[[], float]


@lru_cache(maxsize=4096)
def network_of(address: str) -> str:
    """Who an address stands for: itself, or for IPv6 the /64 of one household."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return "elsewhere"
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed.packed[:8] + bytes(8), 64)))


def address_of(scope: Scope) -> str:
    """Who a request comes from, as far as limits are concerned."""
    client = scope.get("client")
    return network_of(client[0]) if client else "elsewhere"


def room_for(keys: int, most: int) -> int:
    """How many keys there may be before the next check for obsolete ones: twice as many."""
    return min(max(2 * keys, FEW_KEYS), most)


class Buckets:
    """A rate, kept for many keys: for each, the time until which its use is paid for."""

    def __init__(
        self,
        rate: Rate | None,
        sentence: str,
        *,
        most_keys: int = MOST_KEYS,
        clock: Clock = time.monotonic,
    ) -> None:
        self._rate = rate
        self._sentence = sentence
        self._most_keys = most_keys
        self._clock = clock
        self._paid_until: dict[str, float] = {}
        self._room = min(FEW_KEYS, most_keys)

    def __len__(self) -> int:
        return len(self._paid_until)

    def check(self, key: str, count: int = 1) -> float:
        """TooFast, with the seconds to wait, if that many are not available now.

        Returns the time until which they would be paid for.
        """
        rate = self._rate
        if rate is None:
            return 0.0
        now = self._clock()
        paid_until = max(self._paid_until.get(key, now), now) + count * rate.seconds / rate.amount
        # Rounding must not cost anybody the last unit of a full rate.
        too_early = paid_until - now - rate.seconds
        if too_early > 1e-6:
            raise TooFast(self._sentence, too_early)
        return paid_until

    def take(self, key: str, count: int = 1) -> None:
        """Take one or more; TooFast, with the seconds to wait, if the rate does not allow it."""
        if self._rate is None:
            return
        self._keep(key, self.check(key, count), self._clock())

    def is_spent(self, key: str) -> bool:
        """Whether a key has used up all of its rate."""
        rate, now = self._rate, self._clock()
        return rate is not None and self._paid_until.get(key, now) - now > rate.seconds

    def charge(self, key: str, amount: float) -> None:
        """Take what was already used, even if it was more than available."""
        rate = self._rate
        if rate is None or amount <= 0:
            return
        now = self._clock()
        paid_until = max(self._paid_until.get(key, now), now)
        self._keep(key, paid_until + amount * rate.seconds / rate.amount, now)

    def _keep(self, key: str, paid_until: float, now: float) -> None:
        # Put at the end, so that the keys unused for longest come first.
        self._paid_until.pop(key, None)
        if len(self._paid_until) >= self._room:
            self._make_room(now)
        self._paid_until[key] = paid_until

    def _make_room(self, now: float) -> None:
        """Forget keys that are paid up and, if too many remain, those unused for longest."""
        kept = [(key, paid) for key, paid in self._paid_until.items() if paid > now]
        self._paid_until = dict(kept[-(self._most_keys * 3 // 4) :])
        self._room = room_for(len(self._paid_until), self._most_keys)


class Quotas:
    """Rates of a player and of an address that are taken together, or not at all."""

    def __init__(self, of_player: list[Buckets], of_address: list[Buckets]) -> None:
        self._of_player = of_player
        self._of_address = of_address

    def take(self, player: str, address: str) -> None:
        """Take one of each; TooFast if one of them does not allow it, and nothing is taken."""
        for buckets in self._of_player:
            buckets.check(player)
        for buckets in self._of_address:
            buckets.check(address)
        for buckets in self._of_player:
            buckets.take(player)
        for buckets in self._of_address:
            buckets.take(address)


class Slots:
    """How many may be held at once, for each key."""

    def __init__(self, most: int, sentence: str) -> None:
        self._most = most
        self._sentence = sentence
        self._held: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._held)

    @contextmanager
    def hold(self, key: str) -> Iterator[None]:
        """Hold one for as long as the block runs; TooMany if there is none left."""
        held = self._held.get(key, 0)
        if held >= self._most:
            raise TooMany(self._sentence)
        self._held[key] = held + 1
        try:
            yield
        finally:
            left = self._held[key] - 1
            if left:
                self._held[key] = left
            else:
                del self._held[key]


class Slowdown:
    """Guessing gets slower: after some free attempts each failure doubles the wait."""

    def __init__(
        self,
        free: int,
        longest: float,
        *,
        forget: float = 900.0,
        most_keys: int = MOST_KEYS,
        clock: Clock = time.monotonic,
    ) -> None:
        self._free = free
        self._longest = longest
        self._forget = forget
        self._most_keys = most_keys
        self._clock = clock
        # How many attempts failed, when the last one was, and when the next one may be.
        self._failures: dict[str, tuple[int, float, float]] = {}
        self._room = min(FEW_KEYS, most_keys)

    def __len__(self) -> int:
        return len(self._failures)

    def check(self, key: str) -> None:
        """TooFast if it is too early for another attempt."""
        _, _, next_time = self._failures.get(key, (0, 0.0, 0.0))
        wait = next_time - self._clock()
        if wait > 0:
            raise TooFast("Too many failed attempts; wait before you try again.", wait)

    def count(self, key: str) -> None:
        """Count an attempt as failed; it is counted up front, so that no others slip in."""
        now = self._clock()
        failed, last, _ = self._failures.pop(key, (0, now, 0.0))
        failed = 1 if now - last > self._forget else failed + 1
        wait = min(2.0 ** (failed - self._free), self._longest) if failed >= self._free else 0.0
        if len(self._failures) >= self._room:
            self._make_room(now)
        self._failures[key] = (failed, now, now + wait)

    def forgive(self, key: str) -> None:
        """Take back the attempt that was counted last, because it succeeded."""
        failed, last, _ = self._failures.pop(key, (0, 0.0, 0.0))
        if failed > 1:
            self._failures[key] = (failed - 1, last, 0.0)

    def forget(self, key: str) -> None:
        """Forget all attempts of a key."""
        self._failures.pop(key, None)

    def _make_room(self, now: float) -> None:
        kept = [(key, row) for key, row in self._failures.items() if now - row[1] <= self._forget]
        self._failures = dict(kept[-(self._most_keys * 3 // 4) :])
        self._room = room_for(len(self._failures), self._most_keys)


class Limits:
    """All limits of this process."""

    def __init__(self, settings: ServerSettings) -> None:
        def rate(name: str, sentence: str) -> Buckets:
            return Buckets(settings.rate(name), sentence)

        def slots(name: str, sentence: str) -> Slots:
            return Slots(settings.size(name), sentence)

        requests = "Too many requests; send fewer."
        self.requests_of_address = rate("requests_of_address", requests)
        self.requests_of_player = rate("requests_of_player", requests)
        guests = "Too many new guests have come from this address."
        self.new_players = rate("new_players", guests)
        self.new_players_daily = rate("new_players_daily", guests)
        self.guests = Quotas([], [self.new_players, self.new_players_daily])
        own = "You have opened too many tables; wait a while."
        others = "Too many new tables have been opened from this address."
        self.new_tables = rate("new_tables", own)
        self.new_tables_daily = rate("new_tables_daily", own)
        self.new_tables_of_address = rate("new_tables_of_address", others)
        self.new_tables_of_address_daily = rate("new_tables_of_address_daily", others)
        self.tables = Quotas(
            [self.new_tables, self.new_tables_daily],
            [self.new_tables_of_address, self.new_tables_of_address_daily],
        )
        self.new_invitations = rate(
            "new_invitations", "You have made too many links; wait a while."
        )
        self.chat = rate("chat", "You are writing too fast; wait a moment.")
        self.chat_daily = rate(
            "chat_daily", "You have sent as many messages as are allowed in a day."
        )
        self.chat_of_address = rate(
            "chat_of_address", "Too many messages have come from this address."
        )
        self.chat_of_address_daily = rate(
            "chat_of_address_daily",
            "This address has sent as many messages as are allowed in a day.",
        )
        self.talk = Quotas(
            [self.chat, self.chat_daily], [self.chat_of_address, self.chat_of_address_daily]
        )
        done = "You have reached the daily limit of changes; come back later."
        self.actions_daily = rate("actions_daily", done)
        self.actions_of_address_daily = rate("actions_of_address_daily", done)
        self.actions = Quotas([self.actions_daily], [self.actions_of_address_daily])
        self.new_reviews = rate("new_reviews", "You have asked for too many reviews; wait a while.")
        self.advice = rate("advice", "You have asked the coach too often; wait a moment.")
        self.pictures = rate("pictures", "Too many pictures were asked for from this address.")
        self.frames = rate("frames", "This socket is sending too many frames.")
        self.logins = rate("logins", "There have been too many log-ins from this address.")
        self.invitations = rate(
            "invitations", "Too many invitations have been tried from this address."
        )
        self.thinking = rate(
            "thinking", "Your bots and questions have used up their thinking time; wait a while."
        )
        self.webhooks = rate("webhooks", "You have changed your webhook too often; wait a while.")
        self.personal_data = rate(
            "personal_data", "You have only just downloaded your data; wait a while."
        )
        self.sockets = slots("sockets", "This server cannot take any more sockets.")
        self.sockets_of_player = slots("sockets_of_player", "You have too many open sockets.")
        self.sockets_of_address = slots(
            "sockets_of_address", "This address has too many open sockets."
        )
