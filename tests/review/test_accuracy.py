"""Accuracy: the part of the odds that was kept, the same for leaders and for the last."""

from collections.abc import Sequence
from statistics import fmean

import pytest

from elgrande import Game, Options
from elgrande.bots import Situation, bot_named
from elgrande.review import judge, moments_of
from elgrande.review.accuracy import accuracy_of, mean_accuracy, weight_of
from elgrande.review.data import Moment
from elgrande.rules.rng import Rng


def moment(best: float, lost: float, kind: str = "turn") -> Moment:
    return Moment(0, 1, 0, 1, kind, None, (1,), (), best - lost, best, lost, 0.0)


def test_nothing_lost_is_a_hundred_and_more_lost_is_less() -> None:
    assert accuracy_of(0.3, 0.0) == 100.0
    losses = [accuracy_of(0.5, lost / 100) for lost in range(0, 50, 5)]
    assert losses == sorted(losses, reverse=True)
    assert all(0.0 <= accuracy <= 100.0 for accuracy in losses)


def test_to_halve_ones_odds_is_the_same_mistake_for_everybody() -> None:
    odds = [0.05, 0.5, 4.0]
    for one in odds:
        best, after = one / (1 + one), one / 2 / (1 + one / 2)
        assert accuracy_of(best, best - after) == pytest.approx(50.0)


def test_what_is_certain_cannot_be_lost() -> None:
    assert accuracy_of(0.001, 0.001) == 100.0
    assert accuracy_of(1.0, 0.0) == 100.0
    assert accuracy_of(0.0, 0.0) == 100.0


def test_open_games_and_turns_count_more() -> None:
    assert weight_of(moment(0.5, 0.0)) > weight_of(moment(0.01, 0.0)) > 0.0
    assert weight_of(moment(0.5, 0.0)) > weight_of(moment(0.5, 0.0, "disc"))
    early, late = moment(0.5, 0.25), moment(0.001, 0.0)
    assert mean_accuracy([early, late]) == pytest.approx(accuracy_of(0.5, 0.25), abs=8)
    assert mean_accuracy([]) is None


def accuracies(levels: Sequence[str], seed: int, iterations: int) -> dict[str, float]:
    """The accuracy of the bots of one game."""
    start = Game.new(Options(players=len(levels)), seed)
    bots, game, rng = [bot_named(level).make() for level in levels], start.clone(), Rng(seed)
    line = []
    while not game.over:
        seat = game.waiting[0]
        line.append((seat, bots[seat].choose(Situation.of(game, seat, rng))))
        game.play(line[-1][1], seat)
    judged = [judge(start, line, 0, moment, iterations) for moment in moments_of(start, line)]
    found = {}
    for seat, level in enumerate(levels):
        mean = mean_accuracy(moment for moment in judged if moment.seat == seat)
        assert mean is not None
        found[level] = mean
    return found


def test_a_random_player_is_less_accurate_than_a_steady_one() -> None:
    found = accuracies(["random", "steady"], 3, 40)
    assert found["random"] + 10 < found["steady"]


@pytest.mark.proof
def test_accuracy_orders_the_levels() -> None:
    levels = ["random", "novice", "steady"]
    seatings = [levels[shift:] + levels[:shift] for shift in range(3)]
    games = [accuracies(seating, seed, 100) for seed in (1, 2, 3) for seating in seatings]
    means = [fmean(game[level] for game in games) for level in levels]
    assert means[0] + 5 < means[1] < means[2] - 5
