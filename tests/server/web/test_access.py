"""Who leaves a seat looks from it no more; who came to an open table does not stay for its game."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from tests.support.clients import Person, come_in
from tests.support.server import serving, sqlite_url


def socket_at(person: Person, table: str, seat: str) -> websockets.connect:
    address = person.url.replace("http", "ws", 1)
    return websockets.connect(
        f"{address}/api/tables/{table}/socket?seat={seat}", additional_headers=person.headers
    )


async def open_for_three(host: Person, watching: str = "link") -> str:
    body: dict[str, Any] = {
        "seats": [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}],
        "options": {"players": 3},
        "settings": {"watching": watching},
        "public": True,
    }
    table: str = (await host.post("/api/tables", body))["table"]["id"]
    return table


async def frames_until(socket: websockets.ClientConnection, number: int) -> list[Any]:
    """What comes until the table has so many entries, or until the socket is closed."""
    frames: list[Any] = []
    async with asyncio.timeout(60):
        try:
            async for text in socket:
                frames.append(json.loads(text))
                if frames[-1].get("number", 0) >= number:
                    break
        except websockets.ConnectionClosed:
            pass
    return frames


@pytest.mark.parametrize(("watching", "may_watch"), [("anyone", True), ("link", False)])
def test_an_old_socket_does_not_see_the_seat_of_whoever_came_after(
    tmp_path: Path, watching: str, may_watch: bool
) -> None:
    async def play(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ana, ben, eva = [await come_in(http, url, name) for name in ("Ana", "Ben", "Eva")]
            table = await open_for_three(ana, watching)
            await ben.post(f"/api/tables/{table}/join", {"seat": 1})
            async with socket_at(ben, table, "1") as socket:
                await frames_until(socket, 1)
                await ben.post(f"/api/tables/{table}/seats/1/leave")
                await eva.post(f"/api/tables/{table}/join", {"seat": 1})
                dan = await come_in(http, url, "Dan")
                await dan.post(f"/api/tables/{table}/join", {"seat": 2})
                number = (await eva.get(f"/api/tables/{table}/state"))["number"]
                frames = await frames_until(socket, number)
            states = [frame for frame in frames if frame["type"] == "state"]
            running = [state for state in states if state["table"]["state"] == "running"]
            assert all(state["seat"] is None and not state["view"]["mine"] for state in running)
            assert bool(running) == may_watch
            if not may_watch:
                assert frames[-1]["error"] == "no_such_table"
                assert socket.close_code == 4404

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(play(server.url))


def test_a_long_look_ends_with_the_seat(tmp_path: Path) -> None:
    async def play(url: str) -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            ana, ben = [await come_in(http, url, name) for name in ("Ana", "Ben")]
            table = await open_for_three(ana)
            await ben.post(f"/api/tables/{table}/join", {"seat": 1})
            number = (await ben.get(f"/api/tables/{table}/state"))["number"]
            look = f"/api/tables/{table}/state?seat=1&after={number}&wait=20"
            looking = asyncio.create_task(ben.ask("GET", look))
            await asyncio.sleep(0.3)
            await ben.post(f"/api/tables/{table}/seats/1/leave")
            assert (await looking).json()["error"] == "not_your_seat"

    with serving(sqlite_url(tmp_path)) as server:
        asyncio.run(play(server.url))
