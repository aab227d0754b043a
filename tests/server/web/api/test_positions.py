"""Positions are played on without a table: as the rules say, and never from a running game."""

import copy
import random
from pathlib import Path
from typing import Any

import pytest

from elgrande import Game, Options
from tests.support.company import Company, in_company

HERE = "/api/positions"


def finished(**options: Any) -> Game:
    """A game played to its end at random."""
    luck = random.Random(5)
    game = Game.new(Options(**options), seed=11)
    while not game.over:
        seat = luck.choice(game.waiting)
        game.play(luck.choice(game.legal(seat)), seat)
    return game


async def bring(at: Company, game: Game) -> str:
    """Import a game as a finished table of Ana's; its id."""
    brought = await at.ana.post("/api/records", {"record": game.record().to_text()})
    table: str = brought["table"]["id"]
    return table


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2, "short": True},
        {"players": 4, "short": True, "power_shift": True, "new_regency": True},
        {"players": 3, "short": True, "edition": "classic", "castillo": "open"},
    ],
)
def test_a_line_from_a_table_ends_where_its_record_does(
    tmp_path: Path, options: dict[str, Any]
) -> None:
    async def story(at: Company) -> None:
        game = finished(**options)
        record = game.record()
        table = await bring(at, game)
        line = list(zip(record.seats, record.choices, strict=True))
        for position in (0, len(line) // 2, len(line)):
            start = {"table": table, "position": position}
            shown = await at.ana.post(HERE, {"start": start, "choices": line[position:]})
            assert shown["digest"] == record.digest
            assert shown["view"]["over"]
            assert shown["view"]["choices"] == []
            notation = [[one["seat"], one["notation"]] for one in shown["played"]]
            again = await at.ana.post(HERE, {"start": start, "choices": notation})
            assert again == shown

    in_company(tmp_path, story)


def test_a_position_shows_what_its_seat_may_choose(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        game = Game.new(Options(players=3), seed=3)
        body: dict[str, Any] = {"start": {"snapshot": game.snapshot()}, "language": "de"}
        shown = await at.ana.post(HERE, body)
        seat = game.waiting[0]
        assert shown["seat"] == seat
        assert [one["choice"] for one in shown["view"]["choices"]] == game.legal(seat)
        assert shown["view"]["choices"][0]["text"] == game.describe(game.legal()[0], "de", seat)
        assert shown["view"]["ask"] == game.ask("de")
        assert len(shown["names"]) == 3
        assert shown["events"] == []
        choice = game.legal(seat)[0]
        played = await at.ana.post(HERE, body | {"choices": [[seat, choice]], "eyes": seat})
        assert played["seat"] == seat
        assert [one["event"] for one in played["events"]][:1] == ["power"]
        assert played["events"][0]["says"]
        assert played["view"]["step"] == 1
        nobody = await at.ana.post(HERE, body | {"eyes": "nobody"})
        assert nobody["view"]["mine"] is None
        assert nobody["view"]["choices"] == []

    in_company(tmp_path, story)


def test_nothing_is_told_about_a_running_game(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        running = (await at.ana.post("/api/lessons/first-round", {}))["table"]["id"]
        for address in (HERE, f"{HERE}/insights", f"{HERE}/chances", f"{HERE}/advice"):
            body = {"start": {"table": running, "position": 0}}
            assert await at.ana.refused("POST", address, body) == "wrong_state"
            assert await at.ben.refused("POST", address, body) == "no_such_table"

    in_company(tmp_path, story)


def test_bad_questions_get_a_sentence(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        game = finished(players=2, short=True)
        table = await bring(at, game)
        new = Game.new(Options(players=2), seed=1)
        start = {"snapshot": new.snapshot()}
        seat = new.waiting[0]

        async def refused(**body: Any) -> str:
            return await at.ana.refused("POST", HERE, body)

        assert await refused() == "bad_request"
        assert await refused(start={}) == "bad_request"
        assert await refused(start={**start, "table": table}) == "bad_request"
        assert await refused(start={"table": "nowhere"}) == "no_such_table"
        assert await refused(start={"table": table, "position": 9999}) == "not_found"
        assert await refused(start={"snapshot": {}}) == "bad_snapshot"
        assert await refused(start={"snapshot": {**new.snapshot(), "king": 3}}) == "bad_snapshot"
        assert await refused(start=start, choices=[[seat, 255]]) == "illegal_choice"
        assert await refused(start=start, choices=[[1 - seat, 1]]) == "not_your_turn"
        assert await refused(start=start, choices=[[4, 1]]) == "no_such_seat"
        assert await refused(start=start, choices=[[seat, "nonsense"]]) == "bad_notation"
        assert await refused(start=start, choices=[[seat, 10**30]]) == "bad_request"
        assert await refused(start=start, choices=[[seat]]) == "bad_request"
        assert await refused(start=start, choices=[[seat, 1]] * 2000) == "bad_request"
        assert await refused(start=start, eyes=4) == "no_such_seat"
        assert await refused(start=start, eyes="everybody") == "bad_request"
        over = {"table": table, "position": len(game.record().choices)}
        assert await refused(start=over, choices=[[0, 1]]) == "game_over"
        advice = {"start": over}
        assert await at.ana.refused("POST", f"{HERE}/advice", advice) == "not_your_turn"

    in_company(tmp_path, story)


def mangle(data: Any, luck: random.Random, wrong: tuple[Any, ...]) -> None:
    """Put something wrong somewhere into plain data."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data)))
    if not keys:
        return
    key = luck.choice(keys)
    if isinstance(data[key], dict | list) and data[key] and luck.random() < 0.7:
        mangle(data[key], luck, wrong)
    elif isinstance(data, dict) and luck.random() < 0.2:
        del data[key]
    else:
        data[key] = luck.choice(wrong)


def test_mangled_snapshots_are_refused_and_never_break_the_server(tmp_path: Path) -> None:
    luck = random.Random(16)
    wrong: tuple[Any, ...] = (None, -1, 31, 10**40, True, "x", [], {}, [[]], 0.5)

    async def story(at: Company) -> None:
        for number in range(150):
            data: Any = Game.new(Options(players=4, power_shift=True), seed=number).snapshot()
            for _ in range(luck.randint(1, 3)):
                mangle(data, luck, wrong)
            answer = await at.ana.ask("POST", HERE, {"start": {"snapshot": data}})
            assert answer.status_code in (200, 400, 422), answer.text

    in_company(tmp_path, story)


def test_a_position_is_judged(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        game = Game.new(Options(players=2, short=True), seed=2)
        body = {"start": {"snapshot": game.snapshot()}}
        insights = await at.ana.post(f"{HERE}/insights", body)
        assert set(insights["regions"]) >= {"toledo", "granada"}
        assert len(insights["cards"]) == len(game.snapshot()["revealed"])
        chances = (await at.ana.post(f"{HERE}/chances", body))["chances"]
        assert sum(chances) == pytest.approx(1, abs=0.01)
        assert (await at.ana.post(f"{HERE}/chances", body))["chances"] == chances
        advice = await at.ana.post(f"{HERE}/advice", body | {"seconds": 0.1, "language": "es"})
        assert {one["choice"] for one in advice} <= set(game.legal())

    in_company(tmp_path, story)


def test_a_position_is_taken_apart_and_put_together(tmp_path: Path) -> None:
    async def story(at: Company) -> None:
        body = {"start": {"options": {"players": 3}}}
        apart = await at.ana.post(f"{HERE}/setup", body)
        setup = apart["setup"]
        assert (setup["moment"], setup["round"]) == ("power", 1)
        assert apart["hand_sizes"]["9"] == 5
        assert all(setup["cards"][stack] in cards for stack, cards in apart["stock"].items())
        arranged = await at.ana.post(f"{HERE}/arrange", {"setup": setup, "base": apart["snapshot"]})
        assert arranged == {"snapshot": apart["snapshot"], "problems": []}
        setup["regions"]["toledo"]["caballeros"][0] = 31
        told = await at.ana.post(f"{HERE}/arrange", {"setup": setup, "language": "de"})
        assert told["snapshot"] is None
        assert [one["field"] for one in told["problems"]] == ["regions.toledo", "province.0"]
        assert "Caballeros" in told["problems"][0]["text"]

    in_company(tmp_path, story)


def test_mangled_setups_never_break_the_server(tmp_path: Path) -> None:
    luck = random.Random(4)
    wrong: tuple[Any, ...] = (None, -1, 31, 10**40, True, "x", [], {}, [[]], 0.5, "C-king", 7)

    async def story(at: Company) -> None:
        apart = await at.ana.post(f"{HERE}/setup", {"start": {"options": {"players": 4}}})
        assert await at.ana.refused("POST", f"{HERE}/arrange", {}) == "bad_request"
        bad = {"setup": apart["setup"], "base": {}}
        assert await at.ana.refused("POST", f"{HERE}/arrange", bad) == "bad_snapshot"
        odd = {"start": {"options": {"players": 2, "merged_stacks": True, "edition": "classic"}}}
        assert (await at.ana.ask("POST", f"{HERE}/setup", odd)).status_code in (200, 400, 422)
        for _ in range(200):
            setup = copy.deepcopy(apart["setup"])
            for _ in range(luck.randint(1, 3)):
                mangle(setup, luck, wrong)
            answer = await at.ana.ask("POST", f"{HERE}/arrange", {"setup": setup})
            assert answer.status_code in (200, 400), answer.text

    in_company(tmp_path, story)
