"""Luck: what cards and discs brought, which is nothing for all players together."""

from collections import Counter

import pytest

from elgrande.review.data import CARDS, DISCS
from elgrande.review.luck import chance_events, judge_luck
from tests.review.games import recorded


def test_cards_come_up_with_every_round_and_discs_with_every_scoring() -> None:
    start, line = recorded("2023-4p")
    kinds = Counter(event.kind for event in chance_events(start, line))
    assert kinds[CARDS] == 8
    assert kinds[DISCS] >= 3


def test_what_one_gains_the_others_lose() -> None:
    start, line = recorded("2023-3p-short")
    for event in chance_events(start, line):
        found = judge_luck(start, line, 0, event)
        assert [one.seat for one in found] == [0, 1, 2]
        assert sum(one.gain for one in found) == pytest.approx(0.0, abs=0.001)
        assert {one.position for one in found} == {event.until}


def test_luck_is_the_same_every_time() -> None:
    start, line = recorded("2023-4p-open")
    for event in chance_events(start, line)[::4]:
        assert judge_luck(start, line, 0, event) == judge_luck(start, line, 0, event)
