"""The sockets of the pages of one browser: the whole view first, then every change."""

import logging
from collections.abc import Callable
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from elgrande.rules.errors import GameError
from elgrande.server.errors import Internal, NotAllowed, body_of, status_of
from elgrande.server.presentation.messages import (
    ChatMessage,
    ClientMessage,
    DoneMessage,
    ErrorMessage,
    LookMessage,
    PingMessage,
    PongMessage,
)
from elgrande.server.presentation.state_messages import StateMessages, encode
from elgrande.server.tables.table import TableState
from elgrande.server.timestamps import now_ms
from elgrande.server.web.deciding import decision_for
from elgrande.server.web.reading import read_json
from elgrande.server.web.viewpoints import check_seat, usual_seat, viewer_of
from elgrande.solo.addresses import language_in, seat_in, table_in
from elgrande.solo.tables import SoloTables

log: Final = logging.getLogger(__name__)
# Sends a text to a page through its socket, and closes it with a code and a reason.
Send = Callable[[int, str], Any]
Close = Callable[[int, int, str], Any]
REFUSED: Final = 4000  # and the HTTP status: what a socket is closed with


class _Socket:
    """A page at a table: from which seat it looks, and the last entry it was told of."""

    def __init__(self, table: str, seat: int | None, language: str) -> None:
        self.table: Final = table
        self.language: Final = language
        self.seat = seat
        self.cursor = 0


class Sockets:
    """All sockets of this browser, by the numbers the pages gave them."""

    def __init__(self, send: Send, close: Close) -> None:
        self._send: Final = send
        self._close: Final = close
        self._open: Final[dict[int, _Socket]] = {}
        self._messages: Final = StateMessages()

    def connect(self, number: int, address: str, tables: SoloTables, player: str) -> None:
        """A page wants to follow a table; the feed of all of a player's turns stays silent."""
        parts = urlsplit(address)
        if parts.path == "/api/me/socket":
            return
        try:
            query = parse_qs(parts.query)
            table = tables.get(table_in(parts.path))
            seat = seat_in(query, usual_seat(table, player))
            check_seat(table, player, seat)
            self._open[number] = _Socket(table.id, seat, language_in(query))
            self._show(number, table, player)
        except GameError as error:
            self._send(number, _text(_refusal(None, error)))
            self._close(number, REFUSED + status_of(error), error.code)

    def leave(self, number: int) -> None:
        """A page is gone."""
        self._open.pop(number, None)

    def tell(self, table: TableState, player: str) -> None:
        """A table changed: send the news to all pages that follow it."""
        for number, socket in list(self._open.items()):
            if socket.table == table.id and socket.cursor != table.number:
                self._show(number, table, player)

    def hear(self, number: int, text: str, tables: SoloTables, player: str) -> None:
        """Carry out a frame of a page, or refuse it."""
        socket = self._open.get(number)
        if socket is None:
            return
        given: str | None = None
        try:
            frame: ClientMessage = read_json(text, ClientMessage, "The frame")
            given = frame.id
            self._answer(number, socket, frame, tables, player)
        except GameError as error:
            self._send(number, _text(_refusal(given, error)))
        except Exception:
            log.exception("A frame failed.")
            self._send(number, _text(_refusal(given, Internal("Something went wrong."))))

    def _answer(
        self, number: int, socket: _Socket, frame: ClientMessage, tables: SoloTables, player: str
    ) -> None:
        if isinstance(frame, PingMessage):
            self._send(number, _text(PongMessage(frame.id, now_ms())))
            return
        if isinstance(frame, ChatMessage):
            raise NotAllowed("There is nobody to talk to: this table is in your browser alone.")
        if isinstance(frame, LookMessage):
            table = tables.get(socket.table)
            check_seat(table, player, frame.seat)
            socket.seat, socket.cursor = frame.seat, 0
            self._show(number, table, player)
        else:
            played = frame
            tables.act(socket.table, lambda table, now: decision_for(played, table, now, player))
        self._send(number, _text(DoneMessage(frame.id, socket.cursor)))

    def _show(self, number: int, table: TableState, player: str) -> None:
        socket = self._open[number]
        viewer = viewer_of(table, player)
        text = self._messages.text(table, socket.seat, socket.language, socket.cursor, viewer)
        socket.cursor = table.number
        self._send(number, text.decode())


def _refusal(given: str | None, error: GameError) -> ErrorMessage:
    return ErrorMessage(given, **body_of(error))  # type: ignore[arg-type]


def _text(message: Any) -> str:
    return encode(message).decode()
