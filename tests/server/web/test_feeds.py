"""One socket hears of every turn of a player, at whatever table (docs/program/playing.md)."""

import asyncio
import json
from pathlib import Path

import httpx
import websockets

from tests.support.clients import Person, come_in, open_table
from tests.support.server import serving, sqlite_url


async def next_turn(socket: websockets.ClientConnection) -> dict[str, object]:
    async with asyncio.timeout(60):
        notice: dict[str, object] = json.loads(await socket.recv())
    return notice


def feed_of(person: Person) -> websockets.connect:
    address = person.url.replace("http", "ws", 1)
    return websockets.connect(f"{address}/api/me/socket", additional_headers=person.headers)


def test_a_player_hears_of_turns_at_all_tables_and_nobody_elses(tmp_path: Path) -> None:
    async def listen(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, url, "Ana")
            ben = await come_in(http, url, "Ben")
            async with feed_of(ana) as hers, feed_of(ben) as his:
                tables = {
                    await open_table([ana, ben], ["me", "invite"], {"first_player": 0})
                    for _ in range(2)
                }
                told = [await next_turn(hers) for _ in tables]
                assert {notice["table"] for notice in told} == tables
                assert all(notice["type"] == "your_turn" for notice in told)
                assert all(notice["seat"] == 0 for notice in told)
                table = str(told[0]["table"])
                state = await ana.get(f"/api/tables/{table}/state")
                choice = state["view"]["choices"][0]["choice"]
                answer = {"seat": 0, "step": state["view"]["step"], "choice": choice}
                await ana.post(f"/api/tables/{table}/choices", answer | {"confirm": True})
                turn = await next_turn(his)
                assert (turn["table"], turn["seat"]) == (table, 1)

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(listen(server.url))


def test_a_stranger_has_no_feed_and_an_end_is_told(tmp_path: Path) -> None:
    async def listen(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            stranger = Person(http, url, "Nobody", "nothing")
            async with feed_of(stranger) as socket:
                refused = await next_turn(socket)
                assert (refused["type"], refused["error"]) == ("error", "not_signed_in")
            ana = await come_in(http, url, "Ana")
            async with feed_of(ana) as socket:
                # Only who has heard something is surely known as a listener when the end comes.
                await open_table([ana], ["me", "hotseat"])
                assert (await next_turn(socket))["type"] == "your_turn"
                server.process.terminate()
                assert (await next_turn(socket))["type"] == "goodbye"
                await socket.wait_closed()
                assert socket.close_code == 1012

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(listen(server.url))


def test_a_player_hears_of_a_game_of_an_event_that_somebody_else_begins(tmp_path: Path) -> None:
    async def listen(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, url, "Ana")
            ben = await come_in(http, url, "Ben")
            settings = {"most": 2, "rounds": 1, "clock": {"kind": "turn", "seconds": 3600}}
            made = await ana.post("/api/events", {"kind": "evening", "settings": settings})
            event = made["line"]["id"]
            await ben.post(f"/api/events/{event}/join")
            async with feed_of(ana) as hers, feed_of(ben) as his:
                await ana.post(f"/api/events/{event}/start")
                told = [await next_turn(hers), await next_turn(his)]
            assert {notice["type"] for notice in told} == {"your_turn", "game_opened"}
            assert told[0]["table"] == told[1]["table"]
            # Nobody chooses a stronger bot than others for when the time is up.
            for person, notice in zip((ana, ben), told, strict=True):
                path = f"/api/tables/{notice['table']}/seats/{notice['seat']}/policy"
                assert await person.refused("PUT", path, {"bot": "master"}) == "not_allowed"

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(listen(server.url))
