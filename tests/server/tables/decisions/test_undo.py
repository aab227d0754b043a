"""Going back needs everyone: a bot that stands in for a person does not speak for them."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.support.clients import Person, open_table
from tests.support.company import Company, choose, in_company

TWO: dict[str, Any] = {"players": 2, "short": True}


async def play_on(table: str, position: int, *people: Person) -> int:
    """Let people play until so many choices stand and the game waits for the first; how many do."""
    async with asyncio.timeout(30):
        while True:
            for person in people:
                state = await person.get(f"/api/tables/{table}/state")
                play = state["table"]["play"]
                if play["position"] >= position and play["waiting"] == [0]:
                    return int(play["position"])
                if state["view"]["choices"]:
                    await choose(person, table, state)


async def standing(person: Person, table: str) -> Any:
    return (await person.get(f"/api/tables/{table}"))["play"]


async def hand_over(at: Company, table: str) -> None:
    """Ben is away, and the host calls a bot for him."""
    await at.away(at.ben, 50)
    await at.ana.post(f"/api/tables/{table}/seats/1/bot", {"bot": "novice"})


def test_nobody_goes_back_alone_by_calling_a_bot_for_the_other(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}"
        await play_on(table, 8, at.ana, at.ben)
        await hand_over(at, table)
        await at.ana.post(f"{here}/undo", {"seat": 0, "to": 0})
        play = await standing(at.ana, table)
        assert play["position"] >= 8
        assert play["undo"]["wanted"] == [1]  # it is Ben who answers, not the bot in his seat
        body = {"seat": 1, "request": play["undo"]["request"], "agree": True}
        assert await at.ana.refused("POST", f"{here}/undo/answer", body) == "not_your_seat"
        await at.ben.post(f"{here}/undo/answer", body)
        log = await at.ana.get(f"{here}/log")
        assert [line["kind"] for line in log][-3:] == ["ask_undo", "answer_undo", "undo"]

    in_company(tmp_path, story)


def test_a_stand_in_agrees_to_what_it_played_itself(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}"
        handed = await play_on(table, 6, at.ana, at.ben)
        await hand_over(at, table)
        await play_on(table, handed + 6, at.ana)
        await at.ana.post(f"{here}/undo", {"seat": 0, "to": handed + 2})
        assert (await standing(at.ana, table))["undo"] is None  # it was granted at once
        log = await at.ana.get(f"{here}/log")
        assert [line["kind"] for line in log][-2:] == ["ask_undo", "undo"]
        await at.forget(table)  # the same from the database alone
        await play_on(table, handed + 6, at.ana)
        await at.ana.post(f"{here}/undo", {"seat": 0, "to": handed - 1})
        assert [line["kind"] for line in await at.ana.get(f"{here}/log")][-1] == "ask_undo"

    in_company(tmp_path, story)


def test_whoever_a_bot_stands_in_for_is_asked_only_about_their_own_past(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        people = [at.ana, at.ben, at.eva]
        table = await open_table(people, ["me", "invite", "invite"], {"players": 3})
        here = f"/api/tables/{table}"
        handed = await play_on(table, 5, *people)
        await hand_over(at, table)
        reached = await play_on(table, handed + 4, at.ana, at.eva)
        await at.ana.post(f"{here}/undo", {"seat": 0, "to": reached - 1})
        undo = (await standing(at.ana, table))["undo"]
        assert undo["wanted"] == [2]
        body = {"seat": 1, "request": undo["request"], "agree": False}
        # Nobody asks Ben about what a bot played for him, so that he cannot refuse it either.
        assert await at.ben.refused("POST", f"{here}/undo/answer", body) == "not_allowed"
        await at.eva.post(f"{here}/undo/answer", body | {"seat": 2})
        assert (await standing(at.ana, table))["undo"] is None

    in_company(tmp_path, story)


@pytest.mark.proof
def test_whose_time_is_up_still_answers_for_themselves(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        clock = {"kind": "turn", "seconds": 5}
        table = await open_table(
            [at.ana, at.ben], ["me", "invite"], TWO, settings={"clock": clock, "policy": "novice"}
        )
        here = f"/api/tables/{table}"
        async with asyncio.timeout(60):  # Ben says nothing; his time runs out
            while not any(
                line["kind"] == "timeout" and line["seat"] == 1
                for line in await at.ana.get(f"{here}/log")
            ):
                state = await at.ana.get(f"{here}/state")
                if state["view"]["choices"]:
                    await choose(at.ana, table, state)
                await asyncio.sleep(0.02)
        async with asyncio.timeout(60):
            while (await at.ana.ask("POST", f"{here}/undo", {"seat": 0, "to": 0})).is_error:
                await asyncio.sleep(0.02)
        log = [line["kind"] for line in await at.ana.get(f"{here}/log")]
        assert "ask_undo" in log
        assert "undo" not in log

    in_company(tmp_path, story)


@pytest.mark.proof
def test_bots_that_play_for_nobody_agree(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana], ["me", "bot:novice"], TWO)
        await play_on(table, 6, at.ana)
        await at.ana.post(f"/api/tables/{table}/undo", {"seat": 0, "to": 0})
        log = [line["kind"] for line in await at.ana.get(f"/api/tables/{table}/log")]
        assert log[-1] == "undo"

    in_company(tmp_path, story)
