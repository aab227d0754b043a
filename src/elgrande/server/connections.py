"""What is open for a session: sockets, feeds and requests that wait. All of it ends with it."""

from collections.abc import Iterable
from typing import Final, Protocol


class Connection(Protocol):
    """Something that stays open for as long as its session holds."""

    def sign_out(self) -> None:
        """The session is over: show nothing more, and close. Never blocks."""


class Connections:
    """The open connections of this process, by session."""

    def __init__(self) -> None:
        # Of each session: when it expires, and what is open for it.
        self._open: Final[dict[str, tuple[int | None, set[Connection]]]] = {}

    def add(self, session: str, expires: int | None, connection: Connection) -> None:
        """One more connection of a session."""
        self._open.setdefault(session, (expires, set()))[1].add(connection)

    def drop(self, session: str, connection: Connection) -> None:
        """The connection is gone, unless it was signed out before."""
        found = self._open.get(session)
        if found is not None:
            found[1].discard(connection)
            if not found[1]:
                del self._open[session]

    def sign_out(self, sessions: Iterable[str]) -> None:
        """These sessions are over: end all that is open for them."""
        for session in sessions:
            _, connections = self._open.pop(session, (None, set()))
            for connection in connections:
                connection.sign_out()

    def sessions(self) -> list[str]:
        """The sessions that something is open for."""
        return list(self._open)

    def expired(self, now: int) -> list[str]:
        """The sessions among them that have expired by this time."""
        return [
            session
            for session, (expires, _) in self._open.items()
            if expires is not None and expires <= now
        ]
