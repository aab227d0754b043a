"""Playing over HTTP: a state, a choice, and the log of what happened."""

from pathlib import Path

from tests.support.clients import open_table
from tests.support.company import Company, choose, in_company


def test_a_choice_is_made_taken_back_and_made_again(tmp_path: Path) -> None:
    async def story(company: Company) -> None:
        ana = company.ana
        table = await open_table([ana], ["me", "hotseat"])
        path = f"/api/tables/{table}"
        state = await ana.get(f"{path}/state")
        seat, step = state["seat"], state["view"]["step"]
        await choose(ana, table, state, confirm=False)
        after = await ana.get(f"{path}/state")
        assert after["view"]["step"] != step
        # The same choice at the same step counts once.
        await choose(ana, table, state, confirm=False)
        back = {"seat": seat, "step": after["view"]["step"]}
        assert after["view"]["can_undo"]
        await ana.post(f"{path}/take-back", back)
        again = await ana.get(f"{path}/state")
        assert again["view"]["choices"] == state["view"]["choices"]
        assert await company.eva.refused("POST", f"{path}/choices", {}) == "bad_request"
        wrong = {"seat": seat, "step": step, "choice": 10**6}
        assert await ana.refused("POST", f"{path}/choices", wrong)

    in_company(tmp_path, story)
