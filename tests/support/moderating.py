"""Admins and those they have to do with, at a real server."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import httpx
import websockets

from tests.support.clients import Frame, Person, come_in
from tests.support.command_line import run

PASSWORD = "correct horse battery"
# A server notices within a second or two; what is added is for a machine that has much else to do.
SECONDS_TO_NOTICE = 60.0
Work = Callable[[httpx.AsyncClient], Awaitable[None]]


def play(work: Work) -> None:
    """Run a test's work with a client of its own."""

    async def start() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            await work(http)

    asyncio.run(start())


def admin(url: str, *arguments: str) -> Any:
    """What a command of `elgrande admin` answers, which must succeed."""
    done = run("admin", *arguments, "--database-url", url, "--json")
    assert done.code == 0, done.err
    return done.data()


async def claimed(http: httpx.AsyncClient, url: str, name: str) -> Person:
    """A player with a claimed name."""
    person = await come_in(http, url, name)
    await person.post("/api/me/password", {"password": PASSWORD})
    return person


async def an_admin(http: httpx.AsyncClient, url: str, database: str, name: str) -> Person:
    """A player who was made an admin on the command line."""
    person = await claimed(http, url, name)
    await asyncio.to_thread(admin, database, "grant", name)
    return person


async def id_of(person: Person) -> str:
    """The id of a player."""
    me = await person.get("/api/me")
    return str(me["player"]["id"])


def socket_at(person: Person, path: str, **headers: str) -> websockets.connect:
    """A socket of a person."""
    address = person.url.replace("http", "ws", 1)
    return websockets.connect(f"{address}{path}", additional_headers={**person.headers, **headers})


async def closed_with(socket: websockets.ClientConnection) -> tuple[int | None, Frame]:
    """The code a socket is closed with, and its last frame."""
    last: Frame = {}
    async with asyncio.timeout(SECONDS_TO_NOTICE):
        while True:
            try:
                last = json.loads(await socket.recv())
            except websockets.ConnectionClosed:
                return socket.close_code, last


async def in_time(condition: Callable[[], Any]) -> Any:
    """What a condition comes to when a server has noticed."""
    deadline = time.monotonic() + SECONDS_TO_NOTICE
    while not (found := await condition()):
        assert time.monotonic() < deadline
        await asyncio.sleep(0.05)
    return found
