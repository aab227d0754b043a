"""A socket at a table: the whole view first, then every change, and the client's frames.

Each socket has a cursor, the last entry it was told of. A change only wakes it; it then gets one
frame from its cursor to now. So a slow client misses nothing and keeps nobody else waiting.
"""

import asyncio
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from litestar import WebSocket
from litestar.exceptions import WebSocketException

from elgrande.rules.errors import GameError
from elgrande.server.accounts.sessions import Caller
from elgrande.server.errors import BadRequest, Internal, NoSuchTable, TooFast
from elgrande.server.harmless import harmless
from elgrande.server.presentation.messages import (
    ClientMessage,
    DoneMessage,
    ErrorMessage,
    GoodbyeMessage,
    LookMessage,
    PausedMessage,
    PingMessage,
    PongMessage,
)
from elgrande.server.presentation.state_messages import Viewer, encode
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import FINISHED, TableState
from elgrande.server.timestamps import now_ms
from elgrande.server.web.access import may_see
from elgrande.server.web.error_responses import (
    as_game_error,
    close_code,
    error_frame,
    last_frame,
)
from elgrande.server.web.reading import read_json
from elgrande.server.web.requests import perform
from elgrande.server.web.services import Services
from elgrande.server.web.viewpoints import viewer_of

log: Final = structlog.get_logger("elgrande.sockets")
SEND_SECONDS: Final = 30.0
RESTART: Final = 1012
TOO_EAGER: Final = 4429
GONE: Final = 4404
MOST_REFUSALS: Final = 20  # frames in a row that came too fast or could not be read

# The state of the table, how the client stands to it, and what else decides who may see it.
Standing = tuple[str, Viewer, int, bool]


class TableSocket:
    """One client at one table."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        services: Services,
        live: LiveTable,
        caller: Caller,
        seat: int | None,
        language: str,
    ) -> None:
        self._socket: Final = socket
        self._services: Final = services
        self._live: Final = live
        self._caller: Final = caller
        self._seat = seat
        self._language: Final = language
        self._cursor = 0
        self._shown = live.state
        # How the client stood when it was last asked whether it may stay.
        self._admitted: Standing = ("", Viewer(), 0, False)
        self._task: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self._paused_told: str | None = None
        self._refusals = 0

    @property
    def player(self) -> str:
        """Who is at the other end."""
        return self._caller.id

    async def run(self) -> None:
        """Serve the client until it goes."""
        self._live.listeners.add(self)
        try:
            self.nudge()
            if self._services.live_tables.paused is not None:
                self.pause(self._services.live_tables.paused)
            while True:
                event = await self._socket.receive()
                if event["type"] == "websocket.disconnect":
                    return
                text = event.get("text")
                await self._take(text if isinstance(text, str) else None)
        finally:
            self._live.listeners.discard(self)
            self._services.presence.saw(self.player)
            if self._task is not None:
                self._task.cancel()

    # Out.

    def nudge(self) -> None:
        """The table changed: send the news, unless that is being done."""
        if self._ending is None and (self._task is None or self._task.done()):
            self._task = asyncio.create_task(self._send_news())

    async def _send_news(self) -> None:
        try:
            # After a player was deleted, the table is another with the same number.
            while self._cursor != self._live.state.number or self._shown is not self._live.state:
                if not await self._may_stay():
                    await self._send(error_frame(None, NoSuchTable("There is no such table.")))
                    await self._close(GONE, "no_such_table")
                    return
                text = self._news()
                # Noted before sending: meanwhile the client may switch to another seat.
                self._cursor = self._live.state.number
                self._shown = self._live.state
                # A client that does not read answers no pings either, and is dropped for that.
                await self._socket.send_bytes(text)
        except (WebSocketException, RuntimeError, OSError):
            return  # it is gone; the other task learns that too
        except Exception:
            log.exception("frame_failed", table=self._live.state.id)
            await self._close(1011, "internal")

    async def _may_stay(self) -> bool:
        """Whether the client may still see this table, and from its seat.

        Somebody who left a seat may no longer look from it, and a visitor to an open table may not
        watch its game unless the host lets them. Checked again only when the table's state, the
        client's seats, the link for spectators or the game's being public have changed.
        """
        table, player = self._live.state, self._caller.id
        while (standing := _standing(table, player)) != self._admitted:
            if not await may_see(self._services, player, table):
                return False
            if self._seat not in standing[1].seats and table.row.state != FINISHED:
                self._seat = None
            self._admitted = standing
        return True

    def _news(self) -> bytes:
        _, viewer, _, _ = self._admitted
        return self._services.state_messages.text(
            self._live.state, self._seat, self._language, self._cursor, viewer
        )

    def pause(self, detail: str | None) -> None:
        """Tell the client that play pauses, or goes on."""
        if detail != self._paused_told:
            self._paused_told = detail
            self._later(PausedMessage(detail))

    def _later(self, frame: msgspec.Struct) -> None:
        task = asyncio.create_task(self._send(frame))
        task.add_done_callback(lambda done: done.cancelled() or done.exception())

    async def farewell(self) -> None:
        """The server stops."""
        await self._send(GoodbyeMessage())
        await self._close(RESTART, "restart")

    def sign_out(self, error: GameError | None = None) -> None:
        """The session is over, or may not continue here: show nothing more, and close."""
        self._live.listeners.discard(self)
        if self._task is not None:
            self._task.cancel()
        self._ending = asyncio.create_task(self._sign_out(last_frame(error)))

    async def _sign_out(self, frame: ErrorMessage) -> None:
        await self._send(frame)
        await self._close(close_code(frame), frame.error)

    async def _send(self, frame: msgspec.Struct) -> None:
        with suppress(WebSocketException, RuntimeError, OSError, TimeoutError):
            async with asyncio.timeout(SEND_SECONDS):
                await self._socket.send_bytes(encode(frame))

    async def _close(self, code: int, reason: str) -> None:
        with suppress(WebSocketException, RuntimeError, OSError):
            await self._socket.close(code=code, reason=reason)

    # In.

    async def _take(self, text: str | None) -> None:
        """Carry out one frame of the client, or refuse it."""
        given: str | None = None
        try:
            frame = _read(text)
            given = frame.id
            self._services.sessions.check(self._caller)
            self._services.limits.frames.take(self._caller.session)
            self._refusals = 0
            await self._answer(frame)
        except Exception as error:
            await self._refuse(given, error)

    async def _answer(self, frame: ClientMessage) -> None:
        if isinstance(frame, PingMessage):
            await self._send(PongMessage(frame.id, now_ms()))
        elif isinstance(frame, LookMessage):
            if frame.seat is not None:
                self._live.state.own_seat(frame.seat, self._caller.id)
            self._seat, self._cursor = frame.seat, 0
            self.nudge()
            await self._done(frame.id)
        else:
            self._services.limits.actions.take(self._caller.id, self._caller.address)
            await perform(self._services, self._caller, self._live.state.id, frame)
            await self._done(frame.id)

    async def _done(self, given: str | None) -> None:
        """Acknowledge a frame, after sending the state that shows it."""
        if self._task is not None:
            await asyncio.wait([self._task])
        await self._send(DoneMessage(given, self._cursor))

    async def _refuse(self, given: str | None, error: Exception) -> None:
        refused = as_game_error(error)
        with harmless("measuring"):
            self._services.metrics.errors.labels(refused.code).inc()
        if isinstance(refused, Internal):
            log.error("internal", exc_info=error)
        if isinstance(refused, TooFast | BadRequest):
            self._refusals += 1
            if self._refusals > MOST_REFUSALS:
                await self._close(TOO_EAGER, "too fast")
                return
        await self._send(error_frame(given, refused))


def _standing(table: TableState, player: str) -> Standing:
    """What decides whether somebody may see a table, and from where."""
    admission = table.admission
    viewer = viewer_of(table, player)
    return table.row.state, viewer, admission.watch_links, admission.published


def _read(text: str | None) -> ClientMessage:
    if text is None:
        raise BadRequest("A frame must be text, not bytes.")
    frame: ClientMessage = read_json(text, ClientMessage, "The frame")
    return frame
