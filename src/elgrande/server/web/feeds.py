"""The feed of a player: news of all their tables on one socket, for notices in the browser."""

import asyncio
from contextlib import suppress
from typing import Any, Final, NamedTuple

from litestar import WebSocket
from litestar.exceptions import WebSocketException

from elgrande.rules.errors import GameError
from elgrande.server.presentation.messages import (
    ErrorMessage,
    GameOpenedMessage,
    GoodbyeMessage,
    YourTurnMessage,
)
from elgrande.server.presentation.state_messages import encode
from elgrande.server.web.error_responses import close_code, last_frame

MOST_WAITING: Final = 100
RESTART: Final = 1012
FAREWELL_SECONDS: Final = 2.0


class Ending(NamedTuple):
    """How a feed ends: its last frame, and what the socket is closed with."""

    frame: GoodbyeMessage | ErrorMessage
    code: int
    reason: str


class Feed:
    """One socket of a player. What it does not read in time is dropped: it is only a nudge."""

    def __init__(self) -> None:
        self._queue: Final[asyncio.Queue[str]] = asyncio.Queue(MOST_WAITING)
        self._ending: Ending | None = None
        self.ended: Final = asyncio.Event()

    def put(self, text: str) -> None:
        """Send something soon."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(text)

    def sign_out(self, error: GameError | None = None) -> None:
        """The session is over, or may not continue here: show nothing more, and close."""
        frame = last_frame(error)
        self.end(Ending(frame, close_code(frame), frame.error))

    def end(self, ending: Ending) -> None:
        """Send nothing that waits, only the reason for the end."""
        self._ending = ending
        while not self._queue.empty():
            self._queue.get_nowait()
        self.put("")  # wakes the task that waits for more to send

    async def send_all(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what comes until the end."""
        try:
            with suppress(WebSocketException, RuntimeError, OSError):
                while True:
                    text = await self._queue.get()
                    if self._ending is not None:
                        break
                    await socket.send_text(text)
                await socket.send_text(encode(self._ending.frame).decode())
                await socket.close(code=self._ending.code, reason=self._ending.reason)
        finally:
            self.ended.set()


class Feeds:
    """The feeds of this process, by player."""

    def __init__(self) -> None:
        self._feeds: Final[dict[str, set[Feed]]] = {}

    def add(self, player: str, feed: Feed) -> None:
        """A player is connected."""
        self._feeds.setdefault(player, set()).add(feed)

    def drop(self, player: str, feed: Feed) -> None:
        """The connection is gone."""
        feeds = self._feeds.get(player, set())
        feeds.discard(feed)
        if not feeds:
            self._feeds.pop(player, None)

    def tell(self, player: str, notice: dict[str, Any]) -> None:
        """A table waits for a player, or has been opened for them."""
        feeds = self._feeds.get(player)
        if feeds:
            kind = GameOpenedMessage if notice["event"] == "game_opened" else YourTurnMessage
            text = encode(kind(**notice)).decode()
            for feed in feeds:
                feed.put(text)

    async def close(self) -> None:
        """The server stops: say so to everybody, but do not wait for those who do not listen."""
        ending = [feed for feeds in self._feeds.values() for feed in feeds]
        for feed in ending:
            feed.end(Ending(GoodbyeMessage(), RESTART, "restart"))
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await asyncio.gather(*(feed.ended.wait() for feed in ending))
