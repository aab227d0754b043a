"""What processes tell each other, over a channel that lies in memory here."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import msgspec

from elgrande.server.accounts.presence import Presence
from elgrande.server.accounts.sessions import Sessions
from elgrande.server.background.channels import CHANNEL, Fanout
from elgrande.server.background.exchange import EndedNews, Exchange, PlayerNews, TurnNews
from elgrande.server.background.ownership import Ownership
from elgrande.server.metrics import Metrics
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Storage
from elgrande.server.tables.live_tables import LiveTables
from tests.server.storage.samples import on


def test_news_of_others_is_taken_and_nonsense_and_ones_own_are_not(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def body(storage: Storage) -> None:
        told: list[tuple[str, dict[str, Any]]] = []
        live_tables = LiveTables(storage, Metrics())
        sessions = Sessions(storage, ServerSettings(database_url=url), lambda player: None)
        ownership = Ownership(storage, Presence(storage, set), alone=False)
        async with AsyncExitStack() as stack:
            fanout = Fanout(None)
            stack.push_async_callback(fanout.close)
            await stack.enter_async_context(fanout.plugin)
            exchange = Exchange(
                fanout,
                live_tables,
                sessions,
                ownership,
                lambda player, notice: told.append((player, notice)),
                alone=False,
            )
            await stack.enter_async_context(exchange.running())
            # Of its own news it tells its own feeds once.
            exchange.tell_turn("ana", {"table": "t1"})
            await asyncio.sleep(0.05)
            news: list[msgspec.Struct] = [
                EndedNews("another", ["s1"]),
                PlayerNews("another", "ben"),
                TurnNews("another", "ben", {"table": "t2"}),
            ]
            fanout.plugin.publish(b"nonsense", CHANNEL)
            for one in news:
                fanout.plugin.publish(msgspec.json.encode(one), CHANNEL)
            async with asyncio.timeout(60):
                while len(told) < 2:
                    await asyncio.sleep(0.01)
        assert told == [("ana", {"table": "t1"}), ("ben", {"table": "t2"})]

    on(url, body)


def test_one_that_is_alone_tells_its_own_feeds(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"

    async def body(storage: Storage) -> None:
        told: list[str] = []
        exchange = Exchange(
            Fanout(None),
            LiveTables(storage, Metrics()),
            Sessions(storage, ServerSettings(database_url=url), lambda player: None),
            Ownership(storage, Presence(storage, set), alone=True),
            lambda player, notice: told.append(player),
            alone=True,
        )
        async with exchange.running():
            exchange.tell_turn("ana", {})
        assert told == ["ana"]

    on(url, body)
