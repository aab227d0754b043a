"""Policies against bots: fair seats, what is asked of a policy, and what it won."""

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from elgrande import Options
from elgrande.learn import ACTIONS, OBS_SIZE
from elgrande.learn.errors import BadBatch
from elgrande.learn.evaluation import play_matches, win_share
from elgrande.learn.policies import random_policy
from elgrande.rules.errors import IllegalChoice, UnknownBot

Array = NDArray[Any]
SHORT = Options(players=3, short=True)


def test_every_deal_is_played_from_every_seat() -> None:
    outings = play_matches(random_policy(1), "random", SHORT, [7, 8])
    assert [outing.deal for outing in outings] == [7, 7, 7, 8, 8, 8]
    assert all(outing.seats == 1 and 0 <= outing.won <= 1 for outing in outings)


def test_a_policy_that_knows_nothing_wins_its_share_of_random_games_and_loses_to_a_bot() -> None:
    even = win_share(random_policy(1), "random", SHORT, range(60))
    assert even.low < 1 / 3 < even.high
    assert win_share(random_policy(1), "novice", SHORT, range(5)).share < 0.2


def test_the_same_seeds_give_the_same_result() -> None:
    first, second = (play_matches(random_policy(2), "novice", SHORT, [3]) for _ in range(2))
    assert first == second


def test_a_policy_sees_rows_it_has_a_choice_in() -> None:
    seen: list[int] = []
    anything = random_policy(3)

    def watched(observations: Array, masks: Array) -> Array:
        assert observations.shape == (len(masks), OBS_SIZE)
        assert masks.shape[1:] == (ACTIONS,)
        assert observations.dtype == masks.dtype == np.uint8
        assert (masks.sum(axis=1) > 1).all()
        seen.append(len(masks))
        return anything(observations, masks)

    play_matches(watched, "random", SHORT, [1, 2])
    assert seen[0] == 6
    assert seen[-1] <= 6


def test_a_policy_that_ignores_the_mask_is_told_so() -> None:
    with pytest.raises(IllegalChoice):
        win_share(lambda _, masks: masks.argmin(axis=1), "random", SHORT, [1])


def test_no_deals_and_no_such_bot_are_refused() -> None:
    with pytest.raises(BadBatch, match="at least one"):
        win_share(random_policy(), "random", SHORT, [])
    with pytest.raises(UnknownBot):
        win_share(random_policy(), "wizard", SHORT, [1])
