"""Making a finished game public: who may, who sees it then, and what stays among the players."""

from pathlib import Path
from typing import Any

from elgrande.game import Game
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from tests.support.clients import Person, open_table, open_with_links
from tests.support.company import Company, in_company
from tests.support.walks import walk

TWO: dict[str, Any] = {"players": 2, "short": True}


async def publish(person: Person, table: str, *, published: bool = True) -> int:
    answer = await person.ask("PUT", f"/api/tables/{table}/published", {"published": published})
    assert answer.is_success, answer.text
    return int(answer.json()["number"])


async def kinds_in_log(person: Person, table: str) -> list[str]:
    return [line["kind"] for line in await person.get(f"/api/tables/{table}/log")]


def test_one_click_makes_a_finished_game_public_and_private_again(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table(
            [at.ana, at.ben], ["me", "invite"], TWO, settings={"watching": "nobody"}
        )
        here = f"/api/tables/{table}"
        body = {"published": True}
        assert await at.ana.refused("PUT", f"{here}/published", body) == "wrong_state"
        await at.play_out(table, at.ana, at.ben)
        assert await at.eva.refused("GET", here) == "no_such_table"
        assert await at.eva.refused("PUT", f"{here}/published", body) == "no_such_table"

        number = await publish(at.ben, table)  # a guest at the table, not its host
        assert await publish(at.ana, table) == number  # once more changes nothing
        await at.forget(table)
        assert (await at.eva.get(here))["published"]
        seen = await at.eva.get(f"{here}/state")
        assert (seen["mine"], seen["is_host"], seen["seat"]) == ([], False, None)
        assert (await at.eva.get(f"{here}/positions/3?seat=0"))["truth"]
        assert await at.eva.refused("PUT", f"{here}/published", body) == "not_allowed"
        lines = [line for line in await at.ana.get("/api/me/tables") if line["id"] == table]
        assert len(lines) == 1
        assert table not in [line["id"] for line in await at.eva.get("/api/tables")]

        await publish(at.ana, table, published=False)
        await at.forget(table)
        assert await at.eva.refused("GET", here) == "no_such_table"
        assert (await kinds_in_log(at.ana, table))[-2:] == ["published", "published"]

    in_company(tmp_path, story)


def test_what_players_said_stays_among_them(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO)
        here = f"/api/tables/{table}"
        await at.ben.post(f"{here}/chat", {"text": "my telephone is 555-0100"})
        await at.play_out(table, at.ana, at.ben)
        await publish(at.ana, table)
        assert "chat" in await kinds_in_log(at.ben, table)
        assert "chat" not in await kinds_in_log(at.eva, table)
        state = (await at.eva.ask("GET", f"{here}/state")).text
        assert "555-0100" not in state
        assert "555-0100" in (await at.ana.ask("GET", f"{here}/state")).text
        assert await at.eva.refused("POST", f"{here}/chat", {"text": "hello"}) == "chat_closed"
        await at.ben.post(f"{here}/chat", {"text": "good game"})

    in_company(tmp_path, story)


def test_an_imported_game_is_published_by_whoever_brought_it(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        record = walk(Game.new(Options(players=2, short=True), seed=7), Rng(7)).record().to_text()
        table = (await at.ana.post("/api/records", {"record": record}))["table"]["id"]
        assert await at.ben.refused("GET", f"/api/tables/{table}") == "no_such_table"
        await publish(at.ana, table)
        assert (await at.ben.get(f"/api/tables/{table}"))["source"] == {"kind": "record"}
        body = {"published": False}
        path = f"/api/tables/{table}/published"
        assert await at.ben.refused("PUT", path, body) == "not_allowed"

    in_company(tmp_path, story)


def test_a_host_without_a_seat_is_told_so(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        opened = await open_with_links(at.ana, ["open", "open"], TWO, public=True)
        here = f"/api/tables/{opened.id}"
        mine = await at.ana.get(f"{here}/state")
        assert (mine["mine"], mine["is_host"], mine["table"]["host"]) == ([], True, [])
        assert not (await at.eva.get(f"{here}/state"))["is_host"]

    in_company(tmp_path, story)
