"""Moderation with several processes: what is done at one, or beside them all, holds at each."""

import asyncio
from functools import partial

import httpx
import pytest

from tests.support.clients import Person, come_in, open_table
from tests.support.hosting import Hosting, forks, two_servers
from tests.support.moderating import (
    admin,
    an_admin,
    claimed,
    closed_with,
    id_of,
    in_time,
    socket_at,
)

__all__ = ["forks", "two_servers"]
pytestmark = pytest.mark.proof


def at(person: Person, url: str) -> Person:
    """The same person at another process."""
    return Person(person.http, url, person.name, person.token)


def test_what_admins_do_holds_at_every_process(two_servers: Hosting) -> None:
    database = two_servers.database_url

    async def command(*arguments: str) -> object:
        return await asyncio.to_thread(admin, database, *arguments)

    async def work() -> None:
        async with httpx.AsyncClient(timeout=30) as http:
            first, second = two_servers.urls
            boss = await an_admin(http, first, database, "Boss")
            ana = await claimed(http, first, "Ana")
            there = at(ana, second)
            key = await id_of(ana)
            friend = at(await come_in(http, first, "Ben"), second)
            table = await open_table([ana, friend], ["me", "invite"])
            path = f"/api/tables/{table}/socket"
            # A ban given at the one process closes the socket at the other.
            async with socket_at(there, path) as socket:
                await socket.recv()
                await boss.ask("POST", f"/api/admin/players/{key}/ban", {})
                code, frame = await closed_with(socket)
                assert (code, frame["error"]) == (4403, "banned")
            assert await there.refused("GET", "/api/me") == "banned"
            await command("unban", "Ana")
            for person in (ana, there):
                await in_time(partial(_is_in, person))
            # Muted on the command line, at both.
            await command("mute", "Ana")

            async def is_muted(person: Person) -> bool:
                answer = await person.ask("POST", f"/api/tables/{table}/chat", {"text": "x"})
                return answer.status_code == 403 and answer.json()["error"] == "muted"

            for person in (ana, there):
                await in_time(partial(is_muted, person))
            await command("unmute", "Ana")

            async def has_said(person: Person) -> bool:
                path = f"/api/tables/{table}/chat"
                return (await person.ask("POST", path, {"text": "hello"})).is_success

            await in_time(lambda: has_said(there))
            # Deleted at the one, while both look at the table.
            async with socket_at(there, path) as mine, socket_at(friend, path) as theirs:
                await mine.recv()
                await theirs.recv()
                done = await boss.ask("POST", f"/api/admin/players/{key}/delete", {})
                assert done.status_code == 204
                assert (await closed_with(mine))[0] == 4401
            for url in two_servers.urls:
                await in_time(partial(_is_without, at(friend, url), table))
            # Closed on the command line: both know.
            await command("close", table)
            for url in two_servers.urls:
                await in_time(partial(_is_closed, at(friend, url), table))

    asyncio.run(work())


async def _is_in(person: Person) -> bool:
    return (await person.ask("GET", "/api/me")).status_code == 200


async def _is_without(person: Person, table: str) -> bool:
    state = await person.get(f"/api/tables/{table}/state")
    names = [seat["name"] for seat in state["table"]["seats"]]
    said = [line for line in state["log"] if line["kind"] == "chat"]
    return names == ["Former player", "Ben"] and all("text" not in line for line in said)


async def _is_closed(person: Person, table: str) -> bool:
    return bool((await person.get(f"/api/tables/{table}"))["state"] == "closed")
