"""Events run by themselves: from the first round to the last, whoever comes or does not."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

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
