"""Chat at a table: kept with the game, limited, said once, and only by who may be there."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import websockets

from tests.support.clients import Person, come_in, open_table
from tests.support.server import NO_LIMITS, serving, sqlite_url

LINES = 5
LIMITS = (*NO_LIMITS, f"chat={LINES}/3600")


def at_a_server(url: str, check: Callable[[httpx.AsyncClient], Awaitable[None]]) -> None:
    async def run() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            await check(http)

    asyncio.run(run())


async def say(person: Person, table: str, text: str, **more: str) -> httpx.Response:
    return await person.ask("POST", f"/api/tables/{table}/chat", {"text": text, **more})


async def said(person: Person, table: str) -> list[tuple[str, str]]:
    log: list[dict[str, Any]] = await person.get(f"/api/tables/{table}/log")
    return [(line["who"], line["text"]) for line in log if line["kind"] == "chat"]


def test_chat_is_kept_and_only_for_those_at_the_table(tmp_path: Path) -> None:
    tokens: dict[str, str] = {}
    tables: list[str] = []
    spoken = [
        ("Ana", "Hello, Ben!"),
        ("Ben", "¡Buenas! 👑"),
        ("Wim", "I only watch."),
        ("Ana", "so"),
    ]

    with serving(sqlite_url(tmp_path), limits=LIMITS) as server:

        async def talk(http: httpx.AsyncClient) -> None:
            ana, ben, wim, eva = [
                await come_in(http, server.url, name) for name in ("Ana", "Ben", "Wim", "Eva")
            ]
            opened = await ana.post(
                "/api/tables",
                {"seats": [{"kind": "me"}, {"kind": "invite"}], "options": {"players": 2}},
            )
            table = opened["table"]["id"]
            for person, link in zip((ben, wim), opened["invitations"], strict=True):
                await person.post("/api/invitations/accept", {"token": link["token"]})
            assert (await say(ana, table, "  Hello,   Ben! ")).status_code == 200
            assert (await say(ben, table, "¡Buenas! 👑")).status_code == 200
            assert (await say(wim, table, "I only watch.")).status_code == 200
            refused = await say(eva, table, "And I?")
            assert (refused.status_code, refused.json()["error"]) == (404, "no_such_table")
            # The same message that is sent again is said once, by whichever way it comes.
            first = (await say(ana, table, "so", key="k1")).json()["number"]
            assert (await say(ana, table, "so", key="k1")).json()["number"] == first
            assert await said(wim, table) == spoken
            tokens["Ben"] = ben.token
            tables.append(table)

        at_a_server(server.url, talk)
        assert "Buenas" not in server.log()
        server.kill()

    with serving(sqlite_url(tmp_path), limits=LIMITS) as server:

        async def listen(http: httpx.AsyncClient) -> None:
            ben = Person(http, server.url, "Ben", tokens["Ben"])
            assert await said(ben, tables[0]) == spoken
            state = await ben.get(f"/api/tables/{tables[0]}/state")
            shown = [line["text"] for line in state["log"] if line["kind"] == "chat"]
            assert shown == [text for _, text in spoken]

        at_a_server(server.url, listen)


def test_who_writes_too_fast_waits(tmp_path: Path) -> None:
    with serving(sqlite_url(tmp_path), limits=LIMITS) as server:

        async def talk(http: httpx.AsyncClient) -> None:
            ana = await come_in(http, server.url, "Ana")
            ben = await come_in(http, server.url, "Ben")
            table = await open_table([ana, ben], ["me", "invite"])
            longest = "ñ" * 300
            assert (await say(ana, table, longest)).status_code == 200
            assert (await say(ana, table, "x" * 301)).json()["error"] == "bad_request"
            for number in range(1, LINES):
                assert (await say(ana, table, f"line {number}")).status_code == 200
            refused = await say(ana, table, "one more")
            assert (refused.status_code, refused.json()["error"]) == (429, "too_fast")
            assert int(refused.headers["retry-after"]) > 0
            # Over the socket it is the same limit; and others may still speak, and play goes on.
            assert (await over_a_socket(ana, table, "one more"))["error"] == "too_fast"
            assert (await over_a_socket(ben, table, "mine"))["type"] == "done"
            lines = await said(ben, table)
            assert lines[0] == ("Ana", longest)
            assert lines[-1] == ("Ben", "mine")
            assert len(lines) == LINES + 1

        at_a_server(server.url, talk)


async def over_a_socket(person: Person, table: str, text: str) -> dict[str, Any]:
    """The answer to a line of chat that is sent by a socket."""
    url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with (
        asyncio.timeout(60),
        websockets.connect(url, additional_headers=person.headers) as socket,
    ):
        await socket.send(json.dumps({"type": "chat", "id": "c", "text": text}))
        async for received in socket:
            frame: dict[str, Any] = json.loads(received)
            if frame["type"] in ("done", "error"):
                return frame
    raise AssertionError("closed")
