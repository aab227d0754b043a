"""A browser alone: the server's messages, games that are kept, and refusals in sentences."""

import json
from pathlib import Path

import msgspec
import pytest

from elgrande.game import Game
from elgrande.record import Record
from elgrande.rules.options import Options
from elgrande.server.presentation.messages import StateShown, TableShown
from elgrande.server.web.api.bodies import OpenedTable, PositionShown, TableLine
from elgrande.server.web.api.knowledge_bodies import (
    AnalysisShown,
    BotShown,
    Catalogue,
    Insights,
    Reasons,
)
from elgrande.server.web.api.player_bodies import Visitor
from elgrande.solo import service, sockets
from elgrande.solo.errors import ERRORS
from tests.solo.browser import SHAPES, SoloBrowser

DOCS = Path(__file__).parents[2] / "docs"
ANSWERS = [
    ("/api/visitor", Visitor),
    ("/api/catalogue?edition=classic&language=de", Catalogue),
    ("/api/bots?language=es", list[BotShown]),
    ("/api/me/tables?limit=50", list[TableLine]),
    ("/api/tables/{}", TableShown),
    ("/api/tables/{}/state?language=en", StateShown),
    ("/api/tables/{}/insights", Insights),
    ("/api/tables/{}/reasons?seat=0&language=de", Reasons),
    ("/api/tables/{}/positions/0?seat=0&events=false", PositionShown),
]


def test_a_game_ends_with_the_digest_the_rules_give_it() -> None:
    browser = SoloBrowser()
    table = browser.open_table("steady", "novice", "random", short=True)
    browser.follow(table)
    over = browser.play_to_the_end()
    record = Record.from_json(
        browser.solo.answer("GET", f"/api/tables/{table}/record.json", "").text
    )
    game = Game.new(Options.from_data(over["options"]), int(over["seed"]))
    for seat, choice in zip(record.seats, record.choices, strict=True):
        game.play(choice, seat)
    assert game.digest() == over["result"]["digest"] == record.digest
    assert game.scores == over["result"]["scores"]
    text = browser.solo.answer("GET", f"/api/tables/{table}/record.egn", "").text
    assert Record.from_text(text).replay().digest() == game.digest()
    analysis = msgspec.convert(
        browser.ask("GET", f"/api/tables/{table}/analysis?language=en"), AnalysisShown
    )
    assert [row.scores for row in analysis.course][-1] == game.scores
    assert analysis.points
    assert analysis.turning_points == []


def test_answers_have_the_shapes_of_the_server() -> None:
    browser = SoloBrowser()
    table = browser.open_table("steady")
    for address, shape in ANSWERS:
        SHAPES.check(browser.ask("GET", address.format(table)), shape)
    lesson = browser.ask("POST", "/api/lessons/first-round", {"names": ["", "Don Lope"]})
    SHAPES.check(lesson, OpenedTable)
    assert lesson["table"]["seats"][1]["name"] == "Don Lope"
    settings = {field["key"] for field in browser.ask("GET", "/api/catalogue")["settings"]}
    assert not settings & {"public", "watching", "approval", "coach", "absence_minutes"}


def test_a_game_goes_on_after_the_page_was_loaded_again() -> None:
    browser = SoloBrowser()
    browser.ask("PATCH", "/api/me", {"name": "Isabel"})
    table = browser.open_table("steady", "steady")
    browser.follow(table)
    browser.let_bots_play()
    before = browser.state
    again = browser.reload()
    again.follow(table)
    assert again.ask("GET", "/api/visitor")["player"]["name"] == "Isabel"
    assert again.state["view"] == before["view"]
    assert again.state["number"] == before["number"]
    (line,) = again.ask("GET", "/api/me/tables?limit=50")
    assert line["waits_for_me"] == (0 in before["table"]["play"]["waiting"])
    choice = again.state["view"]["choices"][0]["choice"]
    step = again.state["view"]["step"]
    assert again.send(type="choose", seat=0, step=step, choice=choice)["type"] == "done"


def test_choices_are_drafted_taken_back_and_undone() -> None:
    browser = SoloBrowser()
    browser.follow(browser.open_table("random"))
    browser.let_bots_play()
    first = browser.state
    choice = first["view"]["choices"][0]["choice"]
    chosen = {"seat": 0, "step": first["view"]["step"], "choice": choice}
    assert browser.send(type="choose", **chosen)["type"] == "done"
    assert browser.send(type="choose", **chosen)["type"] == "done"  # it counts once
    step = browser.state["view"]["step"]
    assert browser.send(type="take_back", seat=0, step=step)["type"] == "done"
    assert browser.state["view"]["choices"] == first["view"]["choices"]
    assert browser.send(type="choose", seat=0, step=1, choice=choice)["error"] == "stale_step"
    assert browser.send(type="ping")["type"] == "pong"
    assert browser.send(type="look", seat=1)["error"] == "not_your_seat"
    assert browser.send(type="chat", text="Anybody?")["error"] == "not_allowed"


def test_a_seat_is_handed_to_a_bot_and_a_position_played_on() -> None:
    browser = SoloBrowser()
    table = browser.open_table("random", short=True)
    browser.follow(table)
    browser.ask("POST", f"/api/tables/{table}/seats/0/bot", {"bot": "novice"})
    browser.let_bots_play()
    assert browser.state["table"]["state"] == "finished"
    body = {"position": 10, "seat": 1, "bot": "novice", "names": []}
    fork = browser.ask("POST", f"/api/tables/{table}/fork", body)["table"]
    assert [seat["kind"] for seat in fork["seats"]] == ["bot", "human"]
    assert not fork["settings"]["coach"]
    browser.ask("DELETE", f"/api/tables/{fork['id']}")
    assert fork["id"] not in {line["id"] for line in browser.ask("GET", "/api/me/tables")}


def test_a_clock_that_runs_out_lets_the_bot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    time = 1_800_000_000_000
    for module in ("tables", "requests", "sockets"):
        monkeypatch.setattr(f"elgrande.solo.{module}.now_ms", lambda: time)
    browser = SoloBrowser()
    clock = {"kind": "turn", "seconds": 60}
    seats = [{"kind": "me"}, {"kind": "hotseat", "name": "Elvira"}]
    wanted = {"seats": seats, "options": {"players": 2}, "settings": {"clock": clock}}
    table = browser.ask("POST", "/api/tables", wanted)["table"]["id"]
    assert browser.solo.work() == 60_000
    time += 60_001
    browser.follow(table)
    assert browser.solo.work() == 0
    assert browser.state["table"]["play"]["clock"]["lapsed"] != []


@pytest.mark.parametrize(
    ("method", "address", "body", "code"),
    [
        ("GET", "/api/club", None, "needs_server"),
        ("POST", "/api/login", {"name": "a", "password": "b"}, "needs_server"),
        ("GET", "/api/tables/nowhere", None, "no_such_table"),
        ("GET", "/api/catalogue?language=xx", None, "bad_request"),
        ("GET", "/api/catalogue?edition=1999", None, "bad_request"),
        ("POST", "/api/players", {"name": " "}, "bad_name"),
        ("POST", "/api/tables", {"seats": 2}, "bad_request"),
        ("POST", "/api/tables", {"seats": [{"kind": "me"}, {"kind": "open"}]}, "needs_server"),
        (
            "POST",
            "/api/tables",
            {
                "seats": [{"kind": "me"}, {"kind": "bot", "bot": "strong"}],
                "options": {"players": 2},
            },
            "unknown_bot",
        ),
        ("POST", "/api/records", {"record": "nonsense"}, "bad_record"),
    ],
)
def test_bad_requests_are_refused(method: str, address: str, body: object, code: str) -> None:
    assert SoloBrowser().refused(method, address, body) == code


def test_a_damaged_save_is_told_and_left_alone() -> None:
    browser = SoloBrowser()
    good, cut, bent = (browser.open_table("random") for _ in range(3))
    browser.kept[f"table.{cut}"] = browser.kept[f"table.{cut}"][:-40]
    saved = json.loads(browser.kept[f"table.{bent}"])
    saved["entries"][0]["number"] = 7
    browser.kept[f"table.{bent}"] = json.dumps(saved)
    again = browser.reload()
    assert again.unreadable == 1
    assert again.refused("GET", f"/api/tables/{cut}") == "damaged_save"
    assert again.refused("GET", f"/api/tables/{bent}/state") == "damaged_save"
    assert [line["id"] for line in again.ask("GET", "/api/me/tables")] == [good]
    again.follow(cut)
    assert again.closed == [(4404, "damaged_save")]
    assert f"table.{cut}" in again.kept


def test_a_mistake_of_ours_is_answered_and_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    browser = SoloBrowser()
    browser.follow(browser.open_table("random"))
    browser.let_bots_play()
    monkeypatch.setattr(service, "find_handler", fail)
    monkeypatch.setattr(sockets, "decision_for", fail)
    assert browser.refused("GET", "/api/visitor") == "internal"
    number = browser.state["number"]
    assert browser.send(type="confirm", seat=0, step=1)["error"] == "internal"
    assert browser.state["number"] == number


def test_its_errors_are_documented() -> None:
    documented = (DOCS / "program" / "errors.md").read_text(encoding="utf-8")
    for error in ERRORS:
        line = f"| `{error.code}` | {error.status} | `{error.__name__}` | "
        assert line in documented, error.code
