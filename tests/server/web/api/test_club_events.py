"""Events over HTTP: announcing, taking part, starting, cancelling, and what is refused."""

from pathlib import Path
from typing import Any

from tests.support.company import Company, in_company

SLOW: dict[str, Any] = {"clock": {"kind": "turn", "seconds": 3600}, "wait_seconds": 3600}


def league(bots: int = 0, **settings: Any) -> dict[str, Any]:
    return {
        "kind": "league",
        "title": "Spring",
        "bots": ["random"] * bots,
        "settings": {"bot": "random", "most": 8, **SLOW, **settings},
    }


def test_people_join_and_leave_until_it_starts(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        made = await at.ana.post("/api/events", league(bots=6, fill=False))
        event = made["line"]["id"]
        assert (made["is_host"], made["line"]["entrants"], made["line"]["mine"]) == (True, 7, True)
        start = f"/api/events/{event}/start"
        assert await at.ana.refused("POST", start) == "too_few_entrants"
        for _ in range(2):  # twice is once
            joined = await at.ben.post(f"/api/events/{event}/join")
            assert joined["line"]["entrants"] == 8
        assert await at.eva.refused("POST", f"/api/events/{event}/join") == "event_full"
        left = await at.ben.post(f"/api/events/{event}/leave")
        assert not left["line"]["mine"]
        assert (await at.eva.post(f"/api/events/{event}/join"))["line"]["mine"]
        assert [line["id"] for line in await at.ben.get("/api/events")] == [event]
        assert await at.ben.refused("POST", start) == "not_allowed"
        assert (await at.ana.post(start))["line"]["state"] == "running"
        assert await at.ana.refused("POST", start) == "event_started"
        assert await at.eva.refused("POST", f"/api/events/{event}/leave") == "event_started"
        assert await at.ben.refused("POST", f"/api/events/{event}/join") == "event_started"

    in_company(tmp_path, story)


def test_only_the_host_decides_and_an_admin_may_cancel(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        event = (await at.ana.post("/api/events", league()))["line"]["id"]
        bots = f"/api/events/{event}/bots"
        assert await at.ben.refused("PUT", bots, {"bots": []}) == "not_allowed"
        changed = (await at.ana.ask("PUT", bots, {"bots": ["random"] * 7})).json()
        assert len({entrant["name"] for entrant in changed["entrants"]}) == 8
        assert await at.ana.refused("PUT", bots, {"bots": ["random"] * 8}) == "event_full"
        assert await at.ben.refused("DELETE", f"/api/events/{event}") == "not_allowed"
        cancelled = (await at.ana.ask("DELETE", f"/api/events/{event}")).json()
        assert (cancelled["line"]["state"], cancelled["ending"]) == ("cancelled", "host")
        assert await at.ana.refused("DELETE", f"/api/events/{event}") == "event_started"

    in_company(tmp_path, story)


def test_a_private_event_is_found_by_its_link_alone(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        made = await at.ana.post("/api/events", league() | {"public": False})
        event = made["line"]["id"]
        assert await at.ben.get("/api/events") == []
        assert [line["id"] for line in await at.ana.get("/api/events")] == [event]
        assert (await at.ben.get(f"/api/events/{event}"))["line"]["title"] == "Spring"
        assert await at.ben.refused("GET", "/api/events/0000") == "no_such_event"

    in_company(tmp_path, story)


def test_what_cannot_be_played_is_refused(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        async def code(**changes: Any) -> str:
            return await at.ana.refused("POST", "/api/events", league() | changes)

        assert await code(settings={"most": 65}) == "bad_request"
        assert await code(settings={"most": 7}) == "bad_request"
        assert await code(settings={"most": 8, "clock": {"kind": "none"}}) == "bad_request"
        assert await code(bots=["nobody"]) == "unknown_bot"
        assert await code(bots=["random"] * 8) == "event_full"
        assert await code(deadline=1) == "bad_request"
        assert await code(options={"first_player": 0}) == "bad_options"
        assert await code(kind="gala") == "bad_request"
        for _ in range(2):
            await at.ana.post("/api/events", league())
        assert await code() == "too_many"

    in_company(tmp_path, story)
