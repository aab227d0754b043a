"""What positions are taught: the result, and what was thought later in the same game."""

import numpy as np
import pytest

from training.returns import along_games, begins_game

GAMES = np.array([7, 7, 7, 4, 4])
OPINIONS = np.array([[0.1, 0.9], [0.2, 0.8], [0.4, 0.6], [0.7, 0.3], [0.5, 0.5]], np.float32)
SHARES = np.array([[1, 0], [1, 0], [1, 0], [0, 1], [0, 1]], np.float32)


def test_the_last_position_of_a_game_is_taught_the_result() -> None:
    targets = along_games(GAMES, OPINIONS, SHARES, 0.8)
    assert begins_game(GAMES).tolist() == [True, False, False, True, False]
    assert targets[2].tolist() == [1.0, 0.0]
    assert targets[4].tolist() == [0.0, 1.0]


def test_earlier_positions_are_taught_what_was_thought_later() -> None:
    targets = along_games(GAMES, OPINIONS, SHARES, 0.8)
    assert targets[3] == pytest.approx([0.2 * 0.5, 0.2 * 0.5 + 0.8])
    assert targets[1] == pytest.approx([0.2 * 0.4 + 0.8, 0.2 * 0.6])
    assert targets[0] == pytest.approx([0.2 * 0.2 + 0.8 * targets[1][0], 0.16 + 0.8 * 0.12])
    assert targets.sum(axis=1) == pytest.approx([1.0] * 5)


def test_with_lambda_1_only_the_result_counts() -> None:
    assert (along_games(GAMES, OPINIONS, SHARES, 1.0) == SHARES).all()
    assert (along_games(GAMES, OPINIONS, SHARES, 0.0)[:2] == OPINIONS[1:3]).all()
