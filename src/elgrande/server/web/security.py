"""In front of every answer: headers, cross-site requests, request rates.

Plain ASGI around Litestar, so that it applies to everything, even to unknown addresses.
Frames of a socket pass through without an extra coroutine.
"""

from collections.abc import Awaitable
from typing import Any, Final
from urllib.parse import urlsplit

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from elgrande.rules.errors import GameError
from elgrande.server.accounts.moderation import Moderation
from elgrande.server.accounts.sessions import carries_cookie
from elgrande.server.errors import CrossOrigin, ShuttingDown, status_of
from elgrande.server.harmless import harmless
from elgrande.server.limits import Limits
from elgrande.server.limits import address_of as address_of
from elgrande.server.logs import OPERATIONS_PATHS
from elgrande.server.metrics import Metrics
from elgrande.server.settings import ServerSettings
from elgrande.server.web.error_responses import ERROR_KEY, encoded

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
OPEN_PATHS: Final = OPERATIONS_PATHS
POLICY: Final = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
# Addresses may contain invitations: no referrer may carry them to another site.
HEADERS: Final[tuple[tuple[bytes, bytes], ...]] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (
        b"permissions-policy",
        b"camera=(), microphone=(), geolocation=(), payment=(), usb=(), interest-cohort=()",
    ),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
# Only a replay for other sites may stand in a frame there; it says so in its own policy.
FRAMED: Final = "/embed/"
REFUSES_FRAMES: Final = b"x-frame-options"
NOT_KEPT: Final = (b"cache-control", b"no-store")
ONLY_HTTPS: Final = (b"strict-transport-security", b"max-age=31536000")
# Codes of a closed socket: 4000 plus the HTTP status that the refusal would have had.
CLOSE_CODES: Final = 4000
INTERNAL_CLOSE: Final = 1011


class Security:
    """Checks who asks from where and how often, and adds the headers to the answers."""

    def __init__(
        self, app: ASGIApp, settings: ServerSettings, limits: Limits, metrics: Metrics
    ) -> None:
        self._app = app
        self._limits = limits
        self._metrics = metrics
        self._is_https = settings.is_https
        self._public_host = urlsplit(settings.public_url).netloc if settings.public_url else None
        self.stopping = False
        self.moderation: Moderation | None = None  # as soon as the database is open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request or hold a socket."""
        if scope["type"] == ScopeType.HTTP:
            send = self._with_headers(scope, send)
        refused = self._refusal(scope)
        if refused is not None:
            with harmless("measuring"):
                self._metrics.errors.labels(refused.code).inc()
            await _refuse(scope, receive, send, refused)
        elif scope["type"] == ScopeType.HTTP:
            await self._app(scope, receive, send)
        else:
            with harmless("measuring"):
                self._metrics.sockets.inc()
            try:
                await self._app(scope, receive, _SocketSend(scope, send, self._metrics))
            finally:
                with harmless("measuring"):
                    self._metrics.sockets.dec()

    def _refusal(self, scope: Scope) -> GameError | None:
        """Why a request is not let in, if it is not."""
        if scope["path"] in OPEN_PATHS:
            return None
        if self.stopping:
            return ShuttingDown("The server is about to stop; reconnect in a moment.")
        try:
            self._limits.requests_of_address.take(address_of(scope))
        except GameError as error:
            return error
        if self.moderation is not None:
            try:
                self.moderation.check_address(host_of(scope))
            except GameError as error:
                return error
        if self._is_of_another_site(scope):
            return CrossOrigin("The request comes from a page of another site.")
        return None

    def _is_of_another_site(self, scope: Scope) -> bool:
        """Whether a browser sends this for a page that is not ours.

        A program that sends no such headers is not a browser, and does not carry cookies against
        its owner's will. A request with its own token and no cookie may come from anywhere.
        """
        if scope["type"] == ScopeType.HTTP and scope["method"] in SAFE_METHODS:
            return False
        host = fetched_from = origin = authorization = None
        for name, value in scope["headers"]:
            if name == b"host":
                host = value.decode("latin-1").lower()
            elif name == b"sec-fetch-site":
                fetched_from = value
            elif name == b"origin":
                origin = value.decode("latin-1").lower()
            elif name == b"authorization":
                authorization = value
        if authorization is not None and not carries_cookie(scope):
            return False
        if fetched_from is not None:
            return fetched_from not in (b"same-origin", b"none")
        if origin is None:
            return False
        place = _netloc(origin)
        return place is None or place not in (host, self._public_host)

    def _with_headers(self, scope: Scope, send: Send) -> Send:
        is_framed = scope["path"].startswith(FRAMED)
        extra = [one for one in HEADERS if not (is_framed and one[0] == REFUSES_FRAMES)]
        if self._is_https or scope["scheme"] == "https":
            extra.append(ONLY_HTTPS)
        is_api = f"{scope['path']}/".startswith("/api/")

        def send_with_headers(message: Message) -> Awaitable[None]:
            if message["type"] == "http.response.start":
                own = {name for name, _ in message["headers"]}
                added = [header for header in extra if header[0] not in own]
                headers = message["headers"] = [*message["headers"], *added]
                # Answers of the API are not cached, unless they say for how long.
                if is_api and all(name != NOT_KEPT[0] for name, _ in headers):
                    headers.append(NOT_KEPT)
            return send(message)

        return send_with_headers


class _SocketSend:
    """Sends for a socket, and gives a refusal its status and body where Litestar only closes."""

    def __init__(self, scope: Scope, send: Send, metrics: Metrics) -> None:
        self._scope = scope
        self._send = send
        self._metrics = metrics
        self._is_accepted = False

    def __call__(self, message: Message) -> Awaitable[None]:
        kind = message["type"]
        if kind == "websocket.accept":
            self._is_accepted = True
        elif kind == "websocket.close":
            refused = self._scope.get(ERROR_KEY)
            if isinstance(refused, GameError):
                return self._refuse(refused)
        return self._send(message)

    async def _refuse(self, refused: GameError) -> None:
        with harmless("measuring"):
            self._metrics.errors.labels(refused.code).inc()
        if not self._is_accepted:
            await _deny(self._scope, self._send, refused)
            return
        status = status_of(refused)
        code = INTERNAL_CLOSE if status == 500 else CLOSE_CODES + status
        await self._send({"type": "websocket.close", "code": code, "reason": refused.code})


async def _refuse(scope: Scope, receive: Receive, send: Send, refused: GameError) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await _deny(scope, send, refused)
        return
    status, headers, body = encoded(refused)
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})


async def _deny(scope: Scope, send: Any, refused: GameError) -> None:
    """Refuse a socket with a status and our body, where the server can do that."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": CLOSE_CODES + status_of(refused)})
        return
    status, headers, body = encoded(refused)
    headers = [*headers, *HEADERS, NOT_KEPT]
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body, "more_body": False})


def framed_policy(policy: str) -> str:
    """The policy of a page that may stand in a frame of any site."""
    return f"{policy}; frame-ancestors *"


def host_of(scope: Scope) -> str | None:
    """The address a request comes from: the client's, if a trusted proxy names it."""
    client = scope.get("client")
    return client[0] if client else None


def _netloc(origin: str) -> str | None:
    """The host and port of an origin; None for a page that has none, such as a file."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None
