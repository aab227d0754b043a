"""Who is asking: the session in the cookie or in the Authorization header, and its player."""

import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from litestar.datastructures import Cookie, State
from litestar.di import NamedDependency
from litestar.types import Scope
from msgspec import Struct
from msgspec.structs import replace

from elgrande.rules.errors import GameError
from elgrande.server import tokens
from elgrande.server.accounts.connections import Connection, Connections
from elgrande.server.errors import NotAllowed, NotSignedIn, TooMany
from elgrande.server.limits import Limits, address_of
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Player, Session, Storage
from elgrande.server.timestamps import now_ms

COOKIE: Final = "elgrande"
BROWSER: Final = "browser"
BOT: Final = "bot"
DAY_MS: Final = 24 * 3600 * 1000
# The longest that browsers keep a cookie. A guest has nothing else, so it is renewed in use.
SESSION_MS: Final = 400 * DAY_MS
RENEWED_MS: Final = 200 * DAY_MS
# A new name given at another process shows up after this time at the latest.
REMEMBERED_SECONDS: Final = 15.0
MOST_REMEMBERED: Final = 20_000
NOBODY: Final = "This request is not signed in."
_COOKIE_START: Final = f"{COOKIE}=".encode()
_BEARER: Final = b"bearer "
# Requests that change nothing, so that nothing grows.
READING: Final = ("GET", "HEAD", "OPTIONS")


class Caller(Struct, frozen=True):
    """Who is asking: the player, the session by which the player is known, and from where."""

    id: str
    name: str
    is_claimed: bool
    session: str
    kind: str
    expires: int | None
    address: str = "elsewhere"  # as limits know it

    def must_be_at_a_browser(self) -> None:
        """Refuse what a token for an outside bot may not do."""
        if self.kind != BROWSER:
            raise NotAllowed("A token for an outside bot can play, but cannot manage the account.")


class Sessions:
    """Opens, finds and ends sessions; those in use are remembered for a moment."""

    def __init__(
        self,
        storage: Storage,
        settings: ServerSettings,
        saw: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._storage = storage
        self._settings = settings
        self._saw = saw  # called with every player who shows a valid session
        self._clock = clock
        # By session: until when it is trusted, the hash of its secret, and whose it is.
        self._known: OrderedDict[str, tuple[float, bytes, Caller]] = OrderedDict()
        # What ended lately: anything still under way for it, or read earlier, is refused.
        self._ended: OrderedDict[str, None] = OrderedDict()
        # Counts changes, so that nothing older is remembered after one.
        self._changes = 0
        self._connections: Final = Connections()
        # Called when this process ended some sessions, and when it changed a player.
        self.on_ended: Final[list[Callable[[Sequence[str]], None]]] = []
        self.on_changed: Final[list[Callable[[str], None]]] = []

    async def caller(self, text: str) -> Caller | None:
        """Whose token this is, if it is one and still valid."""
        parts = tokens.parse(text)
        if parts is None:
            return None
        identity, secret = parts
        known = self._known.get(identity)
        if known is None or known[0] < self._clock():
            known = await self._look_up(identity)
        if known is None or not tokens.matches(secret, known[1]):
            return None
        caller = known[2]
        if self._is_over(caller):
            return None
        self._saw(caller.id)
        return caller

    async def _look_up(self, identity: str) -> tuple[float, bytes, Caller] | None:
        self._known.pop(identity, None)
        changes = self._changes
        session = await self._storage.session(identity)
        player = None if session is None else await self._storage.player(session.player)
        if session is None or player is None:
            return None
        row = (self._clock() + REMEMBERED_SECONDS, session.hash, caller_of(player, session))
        if changes == self._changes:
            self._known[identity] = row
            while len(self._known) > MOST_REMEMBERED:
                self._known.popitem(last=False)
        return row

    async def open(self, player: str, kind: str, label: str = "") -> tuple[Session, str]:
        """A new session of a player and its token, which is never seen again."""
        await self._make_room(player, kind)
        token = tokens.new_token()
        now = now_ms()
        session = Session(
            id=token.id,
            player=player,
            hash=token.hash,
            kind=kind,
            label=label,
            created=now,
            expires=now + SESSION_MS if kind == BROWSER else None,
        )
        await self._storage.add_session(session)
        return session, token.text

    async def _make_room(self, player: str, kind: str) -> None:
        """Refuse a bot token beyond the limit; with too many browsers, sign out the oldest."""
        held = [row for row in await self._storage.sessions_of(player) if row.kind == kind]
        if kind == BOT:
            if len(held) >= self._settings.size("tokens_of_player"):
                raise TooMany("You have as many tokens as allowed; revoke one first.")
            return
        held.sort(key=lambda session: session.created)
        too_many = len(held) + 1 - self._settings.size("browsers_of_player")
        await self.end([session.id for session in held[: max(too_many, 0)]])

    async def end(self, identities: Sequence[str]) -> None:
        """End sessions and all that is open for them; in this process before this returns."""
        if not identities:
            return
        await self._storage.drop_sessions(identities)
        self.hear_ended(identities)
        for tell in self.on_ended:
            tell(identities)

    async def end_all(
        self, player: str, *, kind: str | None = None, but: str | None = None
    ) -> None:
        """End all sessions of a player, or those of one kind, except the one in `but`."""
        held = await self._storage.sessions_of(player)
        await self.end(
            [row.id for row in held if row.id != but and (kind is None or row.kind == kind)]
        )

    def hear_ended(self, identities: Sequence[str]) -> None:
        """Sessions were ended, here or elsewhere: stop trusting them, and close what is open."""
        for identity in identities:
            self._ended[identity] = None
            self._known.pop(identity, None)
        while len(self._ended) > MOST_REMEMBERED:
            self._ended.popitem(last=False)
        self._connections.sign_out(identities)

    def hear_all_ended(self, player: str) -> None:
        """All sessions of a player were ended in the database."""
        known = [key for key, row in self._known.items() if row[2].id == player]
        self.hear_ended([*known, *self._connections.sessions_of(player)])

    def shut_out(self, refuse: Callable[[str, str | None], GameError | None]) -> None:
        """Close what is open for a player, or from an address, that is refused from now on."""
        self._connections.shut_out(refuse)

    async def end_expired(self) -> None:
        """Close what is open for sessions that expired, and forget those nobody used lately."""
        self.hear_ended(self._connections.expired(now_ms()))
        self._forget_old()

    async def look(self) -> None:
        """Find sessions that others ended without this process hearing of it."""
        wanted = {*self._connections.sessions(), *self._known}
        if wanted:
            living = await self._storage.living_sessions(wanted)
            self.hear_ended([identity for identity in wanted if identity not in living])

    def _forget_old(self) -> None:
        """Remember only the sessions that are trusted without a look; the oldest come first."""
        now = self._clock()
        while self._known and next(iter(self._known.values()))[0] < now:
            self._known.popitem(last=False)

    @contextmanager
    def connected(self, caller: Caller, connection: Connection, host: str | None) -> Iterator[None]:
        """Tie something that stays open to its session; NotSignedIn if that is over already."""
        self.check(caller)
        self._connections.add(caller.session, caller.id, caller.expires, connection, host)
        try:
            yield
        finally:
            self._connections.drop(caller.session, connection)

    def check(self, caller: Caller) -> None:
        """NotSignedIn if the session ended after the caller was found."""
        if self._is_over(caller):
            raise NotSignedIn(NOBODY)

    def _is_over(self, caller: Caller) -> bool:
        if caller.session in self._ended:
            return True
        return caller.expires is not None and caller.expires <= now_ms()

    def change(self, player: str) -> None:
        """A player has a new name or password: read them again, in all processes."""
        self.forget(player)
        for tell in self.on_changed:
            tell(player)

    def forget(self, player: str) -> None:
        """Read a player again at the next request."""
        self._changes += 1
        for identity in [key for key, row in self._known.items() if row[2].id == player]:
            del self._known[identity]


def caller_of(player: Player, session: Session) -> Caller:
    """The caller that a session stands for."""
    return Caller(
        id=player.id,
        name=player.name,
        is_claimed=player.password is not None,
        session=session.id,
        kind=session.kind,
        expires=session.expires,
    )


# How handlers ask for them.
Asking = NamedDependency[Caller]
Visiting = NamedDependency[Caller | None]
Leaving = NamedDependency[Caller]


async def find_visitor(scope: Scope, state: State) -> Caller | None:
    """Who is asking, or None for a stranger; Banned for a banned player.

    A dependency of routes and sockets.
    """
    caller = await find_holder(scope, state)
    if caller is not None:
        state.services.moderation.check_player(caller.id)
    return caller


async def find_holder(scope: Scope, state: State) -> Caller | None:
    """Whose token comes with a request, banned or not."""
    text = token_in(scope)
    if text is None:
        return None
    sessions: Sessions = state.services.sessions
    limits: Limits = state.services.limits
    caller = await sessions.caller(text)
    if caller is None:
        return None
    limits.requests_of_player.take(caller.id)
    address = address_of(scope)
    if scope.get("method", "GET") not in READING:  # a socket has none
        limits.actions.take(caller.id, address)
    return replace(caller, address=address)


async def find_leaver(scope: Scope, state: State) -> Caller:
    """Who is asking for something that banned players may do: see their data, leave."""
    caller = await find_holder(scope, state)
    if caller is None:
        raise NotSignedIn(NOBODY)
    return caller


async def find_caller(scope: Scope, state: State) -> Caller:
    """Who is asking; NotSignedIn for a stranger. A dependency of routes and sockets."""
    caller = await find_visitor(scope, state)
    if caller is None:
        raise NotSignedIn(NOBODY)
    return caller


def token_in(scope: Scope) -> str | None:
    """The token that a request shows: in its Authorization header, else in its cookie."""
    in_cookie = None
    for name, value in scope["headers"]:
        if name == b"authorization" and value[: len(_BEARER)].lower() == _BEARER:
            return value[len(_BEARER) :].strip().decode("latin-1")
        if name == b"cookie" and in_cookie is None:
            in_cookie = _in_cookies(value)
    return None if in_cookie is None else in_cookie.decode("latin-1")


def carries_cookie(scope: Scope) -> bool:
    """Whether our cookie came with a request."""
    return any(
        name == b"cookie" and _in_cookies(value) is not None for name, value in scope["headers"]
    )


def _in_cookies(header: bytes) -> bytes | None:
    for part in header.split(b";"):
        part = part.strip()
        if part.startswith(_COOKIE_START):
            return part[len(_COOKIE_START) :].strip(b'"')
    return None


def cookie_of(token: str, *, secure: bool) -> Cookie:
    """The cookie that keeps a browser signed in."""
    return Cookie(
        key=COOKIE,
        value=token,
        path="/",
        max_age=SESSION_MS // 1000,
        httponly=True,
        secure=secure,
        samesite="lax",
    )


def no_cookie(*, secure: bool) -> Cookie:
    """The cookie that removes ours."""
    return Cookie(
        key=COOKIE, value="", path="/", max_age=0, httponly=True, secure=secure, samesite="lax"
    )
