"""Turn notices: a signed POST to the webhook of a player whose turn it is.

Notices are rows in the database, written together with what they report, and sent by a separate
task: no receiver can hold up a game, and a notice outlives the process. Each is sent at least once;
the id in `X-Elgrande-Delivery` lets a receiver recognise one it has seen before.
"""

import asyncio
import hmac
import logging
import secrets
import ssl
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from hashlib import sha256
from typing import Any, Final, Protocol

import httpx
import msgspec
import structlog

from elgrande.server.background.webhook_addresses import Resolve, addresses_of, read_url, resolve
from elgrande.server.harmless import harmless
from elgrande.server.storage.rows import Delivery, Player
from elgrande.server.timestamps import now_ms

TIMEOUT_SECONDS: Final = 5.0
TOLERANCE_MS: Final = 5 * 60 * 1000
# After the first attempt, the second, and so on: 10 s, 1 min, 5 min, 30 min, 2 h, 6 h.
PAUSES_MS: Final = (10_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000)
LEASE_MS: Final = 60_000
LOOK_SECONDS: Final = 5.0
CLOSING_SECONDS: Final = 1.0
AT_ONCE: Final = 64
MOST_KEPT: Final = 8  # notices of one player that wait here for the one before
MOST_ADDRESSES: Final = 3
VERSION: Final = "v1"
SENT: Final = "sent"
FAILED: Final = "failed"
GIVEN_UP: Final = "given_up"

log = structlog.stdlib.get_logger("elgrande.webhooks")


class Deliveries(Protocol):
    """The part of the storage that is needed here."""

    async def claim_deliveries(self, now: int, limit: int, lease_ms: int) -> list[Delivery]:
        """Waiting notices that are due, the longest overdue first, each for one caller alone.

        In one step their `due` becomes `now + lease_ms`, also in what is returned: until then no
        other caller gets them, and afterwards they are due again unless settled.
        """
        ...

    async def settle_delivery(self, delivery: Delivery) -> None:
        """Store its attempts, due and state, if it still waits."""
        ...

    async def player(self, player_id: str) -> Player | None:
        """A player by id."""
        ...


def new_webhook_secret() -> str:
    """A secret to sign notices with, shown to its player once."""
    return secrets.token_urlsafe(32)


def turn_notice(table: str, title: str, seat: int, step: int, url: str) -> dict[str, Any]:
    """The body of a notice that a seat is asked for its choice; `sent` is added when it is sent."""
    return {
        "event": "your_turn",
        "table": table,
        "title": title,
        "seat": seat,
        "step": step,
        "url": url,
    }


def opening_notice(table: str, title: str, seat: int, url: str) -> dict[str, Any]:
    """The body of a notice that a game of an event waits for its players."""
    return {"event": "game_opened", "table": table, "title": title, "seat": seat, "url": url}


def sign(secret: str, timestamp: str, body: bytes) -> str:
    """The signature of a body that is sent at a time."""
    signed = timestamp.encode() + b"." + body
    return f"{VERSION}={hmac.new(secret.encode(), signed, sha256).hexdigest()}"


def verify(
    secret: str, timestamp: str, body: bytes, signature: str, now: int | None = None
) -> bool:
    """Whether a notice is from us and fresh: for receivers, given the values of its two headers.

    >>> verify("secret", "1000", b"{}", sign("secret", "1000", b"{}"), now=2000)
    True
    """
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20):
        return False
    now = now_ms() if now is None else now
    fresh = abs(now - int(timestamp)) <= TOLERANCE_MS
    expected = sign(secret, timestamp, body).encode()
    return hmac.compare_digest(expected, signature.encode(errors="replace")) and fresh


class Notices:
    """Sends what is due while it runs; any number of processes may do so at once."""

    def __init__(
        self,
        store: Deliveries,
        *,
        allow_private: bool = False,
        told: Callable[[str], None] | None = None,
        pauses: Sequence[int] = PAUSES_MS,
        at_once: int = AT_ONCE,
        by: Resolve = resolve,
        tls: ssl.SSLContext | None = None,
        clock: Callable[[], int] = now_ms,
    ) -> None:
        """`told` hears of every attempt whether it was sent, failed or was the last (given_up)."""
        self._store: Final = store
        self._allow_private: Final = allow_private
        self._told: Final = told
        self._pauses: Final = pauses
        self._at_once: Final = at_once
        self._resolve: Final = by
        self._tls: Final = tls
        self._clock: Final = clock
        self._woken: Final = asyncio.Event()
        # One slot for each player: a slow receiver takes one, and nobody else waits for it.
        self._receivers: Final[dict[str, deque[Delivery]]] = {}
        self._tasks: Final[set[asyncio.Task[None]]] = set()
        self._looking: asyncio.Task[None] | None = None
        self._client: httpx.AsyncClient | None = None

    async def start(self) -> None:
        """Begin to look for what is due."""
        # Its log line for each request holds the whole address.
        logging.getLogger("httpx").setLevel(logging.WARNING)
        tls = self._tls
        if tls is None:
            tls = await asyncio.to_thread(ssl.create_default_context)  # it reads files
        self._client = httpx.AsyncClient(
            verify=tls,
            timeout=TIMEOUT_SECONDS,
            follow_redirects=False,
            trust_env=False,
            # A connection is never reused: it was made to one address for one name.
            limits=httpx.Limits(max_keepalive_connections=0),
            headers={
                "User-Agent": "elgrande",
                "Accept-Encoding": "identity",
                "Connection": "close",
            },
        )
        self._looking = asyncio.create_task(self._look())

    def wake(self) -> None:
        """There is something due now: look at once."""
        self._woken.set()

    async def close(self) -> None:
        """Stop; what is under way is given a moment, and what is not sent is sent later."""
        if self._looking is None or self._client is None:
            return
        self._looking.cancel()
        await asyncio.wait([self._looking])
        for queue in self._receivers.values():
            queue.clear()
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=CLOSING_SECONDS)
            for task in late:
                task.cancel()
            if late:
                await asyncio.wait(late)
        await self._client.aclose()
        self._looking = self._client = None

    async def _look(self) -> None:
        while True:
            self._woken.clear()
            room = self._at_once - len(self._receivers)
            claimed: list[Delivery] = []
            if room > 0:
                try:
                    claimed = await self._store.claim_deliveries(self._clock(), room, LEASE_MS)
                except Exception as error:  # whatever is wrong, there is more to send later
                    log.warning("notices_not_read", reason=type(error).__name__)
                for delivery in claimed:
                    self._take(delivery)
            if not claimed:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LOOK_SECONDS):
                        await self._woken.wait()

    def _take(self, delivery: Delivery) -> None:
        """Send a notice after those of the same player; too many are claimed again later."""
        queue = self._receivers.get(delivery.player)
        if queue is None:
            queue = self._receivers[delivery.player] = deque([delivery])
            task = asyncio.create_task(self._serve(delivery.player, queue))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
        elif len(queue) < MOST_KEPT:
            queue.append(delivery)

    async def _serve(self, player: str, queue: deque[Delivery]) -> None:
        """Send the notices of one player one after the other, until one fails."""
        try:
            while queue:
                delivery = queue.popleft()
                if self._clock() + TIMEOUT_SECONDS * 1000 > delivery.due:
                    break  # by the time it is sent the webhook may be somebody else's
                if not await self._deliver(delivery):
                    break  # the others will hardly fare better now; they are claimed again
        except Exception as error:
            log.warning("notice_not_settled", reason=type(error).__name__)
        finally:
            del self._receivers[player]
            self.wake()

    async def _deliver(self, delivery: Delivery) -> bool:
        """Make one attempt and store how it went; returns whether the notice was received."""
        player = await self._store.player(delivery.player)
        attempts = delivery.attempts + 1
        outcome = FAILED
        if player is None or player.webhook is None or player.webhook_secret is None:
            outcome = GIVEN_UP
        elif await self._send(player.webhook, player.webhook_secret, delivery):
            outcome = SENT
        elif attempts > len(self._pauses):
            outcome = GIVEN_UP
        due, state = self._clock(), outcome
        if outcome == FAILED:
            due, state = due + self._pauses[attempts - 1], "waiting"
        settled = msgspec.structs.replace(delivery, attempts=attempts, due=due, state=state)
        await self._store.settle_delivery(settled)
        if self._told is not None:
            with harmless("measuring"):
                self._told(outcome)
        return outcome == SENT

    async def _send(self, webhook: str, secret: str, delivery: Delivery) -> bool:
        now = self._clock()
        body = msgspec.json.encode({**delivery.body, "sent": now})
        headers = {
            "Content-Type": "application/json",
            "X-Elgrande-Timestamp": str(now),
            "X-Elgrande-Signature": sign(secret, str(now), body),
            "X-Elgrande-Delivery": delivery.id,
        }
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS):
                url = read_url(webhook)
                found = await addresses_of(url, self._allow_private, self._resolve)
                status = await self._post(url, found, headers, body)
        except Exception as error:  # whatever a receiver does wrong, it failed this once
            reason = type(error).__name__
        else:
            if 200 <= status < 300:
                return True
            reason = str(status)
        log.info("notice_failed", delivery=delivery.id, reason=reason)
        return False

    async def _post(
        self, url: httpx.URL, addresses: Sequence[str], headers: dict[str, str], body: bytes
    ) -> int:
        """The status a receiver answers with, at the first address that takes a connection."""
        assert self._client is not None
        refused: httpx.ConnectError | None = None
        for address in addresses[:MOST_ADDRESSES]:
            try:
                # The receiver is called at an address and still addressed by its name. What it
                # says besides the status is not read.
                async with self._client.stream(
                    "POST",
                    url.copy_with(host=address),
                    content=body,
                    headers={**headers, "Host": url.netloc.decode("ascii")},
                    extensions={"sni_hostname": url.host},
                ) as response:
                    return response.status_code
            except httpx.ConnectError as error:
                refused = error
        assert refused is not None
        raise refused
