"""Reviews over HTTP: one per game, for those who may see it, and only when the game is over."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from elgrande.server.settings import read_limits
from elgrande.server.storage import KeptReview
from tests.support.clients import Person, come_in, open_table
from tests.support.company import Company, choose, in_company
from tests.support.server import NO_LIMITS

TWO: dict[str, Any] = {"players": 2, "short": True}
RECORD = Path(__file__).parents[3] / "games" / "2023-2p-short.egn"
FEW = 20  # iterations
SEEN: dict[str, Any] = {"public": True, "settings": {"watching": "anyone"}}


async def bring(person: Person) -> str:
    """A finished game of somebody's own."""
    opened = await person.post("/api/records", {"record": RECORD.read_text(encoding="utf-8")})
    return str(opened["table"]["id"])


async def finished(person: Person, table: str) -> Any:
    """The review once it is no longer under way."""
    while True:
        shown = await person.get(f"/api/tables/{table}/review")
        if shown["state"] not in ("waiting", "running"):
            return shown
        await asyncio.sleep(0.02)


def let_nothing_run(at: Company) -> list[str]:
    """Keep every job waiting; the steps that were asked for."""
    asked: list[str] = []

    async def wait(message: Any, asker: object = None) -> Any:
        asked.append(message["step"])
        await asyncio.Event().wait()

    at.services.workers.review = wait  # type: ignore[method-assign,assignment]
    return asked


def test_a_game_is_reviewed_kept_and_told_in_every_language(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring(at.ana)
        here = f"/api/tables/{table}/review"
        assert (await at.ana.get(here))["state"] == "none"
        begun = await at.ana.ask("POST", here)
        assert (begun.status_code, begun.json()["can_cancel"]) == (202, True)
        shown = await finished(at.ana, table)
        assert shown["state"] == "done"
        assert shown["judged"] == shown["total"] == len(shown["review"]["moments"]) > 10
        check_review(shown["review"])
        german = await at.ana.get(f"{here}?language=de")
        assert german["review"]["players"] == shown["review"]["players"]
        pairs = zip(german["review"]["moments"], shown["review"]["moments"], strict=True)
        assert all(one["played"] != other["played"] for one, other in pairs)
        let_nothing_run(at)  # what is kept is not worked out again
        assert (await at.ana.post(here))["state"] == "done"
        assert await at.ben.refused("GET", here) == "no_such_table"

    in_company(tmp_path, story, review_iterations=FEW)


def check_review(review: Any) -> None:
    players = review["players"]
    assert [player["seat"] for player in players] == [0, 1]
    for player in players:
        own = [one for one in review["moments"] if one["seat"] == player["seat"]]
        assert len(own) == player["moments"]
        assert 0 <= player["accuracy"] <= 100
        assert sum(one["lost"] for one in own) == pytest.approx(player["lost"], abs=1e-3)
    for moment in review["moments"]:
        assert moment["played"]
        assert bool(moment["better"]) == (moment["lost"] > 0)
    assert review["course"][-1]["scores"] == review["scores"]
    assert all(one["moment"] < len(review["moments"]) for one in review["highlights"])


def test_a_hundred_visitors_share_one_review(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring(at.ana)
        await at.ana.ask("PUT", f"/api/tables/{table}/published", {"published": True})
        here = f"/api/tables/{table}/review"
        asked = let_nothing_run(at)
        people = [await come_in(at.http, at.url, f"Guest {number}") for number in range(20)]
        answers = await asyncio.gather(
            *(person.ask("POST", here) for person in people for _ in range(5))
        )
        assert {answer.status_code for answer in answers} == {202}
        assert {answer.json()["waiting"] for answer in answers} == {1}
        assert asked == ["plan"]
        assert len(at.services.reviews) == 1

    in_company(tmp_path, story)


def test_those_who_wait_are_told_their_place_and_may_cancel(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        first, second = await bring(at.ana), await bring(at.ben)
        let_nothing_run(at)
        await at.ana.post(f"/api/tables/{first}/review")
        there = f"/api/tables/{second}/review"
        waiting = await at.ben.post(there)
        assert (waiting["place"], waiting["waiting"]) == (1, 2)
        assert await at.ana.refused("DELETE", there) == "no_such_table"
        await at.ben.ask("PUT", f"/api/tables/{second}/published", {"published": True})
        assert await at.ana.refused("DELETE", there) == "not_allowed"
        assert (await at.ana.get(there))["can_cancel"] is False
        await at.services.storage.database.write(make_admin(await own_id(at.eva)))
        assert (await at.eva.ask("DELETE", there)).status_code == 204
        assert (await at.ben.get(there))["state"] == "cancelled"
        assert await at.ben.refused("DELETE", there) == "wrong_state"
        assert (await at.ben.post(there))["state"] == "waiting"
        assert (await at.ana.ask("DELETE", f"/api/tables/{first}/review")).status_code == 204
        await asyncio.sleep(0.01)
        assert (await at.ben.get(there))["state"] == "running"

    in_company(tmp_path, story)


async def own_id(person: Person) -> str:
    return str((await person.get("/api/me"))["player"]["id"])


def make_admin(player: str) -> Any:
    from sqlalchemy import update

    from elgrande.server.storage.schema import players

    return lambda connection: connection.execute(
        update(players).where(players.c.id == player).values(admin=True)
    )


def test_nobody_reviews_a_running_game(tmp_path: Path) -> None:
    """Not the players, not the host, not spectators, and not for a game that was stopped."""

    async def story(at: Company) -> None:
        table = await open_table([at.ana, at.ben], ["me", "invite"], TWO, **SEEN)
        asked = let_nothing_run(at)
        here = f"/api/tables/{table}"
        for _ in range(2):
            for person in (at.ana, at.ben, at.eva):
                assert await person.refused("POST", f"{here}/review") == "wrong_state"
                assert await person.refused("GET", f"{here}/review") == "wrong_state"
                assert await person.refused("DELETE", f"{here}/review") == "wrong_state"
                assert await person.refused("GET", f"{here}/story") == "wrong_state"
            state = await at.ana.get(f"{here}/state")
            if state["view"]["choices"]:
                await choose(at.ana, table, state)
        assert asked == []

    in_company(tmp_path, story)


def test_limits_are_per_player_and_in_all(tmp_path: Path) -> None:
    limits = ["reviews_waiting=2", "reviews_of_player=1"]
    rates, sizes = read_limits([*NO_LIMITS, *limits])

    async def story(at: Company) -> None:
        let_nothing_run(at)
        tables = [await bring(person) for person in (at.ana, at.ana, at.ben, at.eva)]
        await at.ana.post(f"/api/tables/{tables[0]}/review")
        assert await at.ana.refused("POST", f"/api/tables/{tables[1]}/review") == "too_many"
        await at.ben.post(f"/api/tables/{tables[2]}/review")
        assert await at.eva.refused("POST", f"/api/tables/{tables[3]}/review") == "too_many"

    in_company(tmp_path, story, limits=(rates, sizes))


def test_a_server_may_review_nothing_and_still_show_what_is_kept(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring(at.ana)
        here = f"/api/tables/{table}/review"
        assert await at.ana.refused("POST", here) == "not_allowed"
        empty: dict[str, Any] = {"moments": [], "iterations": 5}
        await at.services.storage.keep_review(table, KeptReview(0, 5, empty, 1))
        assert (await at.ana.get(here))["state"] == "none"  # of an older version

    in_company(tmp_path, story, review_iterations=0)


def test_a_review_that_fails_can_be_asked_for_again(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        table = await bring(at.ana)
        worker = at.services.workers.review
        calls = 0

        async def fail_later(message: Any, asker: Any) -> Any:
            nonlocal calls
            calls += message["step"] == "judge"
            if message["step"] == "judge" and calls == 5:
                raise RuntimeError("a process died")
            return await worker(message, asker)

        at.services.workers.review = fail_later  # type: ignore[method-assign,assignment]
        await at.ana.post(f"/api/tables/{table}/review")
        assert (await finished(at.ana, table))["state"] == "failed"
        await at.ana.post(f"/api/tables/{table}/review")
        assert (await finished(at.ana, table))["state"] == "done"

    in_company(tmp_path, story, review_iterations=FEW)


def test_a_review_outlives_the_server(tmp_path: Path) -> None:
    """One that was under way is gone, and is started again by whoever asks next."""
    tables: list[str] = []

    async def before(at: Company) -> None:
        for _ in range(2):
            tables.append(await bring(at.ana))
            await at.ana.ask("PUT", f"/api/tables/{tables[-1]}/published", {"published": True})
        await at.ana.post(f"/api/tables/{tables[0]}/review")
        assert (await finished(at.ana, tables[0]))["state"] == "done"
        let_nothing_run(at)
        await at.ana.post(f"/api/tables/{tables[1]}/review")

    async def after(at: Company) -> None:
        states = [(await at.eva.get(f"/api/tables/{one}/review"))["state"] for one in tables]
        assert states == ["done", "none"]
        assert (await at.eva.post(f"/api/tables/{tables[1]}/review"))["state"] == "waiting"

    in_company(tmp_path, before, review_iterations=FEW)
    in_company(tmp_path, after, review_iterations=FEW)
