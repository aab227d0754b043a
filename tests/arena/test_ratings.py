"""Ratings follow the strength of the bots and nothing else."""

import random

import pytest
from openskill.models import PlackettLuce

from elgrande.arena.ratings import START, Rating, places, rate
from elgrande.arena.result import GameResult
from tests.arena.maker import make_game, make_match


def duels(wins: int, losses: int, ties: int = 0) -> list[GameResult]:
    """So many games that a won, lost and shared with b."""
    scores = [(60, 40)] * wins + [(40, 60)] * losses + [(50, 50)] * ties
    return [
        make_game(number, number, ("a", "b"), (0, 1), pair) for number, pair in enumerate(scores)
    ]


def test_one_game_is_rated_as_the_package_rates_it() -> None:
    game = make_game(0, 1, ("a", "b", "c"), (0, 1, 2), (70, 90, 70))
    model = PlackettLuce(tau=0.0)
    fresh = [[model.rating()] for _ in range(3)]
    (a,), (b,), (c,) = model.rate(fresh, scores=[70.0, 90.0, 70.0])
    rated = rate([game])
    assert rated["a"] == pytest.approx((a.mu, a.sigma))
    assert rated["b"] == pytest.approx((b.mu, b.sigma))
    assert rated["c"] == pytest.approx((c.mu, c.sigma))
    assert rated["a"] == pytest.approx(rated["c"])
    assert rated["b"].mu > 25 > rated["a"].mu


def test_the_ratings_are_in_the_order_of_strength() -> None:
    rated = rate(make_match(12))
    assert rated["strong:seconds=0.3"].mu > rated["steady"].mu > rated["random"].mu
    assert rated["strong:seconds=0.3"].ordinal > rated["random"].ordinal


def test_equal_bots_end_equal() -> None:
    rated = rate(duels(30, 30, 10))
    assert rated["a"].mu == pytest.approx(rated["b"].mu, abs=0.8)
    assert rated["a"].sigma == pytest.approx(rated["b"].sigma)


def test_ties_count_as_ties() -> None:
    rated = rate(duels(0, 0, 20))
    assert rated["a"] == pytest.approx(rated["b"])
    assert rated["a"].mu == pytest.approx(START[0])


def test_the_order_of_the_games_does_not_matter() -> None:
    games = make_match(6)
    shuffled = list(games)
    random.Random(9).shuffle(shuffled)
    assert rate(shuffled) == rate(games)


def test_when_a_bot_won_hardly_matters() -> None:
    games = duels(40, 20)
    late = [
        make_game(number, number, ("a", "b"), (0, 1), game.scores)
        for number, game in enumerate(games[::-1])
    ]
    assert rate(late)["a"].mu == pytest.approx(rate(games)["a"].mu, abs=0.5)


def test_more_games_make_a_rating_surer() -> None:
    assert rate(duels(40, 20))["a"].sigma < rate(duels(4, 2))["a"].sigma < START[1]


def test_seats_of_one_bot_share_one_rating_and_do_not_make_it_surer() -> None:
    alone = make_game(0, 1, ("a", "b"), (0, 1), (60, 50))
    thrice = make_game(0, 1, ("a", "b", "b", "b"), (0, 1, 2, 3), (60, 50, 40, 30))
    rated = rate([thrice])
    assert set(rated) == {"a", "b"}
    assert rated["a"].mu > START[0] > rated["b"].mu
    assert rated["b"].sigma > 0.9 * rate([alone])["b"].sigma


def test_a_game_of_one_bot_alone_says_nothing() -> None:
    assert rate(make_match(2, ("random",) * 4))["random"] == pytest.approx(START)


def test_places_share_the_better_one() -> None:
    assert places([5, 9, 9, 1, 5]) == [3, 1, 1, 5, 3]


def test_the_ordinal_is_three_deviations_below() -> None:
    assert Rating(25.0, 3.0).ordinal == 16.0
