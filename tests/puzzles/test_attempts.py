"""Answers under way."""

import pytest

from elgrande.puzzles.answers import start
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import POWER_CARD, TURN
from elgrande.rules.errors import IllegalChoice


def test_a_turn_lasts_until_nothing_is_left_to_decide() -> None:
    puzzle = next(one for one in puzzles() if one.kind == TURN)
    attempt = start(puzzle)
    for choice in puzzle.solutions[0]:
        assert not attempt.over
        assert choice in attempt.legal
        attempt.play(choice)
    assert attempt.over
    assert attempt.choices == list(puzzle.solutions[0])


def test_a_power_card_is_one_choice() -> None:
    puzzle = next(one for one in puzzles() if one.kind == POWER_CARD)
    attempt = start(puzzle)
    attempt.play(attempt.legal[0])
    assert attempt.over


def test_an_illegal_choice_changes_nothing() -> None:
    attempt = start(puzzles()[0])
    before = attempt.game.digest()
    with pytest.raises(IllegalChoice):
        attempt.play(0 if 0 not in attempt.legal else 119)
    assert attempt.game.digest() == before
    assert attempt.choices == []


def test_what_a_plan_names_in_vain_is_left_out() -> None:
    puzzle = next(one for one in puzzles() if one.kind == TURN)
    attempt = start(puzzle)
    attempt.play_all((0, *puzzle.solutions[0], 0))
    assert attempt.choices == list(puzzle.solutions[0])
