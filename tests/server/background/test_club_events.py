"""Events run by themselves: from the first round to the last, whoever comes or does not."""

import asyncio
from pathlib import Path
from typing import Any

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


def test_a_knock_out_of_bots_runs_to_its_end_by_itself(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        event = await announce(at.ana, "knockout", 8, play=False)
        await at.ana.post(f"/api/events/{event}/start")
        over = await wait_for(at.ana, event)
        assert [len(games) for games in over["rounds"]] == [2, 1, ]
        print(over)

    in_company(tmp_path, story)
