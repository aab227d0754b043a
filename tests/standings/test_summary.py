"""What many games say together."""

import pytest

from elgrande.insight.points import SOURCES
from elgrande.standings.reference import references
from elgrande.standings.summary import (
    GameLine,
    by_edition,
    by_players,
    by_variant,
    card_uses,
    group_by,
    mean_points,
    streak,
    total,
)


def line(place: int = 1, points: int = 100, players: int = 4, **more: object) -> GameLine:
    sources = {**dict.fromkeys(SOURCES, 0), "special": points}
    cards = {"taken": {"C-king": 2}, "expected": {"C-king": 50, "C-fair": 150}, "powers": []}
    usual = GameLine(0, "2023", players, "", place, points, sources, cards)
    return usual._replace(**more)  # type: ignore[arg-type]


def test_games_in_groups() -> None:
    lines = [line(1, 120), line(3, 80), line(2, 90, players=2, variant="castillo,power_shift")]
    two, four = group_by(lines, by_players)
    assert (two.key, two.games, two.places) == ("2", 1, [0, 1])
    assert (four.games, four.wins, four.place, four.points, four.best) == (2, 1, 2.0, 100.0, 120)
    assert four.places == [1, 0, 1, 0]
    assert [one.key for one in group_by(lines, by_edition)] == ["2023"]
    found = {one.key: one.games for one in group_by(lines, by_variant)}
    assert found == {"none": 2, "castillo": 1, "power_shift": 1}
    everything = total(lines)
    assert everything is not None
    assert everything.games == 3
    assert total([]) is None


def test_points_are_compared_with_the_last_ten_and_with_grandmasters() -> None:
    lines = [line(points=50)] * 10 + [line(points=100)] * 10
    means = mean_points(lines)
    assert means is not None
    assert means.all["special"] == 75
    assert means.lately["special"] == 100
    assert means.grandmasters == pytest.approx(references()["2023", 4].sources)
    assert mean_points([line(sources={})]) is None


def test_cards_are_compared_with_chance_and_with_grandmasters() -> None:
    king, fair = card_uses([line()] * 2)
    assert (king.card, king.taken, king.expected) == ("C-king", 4, 1.0)
    assert (fair.card, fair.taken, fair.expected) == ("C-fair", 0, 3.0)
    assert king.grandmasters == references()["2023", 4].cards["C-king"]


def test_wins_in_a_row() -> None:
    assert [streak(places) for places in ([], [2, 1], [1, 1, 1], [1, 2, 1])] == [0, 0, 3, 1]
