"""A kept game that the rules of today would play otherwise: read, or gone on with."""

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from elgrande.record import Record
from tests.support.clients import open_table
from tests.support.company import Company, choose, in_company

TWO: dict[str, Any] = {"players": 2, "short": True}


@contextmanager
def rows_of(at: Company) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(at.folder / "tables.db", timeout=30)) as database, database:
        yield database


def change_choice(at: Company, table: str, position: int) -> None:
    """Make one stored choice impossible."""
    with rows_of(at) as database:
        found = database.execute(
            "SELECT number, data FROM entries WHERE table_id = ? AND kind = 'choice'"
            " ORDER BY number LIMIT 1 OFFSET ?",
            (table, position),
        ).fetchone()
        data = json.loads(found[1]) | {"choice": 255}
        database.execute(
            "UPDATE entries SET data = ? WHERE table_id = ? AND number = ?",
            (json.dumps(data), table, found[0]),
        )


async def play_some(at: Company, table: str, position: int) -> None:
    while True:
        for person in (at.ana, at.ben):
            state = await person.get(f"/api/tables/{table}/state")
            assert state["table"]["state"] == "running"
            if state["table"]["play"]["position"] >= position:
                return
            if state["view"]["choices"]:
                await choose(person, table, state)


def test_a_finished_game_of_other_rules_is_read_up_to_the_first_difference(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        end = await at.play_out(table, at.ana, at.ben)
        here = f"/api/tables/{table}"
        change_choice(at, table, 30)
        await at.forget(table)
        shown = await at.ana.get(here)
        assert shown["state"] == "finished"
        assert shown["difference"]["position"] == 30
        assert shown["difference"]["detail"]
        assert shown["result"]["scores"] == end["table"]["result"]["scores"]
        told = await at.ana.get(f"{here}/positions/30?seat=0")
        assert (told["last"], told["difference"]) == (30, shown["difference"]["detail"])
        assert await at.ana.refused("GET", f"{here}/positions/31") == "not_found"
        text = (await at.ana.ask("GET", f"{here}/record.egn")).text
        assert len(Record.from_text(text).choices) == 30
        assert (await at.ana.get(f"{here}/events")) is not None
        assert (await at.ana.get(f"{here}/state"))["table"]["difference"] is not None

    in_company(tmp_path, story)


async def wait_for_checkpoint(at: Company, table: str) -> None:
    """Nobody waits for a checkpoint, so it may come a moment after the choice that made it due."""
    async with asyncio.timeout(60):
        while not await at.services.storage.checkpoints(table):
            await asyncio.sleep(0.05)


def test_a_running_game_of_other_rules_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        await play_some(at, table, 45)
        await wait_for_checkpoint(at, table)
        before = await at.ana.get(f"/api/tables/{table}/state?seat=0")
        change_choice(at, table, 5)
        await at.forget(table)
        state = await at.ana.get(f"/api/tables/{table}/state?seat=0")
        assert state["table"]["state"] == "running"
        assert state["table"]["play"]["position"] == before["table"]["play"]["position"]
        for key in ("scores", "regions", "round", "stacks", "mine"):
            assert state["view"][key] == before["view"][key]
        kinds = [line["kind"] for line in await at.ana.get(f"/api/tables/{table}/log")]
        assert kinds[-1] == "restored"
        await at.forget(table)
        kinds = [line["kind"] for line in await at.ana.get(f"/api/tables/{table}/log")]
        assert kinds.count("restored") == 1
        end = await at.play_out(table, at.ana, at.ben)
        assert end["table"]["state"] == "finished"
        first = end["table"]["play"]["first_position"]
        assert first > 0
        assert await at.ana.refused("GET", f"/api/tables/{table}/positions/0") == "not_found"
        told = await at.ana.get(f"/api/tables/{table}/positions/{first}")
        assert told["position"] == first

    in_company(tmp_path, story)


def test_a_running_game_whose_rules_lead_elsewhere_goes_on_from_its_checkpoint(
    tmp_path: Path,
) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        await play_some(at, table, 45)
        await wait_for_checkpoint(at, table)
        before = await at.ana.get(f"/api/tables/{table}/state?seat=0")
        with rows_of(at) as database:
            database.execute(
                "UPDATE checkpoints SET digest = ? WHERE table_id = ?", ("0" * 32, table)
            )
        await at.forget(table)
        state = await at.ana.get(f"/api/tables/{table}/state?seat=0")
        assert state["view"]["scores"] == before["view"]["scores"]
        kinds = [line["kind"] for line in await at.ana.get(f"/api/tables/{table}/log")]
        assert kinds[-1] == "restored"
        assert (await at.play_out(table, at.ana, at.ben))["table"]["state"] == "finished"

    in_company(tmp_path, story)
