"""The messages between the processes of a server, and what they do when one arrives."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import msgspec

from elgrande.server.accounts.sessions import Sessions
from elgrande.server.background.channels import CHANNEL, Fanout
from elgrande.server.background.ownership import Ownership
from elgrande.server.background.repeating import every
from elgrande.server.harmless import harmless
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.live_tables import LiveTables

# If a message from another process is lost, its news is found after this time: at tables that
# somebody looks at, and at those this process looks after.
SECONDS_BETWEEN_LOOKS: Final = 2.0
SECONDS_BETWEEN_SEARCHES: Final = 10.0


class TableNews(msgspec.Struct, tag="table"):
    """A message between processes: how many entries a table has."""

    process: str
    table: str
    number: int


class TurnNews(msgspec.Struct, tag="turn"):
    """A message between processes: a table waits for a player."""

    process: str
    player: str
    notice: dict[str, Any]


class EndedNews(msgspec.Struct, tag="ended"):
    """A message between processes: these sessions are over."""

    process: str
    sessions: list[str]


class PlayerNews(msgspec.Struct, tag="player"):
    """A message between processes: a player has a new name or password."""

    process: str
    player: str


News = TableNews | TurnNews | EndedNews | PlayerNews


class Exchange:
    """Tells other processes what happens in this one, and hears from them.

    `tell_feeds` takes a player and a notice for the feeds of this process.
    """

    def __init__(
        self,
        fanout: Fanout,
        live_tables: LiveTables,
        sessions: Sessions,
        ownership: Ownership,
        tell_feeds: Callable[[str, dict[str, Any]], None],
        *,
        alone: bool,
    ) -> None:
        self._fanout: Final = fanout
        self._live_tables: Final = live_tables
        self._sessions: Final = sessions
        self._ownership: Final = ownership
        self._tell_feeds: Final = tell_feeds
        self._alone: Final = alone

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Listen and talk as long as the block runs."""
        if self._alone:
            yield
            return
        self._live_tables.on_own_change.append(self._tell_table)
        self._sessions.on_ended.append(self._tell_ended)
        self._sessions.on_changed.append(self._tell_player)
        hearing = asyncio.create_task(self._hear())
        try:
            async with (
                every(SECONDS_BETWEEN_LOOKS, self._look_at_watched),
                every(SECONDS_BETWEEN_SEARCHES, self._look_at_kept),
            ):
                yield
        finally:
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    def tell_turn(self, player: str, notice: dict[str, Any]) -> None:
        """A table waits for a player, wherever that player is connected."""
        self._tell_feeds(player, notice)
        if not self._alone:
            self._send(TurnNews(self._ownership.process, player, notice))

    def _tell_table(self, live: LiveTable) -> None:
        self._send(TableNews(self._ownership.process, live.state.id, live.state.number))

    def _tell_ended(self, sessions: Sequence[str]) -> None:
        self._send(EndedNews(self._ownership.process, list(sessions)))

    def _tell_player(self, player: str) -> None:
        self._send(PlayerNews(self._ownership.process, player))

    def _send(self, news: News) -> None:
        self._fanout.plugin.publish(msgspec.json.encode(news), CHANNEL)

    async def _hear(self) -> None:
        async with self._fanout.plugin.start_subscription([CHANNEL]) as subscriber:
            async for message in subscriber.iter_events():
                # One message that cannot be handled is no reason to miss the others.
                with harmless("hearing"), suppress(msgspec.MsgspecError):
                    self._take(msgspec.json.decode(message, type=News))

    def _take(self, news: News) -> None:
        if news.process == self._ownership.process:
            return
        match news:
            case TableNews():
                self._live_tables.hear(news.table, news.number)
            case TurnNews():
                self._tell_feeds(news.player, news.notice)
            case EndedNews():
                self._sessions.hear_ended(news.sessions)
            case PlayerNews():
                self._sessions.forget(news.player)

    # A message may be lost while Redis is away; the database is not.

    async def _look_at_watched(self) -> None:
        tables = self._live_tables.tables
        await self._compare([table_id for table_id, live in tables.items() if live.listeners])

    async def _look_at_kept(self) -> None:
        running = await self._live_tables.storage.running_ids()
        await self._compare([table_id for table_id in running if self._ownership.owns(table_id)])

    async def _compare(self, table_ids: list[str]) -> None:
        numbers = await self._live_tables.storage.last_numbers(table_ids)
        for table_id, number in numbers.items():
            self._live_tables.hear(table_id, number)
