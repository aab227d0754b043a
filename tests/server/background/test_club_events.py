"""Events run by themselves: from the first round to the last, whoever comes or does not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from elgrande.server.timestamps import now_ms
from tests.support.clients import Person
from tests.support.company import Company, in_company

QUICK: dict[str, Any] = {"short": True}


async def announce(host: Person, kind: str, bots: int, **more: Any) -> str:
    """A new event with bots that play at random; its id."""
    settings = {"bot": "random", "most": 8, "seats": 4, **more.pop("settings", {})}
    body = {"kind": kind, "bots": ["random"] * bots, "options": QUICK, "settings": settings}
    made = await host.post("/api/events", body | more)
    return str(made["line"]["id"])


async def wait_for(person: Person, event: str, state: str = "finished", seconds: int = 120) -> Any:
    """The event, once it has a state."""
    async with asyncio.timeout(seconds):
        while True:
            found = await person.get(f"/api/events/{event}")
            if found["line"]["state"] == state:
                return found
            await asyncio.sleep(0.2)


def test_an_evening_runs_to_its_final_table_by_itself(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        event = await announce(at.ana, "evening", 2, play=False, settings={"rounds": 1, "most": 2})
        await at.ana.post(f"/api/events/{event}/start")
        over = await wait_for(at.ana, event)
        (games,) = over["rounds"]
        table = await at.ben.get(f"/api/tables/{games[0]['table']}")
        assert table["source"] == {"kind": "event", "event": event, "round": 1}
        assert games[0]["scores"] == table["result"]["scores"]
        best = over["entrants"][over["standings"][0]["entrant"] - 1]
        assert over["line"]["winner"] == best["name"]
        # Tables of an event are not the host's own.
        assert await at.ana.get("/api/me/tables") == []

    in_company(tmp_path, story)


@pytest.mark.proof
def test_a_knock_out_of_bots_runs_to_its_end_by_itself(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        event = await announce(at.ana, "knockout", 8, play=False)
        await at.ana.post(f"/api/events/{event}/start")
        over = await wait_for(at.ana, event)
        assert [len(games) for games in over["rounds"]] == [2, 1]
        first, final = over["rounds"]
        winners = {game["entrants"][game["places"].index(1)] for game in first}
        assert set(final[0]["entrants"]) == winners
        assert over["standings"][0]["entrant"] in winners

    in_company(tmp_path, story)


@pytest.mark.proof
def test_a_league_goes_on_without_somebody_who_never_comes(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        settings = {"rounds": 3, "wait_seconds": 5, "clock": {"kind": "turn", "seconds": 5}}
        event = await announce(at.ana, "league", 6, play=False, settings=settings)
        for person in (at.ben, at.eva):
            await person.post(f"/api/events/{event}/join")
        await at.ana.post(f"/api/events/{event}/start")
        over = await wait_for(at.ana, event, seconds=240)
        lines = {line["entrant"]: line for line in over["standings"]}
        for entrant in over["entrants"]:
            line = lines[entrant["number"]]
            if entrant["bot"] is None:
                # Two games are waited for; the third is played without them.
                assert (line["missed"], line["games"], line["points"], line["out"]) == (2, 2, 0, 1)
            else:
                assert (line["missed"], line["games"]) == (0, 3)
        tables = [game["table"] for game in over["rounds"][0]]
        logs = [await at.services.storage.entries(table) for table in tables]
        handed = [one for log in logs for one in log if one.kind == "handed"]
        assert [one.data["reason"] for one in handed] == ["away", "away"]

    in_company(tmp_path, story)


@pytest.mark.proof
def test_whoever_plays_is_not_replaced_and_may_come_back(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        clock = {"kind": "turn", "seconds": 3600}
        settings = {"rounds": 1, "most": 2, "wait_seconds": 5, "clock": clock}
        event = await announce(at.ana, "evening", 0, settings=settings)
        await at.ben.post(f"/api/events/{event}/join")
        await at.ana.post(f"/api/events/{event}/start")
        game = await first_game(at.ana, event)
        await at.away(at.ben, 3600)
        seat = game["entrants"].index(2)
        async with asyncio.timeout(30):
            while True:  # Ben's seat is given to a bot, Ana's never
                table = (await at.services.live_tables.get(game["table"])).state
                if table.seating.seats[seat].substitute is not None:
                    break
                await at.ana.get(f"/api/events/{event}")
                await asyncio.sleep(0.2)
        assert table.seating.seats[1 - seat].substitute is None
        await at.ben.post(f"/api/tables/{game['table']}/seats/{seat}/return")
        await at.play_out(game["table"], at.ana, at.ben)
        over = await wait_for(at.ana, event)
        assert [line["missed"] for line in over["standings"]] == [0, 0]

    in_company(tmp_path, story)


async def first_game(person: Person, event: str) -> Any:
    """The first game of an event, once it is open."""
    async with asyncio.timeout(30):
        while True:
            found = await person.get(f"/api/events/{event}")
            if found["rounds"]:
                return found["rounds"][0][0]
            await asyncio.sleep(0.2)


@pytest.mark.proof
def test_at_its_deadline_it_starts_or_is_cancelled(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        soon = now_ms() + 1500
        filled = await announce(at.ana, "league", 0, deadline=soon)
        without = await announce(at.ana, "league", 6, deadline=soon, settings={"fill": False})
        cancelled = await wait_for(at.ana, without, "cancelled", 30)
        assert cancelled["ending"] == "too_few"
        running = await wait_for(at.ana, filled, "running", 30)
        assert len(running["entrants"]) == 8
        assert sum(one["bot"] is None for one in running["entrants"]) == 1

    in_company(tmp_path, story)


@pytest.mark.proof
def test_a_cancelled_event_stops_and_bots_no_longer_think_for_it(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        settings = {"clock": {"kind": "turn", "seconds": 3600}}
        event = await announce(at.ana, "league", 7, settings=settings)
        await at.ana.post(f"/api/events/{event}/start")
        await first_game(at.ana, event)
        await at.ana.ask("DELETE", f"/api/events/{event}")
        over = await at.ana.get(f"/api/events/{event}")
        assert over["line"]["state"] == "cancelled"
        states = {}
        for game in over["rounds"][0]:
            state = (await at.services.live_tables.get(game["table"])).state
            states[1 in game["entrants"]] = state.row.state
        assert states == {True: "running", False: "closed"}

    in_company(tmp_path, story)
