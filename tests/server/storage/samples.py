"""Rows to store, and a storage to store them in."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from elgrande.server.storage import Entry, Invitation, Player, Seat, Session, Storage, Table
from elgrande.server.storage.rows import ClubEvent

Result = TypeVar("Result")
NOW = 1_800_000_000_000


def on(url: str, body: Callable[[Storage], Awaitable[Result]]) -> Result:
    """Open a storage, do something with it and close it."""

    async def run() -> Result:
        storage = await Storage.open(url)
        try:
            return await asyncio.wait_for(body(storage), 60)
        finally:
            await storage.close()

    return asyncio.run(run())


def table(key: str = "t1", **fields: Any) -> Table:
    usual: dict[str, Any] = {
        "state": "open",
        "host": "p1",
        "title": "Friday",
        "public": True,
        "options": {"players": 2, "edition": "2023"},
        "seed": "9" * 40,
        "salt": "salt",
        "start": None,
        "settings": {"clock": None, "watching": True},
        "source": None,
        "revision": "1",
        "created": NOW,
        "started": None,
        "finished": None,
        "result": None,
        "seats": [Seat(0, "human", "p1", "Ana"), Seat(1, "open")],
    }
    return Table(id=key, **{**usual, **fields})


def entry(number: int, **data: Any) -> Entry:
    return Entry(number, "choice", 0, "p1", NOW + number, data)


def player(key: str = "p1", name: str = "Ana", password: str | None = None) -> Player:
    return Player(key, name, password, NOW, NOW, None, None)


def session(key: str, owner: str = "p1", created: int = NOW) -> Session:
    return Session(key, owner, b"\x00\xff hash", "browser", "Firefox", created, None)


def invitation(key: str, seat: int | None = 1, created: int = NOW) -> Invitation:
    return Invitation(key, "t1", seat, b"\x00\xff hash", created)


def club_event(key: str = "e1", **fields: Any) -> ClubEvent:
    usual: dict[str, Any] = {
        "kind": "evening",
        "state": "open",
        "host": "p1",
        "title": "Friday",
        "public": True,
        "settings": {"options": {"players": 4, "edition": "2023"}},
        "seed": "7",
        "created": NOW,
        "deadline": None,
        "started": None,
        "finished": None,
        "round": 0,
        "ending": None,
    }
    return ClubEvent(id=key, **{**usual, **fields})


def file_of(url: str) -> Path:
    """The file of a SQLite database."""
    return Path(url.removeprefix("sqlite:///"))


@contextmanager
def another_program(url: str) -> Iterator[sqlite3.Connection]:
    """Somebody else's connection to a SQLite database."""
    connection = sqlite3.connect(file_of(url), isolation_level=None)
    try:
        yield connection
    finally:
        connection.close()
