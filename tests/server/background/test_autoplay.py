"""A table moves by itself where bots are asked, and waits where people are."""

from pathlib import Path

from tests.support.clients import open_table
from tests.support.company import Company, choose, in_company


def test_bots_answer_until_a_person_is_asked(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana, live_tables = company.ana, company.services.live_tables
        table = await open_table([ana], ["me", "bot:random", "bot:random"])
        for _ in range(2):
            live = await live_tables.get(table)
            while 0 not in live.state.running().awaited:
                before = live.state.number
                state = await ana.get(f"/api/tables/{table}/state?after={before}")
            state = await ana.get(f"/api/tables/{table}/state")
            assert state["view"]["choices"]
            await choose(ana, table, state)
        entries = await company.services.storage.entries(table)
        by_bots = [one for one in entries if one.data.get("by") == "random"]
        assert by_bots
        assert {one.seat for one in by_bots} <= {1, 2}

    in_company(tmp_path, story)
