"""A server in this event loop with guests at it, for tests of what it answers over HTTP."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from elgrande.server.settings import ServerSettings, read_limits
from elgrande.server.timestamps import now_ms
from elgrande.server.web.services import Services
from tests.support.clients import Person, come_in
from tests.support.server import NO_LIMITS, serving_here, sqlite_url


class Company(NamedTuple):
    """A server, and three people at it who know each other."""

    folder: Path
    services: Services
    http: httpx.AsyncClient
    url: str
    ana: Person
    ben: Person
    eva: Person

    async def away(self, person: Person, seconds: float) -> None:
        """Let it be so long since somebody gave a sign of life."""
        player = (await person.get("/api/me"))["player"]["id"]
        presence = self.services.presence
        await presence.write()
        then = now_ms() - int(seconds * 1000)
        presence.began = presence.seen[player] = then
        # The storage never lets anybody have been seen earlier than they were.
        with closing(sqlite3.connect(self.folder / "tables.db", timeout=30)) as database, database:
            database.execute("UPDATE players SET seen = ? WHERE id = ?", (then, player))

    async def play_out(self, table: str, *people: Person) -> Any:
        """Play a table to its end over HTTP, always the first choice; its last state."""
        while True:
            for person in people:
                state = await person.get(f"/api/tables/{table}/state")
                if state["table"]["state"] != "running":
                    return state
                if state["view"]["choices"]:
                    await choose(person, table, state)

    async def forget(self, table: str) -> None:
        """Let the server know a table from its database alone."""
        self.services.live_tables.tables.pop(table, None)


async def choose(person: Person, table: str, state: Any, **more: object) -> Any:
    """Answer a state with its first choice, confirmed."""
    body = {
        "seat": state["seat"],
        "step": state["view"]["step"],
        "choice": state["view"]["choices"][0]["choice"],
        "confirm": True,
    }
    return await person.post(f"/api/tables/{table}/choices", body | more)


def in_company(folder: Path, story: Callable[[Company], Awaitable[None]], **changes: Any) -> None:
    """Tell a story at a fresh server, some of its settings changed."""
    rates, sizes = changes.pop("limits", None) or read_limits(NO_LIMITS)
    settings = ServerSettings(database_url=sqlite_url(folder), rates=rates, sizes=sizes, **changes)

    async def run() -> None:
        async with serving_here(settings) as server, httpx.AsyncClient(timeout=30) as http:
            people = [await come_in(http, server.url, name) for name in ("Ana", "Ben", "Eva")]
            company = Company(folder, server.app.state.services, http, server.url, *people)
            await story(company)

    asyncio.run(run())
