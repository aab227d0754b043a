"""How processes wake each other: one channel, in memory, or over Redis for several processes.

What is sent only says that there is something to read, so a message that is lost while Redis is
away only costs a moment. Litestar's own backend would end its tasks at the first
lost connection; here they wait and go on.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import suppress
from typing import Any, Final

from litestar.channels import ChannelsPlugin
from litestar.channels.backends.base import ChannelsBackend
from litestar.channels.backends.memory import MemoryChannelsBackend

from elgrande.server.errors import BadSetting
from elgrande.server.logs import log

CHANNEL: Final = "elgrande.tables"
SECONDS_TO_RETRY: Final = 1.0
SECONDS_TO_ANSWER: Final = 2.0


class Fanout:
    """The channel and what lies behind it."""

    def __init__(self, redis_url: str | None) -> None:
        self._redis = None if redis_url is None else _connect(redis_url)
        backend = MemoryChannelsBackend() if self._redis is None else _steady(self._redis)
        self.plugin: Final = ChannelsPlugin(backend, channels=[CHANNEL])

    @property
    def is_shared(self) -> bool:
        """Whether other processes hear what is sent."""
        return self._redis is not None

    async def is_up(self) -> bool:
        """Whether messages get through now."""
        if self._redis is None:
            return True
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                await self._redis.ping()
        except Exception:
            return False
        return True

    async def close(self) -> None:
        """Close the connections."""
        if self._redis is not None:
            await self._redis.aclose()


def _connect(url: str) -> Any:
    try:
        from redis.asyncio import Redis
    except ImportError:
        raise BadSetting("Redis needs another package: pip install 'elgrande[hosting]'.") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=SECONDS_TO_ANSWER,
            socket_connect_timeout=SECONDS_TO_ANSWER,
            health_check_interval=15,
        )
    except ValueError:
        raise BadSetting("The Redis URL must look like redis://localhost:6379/0.") from None


def _steady(redis: Any) -> ChannelsBackend:
    from litestar.channels.backends.redis import RedisChannelsPubSubBackend
    from redis.exceptions import RedisError

    lost = (RedisError, OSError, asyncio.TimeoutError)

    class SteadyRedisBackend(RedisChannelsPubSubBackend):
        """Litestar's backend, but it survives a Redis that is away."""

        _later: asyncio.Task[None] | None = None
        _is_away = False

        async def subscribe(self, channels: Iterable[str]) -> None:
            """Ask for messages; again and again if Redis is not there yet."""
            wanted = list(channels)
            try:
                await super().subscribe(wanted)
            except lost:
                self._note(is_away=True)
                self._later = asyncio.create_task(self._subscribe_later(wanted))

        async def _subscribe_later(self, channels: list[str]) -> None:
            while True:
                await asyncio.sleep(SECONDS_TO_RETRY)
                try:
                    await super().subscribe(channels)
                except lost:
                    continue
                self._note(is_away=False)
                return

        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            """Send a message, or drop it when nobody can hear it."""
            try:
                await super().publish(data, channels)
            except lost:
                self._note(is_away=True)
            else:
                self._note(is_away=False)

        async def stream_events(self) -> AsyncGenerator[tuple[str, Any], None]:
            """All messages, across lost connections."""
            while True:
                try:
                    async for event in super().stream_events():
                        yield event
                except lost:
                    self._note(is_away=True)
                    await asyncio.sleep(SECONDS_TO_RETRY)

        async def on_shutdown(self) -> None:
            """Stop asking, whether Redis is there or not."""
            if self._later is not None:
                self._later.cancel()
            with suppress(*lost):
                await super().on_shutdown()

        def _note(self, *, is_away: bool) -> None:
            """Log that Redis went away or came back, rather than each lost message."""
            if is_away != self._is_away:
                self._is_away = is_away
                log.warning("redis_away" if is_away else "redis_back")

    return SteadyRedisBackend(redis=redis)
