"""A socket at a table, alone: when it sends the table, and when it has nothing to say."""

import asyncio
import json
from types import SimpleNamespace
from typing import Any, cast

from elgrande.rules.options import Options
from elgrande.server.accounts.sessions import Caller
from elgrande.server.presentation.state_messages import StateMessages
from elgrande.server.tables.live_table import LiveTable
from elgrande.server.tables.table import TableState
from elgrande.server.web.services import Services
from elgrande.server.web.table_socket import TableSocket
from tests.support.folding import new_table


class Wire:
    """The other end of a socket: it keeps what it is sent, and says nothing until it leaves."""

    def __init__(self) -> None:
        self.frames: list[dict[str, Any]] = []
        self.left = asyncio.Event()

    async def send_bytes(self, text: bytes) -> None:
        self.frames.append(json.loads(text))

    async def receive(self) -> dict[str, str]:
        await self.left.wait()
        return {"type": "websocket.disconnect"}


def services() -> Services:
    found = SimpleNamespace(
        live_tables=SimpleNamespace(paused=None),
        presence=SimpleNamespace(saw=lambda player: None),
        state_messages=StateMessages(),
    )
    return cast(Services, found)


def folded_again(table: TableState, name: str) -> TableState:
    """The same entries, but somebody at the table is called otherwise."""
    again = new_table(table.playthrough.options if table.playthrough else Options())
    again.seating.seats[1].name = name
    assert again.number == table.number
    return again


def test_a_table_folded_again_is_sent_again_though_its_number_is_the_same() -> None:
    """A deleted player's name goes from the entries there are: their number does not grow."""

    async def story() -> None:
        live, wire = LiveTable(new_table(Options(players=2))), Wire()
        caller = cast(Caller, SimpleNamespace(id="player 0", session="a session"))
        socket = TableSocket(cast(Any, wire), services(), live, caller, 0, "en")
        serving = asyncio.create_task(socket.run())
        await sent(wire, 1)
        live.nudge()
        await asyncio.sleep(0.01)
        assert len(wire.frames) == 1
        live.state = folded_again(live.state, "Deleted player")
        live.nudge()
        await sent(wire, 2)
        assert wire.frames[1]["number"] == wire.frames[0]["number"]
        assert [one["name"] for one in wire.frames[0]["table"]["seats"]] == ["Player 0", "Player 1"]
        assert wire.frames[1]["table"]["seats"][1]["name"] == "Deleted player"
        wire.left.set()
        await serving

    async def sent(wire: Wire, count: int) -> None:
        async with asyncio.timeout(5):
            while len(wire.frames) < count:
                await asyncio.sleep(0)

    asyncio.run(story())
