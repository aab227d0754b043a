"""A first look over real sockets: people, a bot, a hotseat and a spectator finish a game."""

import asyncio
from pathlib import Path

import httpx

from tests.support.clients import SeatClient, come_in, only_watch, open_table
from tests.support.server import serving, sqlite_url


def test_people_a_bot_a_hotseat_and_a_spectator_finish_a_game(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, url, "Ana")
            ben = await come_in(http, url, "Ben")
            table = await open_table([ana, ben], ["me", "invite", "bot:novice", "hotseat"])
            clients = [
                SeatClient(ana, table, seed=1),
                SeatClient(ben, table, seed=2),
                SeatClient(ben, table, seat="none", choose=only_watch),
            ]
            ends = await asyncio.gather(*(client.play() for client in clients))
            assert len({str(end["table"]["result"]) for end in ends}) == 1
            assert not any(client.errors for client in clients)

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(play(server.url))
