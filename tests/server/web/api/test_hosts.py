"""What hosts and those at a table can do about strangers, before the start and during the game."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
import websockets
from websockets.asyncio.client import ClientConnection

from tests.support.clients import Person, come_in, open_table, open_with_links
from tests.support.company import Company, in_company
from tests.support.hosting import Hosting, forks, two_servers

__all__ = ["forks", "two_servers"]
THREE: dict[str, Any] = {"players": 3, "short": True}
FOUR: dict[str, Any] = {"players": 4, "short": True}
ACCEPT = "/api/invitations/accept"


async def put(person: Person, path: str, body: object) -> Any:
    answer = await person.ask("PUT", path, body)
    assert answer.is_success, answer.text
    return answer.json()


async def table_of(person: Person, table: str) -> Any:
    return await person.get(f"/api/tables/{table}")


async def kinds_of(person: Person, table: str) -> list[str]:
    return [seat["kind"] for seat in (await table_of(person, table))["seats"]]


@asynccontextmanager
async def socket_of(person: Person, table: str) -> AsyncIterator[ClientConnection]:
    url = f"{person.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with websockets.connect(url, additional_headers=person.headers) as socket:
        assert json.loads(await socket.recv())["type"] == "state"
        yield socket


async def close_code(socket: ClientConnection) -> int | None:
    async with asyncio.timeout(60):
        with suppress(websockets.ConnectionClosed):
            while True:
                await socket.recv()
    return socket.close_code


# Before the start.


def test_a_stranger_takes_one_seat_and_no_more(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        opened = await open_with_links(at.ana, ["me", "open", "open", "open"], FOUR, public=True)
        join = f"/api/tables/{opened.id}/join"
        await at.eva.post(join, {"seat": 1})
        assert (await at.eva.post(join, {}))["seat"] == 1  # once more is no second seat
        for seat in (2, 3):
            assert await at.eva.refused("POST", join, {"seat": seat}) == "one_seat_each"
        assert (await table_of(at.ana, opened.id))["state"] == "open"
        table, links = await open_with_links(at.ana, ["me", "invite", "invite"], THREE)
        await at.ben.post(ACCEPT, {"token": links[1]})
        assert await at.ben.refused("POST", ACCEPT, {"token": links[2]}) == "one_seat_each"
        several = {"several_seats": True}
        table, links = await open_with_links(
            at.ana, ["me", "invite", "invite"], THREE, settings=several
        )
        await at.ben.post(ACCEPT, {"token": links[1]})
        await at.ben.post(ACCEPT, {"token": links[2]})
        assert (await table_of(at.ben, table))["state"] == "running"

    in_company(tmp_path, story)


def test_whoever_is_removed_stays_away_until_invited_anew(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "open", "invite"], THREE, public=True)
        here = f"/api/tables/{table}"
        await at.eva.post(f"{here}/join", {"seat": 1})
        remove = f"{here}/seats/1/remove"
        for person in (at.eva, at.ben):
            assert await person.refused("POST", remove) == "not_allowed"
        assert await at.ana.refused("POST", f"{here}/seats/0/remove") == "not_allowed"
        assert await at.ana.refused("POST", f"{here}/seats/4/remove") == "no_such_seat"
        async with socket_of(at.eva, table) as socket:
            await at.ana.post(remove)
            state = json.loads(await socket.recv())
            assert (state["mine"], state["seat"]) == ([], None)
        before = (await at.ana.get(f"{here}/state"))["number"]
        await at.ana.post(remove)  # nobody sits there any more
        assert (await at.ana.get(f"{here}/state"))["number"] == before
        assert await kinds_of(at.ana, table) == ["human", "open", "invited"]
        assert await at.eva.refused("POST", f"{here}/join", {}) == "kept_out"
        # A link from before, which was for somebody else, is no way round.
        assert await at.eva.refused("POST", ACCEPT, {"token": links[2]}) == "kept_out"
        assert await at.eva.refused("POST", f"{here}/chat", {"text": "But"}) == "chat_closed"
        await at.forget(table)
        assert await at.eva.refused("POST", f"{here}/join", {}) == "kept_out"
        fresh = await at.ana.post(f"{here}/seats/2/invitation")
        assert (await at.eva.post(ACCEPT, {"token": fresh["token"]}))["seat"] == 2
        await at.eva.post(f"{here}/chat", {"text": "Thank you"})
        await at.ben.post(f"{here}/join", {})
        assert (await table_of(at.ana, table))["state"] == "running"
        assert await at.ana.refused("POST", remove) == "wrong_state"

    in_company(tmp_path, story)


def test_the_link_of_whoever_is_removed_is_void(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "invite", "invite"], THREE)
        await at.ben.post(ACCEPT, {"token": links[1]})
        await at.ana.post(f"/api/tables/{table}/seats/1/remove")
        for person in (at.ben, at.eva):
            assert await person.refused("POST", ACCEPT, {"token": links[1]}) == "bad_invitation"
        assert await at.ben.refused("GET", f"/api/tables/{table}") == "no_such_table"

    in_company(tmp_path, story)


def test_nobody_new_sits_down_at_a_locked_table(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "open", "invite"], THREE, public=True)
        here = f"/api/tables/{table}"
        assert await at.eva.refused("PUT", f"{here}/lock", {"locked": True}) == "not_allowed"
        assert await at.ana.refused("PUT", f"{here}/lock", {"locked": "yes"}) == "bad_request"
        first = await put(at.ana, f"{here}/lock", {"locked": True})
        assert await put(at.ana, f"{here}/lock", {"locked": True}) == first
        assert await at.eva.refused("POST", f"{here}/join", {}) == "table_locked"
        assert await at.eva.refused("POST", ACCEPT, {"token": links[2]}) == "table_locked"
        # The host goes on seating whom they like; a full table waits for the key.
        for seat in (1, 2):
            await put(at.ana, f"{here}/seats/{seat}", {"kind": "bot", "bot": "novice"})
        shown = await table_of(at.ana, table)
        assert (shown["state"], shown["locked"]) == ("open", True)
        await put(at.ana, f"{here}/lock", {"locked": False})
        assert (await table_of(at.ana, table))["state"] == "running"
        assert await at.ana.refused("PUT", f"{here}/lock", {"locked": True}) == "wrong_state"

    in_company(tmp_path, story)


def test_where_the_host_wants_to_be_asked_nobody_sits_down_unasked(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        opened = await open_with_links(
            at.ana, ["me", "open", "open"], THREE, public=True, settings={"approval": True}
        )
        here = f"/api/tables/{opened.id}"
        asked = await at.eva.post(f"{here}/join", {"seat": 1})
        assert (asked["seat"], asked["asked"]) == (None, True)
        again = await at.eva.post(f"{here}/join", {})
        assert again["table"]["requests"] == 1
        await at.ben.post(f"{here}/join", {})
        assert await kinds_of(at.ana, opened.id) == ["human", "open", "open"]
        seen = await at.ana.get(f"{here}/requests")
        assert [(one["name"], one["seat"], one["mine"]) for one in seen] == [
            ("Eva", 1, False),
            ("Ben", None, False),
        ]
        mine = await at.ben.get(f"{here}/requests")
        assert [(one["name"], one["mine"]) for one in mine] == [("Ben", True)]
        for line in await at.ben.get(f"{here}/log"):
            assert "Eva" not in json.dumps(line)
        eva, ben = (one["request"] for one in seen)
        yes = f"{here}/requests/{eva}/answer"
        assert await at.eva.refused("POST", yes, {"agree": True}) == "not_allowed"
        assert await at.ben.refused("DELETE", f"{here}/requests/{eva}") == "not_allowed"
        assert await at.ana.refused("POST", f"{here}/requests/999/answer", {"agree": True}) == (
            "stale_step"
        )
        assert (await at.ben.ask("DELETE", f"{here}/requests/{ben}")).is_success
        assert await at.ben.refused("DELETE", f"{here}/requests/{ben}") == "stale_step"
        await at.ana.post(yes, {"agree": True})
        assert await at.ana.refused("POST", yes, {"agree": True}) == "stale_step"
        assert await kinds_of(at.ana, opened.id) == ["human", "human", "open"]
        await at.ben.post(f"{here}/join", {})
        (request,) = await at.ana.get(f"{here}/requests")
        await at.forget(opened.id)
        no = f"{here}/requests/{request['request']}/answer"
        await at.ana.post(no, {"agree": False})
        assert await at.ben.refused("POST", f"{here}/join", {}) == "kept_out"
        zoe = await come_in(at.http, at.url, "Zoe")
        await zoe.post(f"{here}/join", {})
        (request,) = await at.ana.get(f"{here}/requests")
        await at.ana.post(f"{here}/requests/{request['request']}/answer", {"agree": True})
        shown = await table_of(at.ana, opened.id)
        assert (shown["state"], shown["requests"]) == ("running", 0)
        assert await at.ana.refused("POST", no, {"agree": True}) == "wrong_state"

    in_company(tmp_path, story)


def test_requests_are_bounded(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        opened = await open_with_links(
            at.ana, ["me", "open", "open"], THREE, public=True, settings={"approval": True}
        )
        here = f"/api/tables/{opened.id}"
        for _ in range(5):
            await at.eva.post(f"{here}/join", {})
            (mine,) = await at.eva.get(f"{here}/requests")
            await at.eva.ask("DELETE", f"{here}/requests/{mine['request']}")
        assert await at.eva.refused("POST", f"{here}/join", {}) == "too_many"

    in_company(tmp_path, story)


# During the game.


async def running(at: Company, **more: Any) -> str:
    people = [at.ana, at.ben, at.eva]
    return await open_table(people, ["me", "invite", "invite"], THREE, **more)


async def proposals(person: Person, table: str) -> Any:
    return (await table_of(person, table))["proposals"]


def test_two_others_replace_somebody_who_is_there(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await running(at)
        here = f"/api/tables/{table}"
        wish = {"kind": "replace", "seat": 2, "bot": "novice"}
        stranger = await come_in(at.http, at.url, "Zoe")
        assert await stranger.refused("POST", f"{here}/proposals", wish) == "no_such_table"
        assert await at.eva.refused("POST", f"{here}/proposals", wish) == "not_allowed"
        nobody = wish | {"bot": "nobody"}
        assert await at.ana.refused("POST", f"{here}/proposals", nobody) == "unknown_bot"
        nowhere = wish | {"seat": 4}
        assert await at.ana.refused("POST", f"{here}/proposals", nowhere) == "no_such_seat"
        assert await at.ana.refused("POST", f"{here}/proposals", {"kind": "replace"}) == (
            "bad_request"
        )
        await at.ana.post(f"{here}/proposals", wish)
        (shown,) = await proposals(at.eva, table)
        assert (shown["kind"], shown["by"], shown["seat"]) == ("replace", 0, 2)
        assert (shown["agreed"], shown["wanted"]) == ([0], [1])
        answer = f"{here}/proposals/{shown['proposal']}/answer"
        assert await at.eva.refused("POST", answer, {"agree": False}) == "not_allowed"
        assert await stranger.refused("POST", answer, {"agree": True}) == "no_such_table"
        number = (await at.ana.get(f"{here}/state"))["number"]
        assert (await at.ana.post(answer, {"agree": True}))["number"] == number
        await at.forget(table)
        await at.ben.post(answer, {"agree": True})
        assert await at.ben.refused("POST", answer, {"agree": True}) == "stale_step"
        seat = (await table_of(at.ana, table))["seats"][2]
        assert (seat["substitute"], seat["reason"]) == ("novice", "agreed")
        assert await proposals(at.ana, table) == []
        # Who was replaced by agreement comes back by agreement.
        assert await at.eva.refused("POST", f"{here}/seats/2/return") == "not_allowed"
        assert await at.eva.refused("POST", f"{here}/proposals", {"kind": "abandon"}) == (
            "not_allowed"
        )
        back = {"kind": "return", "seat": 2}
        assert await at.ben.refused("POST", f"{here}/proposals", back) == "not_allowed"
        await at.eva.post(f"{here}/proposals", back)
        (shown,) = await proposals(at.ana, table)
        assert shown["wanted"] == [0, 1]
        answer = f"{here}/proposals/{shown['proposal']}/answer"
        await at.ana.post(answer, {"agree": True})
        await at.ben.post(answer, {"agree": True})
        seat = (await table_of(at.ana, table))["seats"][2]
        assert (seat["substitute"], seat["reason"]) == (None, None)

    in_company(tmp_path, story)


def test_nobody_replaces_an_opponent_alone(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], {"players": 2})
        wish = {"kind": "replace", "seat": 1, "bot": "novice"}
        path = f"/api/tables/{table}/proposals"
        assert await at.ana.refused("POST", path, wish) == "not_allowed"
        assert await proposals(at.ana, table) == []
        await at.away(at.ben, 200)
        await at.ana.post(path, wish)
        assert (await table_of(at.ana, table))["seats"][1]["reason"] == "agreed"

    in_company(tmp_path, story)


def test_what_is_refused_is_not_asked_again_at_once(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await running(at)
        here = f"/api/tables/{table}"
        await at.ana.post(f"{here}/proposals", {"kind": "abandon"})
        (shown,) = await proposals(at.ben, table)
        assert shown["wanted"] == [1, 2]
        await at.ben.post(f"{here}/proposals/{shown['proposal']}/answer", {"agree": False})
        assert await proposals(at.ana, table) == []
        for person in (at.ana, at.eva):
            assert await person.refused("POST", f"{here}/proposals", {"kind": "abandon"}) == (
                "too_fast"
            )
        # Whoever takes a proposal back may make it again.
        wish = {"kind": "replace", "seat": 2}
        await at.ana.post(f"{here}/proposals", wish)
        (shown,) = await proposals(at.ben, table)
        await at.ana.post(f"{here}/proposals/{shown['proposal']}/answer", {"agree": False})
        await at.ana.post(f"{here}/proposals", wish)
        await at.ben.post(f"{here}/proposals", wish)  # wanting the same is to agree
        assert (await table_of(at.ana, table))["seats"][2]["reason"] == "agreed"

    in_company(tmp_path, story)


def test_those_who_are_there_abandon_a_game_together(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await running(at)
        here = f"/api/tables/{table}"
        watch = await at.ana.post(f"{here}/watch-link")
        wim = await come_in(at.http, at.url, "Wim")
        await wim.post(ACCEPT, {"token": watch["token"]})
        assert await wim.refused("POST", f"{here}/proposals", {"kind": "abandon"}) == "not_allowed"
        assert await at.ana.refused("DELETE", here) == "not_allowed"
        await at.away(at.eva, 200)  # who is not there is not waited for
        await at.ben.post(f"{here}/proposals", {"kind": "abandon"})
        (shown,) = await proposals(at.ana, table)
        answer = f"{here}/proposals/{shown['proposal']}/answer"
        assert await wim.refused("POST", answer, {"agree": True}) == "not_allowed"
        await at.ana.post(answer, {"agree": True})
        closed = await table_of(at.eva, table)
        assert (closed["state"], closed["closed"]) == ("closed", "agreed")
        assert closed["result"] is None
        assert closed["proposals"] == []
        await at.ana.post(f"{here}/proposals", {"kind": "abandon"})  # it is done
        assert await at.ana.refused("POST", answer, {"agree": True}) == "wrong_state"
        # What was played can still be looked at.
        assert (await at.eva.get(f"{here}/positions/0?seat=2"))["seat"] == 2

    in_company(tmp_path, story)


def test_the_host_alone_ends_a_game_that_everybody_else_left(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await running(at)
        here = f"/api/tables/{table}"
        for person, seat in ((at.ben, 1), (at.eva, 2)):
            await person.post(f"{here}/seats/{seat}/bot", {"bot": "novice"})
        await at.ana.post(f"{here}/proposals", {"kind": "abandon"})
        assert (await table_of(at.ana, table))["closed"] == "agreed"

    in_company(tmp_path, story)


def test_the_host_mutes_players_and_spectators(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "invite", "invite"], THREE)
        here = f"/api/tables/{table}"
        await at.ben.post(ACCEPT, {"token": links[1]})
        await at.eva.post(ACCEPT, {"token": links[None]})
        await at.eva.post(f"{here}/chat", {"text": "one"})
        await at.eva.post(f"{here}/chat", {"text": "two"})
        log = await at.ana.get(f"{here}/log")
        speakers = {line["speaker"] for line in log if line["kind"] == "chat"}
        assert len(speakers) == 1
        body = {"speaker": speakers.pop(), "muted": True}
        assert await at.ben.refused("PUT", f"{here}/mute", body) == "not_allowed"
        assert await at.ana.refused("PUT", f"{here}/mute", {"muted": True}) == "bad_request"
        assert await at.ana.refused("PUT", f"{here}/mute", body | {"seat": 1}) == "bad_request"
        assert await at.ana.refused("PUT", f"{here}/mute", {"muted": True, "speaker": 1}) == (
            "not_found"
        )
        assert await at.ana.refused("PUT", f"{here}/mute", {"muted": True, "seat": 0}) == (
            "not_allowed"
        )
        first = await put(at.ana, f"{here}/mute", body)
        assert await put(at.ana, f"{here}/mute", body) == first
        await put(at.ana, f"{here}/mute", {"seat": 1, "muted": True})
        await at.forget(table)
        for person in (at.eva, at.ben):
            assert await person.refused("POST", f"{here}/chat", {"text": "more"}) == "chat_closed"
        async with socket_of(at.ben, table) as socket:
            await socket.send(json.dumps({"type": "chat", "id": "a", "text": "more"}))
            refused = json.loads(await socket.recv())
            assert (refused["error"], refused["id"]) == ("chat_closed", "a")
        chat = (await table_of(at.ben, table))["chat"]
        assert chat == {"spectators": True, "muted": [body["speaker"]], "muted_seats": [1]}
        await put(at.ana, f"{here}/mute", {"seat": 1, "muted": False})
        await at.ben.post(f"{here}/chat", {"text": "Hello again"})

    in_company(tmp_path, story)


def test_the_chat_is_closed_to_spectators(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        quiet = {"spectators_chat": False}
        table, links = await open_with_links(
            at.ana, ["me", "invite", "bot:novice"], THREE, settings=quiet
        )
        here = f"/api/tables/{table}"
        await at.ben.post(ACCEPT, {"token": links[1]})
        await at.eva.post(ACCEPT, {"token": links[None]})
        assert await at.eva.refused("POST", f"{here}/chat", {"text": "Hi"}) == "chat_closed"
        opens, closes = {"spectators": True}, {"spectators": False}
        for person in (at.eva, at.ben):
            assert await person.refused("PUT", f"{here}/spectators-chat", opens) == "not_allowed"
        await put(at.ana, f"{here}/spectators-chat", opens)
        await at.eva.post(f"{here}/chat", {"text": "Hi"})
        await at.away(at.ana, 200)  # while the host is away, those who play decide
        assert await at.eva.refused("PUT", f"{here}/spectators-chat", closes) == "not_allowed"
        await put(at.ben, f"{here}/spectators-chat", closes)
        assert await at.eva.refused("POST", f"{here}/chat", {"text": "Hi"}) == "chat_closed"
        await at.ben.post(f"{here}/chat", {"text": "Peace"})

    in_company(tmp_path, story)


def test_a_new_link_ends_watching_by_the_old_one(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "hotseat"], {"players": 2})
        here = f"/api/tables/{table}"
        await at.eva.post(ACCEPT, {"token": links[None]})
        assert await at.eva.refused("POST", f"{here}/watch-link") == "not_allowed"
        async with socket_of(at.eva, table) as watching, socket_of(at.ana, table) as playing:
            waiting = asyncio.create_task(at.eva.ask("GET", f"{here}/state?after=99&wait=20"))
            await asyncio.sleep(0.1)
            fresh = await at.ana.post(f"{here}/watch-link")
            assert await close_code(watching) == 4404
            assert (await waiting).status_code == 404
            assert json.loads(await playing.recv())["type"] == "state"
        assert await at.eva.refused("GET", f"{here}/state") == "no_such_table"
        assert await at.eva.refused("POST", ACCEPT, {"token": links[None]}) == "bad_invitation"
        await at.eva.post(ACCEPT, {"token": fresh["token"]})
        await at.eva.get(f"{here}/state")

    in_company(tmp_path, story)


@pytest.mark.proof
def test_a_new_link_ends_watching_in_every_process(two_servers: Hosting) -> None:
    async def story() -> None:
        first, second = two_servers.urls
        async with httpx.AsyncClient(timeout=30) as http:
            ana = await come_in(http, first, "Ana")
            eva = await come_in(http, first, "Eva")
            table, links = await open_with_links(ana, ["me", "hotseat"], {"players": 2})
            await eva.post(ACCEPT, {"token": links[None]})
            there = Person(http, second, "Eva", eva.token)
            async with socket_of(there, table) as watching:
                await ana.post(f"/api/tables/{table}/watch-link")
                async with asyncio.timeout(60):
                    assert await close_code(watching) == 4404

    asyncio.run(story())
