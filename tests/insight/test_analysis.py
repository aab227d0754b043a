"""The course of a game: a row for every turn and scoring, chances, and the largest swings."""

from itertools import pairwise
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.insight import analysis, chances
from elgrande.insight.analysis import Row, analyse, turning_points
from elgrande.insight.chances import chances_of
from elgrande.rules.rng import Rng
from elgrande.search.network import Network
from tests.support.networks import indifferent_layers
from tests.support.walks import every_variant, pick, somewhere

VARIANTS = list(every_variant())


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "GAMES", 50)


def played(options: Options, seed: int) -> tuple[Game, list[tuple[int, int]], Game]:
    """A game before its first choice, its choices, and its end."""
    start = Game.new(options, seed)
    game = Game.new(options, seed, events=True)
    rng = Rng(seed)
    line = []
    while not game.over:
        seat = pick(rng, game.waiting)
        choice = pick(rng, game.legal(seat))
        line.append((seat, choice))
        game.play(choice, seat)
    return start, line, game


@pytest.mark.usefixtures("few_games")
def test_the_course_has_every_turn_and_scoring_of_every_variant() -> None:
    for seed, options in enumerate(VARIANTS[::24]):
        start, line, end = played(options, seed)
        found = analyse(start, line)
        rows = found["course"]
        events: list[Any] = end.events()
        turns = [(one["colour"], one["card"]) for one in events if one["event"] == "turn_ended"]
        assert [(row["seat"], row["card"]) for row in rows if row["card"]] == turns
        assert [row["round"] for row in rows if row["kind"] == "scoring"] == [3, 6, 9]
        assert (rows[0]["kind"], rows[0]["position"]) == ("start", 0)
        assert (rows[-1]["position"], rows[-1]["scores"]) == (len(line), end.scores)
        assert all(one["position"] < other["position"] for one, other in pairwise(rows))
        for row in rows:
            assert sum(row["chances"]) == pytest.approx(1, abs=0.001)
            assert len(row["chances"]) == len(row["scores"]) == options.players
        winners = [
            round(1 / len(end.winners), 4) * (s in end.winners) for s in range(len(end.scores))
        ]
        assert rows[-1]["chances"] == winners
        paid = [0] * options.players
        for one in found["points"]:
            paid[one["seat"]] += one["points"]
        assert paid == found["scores"] == end.scores


@pytest.mark.usefixtures("few_games")
def test_rows_stand_where_the_game_stood() -> None:
    start, line, _ = played(Options(players=3), 8)
    found = analyse(start, line, first=10)
    game = start.clone()
    by_position = {row["position"] - 10: row for row in found["course"]}
    for position, (seat, choice) in enumerate(line, start=1):
        game.play(choice, seat)
        if position in by_position:
            assert by_position[position]["scores"] == game.scores


@pytest.mark.usefixtures("few_games")
def test_the_same_game_is_always_analysed_alike() -> None:
    start, line, _ = played(Options(players=2), 5)
    again = Game.from_snapshot(start.snapshot())
    assert analyse(start, line) == analyse(again, line)


@pytest.mark.parametrize("judged_by", ["the network", "hand-made weights"])
def test_chances_know_who_is_ahead_but_no_hidden_card(
    judged_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if judged_by == "hand-made weights":
        monkeypatch.setattr(chances, "shipped_network", lambda: None)
    game = somewhere(Options(players=3), 21, 200)
    snapshot: Any = game.snapshot()
    snapshot["scores"] = [60, 0, 0]
    ahead = chances_of(Game.from_snapshot(snapshot), 30, 1)
    assert ahead[0] > 0.5 > 2 * max(ahead[1:])
    # Cards that lie face down for everybody are dealt again, so their order cannot matter.
    hidden = {key: list(reversed(cards)) for key, cards in snapshot["stacks"].items()}
    other = Game.from_snapshot({**snapshot, "stacks": hidden})
    assert hidden != snapshot["stacks"]
    assert chances_of(other, 30, 1) == ahead


def test_chances_come_from_the_network_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    game = somewhere(Options(players=3), 21, 200)
    network = Network(indifferent_layers())
    monkeypatch.setattr(chances, "shipped_network", lambda: network)
    assert chances_of(game, 30, 1) == pytest.approx([1 / 3] * 3)
    monkeypatch.setattr(chances, "shipped_network", lambda: None)
    assert max(chances_of(game, 30, 1)) > 0.34


def row(position: int, *chances: float) -> Row:
    return Row("turn", position, 1, 0, "C-king", [0, 0], list(chances), position * 2)


def test_turning_points_are_the_largest_swings_first() -> None:
    rows = [row(0, 0.5, 0.5), row(4, 0.9, 0.1), row(9, 0.89, 0.11), row(12, 0.3, 0.7)]
    rows += [row(15 + i, 0.3 + 0.05 * (i % 2), 0.7 - 0.05 * (i % 2)) for i in range(9)]
    found = turning_points(rows)
    assert [one["position"] for one in found[:2]] == [12, 4]
    assert (found[0]["from"], found[0]["events"]) == (9, [18, 24])
    assert len(found) == 5
    assert turning_points(rows[1:3]) == []


@pytest.mark.usefixtures("few_games")
def test_a_game_taken_up_between_the_discs_begins_with_a_general_scoring() -> None:
    begun, line, _ = played(Options(players=4), 3)
    position = 0
    while begun.decision != "disc_scoring":
        seat, choice = line[position]
        begun.play(choice, seat)
        position += 1
    start = Game.from_snapshot(begun.snapshot())
    rows = analyse(start, line[position:], first=position)["course"]
    assert [(row["kind"], row["position"]) for row in rows[:1]] == [("start", position)]
    assert rows[1]["kind"] == "scoring"
    assert (rows[1]["seat"], rows[1]["round"]) == (None, 3)
