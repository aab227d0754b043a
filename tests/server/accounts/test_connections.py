"""A session that is over is over everywhere: sockets, feeds and waiting requests end with it."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets

from elgrande.server.accounts import sessions
from elgrande.server.app import HANDLERS
from elgrande.server.background_tasks import SECONDS_BETWEEN_ROUNDS
from elgrande.server.settings import ServerSettings
from elgrande.server.storage import Storage
from tests.support.clients import Frame, Person, come_in, open_table
from tests.support.hosting import Hosting, forks, hosted, two_servers
from tests.support.hosting import hosting as hosting
from tests.support.marks import with_proofs
from tests.support.nursery import Nursery
from tests.support.server import ServerHere, serving_here, sqlite_url
from tests.support.services import Postgres, Redis, need

__all__ = ["forks", "two_servers"]
PASSWORD = "correct horse battery"
# A second as people count it; what is added is for a machine that has much else to do.
SECONDS_TO_HEAR = 1.0
SPARE_SECONDS = 20.0


def at(person: Person, url: str) -> Person:
    """The same person, with the same token, at another process."""
    return Person(person.http, url, person.name, person.token)


async def another_session(person: Person, password: str) -> Person:
    """The same player in another browser."""
    answer = await person.http.post(
        f"{person.url}/api/login", json={"name": person.name, "password": password}
    )
    assert answer.status_code == 200, answer.text
    person.http.cookies.clear()
    return Person(person.http, person.url, person.name, answer.json()["token"])


async def token_of(person: Person) -> tuple[Person, str]:
    """The same player as an outside bot, and the id of its token."""
    made = await person.post("/api/me/tokens", {"label": "a bot"})
    return Person(person.http, person.url, person.name, made["token"]), made["id"]


def socket_at(person: Person, path: str) -> websockets.connect:
    address = person.url.replace("http", "ws", 1)
    return websockets.connect(f"{address}{path}", additional_headers=person.headers)


async def table_of(person: Person) -> str:
    return await open_table([person], ["me", "hotseat"], {"first_player": 0})


async def is_signed_out(
    socket: websockets.ClientConnection, within: float = SECONDS_TO_HEAR
) -> list[Frame]:
    """What came before the socket was closed as one of nobody; the last frame says so."""
    frames = []
    async with asyncio.timeout(within + SPARE_SECONDS):
        while True:
            try:
                frames.append(json.loads(await socket.recv()))
            except websockets.ConnectionClosed:
                break
    assert socket.close_code == 4401, frames[-1:]
    assert (frames[-1]["type"], frames[-1]["error"]) == ("error", "not_signed_in")
    assert frames[-1]["status"] == 401
    return frames[:-1]


async def drop(owner: Person, person: Person) -> None:
    identity = person.token.partition(".")[0]
    assert (await owner.ask("DELETE", f"/api/me/tokens/{identity}")).status_code == 204


async def log_out(owner: Person, person: Person) -> None:
    assert (await at(person, owner.url).ask("POST", "/api/logout")).status_code == 204


async def change_password(owner: Person, person: Person) -> None:
    body = {"password": "another battery", "current": PASSWORD}
    await owner.post("/api/me/password", body)


def run(work: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def start() -> None:
        async with httpx.AsyncClient(timeout=40) as http:
            await work(http)

    asyncio.run(start())


@pytest.mark.parametrize("end", with_proofs([drop, log_out, change_password], quick=1))
def test_sockets_of_a_session_that_ends_are_closed(
    hosting: Hosting, end: Callable[[Person, Person], Awaitable[None]]
) -> None:
    """At the same process or another: no state, no choice, no notice after the end."""

    async def work(http: httpx.AsyncClient) -> None:
        first, last = hosting.urls[0], hosting.urls[-1]
        owner = await come_in(http, first, "Ana")
        await owner.post("/api/me/password", {"password": PASSWORD})
        other = at(await another_session(owner, PASSWORD), last)
        table = await table_of(owner)
        path = f"/api/tables/{table}"
        await other.get("/api/me")  # so that this process remembers the session
        async with (
            socket_at(other, f"{path}/socket?seat=0") as socket,
            socket_at(other, "/api/me/socket") as feed,
            socket_at(at(owner, last), f"{path}/socket?seat=0") as kept,
        ):
            state = json.loads(await socket.recv())
            await kept.recv()
            polling = asyncio.create_task(
                other.ask("GET", f"{path}/state?after={state['number']}&wait=30")
            )
            await asyncio.sleep(0.3)
            began = time.monotonic()
            await end(owner, other)
            assert await is_signed_out(socket) == []
            await is_signed_out(feed)  # a notice may have been on its way
            polled = await polling
            assert polled.json()["error"] == "not_signed_in"
            assert time.monotonic() - began < SECONDS_TO_HEAR + SPARE_SECONDS
            assert await other.refused("GET", f"{path}/state") == "not_signed_in"
            # Whoever is still signed in plays on, over the same socket.
            await kept.send(json.dumps(choice_in(state)))
            assert json.loads(await kept.recv())["type"] == "state"
            assert json.loads(await kept.recv())["type"] == "done"

    run(work)


def choice_in(state: Frame) -> Frame:
    view = state["view"]
    chosen = view["choices"][0]["choice"]
    return {
        "type": "choose",
        "id": "1",
        "seat": state["seat"],
        "step": view["step"],
        "choice": chosen,
        "confirm": True,
    }


@pytest.mark.proof
def test_while_redis_is_away_the_database_tells(forks: Nursery, postgres_server: Postgres) -> None:
    redis = need(Redis)
    assert isinstance(redis, Redis)

    async def work(http: httpx.AsyncClient) -> None:
        first, last = servers.urls
        owner = await come_in(http, first, "Ana")
        bot, _ = await token_of(owner)
        there = at(bot, last)
        table = await table_of(owner)
        await there.get("/api/me")
        async with (
            socket_at(there, f"/api/tables/{table}/socket") as socket,
            socket_at(there, "/api/me/socket") as feed,
        ):
            await socket.recv()
            await asyncio.to_thread(redis.stop)
            await drop(owner, bot)
            assert await is_signed_out(socket) == []
            await is_signed_out(feed)  # a notice may have been on its way
            assert await there.refused("GET", "/api/me") == "not_signed_in"

    try:
        options = ["--redis-url", redis.url()]
        with hosted(forks, postgres_server.new_database(), 2, options) as servers:
            run(work)
    finally:
        redis.remove()


# In this process, where a test can choose the moment.


def in_this_process(
    tmp_path: Path,
    work: Callable[[ServerHere, httpx.AsyncClient], Awaitable[None]],
    **settings: Any,
) -> None:
    async def start() -> None:
        chosen = ServerSettings(database_url=sqlite_url(tmp_path), **settings)
        async with (
            serving_here(chosen, HANDLERS) as server,
            httpx.AsyncClient(timeout=40) as http,
        ):
            await work(server, http)

    asyncio.run(start())


def test_a_frame_that_waits_while_its_session_ends_is_refused(tmp_path: Path) -> None:
    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        owner = await come_in(http, server.url, "Ana")
        bot, _ = await token_of(owner)
        table = await table_of(owner)
        live = await server.app.state.services.live_tables.get(table)
        async with socket_at(bot, f"/api/tables/{table}/socket?seat=0") as socket:
            state = json.loads(await socket.recv())
            async with live.lock:  # the table is busy with somebody else's choice
                await socket.send(json.dumps(choice_in(state)))
                body = {key: value for key, value in choice_in(state).items() if key != "type"}
                del body["id"]
                posting = asyncio.create_task(bot.ask("POST", f"/api/tables/{table}/choices", body))
                await asyncio.sleep(0.2)
                await drop(owner, bot)
            assert all(frame["type"] == "error" for frame in await is_signed_out(socket))
            assert (await posting).json()["error"] == "not_signed_in"
        assert live.state.number == state["number"]
        assert (await owner.get(f"/api/tables/{table}/state"))["number"] == state["number"]

    in_this_process(tmp_path, work)


def test_a_session_that_ends_while_its_socket_opens_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        owner = await come_in(http, server.url, "Ana")
        bot, _ = await token_of(owner)
        table = await table_of(owner)
        live_tables = server.app.state.services.live_tables
        whole = live_tables.get

        async def slow(table_id: str, *, newest: bool = False) -> Any:
            found = await whole(table_id, newest=newest)
            await drop(owner, bot)
            return found

        monkeypatch.setattr(live_tables, "get", slow)
        async with socket_at(bot, f"/api/tables/{table}/socket?seat=0") as socket:
            assert await is_signed_out(socket) == []
        assert not (await whole(table)).listeners

    in_this_process(tmp_path, work)


@pytest.mark.proof
def test_a_session_that_expires_takes_its_sockets_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "SESSION_MS", 2_500)

    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        owner = await come_in(http, server.url, "Ana")
        table = await table_of(owner)
        async with (
            socket_at(owner, f"/api/tables/{table}/socket") as socket,
            socket_at(owner, "/api/me/socket") as feed,
        ):
            await socket.recv()
            assert await is_signed_out(socket) == []
            await is_signed_out(feed)  # a notice may have been on its way

    in_this_process(tmp_path, work)


def test_of_too_many_browsers_the_oldest_is_signed_out(tmp_path: Path) -> None:
    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        oldest = await come_in(http, server.url, "Ana")
        await oldest.post("/api/me/password", {"password": PASSWORD})
        table = await table_of(oldest)
        async with socket_at(oldest, f"/api/tables/{table}/socket") as socket:
            await socket.recv()
            await another_session(oldest, PASSWORD)
            second = await another_session(oldest, PASSWORD)
            assert await is_signed_out(socket) == []
        assert (await second.get("/api/me"))["player"]["name"] == "Ana"

    in_this_process(tmp_path, work, sizes={"browsers_of_player": 2})


@pytest.mark.proof
def test_a_session_that_another_program_removed_is_found(tmp_path: Path) -> None:
    """Nobody tells this process: whoever runs the server worked on the database itself."""

    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        owner = await come_in(http, server.url, "Ana")
        table = await table_of(owner)
        async with socket_at(owner, f"/api/tables/{table}/socket") as socket:
            await socket.recv()
            other = await Storage.open(sqlite_url(tmp_path), migrate=False)
            await other.drop_sessions([owner.token.partition(".")[0]])
            await other.close()
            assert await is_signed_out(socket, within=SECONDS_BETWEEN_ROUNDS) == []
            assert await owner.refused("GET", "/api/me") == "not_signed_in"

    in_this_process(tmp_path, work)


def test_all_sessions_of_a_player_end_at_once_and_nobody_elses(tmp_path: Path) -> None:
    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        sessions = server.app.state.services.sessions
        owner = await come_in(http, server.url, "Ana")
        bot, _ = await token_of(owner)
        ben = await come_in(http, server.url, "Ben")
        table = await table_of(owner)
        player = (await owner.get("/api/me"))["player"]["id"]
        async with (
            socket_at(owner, f"/api/tables/{table}/socket") as hers,
            socket_at(bot, "/api/me/socket") as its,
            socket_at(ben, "/api/me/socket") as his,
        ):
            await hers.recv()
            await sessions.end_all(player)
            assert await is_signed_out(hers) == []
            assert await is_signed_out(its) == []
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(his.recv(), 0.2)
        for gone in (owner, bot):
            assert await gone.refused("GET", "/api/me") == "not_signed_in"
        assert await ben.get("/api/me")
        await sessions.end_all(player)  # once more changes nothing
        await sessions.end_all("nobody-of-this-id")

    in_this_process(tmp_path, work)


@pytest.mark.proof
def test_a_client_that_does_not_answer_is_let_go_all_the_same(tmp_path: Path) -> None:
    async def work(server: ServerHere, http: httpx.AsyncClient) -> None:
        services = server.app.state.services
        owner = await come_in(http, server.url, "Ana")
        bot, _ = await token_of(owner)
        table = await table_of(owner)
        live = await services.live_tables.get(table)
        host, _, port = server.url.removeprefix("http://").partition(":")
        reader, writer = await asyncio.open_connection(host, int(port), limit=1024)
        head = f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: {host}:{port}\r\n"
        head += f"Authorization: Bearer {bot.token}\r\nConnection: Upgrade\r\n"
        head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        writer.write(head.encode())
        async with asyncio.timeout(10):
            while not live.listeners:
                await asyncio.sleep(0.01)
        await drop(owner, bot)
        assert not live.listeners
        async with asyncio.timeout(30):
            while await reader.read(65536):  # and what says that it is over has no answer
                pass
        writer.close()

    in_this_process(tmp_path, work)
