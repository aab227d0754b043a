"""Looking back: positions, records to take away and bring, forks and advice."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

from elgrande.record import Record
from elgrande.rules.rng import Rng
from tests.support import positions
from tests.support.clients import open_table
from tests.support.company import Company, choose, in_company
from tests.support.walks import walk

TWO: dict[str, Any] = {"players": 2, "short": True}


def test_a_finished_game_is_open_to_everyone_at_the_table(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}"
        for path in ("record.egn", "record.json"):
            assert await at.ana.refused("GET", f"{here}/{path}") == "wrong_state"
        early = await at.ana.get(f"{here}/positions/0?seat=0")
        assert early["truth"] is None
        assert await at.ana.refused("GET", f"{here}/positions/0?seat=1") == "not_your_seat"
        assert await at.ana.refused("GET", f"{here}/positions/50") == "not_found"
        end = await at.play_out(table, at.ana, at.ben)
        shown = end["table"]
        seal = sha256(f"{shown['salt']}:{shown['seed']}".encode()).hexdigest()
        assert seal == shown["seal"] == early_seal(await at.ana.get(f"{here}/log"))
        record = Record.from_json((await at.ben.ask("GET", f"{here}/record.json")).text)
        egn = await at.ana.ask("GET", f"{here}/record.egn")
        assert egn.headers["content-disposition"] == f'attachment; filename="elgrande-{table}.egn"'
        assert Record.from_text(egn.text) == record
        last = len(record.choices)
        for position in (0, 1, last // 2, last):
            for seat in (0, 1):
                told = await at.ana.get(f"{here}/positions/{position}?seat={seat}")
                game = record.replay(position)
                assert told["truth"] == json.loads(json.dumps(game.snapshot()))
                assert told["view"].items() >= json.loads(game.view(seat).to_json()).items()
                assert told["last"] == last
        assert await at.ana.refused("GET", f"{here}/positions/{last + 1}") == "not_found"
        assert await at.eva.refused("GET", f"{here}/record.json") == "no_such_table"

    in_company(tmp_path, story)


def early_seal(log: list[Any]) -> str:
    return next(str(line["seal"]) for line in log if line["kind"] == "started")


def test_a_record_is_brought_as_a_finished_game(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        end = await at.play_out(table, at.ana, at.ben)
        text = (await at.ana.ask("GET", f"/api/tables/{table}/record.egn")).text
        data = (await at.ana.ask("GET", f"/api/tables/{table}/record.json")).text
        for record in (text, data):
            brought = await at.eva.post("/api/records", {"record": record, "title": "Old one"})
            shown = brought["table"]
            assert (shown["state"], shown["title"]) == ("finished", "Old one")
            assert shown["result"]["digest"] == end["table"]["result"]["digest"]
            path = f"/api/tables/{shown['id']}"
            last = end["table"]["result"]["choices"]
            told = await at.eva.get(f"{path}/positions/{last}?seat=1")
            assert told["truth"]["over"]
            assert (await at.eva.ask("GET", f"{path}/record.egn")).text == text
            await at.forget(shown["id"])
            assert (await at.eva.get(path))["difference"] is None
            assert await at.ben.refused("GET", path) == "no_such_table"
        game = Record.from_json(data)
        damaged = [
            "",
            "{",
            "elgrande record 1\n",
            text[: len(text) // 2],
            text.replace("seed: ", "seed: 1"),
            json.dumps(json.loads(data) | {"choices": [255] * len(game.choices)}),
            json.dumps(json.loads(data) | {"digest": "0" * 32}),
        ]
        for record in damaged:
            assert await at.eva.refused("POST", "/api/records", {"record": record}) == "bad_record"
        unfinished = game.replay(20).record().to_json()
        assert await at.eva.refused("POST", "/api/records", {"record": unfinished}) == "bad_record"

    in_company(tmp_path, story)


def test_a_position_is_forked_into_practice(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        shared = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        body = {"position": 0, "seat": 0, "bot": "novice"}
        assert await at.ana.refused("POST", f"/api/tables/{shared}/fork", body) == "not_allowed"
        end = await at.play_out(shared, at.ana, at.ben)
        last = end["table"]["result"]["choices"]
        path = f"/api/tables/{shared}/fork"
        assert await at.ana.refused("POST", path, body | {"position": last}) == "wrong_state"
        assert await at.ana.refused("POST", path, body | {"position": last + 1}) == "not_found"
        assert await at.ana.refused("POST", path, body | {"seat": 3}) == "no_such_seat"
        assert await at.ana.refused("POST", path, body | {"bot": "nobody"}) == "unknown_bot"
        forked = (await at.ben.post(path, body | {"position": last - 3, "seat": 1}))["table"]
        assert not forked["public"]
        assert forked["source"] == {"kind": "fork", "table": shared, "position": last - 3}
        assert [seat["kind"] for seat in forked["seats"]] == ["bot", "human"]
        assert await at.ana.refused("GET", f"/api/tables/{forked['id']}") == "no_such_table"
        practice = await at.play_out(forked["id"], at.ben)
        assert practice["table"]["state"] == "finished"
        text = (await at.ben.ask("GET", f"/api/tables/{forked['id']}/record.egn")).text
        assert Record.from_text(text).replay().digest() == practice["table"]["result"]["digest"]

    in_company(tmp_path, story)


def test_bots_of_a_fork_have_names_of_their_own(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        seats = [{"kind": "me"}, {"kind": "bot", "bot": "novice", "name": "Don Lope"}]
        body = {"seats": seats, "options": TWO}
        table = (await at.ana.post("/api/tables", body))["table"]["id"]
        path = f"/api/tables/{table}/fork"
        wanted: dict[str, Any] = {"position": 0, "seat": 0, "bot": "novice"}
        await at.eva.post("/api/me/password", {"password": "a fine long password"})
        for names, expected in (
            ([], ["Ana", "Don Lope"]),
            (["", "Doña Urraca"], ["Ana", "Doña Urraca"]),
            (["Nobody", ""], ["Ana", "Don Lope"]),
        ):
            fork = await at.ana.post(path, wanted | {"names": names})
            assert [seat["name"] for seat in fork["table"]["seats"]] == expected
        assert await at.ana.refused("POST", path, wanted | {"names": ["", "Eva"]}) == "name_taken"
        assert await at.ana.refused("POST", path, wanted | {"names": ["", "\u202e"]}) == "bad_name"
        assert await at.ana.refused("POST", path, wanted | {"names": [""] * 6}) == "bad_request"

    in_company(tmp_path, story)


def test_a_running_game_of_ones_own_is_forked_without_its_secrets(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        alone = await open_table([at.ana], ["me", "hotseat"], TWO | {"power_shift": True})
        state = await at.ana.get(f"/api/tables/{alone}/state")
        while state["table"]["play"]["position"] < 12:
            await choose(at.ana, alone, state)
            state = await at.ana.get(f"/api/tables/{alone}/state")
        stacks = []
        for _ in range(3):
            body = {"position": 12, "seat": 0, "bot": "novice"}
            forked = (await at.ana.post(f"/api/tables/{alone}/fork", body))["table"]["id"]
            row = await at.services.storage.table(forked)
            assert row is not None
            assert row.start is not None
            stacks.append(json.dumps(row.start["stacks"]))
        live = at.services.live_tables.tables[alone].state.playthrough
        assert live is not None
        true = json.dumps(live.game.snapshot()["stacks"])
        assert len({true, *stacks}) > 2

    in_company(tmp_path, story)


def test_advice_is_given_where_there_is_a_coach(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        without = await open_table([at.ana], ["me", "hotseat"], TWO)
        settings = {"coach": True}
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO, settings=settings)
        path = f"/api/tables/{table}/advice"
        state = await at.ana.get(f"/api/tables/{table}/state")
        asked = state["table"]["play"]["waiting"][0]
        people = [at.ana, at.ben]
        advice = await people[asked].post(path, {"seat": asked, "seconds": 0.1})
        assert advice
        other = 1 - asked
        body = {"seat": other, "seconds": 0.1}
        assert await people[other].refused("POST", path, body) == "not_your_turn"
        assert await people[asked].refused("POST", path, body) == "not_your_seat"
        body = {"seat": 0, "seconds": 0.1}
        path = f"/api/tables/{without}/advice"
        assert await at.ana.refused("POST", path, body) == "not_allowed"

    in_company(tmp_path, story)


def test_the_coach_calls_players_by_their_names(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        regions = {"aragon": [0, 2, 0, 0], "toledo": [0, 1, 2, 0]}
        game = positions.take(positions.position("C-any3", regions=regions), "C-any3", "special")
        played = len(game.record().choices)
        brought = {"record": walk(game, Rng(1)).record().to_text()}
        here = f"/api/tables/{(await at.ana.post('/api/records', brought))['table']['id']}"
        names = ["", "Don Lope", "Doña Urraca", "Don Íñigo"]
        body = {"position": played, "seat": 0, "bot": "random", "names": names}
        table = (await at.ana.post(f"{here}/fork", body))["table"]["id"]
        advice = await at.ana.post(f"/api/tables/{table}/advice", {"seat": 0, "seconds": 0.1})
        assert advice
        for one in advice:
            assert any(name in one["text"] for name in names[1:]), one

    in_company(tmp_path, story)


# A newer version with other rules: the rows say something that the rules of today do not.
