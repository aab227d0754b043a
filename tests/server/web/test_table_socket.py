"""A socket at a table: the state at once, an answer to every frame, and the news of others."""

import json
from pathlib import Path
from typing import Any

import websockets

from tests.support.clients import open_table
from tests.support.company import Company, in_company


async def receive(socket: websockets.ClientConnection, kind: str) -> Any:
    """The next frame of a kind."""
    while (frame := json.loads(await socket.recv()))["type"] != kind:
        pass
    return frame


def test_frames_are_answered_and_changes_told(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, ben = company.ana, company.ben
        table = await open_table([ana, ben], ["me", "invite"])
        url = f"{company.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        async with websockets.connect(url, additional_headers=ana.headers) as socket:
            state = await receive(socket, "state")
            assert state["table"]["state"] == "running"
            await socket.send(json.dumps({"type": "ping", "id": "a"}))
            assert (await receive(socket, "pong"))["id"] == "a"
            await socket.send("nonsense")
            assert (await receive(socket, "error"))["error"] == "bad_request"
            await socket.send(json.dumps({"type": "look", "id": "b", "seat": 1}))
            assert (await receive(socket, "error"))["error"] == "not_your_seat"
            await ben.post(f"/api/tables/{table}/chat", {"text": "Hello"})
            heard = await receive(socket, "state")
            assert heard["number"] > state["number"]

    in_company(tmp_path, story)
