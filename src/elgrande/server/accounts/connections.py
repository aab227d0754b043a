"""What is open for a session: sockets, feeds and waiting requests. All end with the session."""

from collections.abc import Callable, Iterable
from typing import Final, NamedTuple, Protocol

from elgrande.rules.errors import GameError


class Connection(Protocol):
    """Something that stays open for as long as its session holds."""

    def sign_out(self, error: GameError | None = None) -> None:
        """The session is over: show nothing more, and close. Never blocks.

        With an error the session may continue, but not now and not from here.
        """


class Open(NamedTuple):
    """What is open for one session, each with the address it was opened from."""

    player: str
    expires: int | None
    hosts: dict[Connection, str | None]


class Connections:
    """The open connections of this process, by session."""

    def __init__(self) -> None:
        self._open: Final[dict[str, Open]] = {}

    def add(
        self,
        session: str,
        player: str,
        expires: int | None,
        connection: Connection,
        host: str | None,
    ) -> None:
        """One more connection of a session, from this address."""
        self._open.setdefault(session, Open(player, expires, {})).hosts[connection] = host

    def drop(self, session: str, connection: Connection) -> None:
        """The connection is gone, unless it was signed out before."""
        found = self._open.get(session)
        if found is not None:
            found.hosts.pop(connection, None)
            if not found.hosts:
                del self._open[session]

    def sign_out(self, sessions: Iterable[str], error: GameError | None = None) -> None:
        """These sessions are over: end all that is open for them."""
        for session in sessions:
            found = self._open.pop(session, None)
            for connection in () if found is None else list(found.hosts):
                connection.sign_out(error)

    def shut_out(self, refuse: Callable[[str, str | None], GameError | None]) -> None:
        """End every connection that is refused, by its player and the address it came from."""
        for session, found in list(self._open.items()):
            for connection, host in list(found.hosts.items()):
                error = refuse(found.player, host)
                if error is not None:
                    self.drop(session, connection)
                    connection.sign_out(error)

    def sessions(self) -> list[str]:
        """The sessions that something is open for."""
        return list(self._open)

    def sessions_of(self, player: str) -> list[str]:
        """Those of one player."""
        return [session for session, found in self._open.items() if found.player == player]

    def expired(self, now: int) -> list[str]:
        """The sessions among them that have expired by this time."""
        return [
            session
            for session, found in self._open.items()
            if found.expires is not None and found.expires <= now
        ]
