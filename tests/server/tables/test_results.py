"""The result of a finished game, from its table and its log."""

from typing import Any

import msgspec
import pytest

from elgrande.record import Record
from elgrande.rules.options import Options
from elgrande.server.storage.rows import Entry
from elgrande.server.tables.results import result_of, unreadable, variant_of
from tests.support.finished import bot, finished_table, person, played

NOW = 1_800_000_000_000


@pytest.fixture(scope="module")
def record() -> Record:
    return played(Options(players=2, short=True), seed=4)


def test_places_points_and_cards_of_every_seat(record: Record) -> None:
    row, log = finished_table(record, [person(0, "ana"), bot(1)], NOW)
    found = result_of(row, log, [])
    assert found is not None
    assert (found.unrated, found.people, found.players, found.variant) == (None, 1, 2, "short")
    ana, opponent = found.seats
    assert [ana.points, opponent.points] == record.replay().scores
    assert sum(ana.sources.values()) == ana.points
    assert sum(ana.cards["taken"].values()) > 0
    assert (opponent.bot, opponent.sources) == ("steady", {})
    assert sorted([ana.place, opponent.place]) == [1, 2]


def with_entry(log: list[Entry], kind: str, seat: int | None = None, **data: Any) -> list[Entry]:
    """The log with one more entry before its end."""
    last = log[-1]
    extra = Entry(last.number, kind, seat, "ana", NOW, data)
    return [*log[:-1], extra, msgspec.structs.replace(last, number=last.number + 1)]


def test_a_seat_that_a_bot_finished_is_given_up(record: Record) -> None:
    row, log = finished_table(record, [person(0, "ana"), person(1, "ben")], NOW)
    left = with_entry(log, "handed", 0, bot="steady", reason="left")
    found = result_of(row, left, [])
    assert found is not None
    assert [seat.gave_up for seat in found.seats] == [True, False]
    assert found.unrated is None


def test_what_does_not_count(record: Record) -> None:
    alone, two = [person(0, "ana"), bot(1)], [person(0, "ana"), person(1, "ben")]
    shared = [person(0, "ana", local=True), person(1, "ana", local=True)]
    coached = {"settings": {"coach": True}}
    for seats, fields, reason, people in (
        (alone, coached, "coached", 1),
        (two, coached, "coached", 2),
        (shared, {}, "shared_screen", 0),
        ([bot(0), bot(1)], {}, "alone", 0),
        (alone, {"source": {"kind": "record"}}, "elsewhere", 0),
        (alone, {"source": {"kind": "event"}}, None, 1),
    ):
        row, log = finished_table(record, seats, NOW, **fields)
        found = result_of(row, log, [])
        assert found is not None
        assert (found.unrated, found.people) == (reason, people)
        assert bool(found.seats) == bool(people)


def test_going_back_alone_with_bots_makes_it_practice(record: Record) -> None:
    row, log = finished_table(record, [person(0, "ana"), bot(1)], NOW)
    length = len(record.choices)
    found = result_of(row, with_entry(log, "undo", to=length), [])
    assert found is not None
    assert found.unrated == "taken_back"


def test_a_game_that_is_not_over_has_no_result(record: Record) -> None:
    row, log = finished_table(record, [person(0, "ana"), bot(1)], NOW)
    assert result_of(row, log[:-1], []) is None


def test_a_game_of_other_rules_keeps_places_without_figures(record: Record) -> None:
    row, log = finished_table(record, [person(0, "ana"), bot(1)], NOW)
    broken = [*log[:5], msgspec.structs.replace(log[5], data={**log[5].data, "choice": 119})]
    found = result_of(row, [*broken, *log[6:]], [])
    assert found is not None
    assert found.seats[0].points == record.replay().scores[0]
    assert found.seats[0].sources == {}
    assert unreadable(row).people == 0


def test_variants_are_named_without_what_an_edition_prescribes() -> None:
    assert variant_of(Options(players=2)) == ""
    assert variant_of(Options(edition="classic", players=5)) == ""
    assert variant_of(Options(players=3, merged_stacks=True, short=True)) == "merged_stacks,short"
