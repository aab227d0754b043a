"""Who sits where: the lobby, invitations, spectators, bots for those who are away."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

from tests.support.clients import SeatClient, come_in, open_table, open_with_links
from tests.support.company import Company, choose, in_company

TWO: dict[str, Any] = {"players": 2, "short": True}


def test_an_open_seat_of_a_public_table_is_found_in_the_lobby(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        public = await open_with_links(at.ana, ["me", "open"], TWO, public=True, title="Friday")
        private = await open_with_links(at.ana, ["me", "invite"], TWO)
        lobby = await at.ben.get("/api/tables")
        assert [line["id"] for line in lobby] == [public.id]
        assert lobby[0]["title"] == "Friday"
        assert await at.ben.refused("POST", f"/api/tables/{private.id}/join", {}) == "no_such_table"
        assert await at.ben.refused("GET", f"/api/tables/{private.id}") == "no_such_table"
        sat = await at.ben.post(f"/api/tables/{public.id}/join", {})
        assert sat["seat"] == 1
        assert sat["table"]["state"] == "running"
        again = await at.ben.post(f"/api/tables/{public.id}/join", {})
        assert again["seat"] == 1
        assert await at.eva.refused("POST", f"/api/tables/{public.id}/join", {}) in (
            "seat_taken",
            "no_such_table",
        )
        assert await at.ben.get("/api/tables") == []  # nobody but those at it may watch
        assert [line["id"] for line in await at.ben.get("/api/me/tables")] == [public.id]

    in_company(tmp_path, story)


def test_a_bot_may_have_a_name_of_its_own(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice", "name": " Doña  Urraca "}]
        opened = await at.ana.post("/api/tables", {"seats": seats, "options": TWO})
        named = opened["table"]["seats"][1]
        assert (named["name"], named["bot"], named["kind"]) == ("Doña Urraca", "novice", "bot")
        del seats[1]["name"]
        opened = await at.ana.post("/api/tables", {"seats": seats, "options": TWO})
        assert opened["table"]["seats"][1]["name"] == "novice"
        # In a list too it shows which bots have no name of their own.
        lines = await at.ana.get("/api/me/tables")
        assert {line["seats"][1] for line in lines} == {"novice", "Doña Urraca"}
        assert all(line["bots"] == [None, "novice"] for line in lines)

    in_company(tmp_path, story)


def test_of_many_who_want_the_last_seat_one_gets_it(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = (await open_with_links(at.ana, ["me", "open"], TWO, public=True)).id
        crowd = [await come_in(at.http, at.url, f"Guest {number}") for number in range(12)]
        answers = await asyncio.gather(
            *(one.ask("POST", f"/api/tables/{table}/join", {}) for one in crowd)
        )
        assert [answer.status_code for answer in answers].count(200) == 1
        winner = crowd[[answer.status_code for answer in answers].index(200)]
        assert (await winner.get(f"/api/tables/{table}/state"))["mine"] == [1]

    in_company(tmp_path, story)


def test_an_invitation_is_for_one_seat_until_it_is_taken_back(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "invite", "invite"], {"players": 3})
        accept = "/api/invitations/accept"
        assert await at.ben.refused("POST", accept, {"token": links[1] + "x"}) == "bad_invitation"
        assert await at.ben.refused("POST", accept, {"token": "no.thing"}) == "bad_invitation"
        looked = await at.ben.post("/api/invitations/look", {"token": links[1]})
        assert (looked["seat"], looked["table"]["id"]) == (1, table)
        assert (await at.ben.post(accept, {"token": links[1]}))["seat"] == 1
        assert (await at.ben.post(accept, {"token": links[1]}))["seat"] == 1
        assert await at.eva.refused("POST", accept, {"token": links[1]}) == "seat_taken"
        path = f"/api/tables/{table}/seats/2/invitation"
        assert await at.ben.refused("POST", path) == "not_allowed"
        fresh = await at.ana.post(path)
        assert await at.eva.refused("POST", accept, {"token": links[2]}) == "bad_invitation"
        sat = await at.eva.post(accept, {"token": fresh["token"]})
        assert (sat["seat"], sat["table"]["state"]) == (2, "running")

    in_company(tmp_path, story)


def test_a_link_expires_unless_its_game_is_running(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        accept, look = "/api/invitations/accept", "/api/invitations/look"
        waiting = await open_with_links(at.ana, ["me", "invite"], TWO)
        running = await open_with_links(at.ana, ["me", "hotseat"], TWO)
        fresh = await open_with_links(at.ana, ["me", "invite"], TWO)
        with sqlite3.connect(tmp_path / "tables.db") as other:
            other.execute(
                "UPDATE invitations SET created = created - 31 * 24 * 3600 * 1000"
                " WHERE table_id != ?",
                [fresh.id],
            )
        for path in (look, accept):
            for seat in (1, None):
                token = {"token": waiting.links[seat]}
                assert await at.ben.refused("POST", path, token) == "invitation_expired"
        assert (await at.ben.ask("POST", look, {"token": waiting.links[1]})).status_code == 410
        # The host makes a new one; who follows a long game is not shut out.
        anew = await at.ana.post(f"/api/tables/{waiting.id}/seats/1/invitation")
        assert (await at.ben.post(look, {"token": anew["token"]}))["seat"] == 1
        assert (await at.ben.post(accept, {"token": running.links[None]}))["seat"] is None
        assert (await at.ben.post(accept, {"token": fresh.links[None]}))["seat"] is None

    in_company(tmp_path, story)


def test_before_the_start_people_leave_and_the_host_decides_anew(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table, links = await open_with_links(at.ana, ["me", "invite", "invite"], {"players": 3})
        here = f"/api/tables/{table}"
        accept = "/api/invitations/accept"
        await at.ben.post(accept, {"token": links[1]})
        assert await at.ana.refused("PUT", f"{here}/seats/1", {"kind": "hotseat"}) == "seat_taken"
        assert await at.eva.refused("POST", f"{here}/seats/1/leave") == "no_such_table"
        assert await at.ben.refused("POST", f"{here}/seats/0/leave") == "not_your_seat"
        assert await at.ben.refused("PUT", f"{here}/seats/2", {"kind": "me"}) == "not_allowed"
        await at.ben.post(f"{here}/seats/1/leave")
        assert await at.ben.refused("GET", here) == "no_such_table"
        assert await at.ana.refused("PUT", f"{here}/seats/1", {"kind": "open"}) == "bad_request"
        changed = await at.ana.ask("PUT", f"{here}/seats/1", {"kind": "invite"})
        token = changed.json()["invitations"][0]["token"]
        assert await at.ben.refused("POST", accept, {"token": links[1]}) == "bad_invitation"
        await at.ben.post(accept, {"token": token})
        done = await at.ana.ask("PUT", f"{here}/seats/2", {"kind": "bot", "bot": "novice"})
        assert done.json()["table"]["state"] == "running"
        assert await at.ben.refused("POST", f"{here}/seats/1/leave") == "wrong_state"
        kinds = [line["kind"] for line in await at.ben.get(f"{here}/log")]
        assert kinds[:6] == ["opened", "joined", "left", "seat_set", "joined", "seat_set"]

    in_company(tmp_path, story)


def test_who_may_watch_is_for_the_host_to_say(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        accept = "/api/invitations/accept"
        closed = await open_with_links(
            at.ana, ["me", "hotseat"], TWO, settings={"watching": "nobody"}
        )
        assert None not in closed.links
        assert await at.ben.refused("GET", f"/api/tables/{closed.id}/state") == "no_such_table"
        path = f"/api/tables/{closed.id}/watch-link"
        assert await at.ana.refused("POST", path) == "not_allowed"
        linked = await open_with_links(at.ana, ["me", "hotseat"], TWO)
        assert await at.ben.refused("GET", f"/api/tables/{linked.id}/state") == "no_such_table"
        assert (await at.ben.post(accept, {"token": linked.links[None]}))["seat"] is None
        state = await at.ben.get(f"/api/tables/{linked.id}/state")
        assert (state["seat"], state["mine"], state["view"]["mine"]) == (None, [], None)
        assert await at.ben.refused("GET", f"/api/tables/{linked.id}/state?seat=0") == (
            "not_your_seat"
        )
        await at.ana.post(f"/api/tables/{linked.id}/watch-link")
        assert await at.eva.refused("POST", accept, {"token": linked.links[None]}) == (
            "bad_invitation"
        )
        anyone = await open_with_links(
            at.ana, ["me", "hotseat"], TWO, public=True, settings={"watching": "anyone"}
        )
        assert (await at.eva.get(f"/api/tables/{anyone.id}/state"))["seat"] is None
        assert [line["id"] for line in await at.eva.get("/api/tables")] == [anyone.id]

    in_company(tmp_path, story)


def test_a_bot_is_called_for_whoever_is_away_and_sent_away_again(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        people = [at.ana, at.ben, at.eva]
        table = await open_table(people, ["me", "invite", "invite"], {"players": 3})
        stranger = await come_in(at.http, at.url, "Zoe")
        call = f"/api/tables/{table}/seats/1/bot"
        bot = {"bot": "novice"}
        assert await stranger.refused("POST", call, bot) == "no_such_table"
        assert await at.ana.refused("POST", call, bot) == "not_allowed"
        await at.away(at.ben, 50)
        assert await at.eva.refused("POST", call, bot) == "not_allowed"
        seen = await at.ana.get(f"/api/tables/{table}/presence")
        assert [line["seat"] for line in seen] == [0, 1, 2]
        assert 49 <= seen[1]["away"] <= 60
        await at.ana.post(call, bot)
        await at.ana.post(call, bot)
        seats = (await at.eva.get(f"/api/tables/{table}"))["seats"]
        assert [seat["substitute"] for seat in seats] == [None, "novice", None]
        body = {"seat": 1, "step": 1, "choice": 1}
        assert await at.ben.refused("POST", f"/api/tables/{table}/choices", body) in (
            "seat_with_bot",
            "stale_step",
        )
        back = f"/api/tables/{table}/seats/1/return"
        assert await at.eva.refused("POST", back) == "not_your_seat"
        await at.ben.post(back)
        await at.away(at.ben, 200)
        await at.eva.post(call, bot)
        await at.ben.post(back)
        await at.ben.post(call, bot)  # for oneself at any time
        log = await at.ana.get(f"/api/tables/{table}/log")
        told = [(line["kind"], line.get("reason")) for line in log if line["kind"] != "joined"]
        assert told[-5:] == [
            ("handed", "away"),
            ("returned", None),
            ("handed", "away"),
            ("returned", None),
            ("handed", "left"),
        ]

    in_company(tmp_path, story)


def test_who_is_there_is_not_away_however_long_ago_they_asked(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        watching = SeatClient(at.ben, table, choose=lambda *_: None)
        task = asyncio.create_task(watching.play(30))
        while not watching.frames:
            await asyncio.sleep(0.01)
        await at.away(at.ben, 500)
        call = f"/api/tables/{table}/seats/1/bot"
        assert await at.ana.refused("POST", call, {"bot": "novice"}) == "not_allowed"
        task.cancel()

    in_company(tmp_path, story)


def test_a_table_is_closed_by_its_host_alone_and_not_on_others(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        waiting = await open_with_links(at.ana, ["me", "open"], TWO, public=True)
        assert await at.ben.refused("DELETE", f"/api/tables/{waiting.id}") == "not_allowed"
        assert (await at.ana.ask("DELETE", f"/api/tables/{waiting.id}")).is_success
        assert await at.ben.get("/api/tables") == []
        assert await at.ben.refused("POST", f"/api/tables/{waiting.id}/join", {}) in (
            "wrong_state",
            "no_such_table",
        )
        shared = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        assert await at.ana.refused("DELETE", f"/api/tables/{shared}") == "not_allowed"
        alone = await open_table([at.ana], ["me", "hotseat"], TWO)
        assert (await at.ana.ask("DELETE", f"/api/tables/{alone}")).is_success
        state = await at.ana.get(f"/api/tables/{alone}/state")
        assert (state["table"]["state"], state["table"]["closed"]) == ("closed", "host")
        assert (await at.ana.ask("DELETE", f"/api/tables/{alone}")).is_success
        body = {"seat": state["seat"], "step": state["view"]["step"], "choice": 1}
        assert await at.ana.refused("POST", f"/api/tables/{alone}/choices", body) == "wrong_state"

    in_company(tmp_path, story)


def test_a_hotseat_looks_from_its_own_seats_only(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        people = [at.ana, at.ben]
        table = await open_table(people, ["me", "hotseat", "invite"], {"players": 3})
        seen: list[Any] = []

        def look_around(client: SeatClient, state: Any) -> Any:
            seen.append((state["seat"], state["view"]["mine"] is not None))
            turns: list[Any] = [1, 2, None, 0]
            if len(seen) > len(turns):
                raise asyncio.CancelledError
            return {"type": "look", "seat": turns[len(seen) - 1]}

        client = SeatClient(at.ana, table, seat=0, choose=look_around)
        task = asyncio.create_task(client.play(20))
        await asyncio.wait([task])
        shown = [seat for seat, _ in seen]
        assert 2 not in shown
        assert {0, 1} <= set(shown)
        assert [error["error"] for error in client.errors] == ["not_your_seat"]
        for seat in (0, 1):
            assert (await at.ana.get(f"/api/tables/{table}/state?seat={seat}"))["seat"] == seat
        for path in ("state", "events", "positions/0"):
            code = await at.ana.refused("GET", f"/api/tables/{table}/{path}?seat=2")
            assert code == "not_your_seat"

    in_company(tmp_path, story)


def test_whoever_claims_a_name_finds_the_games_on_another_device(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        password = "long enough to be good"
        await at.ana.post("/api/me/password", {"password": password})
        answer = await at.http.post(
            f"{at.url}/api/login", json={"name": "Ana", "password": password}
        )
        at.http.cookies.clear()
        phone = type(at.ana)(at.http, at.url, "Ana", answer.json()["token"])
        lines = await phone.get("/api/me/tables")
        assert [(line["id"], line["mine"]) for line in lines] == [(table, [0])]
        for person in (phone, at.ben, at.ana):
            state = await person.get(f"/api/tables/{table}/state")
            if state["view"]["choices"]:
                await choose(person, table, state)
        assert (await phone.get(f"/api/tables/{table}/state"))["number"] > 3

    in_company(tmp_path, story)
