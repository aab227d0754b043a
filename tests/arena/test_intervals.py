"""Intervals hold what they promise: checked against tables and by playing many matches."""

import random
from statistics import NormalDist, quantiles

import pytest

from elgrande.arena.intervals import (
    NORMAL,
    Outing,
    mean_error,
    quantile,
    t_reach,
    wilson,
    winning_share,
)


def test_the_reach_is_that_of_the_normal_distribution() -> None:
    assert pytest.approx(NormalDist().inv_cdf(0.975)) == NORMAL


@pytest.mark.parametrize(
    ("freedom", "printed"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (9, 2.262), (30, 2.042), (120, 1.980)],
)
def test_students_t_is_that_of_the_printed_tables(freedom: int, printed: float) -> None:
    assert t_reach(freedom) == pytest.approx(printed, abs=0.02)


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    # Newcombe 1998, table I, the score method.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_that_of_the_literature(
    wins: int, games: int, low: float, high: float
) -> None:
    assert wilson(wins / games, games) == pytest.approx((low, high), abs=0.0001)


def test_games_on_their_own_deals_have_the_plain_interval() -> None:
    share = winning_share([Outing(deal, float(deal < 15), 1) for deal in range(148)])
    assert share is not None
    assert (share.low, share.high) == pytest.approx((0.0624, 0.1605), abs=0.0001)


def test_games_that_only_repeat_a_deal_count_once() -> None:
    once = winning_share([Outing(deal, float(deal % 4 == 0), 1) for deal in range(400)])
    again = winning_share(
        [Outing(deal, float(deal % 4 == 0), 1) for deal in range(400) for _ in range(5)]
    )
    assert once is not None
    assert again is not None
    assert again.games == 2000
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=0.01)


def test_more_seats_of_a_bot_in_a_game_are_no_more_trials() -> None:
    games = [(deal, float(deal % 5 < 2)) for deal in range(100)]
    one = winning_share([Outing(deal, won, 1) for deal, won in games])
    others = winning_share([Outing(deal, 1 - won, 3) for deal, won in games])
    assert one is not None
    assert others is not None
    # What one does not win the three others do: the intervals are mirror images.
    assert 1 - 3 * others.high == pytest.approx(one.low)
    assert 1 - 3 * others.low == pytest.approx(one.high)


def test_nothing_is_said_of_what_never_happened() -> None:
    assert winning_share([]) is None


@pytest.mark.parametrize("wins", [0, 1])
def test_a_single_deal_is_a_single_trial(wins: int) -> None:
    share = winning_share([Outing(1, float(wins), 1)] * 4)
    assert share is not None
    assert (share.low, share.high) == wilson(wins, 1)


@pytest.mark.parametrize(
    ("deals", "rate", "likeness"),
    [
        (8, 0.25, 0.0),
        (8, 0.25, 0.3),
        (50, 0.25, 0.0),
        (50, 0.25, 0.3),
        (50, 0.05, 0.1),
        (25, 0.5, 0.2),
    ],
)
def test_the_interval_covers_the_truth(deals: int, rate: float, likeness: float) -> None:
    """Deals drawn with their own chances, so that the four games of one are alike to a degree."""
    luck = random.Random(deals * 1000 + int(likeness * 100))
    covered, matches = 0, 500
    for _ in range(matches):
        outings = []
        for deal in range(deals):
            chance = rate
            if likeness:
                spread = (1 - likeness) / likeness
                chance = luck.betavariate(rate * spread, (1 - rate) * spread)
            outings += [Outing(deal, float(luck.random() < chance), 1) for _ in range(4)]
        share = winning_share(outings)
        assert share is not None
        covered += share.low <= rate <= share.high
    # Three standard errors of 500 matches below 95%.
    assert covered / matches > 0.95 - 3 * (0.95 * 0.05 / matches) ** 0.5


def test_a_plain_interval_would_not_cover_it() -> None:
    """The reason for all this: with alike games Wilson's interval over games is too narrow."""
    luck = random.Random(5)
    covered = 0
    for _ in range(400):
        wins = 0
        for _ in range(50):
            chance = luck.betavariate(0.25, 0.75)
            wins += sum(luck.random() < chance for _ in range(4))
        low, high = wilson(wins / 200, 200)
        covered += low <= 0.25 <= high
    assert covered / 400 < 0.85


def test_the_error_of_a_mean_counts_deals() -> None:
    values = [3.0, 5.0, 4.0, 8.0]
    plain = mean_error(enumerate(values))
    # The sample standard deviation is 2.16.
    assert plain == pytest.approx((14 / 3) ** 0.5 / 2)
    doubled = mean_error((deal, value) for deal, value in enumerate(values) for _ in range(2))
    assert doubled == pytest.approx(plain)
    assert mean_error([(1, 2.0), (1, 3.0)]) is None
    assert mean_error([]) is None


def test_quantiles_are_those_of_the_standard_library() -> None:
    luck = random.Random(3)
    values = sorted(luck.random() for _ in range(57))
    cuts = quantiles(values, n=100, method="inclusive")
    assert [quantile(values, part / 100) for part in range(1, 100)] == pytest.approx(cuts)
    assert quantile([7.0], 0.99) == 7.0
