"""Ratings: who wins rises, the order of seats says nothing, bots stand."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from elgrande.bots.registry import BUILT_IN
from elgrande.standings.ratings import (
    BOTS,
    START,
    Entrant,
    Rating,
    Standing,
    rate_against,
    rate_game,
    rate_people,
    rating_of_bot,
)

ratings = st.builds(Rating, st.floats(5, 60), st.floats(2, 12.5))
tables = st.lists(st.builds(Standing, ratings, st.integers(1, 5)), min_size=2, max_size=5)


@given(st.lists(ratings, min_size=2, max_size=5))
def test_the_winner_rises_the_last_falls_and_all_become_surer(before: list[Rating]) -> None:
    after = rate_people([Standing(rating, place) for place, rating in enumerate(before, 1)])
    assert after[0].mu > before[0].mu
    assert after[-1].mu < before[-1].mu
    assert all(new.sigma <= old.sigma + 0.01 for new, old in zip(after, before, strict=True))


@given(tables)
def test_the_order_of_the_seats_says_nothing(standings: list[Standing]) -> None:
    usual = rate_people(standings)
    for order in list(permutations(range(len(standings))))[:6]:
        again = rate_people([standings[seat] for seat in order])
        for seat, rating in zip(order, again, strict=True):
            assert rating == pytest.approx(usual[seat])


def test_equals_who_share_a_place_stay_equal() -> None:
    one, other = rate_people([Standing(START, 1), Standing(START, 1)])
    assert one == pytest.approx(other)
    assert one.mu == pytest.approx(START.mu)


def test_our_levels_have_ratings_in_their_order() -> None:
    assert list(BOTS) == list(BUILT_IN)
    shown = [rating.shown for rating in BOTS.values()]
    assert shown == sorted(shown)
    assert BOTS["steady"].shown == 1500


def test_beating_a_strong_bot_is_worth_more_than_beating_a_weak_one() -> None:
    won = Standing(START, 1)
    gains = [rate_against(won, [Standing(BOTS[level], 2)]).mu for level in BOTS]
    assert gains == sorted(gains)
    assert all(mu >= START.mu for mu in gains)


@pytest.mark.parametrize(
    "text", ["strong:iterations=5", "strong:seconds=0.01", "plug-in", "steady:seconds=x"]
)
def test_a_bot_that_thinks_less_or_is_not_ours_has_no_rating(text: str) -> None:
    assert rating_of_bot(text) is None


def test_a_mixed_table_changes_both_ratings_of_people_and_none_of_bots() -> None:
    changes = rate_game(
        [Entrant(1), Entrant(2, bot="steady"), Entrant(3), Entrant(4, bot="strong:seconds=1")]
    )
    assert changes[1] == changes[3] == (None, None)
    winner, loser = changes[0], changes[2]
    assert winner.people is not None
    assert loser.people is not None
    assert winner.people.after.mu > START.mu > loser.people.after.mu
    assert winner.bots is not None
    assert loser.bots is not None
    assert winner.bots.after.mu > loser.bots.after.mu


def test_alone_with_bots_only_that_rating_changes() -> None:
    only = rate_game([Entrant(1), Entrant(2, bot="novice")])[0]
    assert only.people is None
    assert only.bots is not None
    assert rate_game([Entrant(1), Entrant(2, bot="plug-in")])[0] == (None, None)


def test_many_wins_against_a_level_lead_beyond_it_and_become_sure() -> None:
    rating = START
    for number in range(40):
        won = number % 2 == 0
        bots = [Standing(BOTS["strong"], 2 if won else 1)]
        rating = rate_against(Standing(rating, 1 if won else 2), bots)
    assert abs(rating.shown - BOTS["strong"].shown) < rating.uncertainty
    assert rating.is_sure
