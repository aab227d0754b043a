"""The frame put together from shared parts says what the whole would say."""

import json
from typing import Any

import pytest

from bench.state_messages import measure_messages
from elgrande.rules.options import Options
from elgrande.rules.rng import Rng
from elgrande.server.presentation.seat_names import names_at
from elgrande.server.presentation.state_messages import StateMessages, Viewer, encode
from elgrande.server.presentation.table_views import lasting_log
from elgrande.server.storage.rows import Entry
from elgrande.server.tables import entries as kinds
from elgrande.server.tables.decisions import play
from elgrande.server.tables.table import TableState
from tests.support.folding import choose, new_table
from tests.support.marks import with_proofs
from tests.support.walks import every_variant

ADDED = ("step", "ask", "choices", "can_undo", "undo_reason")


@pytest.mark.parametrize("options", with_proofs(list(every_variant())[::23], quick=5), ids=str)
def test_what_is_kept_between_messages_is_what_would_be_made_anew(options: Options) -> None:
    table, messages, rng = new_table(options), StateMessages(), Rng(5)
    while not table.running().over:
        cursor = table.number
        for _ in range(1 + rng.below(8)):
            if not table.running().over:
                choose(table, rng)
        playthrough = table.running()
        for seat in (*range(options.players), None):
            viewer = Viewer(() if seat is None else (seat,))
            language = ("en", "de", "es")[table.number % 3]
            anew = StateMessages().state(table, seat, language, cursor, viewer)
            whole = json.loads(encode(anew))
            assert json.loads(messages.text(table, seat, language, cursor, viewer)) == whole
            view = {name: value for name, value in whole["view"].items() if name not in ADDED}
            known = json.loads(playthrough.game.view(seat).to_json())
            if seat not in playthrough.asked:
                known["legal"] = []
            assert view == known


def test_somebody_new_gets_no_events_but_the_whole_log() -> None:
    frame = json.loads(StateMessages().text(new_table(Options()), 1, "en", 0, Viewer((1,))))
    assert frame["events"] == []
    assert [line["kind"] for line in frame["log"]] == ["opened", "started"]


# The log of the game.


def undo(table: TableState, to: int) -> None:
    """Everybody agrees to go back to a position."""
    playthrough = table.running()
    data = {"to": playthrough.undo_target(to)}
    table.apply_all([Entry(table.number + 1, kinds.UNDO, 0, None, 4, data)])


def take_back(table: TableState) -> None:
    """Whoever may take back does."""
    playthrough = table.running()
    for seat in playthrough.awaited:
        if playthrough.why_not_undo(seat) is None:
            step = playthrough.step_for(seat)
            given = play.take_back(table, 4, f"player {seat}", seat=seat, step=step, whole=False)
            table.apply_all(given.entries)
            return


@pytest.mark.parametrize("castillo", ["secret", "open"])
def test_lines_that_came_one_by_one_are_the_log_that_latecomers_read(castillo: str) -> None:
    """Whatever is thrown, opened, taken back or undone in between, R11 is kept (rules/events)."""
    options = Options(players=3, short=True, castillo=castillo)
    table, messages, rng = new_table(options), StateMessages(), Rng(7)
    names = names_at(table, "en")
    lines: list[Any] = list(lasting_log(table.running(), table.running().game, 1, "en", names))
    cursor, told_again, undone = table.number, 0, 0
    while not table.running().over:
        playthrough = table.running()
        if rng.below(12) == 0:
            take_back(table)
        elif rng.below(60) == 0 and undone < 8:
            undone += 1
            undo(table, playthrough.position * 2 // 3)
        else:
            choose(table, rng)
        frame = json.loads(messages.text(table, 1, "en", cursor, Viewer((1,))))
        told_again += frame["lines_from"] < frame["events_from"]
        kept = [line for line in lines if line["number"] < frame["lines_from"]]
        lines, cursor = [*kept, *frame["lines"]], table.number
        assert lines == lasting_log(playthrough, playthrough.game, 1, "en", names)
    assert undone
    assert (told_again > 0) == (castillo == "secret")


def test_sharing_makes_further_messages_cheaper() -> None:
    """The bench of `make bench` in small; sharing saves most of a message."""
    cost = measure_messages(players=2, repeats=1)
    assert 0 < cost["further_message_us"] < 0.7 * cost["message_from_nothing_us"]
    assert cost["message_bytes"] > 1000


def test_what_changes_at_the_table_is_shown_though_the_rest_is_kept() -> None:
    table, messages = new_table(Options(players=2)), StateMessages()
    before = json.loads(messages.text(table, 0, "en", 0, Viewer((0,))))
    data = {"bot": "swift"}
    table.apply_all([Entry(table.number + 1, kinds.POLICY, 1, "player 1", 4, data)])
    after = json.loads(messages.text(table, 0, "en", 0, Viewer((0,))))
    assert [seat["policy"] for seat in before["table"]["seats"]] == [None, None]
    assert [seat["policy"] for seat in after["table"]["seats"]] == [None, "swift"]
    choose(table, Rng(1))
    later = json.loads(messages.text(table, 0, "en", 0, Viewer((0,))))
    assert later["table"]["play"]["position"] == 1
    assert {**later["table"], "play": None} == {**after["table"], "play": None}
