"""The feed of a player: news of all their tables on one socket, for notices in the browser."""

import asyncio
from contextlib import suppress
from typing import Any, Final

from litestar import WebSocket
from litestar.exceptions import WebSocketException

from elgrande.server.frames import encode
from elgrande.server.wire import GoodbyeFrame

MOST_WAITING: Final = 100
RESTART: Final = 1012
FAREWELL_SECONDS: Final = 2.0


class Feed:
    """One socket of a player. What it cannot take in time is dropped: it is only a nudge."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self.ended: Final = asyncio.Event()

    def put(self, text: str | None) -> None:
        """Send something soon; None ends the feed."""
        with suppress(asyncio.QueueFull):
            self._queue.put_nowait(text)

    async def send_all(self, socket: WebSocket[Any, Any, Any]) -> None:
        """Send what comes until the end."""
        try:
            with suppress(WebSocketException, RuntimeError, OSError):
                while (text := await self._queue.get()) is not None:
                    await socket.send_text(text)
                await socket.send_text(encode(GoodbyeFrame()).decode())
                await socket.close(code=RESTART, reason="restart")
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
        """A table waits for a player."""
        feeds = self._feeds.get(player)
        if feeds:
            text = encode({"type": "your_turn", **notice}).decode()
            for feed in feeds:
                feed.put(text)

    async def close(self) -> None:
        """The server stops: say so to everybody, but wait for nobody who does not listen."""
        ending = [feed for feeds in self._feeds.values() for feed in feeds]
        for feed in ending:
            feed.put(None)
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL_SECONDS):
                await asyncio.gather(*(feed.ended.wait() for feed in ending))
