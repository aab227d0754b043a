"""Limits on connections, so that they cannot fill the memory or occupy a slot for nothing.

uvicorn reads the head of a request however long it is and however long it takes. Here both are
limited. On a socket it answers every ping even if nobody reads the answers, joins any number of
empty fragments, and waits for ever for a client that does not read its farewell.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame

from elgrande.rules.errors import GameError
from elgrande.server.background.gc_policy import collector
from elgrande.server.errors import BadRequest, TooLarge
from elgrande.server.web.error_responses import encoded

MOST_HEAD_BYTES = 32 * 1024
SECONDS_FOR_HEAD = 20.0
MOST_FRAGMENTS = 1024
SECONDS_FOR_FAREWELL = 10.0
_PHRASES = {400: "Bad Request", 413: "Content Too Large"}


class BoundedProtocol(HttpToolsProtocol):
    """uvicorn's protocol, but a head must be short and arrive soon."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._head_bytes = 0
        self._awaits_head = True
        self._head_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect the first request."""
        super().connection_made(transport)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop expecting anything."""
        collector.note_closed()
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless the head has grown too long."""
        super().data_received(data)
        if self._awaits_head:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES and not self.transport.is_closing():
                self._refuse(
                    TooLarge("The head of the request is larger than this server accepts.")
                )

    def on_message_begin(self) -> None:
        """A request begins."""
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        """The head is complete; the rest has its own limits."""
        self._stop_timer()
        self._awaits_head = False
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP with the usual body of a refusal."""
        self._refuse(BadRequest("The request is not valid HTTP."))

    def _expect_head(self) -> None:
        self._stop_timer()
        self._awaits_head = True
        self._head_bytes = 0
        self._head_timer = self.loop.call_later(SECONDS_FOR_HEAD, self._give_up)

    def _stop_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self._head_timer = None
        self.transport.close()

    def _refuse(self, refused: GameError) -> None:
        status, headers, body = encoded(refused)
        head = [f"HTTP/1.1 {status} {_PHRASES[status]}".encode()]
        head += [name + b": " + value for name, value in headers]
        head += [b"connection: close", b"", b""]
        self.transport.write(b"\r\n".join(head) + body)
        self.transport.close()


class BoundedSocketProtocol(WebSocketsSansIOProtocol):
    """uvicorn's protocol for sockets, but with limits on what is kept for a client."""

    _abort_timer: asyncio.TimerHandle | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        collector.note_closed()
        if self._abort_timer is not None:
            self._abort_timer.cancel()
        super().connection_lost(exc)

    async def send(self, message: Any) -> None:
        """Send; a refusal is an answer too, though uvicorn would complain that there was none.

        All frames of this server are text. Those that come as bytes are already encoded, which
        saves decoding and encoding them again for every client.
        """
        if message.get("bytes") is not None:
            await self._send_encoded(message["bytes"])
            return
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body"):
            self.handshake_complete = True

    async def _send_encoded(self, text: bytes) -> None:
        """Send a text frame as uvicorn does, as soon as the client accepts more."""
        await self.writable.wait()
        if self.disconnected:
            raise ClientDisconnected
        try:
            self.conn.send_text(text)
        except InvalidState as error:  # it is being closed
            raise ClientDisconnected from error
        self.transport.write(b"".join(self.conn.data_to_send()))

    def handle_ping(self) -> None:
        """Answer, unless the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Take one more fragment of a message, if there are not too many."""
        if len(self.frames) < MOST_FRAGMENTS:
            super().handle_cont(event)
        else:
            self._fail(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Pass on a message; anything but text is the client's mistake, not worth a traceback."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(CloseCode.INVALID_DATA)
                return
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Nobody answers: there is no point in waiting until what was sent is read."""
        super().keepalive_timeout()
        self.transport.abort()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """We are done; the client has a moment to read what it was sent."""
        super().on_task_complete(task)
        if not self.disconnected:
            self._abort_timer = self.loop.call_later(SECONDS_FOR_FAREWELL, self.transport.abort)

    def _fail(self, code: CloseCode) -> None:
        self.frames = []
        if not self.close_sent:  # what arrived at the same moment may fail as well
            self.conn.send_close(code)
            self.handle_parser_exception()
