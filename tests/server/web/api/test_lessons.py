"""The guided round is opened at a table of one's own, with the ordinary rules."""

from pathlib import Path
from typing import Any

import pytest

from elgrande import Record
from tests.support.company import Company, in_company

PATH = "/api/lessons/first-round"
BOTS = ["Doña Urraca", "Don Lope", "Doña Leonor"]


def test_a_guided_round_is_opened_at_a_table_of_ones_own(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        opened = await at.ana.post(PATH, {"title": "The first round", "names": ["", *BOTS]})
        table: dict[str, Any] = opened["table"]
        assert (table["state"], table["public"]) == ("running", False)
        assert table["title"] == "The first round"
        assert table["source"] == {"kind": "lesson"}
        assert [seat["name"] for seat in table["seats"]] == ["Ana", *BOTS]
        assert {seat["bot"] for seat in table["seats"][1:]} == {"random"}
        assert await at.ben.refused("GET", f"/api/tables/{table['id']}") == "no_such_table"
        state = await at.ana.get(f"/api/tables/{table['id']}/state")
        assert (state["view"]["round"], state["view"]["decision"]["kind"]) == (3, "power")
        assert state["view"]["waiting"] == [0]

    in_company(tmp_path, story)


@pytest.mark.proof
def test_the_game_of_a_guided_round_is_played_to_its_end(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = (await at.ana.post(PATH, {}))["table"]
        end = await at.play_out(table["id"], at.ana)
        text = (await at.ana.ask("GET", f"/api/tables/{table['id']}/record.egn")).text
        assert Record.from_text(text).replay().digest() == end["table"]["result"]["digest"]

    in_company(tmp_path, story)


def test_bots_of_a_guided_round_have_names_that_may_be_theirs(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        await at.eva.post("/api/me/password", {"password": "a fine long password"})
        assert await at.ana.refused("POST", PATH, {"names": ["", "Eva"]}) == "name_taken"
        assert await at.ana.refused("POST", PATH, {"names": ["", "\u202e"]}) == "bad_name"
        assert await at.ana.refused("POST", PATH, {"names": [""] * 6}) == "bad_request"
        plain = (await at.ana.post(PATH, {}))["table"]
        assert (plain["title"], plain["seats"][1]["name"]) == ("", "random")

    in_company(tmp_path, story)
