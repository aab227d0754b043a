"""The one object a browser talks to: requests, sockets, and the work of bots in between."""

import logging
import secrets
from collections.abc import Mapping
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

from elgrande.rules.errors import GameError
from elgrande.server.errors import Internal, body_of, status_of
from elgrande.server.presentation.state_messages import encode
from elgrande.server.tables.table import TableState
from elgrande.solo.requests import Asked, find_handler
from elgrande.solo.saving import PLAYER, Keep, SoloPlayer, read_player, write
from elgrande.solo.sockets import Close, Send, Sockets
from elgrande.solo.tables import SoloTables

log: Final = logging.getLogger(__name__)
USUAL_NAME: Final = "Inés"
ID_BYTES: Final = 8


class Answer(NamedTuple):
    """The status and the text of an answer."""

    status: int
    text: str


class Solo:
    """One person's tables. `keep` stores texts, `send` and `close` reach the pages."""

    def __init__(self, keep: Keep, send: Send, close: Close) -> None:
        self._keep: Final = keep
        self._player = SoloPlayer(secrets.token_hex(ID_BYTES), USUAL_NAME)
        self._sockets: Final = Sockets(send, close)
        self._tables: Final = SoloTables(keep, self._tell)

    def restore(self, kept: Mapping[str, str]) -> int:
        """Take up what the browser kept; returns how many games cannot be read."""
        found = read_player(kept.get(PLAYER, ""))
        if found is None:
            self._keep(PLAYER, write(self._player))
        else:
            self._player = found
        return self._tables.restore(kept)

    def answer(self, method: str, address: str, body: str) -> Answer:
        """Answer a request as the server would."""
        parts = urlsplit(address)
        before = self._player.name
        try:
            handler, named = find_handler(method, parts.path)
            query = parse_qs(parts.query)
            found = handler(Asked(self._tables, self._player, named, query, body.encode()))
        except GameError as error:
            return Answer(status_of(error), encode(body_of(error)).decode())
        except Exception:
            log.exception("A request failed.")
            refusal = Internal("Something went wrong; nothing was changed.")
            return Answer(status_of(refusal), encode(body_of(refusal)).decode())
        if self._player.name != before:
            self._keep(PLAYER, write(self._player))
        return Answer(200, found if isinstance(found, str) else encode(found).decode())

    def connect(self, socket: int, address: str) -> None:
        """A page opens a socket."""
        self._sockets.connect(socket, address, self._tables, self._player.id)

    def hear(self, socket: int, text: str) -> None:
        """A page says something."""
        self._sockets.hear(socket, text, self._tables, self._player.id)

    def leave(self, socket: int) -> None:
        """A page closes a socket."""
        self._sockets.leave(socket)

    def work(self) -> int | None:
        """Let a bot move; in how many milliseconds there is more to do, None if nothing is."""
        return self._tables.work()

    def _tell(self, table: TableState) -> None:
        self._sockets.tell(table, self._player.id)
