"""Moderation at a real server: what admins do, on the command line and in the browser, holds."""

import asyncio
import json
import time
from collections.abc import Awaitable, Iterator
from pathlib import Path

import httpx
import pytest

from elgrande.server.timestamps import now_ms
from tests.support.clients import Person, come_in, open_table, open_with_links
from tests.support.moderating import (
    PASSWORD,
    SECONDS_TO_NOTICE,
    admin,
    an_admin,
    claimed,
    closed_with,
    id_of,
    in_time,
    play,
    socket_at,
)
from tests.support.server import ServerProcess, serving, sqlite_url


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> str:
    return sqlite_url(tmp_path_factory.mktemp("moderation"))


@pytest.fixture(scope="module")
def server(database: str) -> Iterator[ServerProcess]:
    # The tests come from a proxy that is trusted, so that they may come from anywhere.
    with serving(database, options=["--forwarded-allow-ips", "127.0.0.1"]) as running:
        yield running


async def command(url: str, *arguments: str) -> object:
    """A command of `elgrande admin` beside the running server."""
    return await asyncio.to_thread(admin, url, *arguments)


# Players who are shut out.


@pytest.mark.parametrize("way", ["command line", "browser"])
def test_a_banned_player_is_out_and_may_come_back(
    server: ServerProcess, database: str, way: str
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, f"Boss {way}")
        ana = await come_in(http, server.url, "Ana")
        key = await id_of(ana)
        table = await open_table([ana], ["me", "hotseat"])
        async with (
            socket_at(ana, f"/api/tables/{table}/socket") as at_table,
            socket_at(ana, "/api/me/socket") as feed,
        ):
            await at_table.recv()
            if way == "browser":
                await boss.ask("POST", f"/api/admin/players/{key}/ban", {"reason": "Spam."})
            else:
                await command(database, "ban", key, "--until", "1h", "--reason", "Spam.")
            for socket in (at_table, feed):
                code, frame = await closed_with(socket)
                assert code == 4403
                assert (frame["error"], frame["status"]) == ("banned", 403)
        answer = await ana.ask("GET", "/api/me")
        assert answer.status_code == 403
        assert answer.json()["error"] == "banned"
        assert "Spam" in answer.json()["detail"]
        async with socket_at(ana, f"/api/tables/{table}/socket") as again:
            assert (await closed_with(again))[0] == 4403
        # What is theirs they may still see, and they may go.
        assert (await ana.ask("GET", "/api/me/data")).status_code == 200
        assert await ana.refused("DELETE", "/api/me", {}) == "banned"
        if way == "browser":
            await boss.ask("DELETE", f"/api/admin/players/{key}/ban")
            assert (await ana.ask("GET", "/api/me")).status_code == 200
        else:
            await command(database, "unban", key)
            await in_time(lambda: _is_in(ana))

    play(work)


async def _is_in(person: Person) -> bool:
    return (await person.ask("GET", "/api/me")).status_code == 200


def test_a_banned_name_cannot_log_in(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        await claimed(http, server.url, "Shut Out")
        await command(database, "ban", "shut out")
        body = {"name": "Shut Out", "password": PASSWORD}

        async def is_banned() -> bool:
            answer = await http.post(f"{server.url}/api/login", json=body)
            return answer.status_code == 403 and answer.json()["error"] == "banned"

        await in_time(is_banned)
        wrong = await http.post(f"{server.url}/api/login", json={**body, "password": "wrong"})
        assert wrong.json()["error"] == "wrong_password"

    play(work)


def test_a_ban_ends_by_itself(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Boss of a moment")
        ana = await come_in(http, server.url, "Ana")
        key = await id_of(ana)
        body = {"until": now_ms() + 1000}
        await boss.ask("POST", f"/api/admin/players/{key}/ban", body)
        assert await ana.refused("GET", "/api/me") == "banned"
        await in_time(lambda: _is_in(ana))

    play(work)


# Addresses.


def test_a_banned_network_is_out_behind_a_trusted_proxy(
    server: ServerProcess, database: str
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Boss of addresses")
        ana = await come_in(http, server.url, "Ana")
        table = await open_table([ana], ["me", "hotseat"])
        bad = {"x-forwarded-for": "198.51.100.77"}
        good = {"x-forwarded-for": "198.51.101.77"}
        path = f"/api/tables/{table}/socket"
        async with (
            socket_at(ana, path, **bad) as shut,
            socket_at(ana, "/api/me/socket", **bad) as feed,
            socket_at(ana, path, **good) as kept,
        ):
            await shut.recv()
            await kept.recv()
            made = await boss.post(
                "/api/admin/bans", {"network": "198.51.100.9/24", "reason": "spam"}
            )
            assert made["network"] == "198.51.100.0/24"
            for socket in (shut, feed):
                assert (await closed_with(socket))[0] == 4403
            await kept.send(json.dumps({"type": "ping", "id": "1"}))
            assert json.loads(await kept.recv())["type"] == "pong"
        for place in ("/api/me", "/", "/api/tables"):
            answer = await http.get(f"{server.url}{place}", headers={**ana.headers, **bad})
            assert (answer.status_code, answer.json()["error"]) == (403, "banned")
        mapped = {"x-forwarded-for": "::ffff:198.51.100.3"}
        answer = await http.get(f"{server.url}/api/tables", headers=mapped)
        assert answer.json()["error"] == "banned"
        assert (await http.get(f"{server.url}/api/tables", headers=good)).status_code == 200
        assert (await http.get(f"{server.url}/health", headers=bad)).status_code == 200
        (seen,) = await boss.get("/api/admin/bans")
        assert seen["reason"] == "spam"
        path = "/api/admin/bans?network=198.51.100.0/24"
        assert (await boss.ask("DELETE", path)).status_code == 204
        assert (await http.get(f"{server.url}/api/tables", headers=bad)).status_code == 200
        assert await boss.refused("DELETE", path) == "not_found"

    play(work)


def test_whoever_is_no_trusted_proxy_cannot_blame_another(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)
    with (
        serving(url, options=["--forwarded-allow-ips", "192.0.2.1"]) as server,
        server.client() as client,
    ):
        admin(url, "ban", "--address", "198.51.100.77")
        admin(url, "ban", "--address", "127.0.0.0/24")
        deadline = time.monotonic() + SECONDS_TO_NOTICE
        while time.monotonic() < deadline:
            blamed = client.get("/api/tables", headers={"x-forwarded-for": "203.0.113.9"})
            if blamed.status_code == 403:
                break
            time.sleep(0.05)
        assert blamed.json()["error"] == "banned"


# Voices.


def test_a_muted_player_plays_but_does_not_write(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        ana = await claimed(http, server.url, "Loud Ana")
        table = await open_table([ana], ["me", "hotseat"])
        async with socket_at(ana, f"/api/tables/{table}/socket") as socket:
            await socket.recv()
            await command(database, "mute", "Loud Ana", "--until", "1d")
            chat = {"type": "chat", "text": "hello", "id": "x"}

            async def refused() -> bool:
                await socket.send(json.dumps(chat))
                while (frame := json.loads(await socket.recv()))["type"] == "state":
                    pass
                return bool(frame.get("error") == "muted" and frame["status"] == 403)

            await in_time(refused)
            assert await ana.refused("POST", f"/api/tables/{table}/chat", {"text": "x"}) == "muted"
            state = await ana.get(f"/api/tables/{table}/state")
            choice = {"seat": state["seat"], "step": state["view"]["step"]}
            choice["choice"] = state["view"]["choices"][0]["choice"]
            assert (await ana.ask("POST", f"/api/tables/{table}/choices", choice)).is_success
            await command(database, "unmute", "loud ana")

            async def heard() -> bool:
                path = f"/api/tables/{table}/chat"
                return (await ana.ask("POST", path, {"text": "again"})).is_success

            await in_time(heard)

    play(work)


# Tables.


def test_an_admin_closes_a_table_whoever_plays(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Boss of tables")
        ana = await come_in(http, server.url, "Ana")
        ben = await come_in(http, server.url, "Ben")
        first = await open_table([ana, ben], ["me", "invite"], title="Rowdy")
        second = (await open_with_links(ana, ["me", "invite"], title="Quiet")).id
        async with socket_at(ana, f"/api/tables/{first}/socket") as socket:
            await socket.recv()
            await command(database, "close", first, "--reason", "rowdy")
            async with asyncio.timeout(8):
                frame = json.loads(await socket.recv())
            assert frame["table"]["state"] == "closed"
            assert frame["table"]["closed"] == "moderator"
        assert (await boss.ask("POST", f"/api/admin/tables/{second}/close", {})).status_code == 204
        again = await boss.refused("POST", f"/api/admin/tables/{second}/close", {})
        assert again == "wrong_state"
        missing = await boss.refused("POST", "/api/admin/tables/nothing/close", {})
        assert missing == "no_such_table"
        for table in (first, second):
            assert (await ana.get(f"/api/tables/{table}"))["state"] == "closed"
        found = await boss.get("/api/admin/tables?search=rowdy")
        assert [row["id"] for row in found] == [first]
        assert [seat["name"] for seat in found[0]["seats"]] == ["Ana", "Ben"]

    play(work)


def test_admins_see_nothing_of_a_game(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Curious boss")
        ana = await come_in(http, server.url, "Ana")
        table = await open_table([ana], ["me", "hotseat"])
        assert await boss.refused("GET", f"/api/tables/{table}/state") == "no_such_table"
        (row,) = await boss.get(f"/api/admin/tables?search={table}")
        shown = {"id", "title", "state", "public", "host", "host_name", "created", "started"}
        assert set(row) == {*shown, "finished", "seats"}

    play(work)


# Passwords.


def test_a_new_password_ends_all_sessions(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "Boss of passwords")
        ana = await claimed(http, server.url, "Forgetful")
        key = await id_of(ana)
        async with socket_at(ana, "/api/me/socket") as feed:
            made = await boss.post(f"/api/admin/players/{key}/password", {"reason": "asked"})
            assert (await closed_with(feed))[0] == 4401
        assert await ana.refused("GET", "/api/me") == "not_signed_in"
        body = {"name": "Forgetful", "password": made["password"]}
        assert (await http.post(f"{server.url}/api/login", json=body)).status_code == 200
        http.cookies.clear()
        guest = await come_in(http, server.url, "A guest")
        path = f"/api/admin/players/{await id_of(guest)}/password"
        assert await boss.refused("POST", path, {}) == "wrong_state"
        log = await boss.get(f"/api/admin/audit?target={key}")
        assert log[0]["act"] == "reset_password"
        assert made["password"] not in json.dumps(log)

    play(work)


# Admins.


def test_only_admins_at_a_browser_moderate(server: ServerProcess, database: str) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, server.url, database, "True boss")
        ana = await claimed(http, server.url, "Mere Ana")
        token = (await boss.post("/api/me/tokens", {"label": "a bot"}))["token"]
        bot = Person(http, server.url, "bot", token)
        key = await id_of(ana)
        paths = [
            ("GET", "/api/admin/players", None),
            ("GET", "/api/admin/tables", None),
            ("GET", "/api/admin/bans", None),
            ("GET", "/api/admin/audit", None),
            ("GET", "/api/admin/settings", None),
            ("GET", "/api/admin/invitations", None),
            ("PUT", "/api/admin/settings", {"invite_only": True}),
            ("POST", "/api/admin/invitations", {}),
            ("DELETE", "/api/admin/invitations/x", None),
            ("POST", "/api/admin/bans", {"network": "192.0.2.1"}),
            ("DELETE", "/api/admin/bans?network=192.0.2.1", None),
            ("POST", "/api/admin/tables/x/close", {}),
            ("POST", f"/api/admin/players/{key}/ban", {}),
            ("DELETE", f"/api/admin/players/{key}/ban", None),
            ("POST", f"/api/admin/players/{key}/mute", {}),
            ("DELETE", f"/api/admin/players/{key}/mute", None),
            ("POST", f"/api/admin/players/{key}/password", {}),
            ("POST", f"/api/admin/players/{key}/admin", {}),
            ("DELETE", f"/api/admin/players/{key}/admin", None),
            ("POST", f"/api/admin/players/{key}/delete", {}),
        ]
        stranger = Person(http, server.url, "", "nobody")
        for method, path, body in paths:
            for person in (ana, bot):
                assert await person.refused(method, path, body) == "not_allowed", path
            assert await stranger.refused(method, path, body) == "not_signed_in", path
        assert (await boss.get("/api/me"))["player"]["admin"] is True
        assert (await ana.get("/api/me"))["player"]["admin"] is False

    play(work)


def test_an_admin_has_no_power_over_another_and_loses_it_at_once(
    server: ServerProcess, database: str
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        first = await an_admin(http, server.url, database, "First boss")
        second = await an_admin(http, server.url, database, "Second boss")
        key = await id_of(second)
        for act in ("ban", "mute", "password", "delete"):
            refused = await first.refused("POST", f"/api/admin/players/{key}/{act}", {})
            assert refused == "not_allowed"
        await command(database, "revoke", "Second boss")
        assert await second.refused("GET", "/api/admin/players") == "not_allowed"
        assert (await first.ask("POST", f"/api/admin/players/{key}/ban", {})).status_code == 204
        guest = await come_in(http, server.url, "Would-be")
        path = f"/api/admin/players/{await id_of(guest)}/admin"
        assert await first.refused("POST", path, {}) == "wrong_state"
        assert await first.refused("POST", "/api/admin/players/nobody/admin", {}) == "not_found"
        assert await first.refused("POST", "/api/admin/players/nobody/ban", {}) == "not_found"

    play(work)


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", "/api/admin/bans", {"network": "somewhere"}),
        ("POST", "/api/admin/bans", {"network": "0.0.0.0/0"}),
        ("POST", "/api/admin/bans", {"network": "::/3"}),
        ("POST", "/api/admin/bans", {"network": "192.0.2.1", "until": 5}),
        ("POST", "/api/admin/bans", {"network": "192.0.2.1", "until": "soon"}),
        ("POST", "/api/admin/bans", {"network": "192.0.2.1", "reason": "x" * 301}),
        ("POST", "/api/admin/bans", {"network": "192.0.2.1", "colour": 1}),
        ("POST", "/api/admin/bans", {}),
        ("DELETE", "/api/admin/bans?network=x", None),
        ("POST", "/api/admin/invitations", {"uses": 0}),
        ("POST", "/api/admin/invitations", {"uses": 10**9}),
        ("POST", "/api/admin/invitations", {"expires": 7}),
        ("PUT", "/api/admin/settings", {"invite_only": "yes"}),
        ("GET", "/api/admin/players?standing=tall", None),
        ("GET", "/api/admin/players?limit=0", None),
        ("GET", "/api/admin/audit?before=-1", None),
    ],
)
def test_what_admins_send_wrong_is_told(
    server: ServerProcess, database: str, method: str, path: str, body: object
) -> None:
    async def work(http: httpx.AsyncClient) -> None:
        name = "Clumsy boss"
        answer = await http.post(
            f"{server.url}/api/login", json={"name": name, "password": PASSWORD}
        )
        if answer.status_code == 200:
            http.cookies.clear()
            boss = Person(http, server.url, name, answer.json()["token"])
        else:
            boss = await an_admin(http, server.url, database, name)
        assert await boss.refused(method, path, body) == "bad_request"

    play(work)


# Invitations.


def test_new_guests_need_an_invitation(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, running.url, url, "Boss")
        shown = await boss.ask("PUT", "/api/admin/settings", {"invite_only": True})
        assert shown.json() == {"invite_only": True}

        async def come(name: str, invitation: str | None = None) -> httpx.Response:
            body = {"name": name} | ({} if invitation is None else {"invitation": invitation})
            answer = await http.post(f"{running.url}/api/players", json=body)
            http.cookies.clear()
            return answer

        refused = await come("Ana")
        assert (refused.status_code, refused.json()["error"]) == (403, "invitation_needed")
        made = await boss.post("/api/admin/invitations", {"uses": 2, "note": "club"})
        assert made["path"] == f"/welcome#{made['token']}"
        wrong = made["token"][:-1] + ("A" if made["token"][-1] != "A" else "B")
        for text in ("", "x", wrong, "a" * 200):
            assert (await come("Ana", text)).json()["error"] == "bad_invitation"
        # However many come at once, it is good for two.
        answers = await asyncio.gather(*(come(f"Guest {n}", made["token"]) for n in range(6)))
        assert sorted(answer.status_code for answer in answers) == [201, 201, 404, 404, 404, 404]
        (row,) = await boss.get("/api/admin/invitations")
        assert (row["used"], row["uses"], row["note"]) == (2, 2, "club")
        second = await boss.post("/api/admin/invitations", {"uses": 5})
        path = f"/api/admin/invitations/{second['id']}"
        assert (await boss.ask("DELETE", path)).status_code == 204
        assert await boss.refused("DELETE", path) == "not_found"
        assert (await come("Ana", second["token"])).json()["error"] == "bad_invitation"
        # Whoever is here may bring a friend to a seat, but not everybody to watch.
        opened = await open_with_links(boss, ["me", "invite"])
        assert (await come("Watcher", opened.links[None])).json()["error"] == "bad_invitation"
        friend = await come("Friend", opened.links[1])
        assert friend.status_code == 201
        person = Person(http, running.url, "Friend", friend.json()["token"])
        await person.post("/api/invitations/accept", {"token": opened.links[1]})
        assert (await come("Late", opened.links[1])).json()["error"] == "bad_invitation"
        # Those with a claimed name log in as before.
        body = {"name": "Boss", "password": PASSWORD}
        assert (await http.post(f"{running.url}/api/login", json=body)).status_code == 200
        http.cookies.clear()
        await command(url, "invite-only", "off")
        await in_time(lambda: _came(come("Everybody")))

    async def _came(coming: Awaitable[httpx.Response]) -> bool:
        return (await coming).status_code == 201

    with serving(url) as running:
        play(work)


# The log.


def test_everything_is_in_the_log(tmp_path: Path) -> None:
    url = sqlite_url(tmp_path)

    async def work(http: httpx.AsyncClient) -> None:
        boss = await an_admin(http, running.url, url, "Boss")
        ana = await come_in(http, running.url, "Ana")
        key = await id_of(ana)
        table = (await open_with_links(ana, ["me", "invite"])).id
        made = await boss.post("/api/admin/invitations", {})
        acts = [
            ("POST", f"/api/admin/players/{key}/mute", {"reason": "  two\nlines "}),
            ("DELETE", f"/api/admin/players/{key}/mute", None),
            ("POST", f"/api/admin/players/{key}/ban", {"until": 10**14}),
            ("DELETE", f"/api/admin/players/{key}/ban", None),
            ("POST", f"/api/admin/tables/{table}/close", {}),
            ("POST", "/api/admin/bans", {"network": "192.0.2.1"}),
            ("DELETE", "/api/admin/bans?network=192.0.2.1", None),
            ("PUT", "/api/admin/settings", {"invite_only": False}),
            ("DELETE", f"/api/admin/invitations/{made['id']}", None),
        ]
        for method, path, body in acts:
            assert (await boss.ask(method, path, body)).is_success
        log = await boss.get("/api/admin/audit")
        told = [(line["act"], line["kind"], line["admin_name"]) for line in reversed(log)]
        assert told == [
            ("grant", "player", None),
            ("invite", "invitation", "Boss"),
            ("mute", "player", "Boss"),
            ("unmute", "player", "Boss"),
            ("ban", "player", "Boss"),
            ("unban", "player", "Boss"),
            ("close", "table", "Boss"),
            ("ban", "network", "Boss"),
            ("unban", "network", "Boss"),
            ("invite_only", "server", "Boss"),
            ("uninvite", "invitation", "Boss"),
        ]
        assert [line["number"] for line in log] == list(range(11, 0, -1))
        mute = log[8]
        assert (mute["reason"], mute["target"], mute["target_name"]) == ("two lines", key, "Ana")
        assert log[6]["data"] == {"until": 10**14}
        assert made["token"].partition(".")[2] not in json.dumps(log)
        about = await boss.get(f"/api/admin/audit?target={key}&limit=2&before=6")
        assert [line["number"] for line in about] == [5, 4]

    with serving(url) as running:
        play(work)
