"""Puzzles are tried without an account, answered once, and tell nothing before that."""

import json
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from elgrande.puzzles import library
from elgrande.puzzles.answers import start
from elgrande.puzzles.explaining import explanation_for
from elgrande.puzzles.library import EXAM, puzzle_of, puzzle_of_the_day, puzzles
from elgrande.puzzles.puzzle import Puzzle
from elgrande.server.accounts.puzzle_records import today
from elgrande.server.timestamps import now_ms
from tests.support.company import Company, in_company

PAGES = Path(__file__).parents[4] / "ui"


def whole_turn() -> Puzzle:
    """A puzzle whose tempting answer begins with another card than the solution."""
    return next(
        one
        for one in puzzles()
        if one.kind == "turn" and one.tempting[0].choices[0] != one.solutions[0][0]
    )


def answer_of(puzzle: Puzzle, choices: tuple[int, ...]) -> list[int]:
    """A complete answer that begins with these choices."""
    attempt = start(puzzle)
    attempt.play_all(choices)
    attempt.finish()
    return attempt.choices


def right(puzzle: Puzzle) -> list[int]:
    return answer_of(puzzle, puzzle.solutions[0])


def wrong(puzzle: Puzzle) -> list[int]:
    return answer_of(puzzle, puzzle.tempting[0].choices)


def test_puzzles_are_listed_in_the_order_of_the_library(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        found = await at.ana.get("/api/puzzles?language=de")
        assert [one["id"] for one in found["puzzles"]] == [one.id for one in puzzles()]
        assert found["exam"] == [*EXAM]
        first, shown = puzzles()[0], found["puzzles"][0]
        assert (shown["rating"], shown["solved"]) == (first.rating, None)
        assert {one["theme"] for one in found["themes"]} >= {one.theme for one in puzzles()}
        day = await at.ana.get("/api/puzzles/day")
        assert day == {"day": today(now_ms()).isoformat(), "puzzle": of_today().id}

    in_company(tmp_path, story)


def of_today() -> Puzzle:
    return puzzle_of_the_day(today(now_ms()))


def test_the_browser_finds_the_puzzle_of_a_day_as_we_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same dates and numbers are tested there, in daily.test.ts."""
    golden = json.loads((PAGES / "src" / "puzzles" / "golden_days.json").read_text())
    monkeypatch.setattr(library, "STEP", golden["daily"]["step"])
    monkeypatch.setattr(library, "DAILY", golden["daily"]["count"])
    assert golden["daily"]["first_day"] == library.FIRST_DAY.isoformat()
    for day in golden["days"]:
        found = puzzle_of_the_day(date.fromisoformat(day["day"]))
        assert puzzles().index(found) == day["number"], day


def test_a_puzzle_is_tried_choice_by_choice(tmp_path: Path) -> None:
    puzzle = whole_turn()
    choices = right(puzzle)

    async def story(at: Company) -> None:
        here = f"/api/puzzles/{puzzle.id}/position"
        for made in range(len(choices) + 1):
            body = {"choices": choices[:made], "language": "es"}
            task: dict[str, Any] = await at.ana.post(here, body)
            view = task["position"]["view"]
            assert view["seat"] == task["position"]["seat"] == puzzle.seat
            assert task["complete"] == (made == len(choices))
            if task["complete"]:
                assert view["legal"] == view["choices"] == []
            else:
                assert choices[made] in view["legal"]
                assert [one["choice"] for one in view["choices"]] == view["legal"]
        assert task["position"]["events"]
        assert await at.ana.refused("POST", here, {"choices": [255]}) == "illegal_choice"
        assert await at.ana.refused("POST", here, {"choices": [*choices, 1]}) == "illegal_choice"
        assert await at.ana.refused("POST", here, {"choices": ["x"]}) == "bad_request"
        nowhere = "/api/puzzles/nosuch/position"
        assert await at.ana.refused("POST", nowhere, {}) == "not_found"

    in_company(tmp_path, story)


def test_strangers_try_puzzles_but_answer_as_guests(tmp_path: Path) -> None:
    puzzle = whole_turn()

    async def story(at: Company) -> None:
        url, http = at.ana.url, at.ana.http
        http.cookies.clear()
        tried = await http.post(f"{url}/api/puzzles/{puzzle.id}/position", json={})
        assert tried.status_code == 200
        for end in ("answer", "solution"):
            refused = await http.post(f"{url}/api/puzzles/{puzzle.id}/{end}", json={})
            assert refused.json()["error"] == "not_signed_in"
        assert (await http.get(f"{url}/api/puzzles")).status_code == 200

    in_company(tmp_path, story)


def test_only_the_first_answer_counts_and_ratings_move(tmp_path: Path) -> None:
    puzzle = whole_turn()

    async def story(at: Company) -> None:
        here = f"/api/puzzles/{puzzle.id}/answer"
        assert await at.ana.refused("POST", here, {"choices": []}) == "bad_request"
        missed = await at.ana.post(here, {"choices": wrong(puzzle)})
        assert (missed["solved"], missed["counted"], missed["shown"]) == (False, True, False)
        assert missed["after"]["rating"] < missed["before"]["rating"] == 1500
        assert missed["solution"] == right(puzzle)[: len(missed["solution"])]
        assert missed["why"]
        assert missed["explanation"] == explanation_for(puzzle)
        again = await at.ana.post(here, {"choices": right(puzzle)})
        assert (again["solved"], again["counted"]) == (True, False)
        assert again["after"] == again["before"] == missed["after"]
        solved = await at.ben.post(here, {"choices": right(puzzle)})
        assert solved["after"]["rating"] > solved["before"]["rating"]
        assert solved["tempting"]["why"]
        record = await at.ana.get("/api/puzzles/record")
        assert (record["tried"], record["solved"]) == (1, 0)
        assert record["rating"] == missed["after"]
        mine = (await at.ben.get("/api/puzzles/record"))["rows"]
        row = next(
            one
            for one in mine
            if (one["theme"], one["difficulty"]) == (puzzle.theme, puzzle.difficulty)
        )
        assert (row["tried"], row["solved"], row["run"]) == (1, 1, {"now": 1, "best": 1})
        listed = (await at.ben.get("/api/puzzles"))["puzzles"]
        assert [one["id"] for one in listed if one["solved"]] == [puzzle.id]

    in_company(tmp_path, story)


def test_whoever_wants_to_see_the_solution_has_not_solved_it(tmp_path: Path) -> None:
    puzzle = of_today()

    async def story(at: Company) -> None:
        shown = await at.ana.post(f"/api/puzzles/{puzzle.id}/solution", {"language": "de"})
        assert (shown["shown"], shown["solved"], shown["counted"]) == (True, False, True)
        assert shown["after"]["rating"] < 1500
        assert shown["explanation"] == explanation_for(puzzle, "de")
        here = f"/api/puzzles/{puzzle.id}/answer"
        await at.ana.post(here, {"choices": right(puzzle)})
        record = await at.ana.get("/api/puzzles/record")
        assert (record["today"], record["streak"]) == (False, {"now": 0, "best": 0})
        await at.ben.post(here, {"choices": right(puzzle)})
        record = await at.ben.get("/api/puzzles/record")
        assert (record["today"], record["streak"]) == (True, {"now": 1, "best": 1})

    in_company(tmp_path, story)


@pytest.mark.parametrize("key", EXAM)
def test_nothing_tells_the_solution_before_an_answer(tmp_path: Path, key: str) -> None:
    """Neither its words nor its choices, anywhere in what is sent."""
    puzzle = puzzle_of(key)
    told = {explanation_for(puzzle, language) for language in ("en", "de", "es")}

    async def story(at: Company) -> None:
        answers = [await at.ana.ask("GET", "/api/puzzles")]
        for made in range(len(right(puzzle)) + 1):
            body = {"choices": right(puzzle)[:made]}
            answers.append(await at.ana.ask("POST", f"/api/puzzles/{key}/position", body))
        for answer in answers:
            assert answer.status_code == 200
            for name in ("solution", "tempting", "explanation", "chance", "lost", "why"):
                assert f'"{name}"' not in answer.text
            assert not any(sentence in answer.text for sentence in told)
        # Without a choice, nothing depends on which one is right.
        alone = answers[1].json()
        assert alone["position"]["played"] == []
        assert str(puzzle.seed) not in [str(value) for value in alone["position"]["truth"].values()]

    in_company(tmp_path, story)


def test_puzzles_belong_to_what_a_player_takes_away(tmp_path: Path) -> None:
    puzzle = of_today()

    async def story(at: Company) -> None:
        await at.ana.post(f"/api/puzzles/{puzzle.id}/answer", {"choices": right(puzzle)})
        kept = (await at.ana.get("/api/me/data"))["others"]
        (attempt,) = kept["puzzle_attempts"]
        assert (attempt["puzzle"], attempt["solved"]) == (puzzle.id, True)
        assert kept["puzzle_days"] == [{"day": today(now_ms()).isoformat(), "solved": True}]
        assert kept["puzzle_players"][0]["rating"] > 1_500_000

    in_company(tmp_path, story)
