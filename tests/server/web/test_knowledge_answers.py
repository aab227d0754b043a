"""Insights, reasons, the catalogue and the bots, without a server."""

import json

import msgspec

from elgrande.bots.registry import kinds
from elgrande.editions.wording import LANGUAGES
from elgrande.insight.analysis import analyse
from elgrande.rules.options import Options
from elgrande.server.tables.decisions.opening import import_record
from elgrande.server.tables.table import TableState
from elgrande.server.web.api.knowledge_bodies import Catalogue
from elgrande.server.web.knowledge_answers import (
    catalogue_body,
    insights_at,
    reasons_of,
    show_analysis,
    show_bot,
)
from elgrande.server.web.table_answers import playthrough_of
from tests.support.finished import played
from tests.support.table_states import NOW, running


def test_the_catalogue_changes_its_tag_with_its_body() -> None:
    bodies = {language: catalogue_body("2023", language) for language in LANGUAGES}
    assert len({tag for _, tag in bodies.values()}) == len(LANGUAGES)
    for body, _ in bodies.values():
        assert msgspec.json.decode(body, type=Catalogue).cards


def test_a_bot_is_shown_with_the_limits_it_has_here() -> None:
    shown = {name: show_bot(kind.to_data(), "en", 2.0, 500.0) for name, kind in kinds().items()}
    limits = {one.name: (one.least, one.most) for one in shown["strong"].parameters}
    assert limits == {"seconds": (0.0, 2.0), "iterations": (1.0, 500.0)}
    assert shown["steady"].level == 2
    assert not shown["steady"].parameters


def test_insights_and_reasons_are_those_of_the_table() -> None:
    table = running("ana", "ben", "eva")
    asked = table.running().awaited[0]
    assert insights_at(table, None).position == 0
    other = next(seat for seat in range(3) if seat != asked)
    assert reasons_of(table, asked, "en") != reasons_of(table, other, "en")


def test_an_analysis_has_the_sentences_of_its_turning_points() -> None:
    row, entries = import_record(NOW, "ana", played(Options(players=3), seed=5), "")
    table = TableState(row)
    table.apply_all(entries)
    playthrough = playthrough_of(table)
    found = analyse(playthrough.game_at(0), playthrough.line())
    shown = show_analysis(table, json.loads(json.dumps(found)), "de")
    assert shown.scores == playthrough.game.scores
    assert all(point.says for point in shown.turning_points)
