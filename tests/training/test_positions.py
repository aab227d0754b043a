"""Positions to learn from: where turns begin, with what came of them."""

import numpy as np

from elgrande import Game, Options
from elgrande.search.features import ROWS
from training.positions import (
    Source,
    after_scoring,
    leaders,
    narrowed,
    open_reader,
    positions_of,
    widened,
)
from training.self_play import Recipe, Thinker, play_for_training

OPTIONS = Options(players=3)
PLAYED = play_for_training(OPTIONS, 8, Thinker(Recipe()))


def test_every_position_knows_how_the_game_went_on() -> None:
    found = positions_of(OPTIONS, PLAYED, 4)
    count = len(found.players)
    # A round has its start and three turns, and between power cards every other position counts.
    assert count == 9 * 4 + 9
    assert (found.players == 3).all()
    assert (found.games == 4).all()
    assert list(found.rounds) == sorted(found.rounds)
    assert (found.gains[0, :3] == PLAYED.scores).all()
    assert (found.gains[:, 3:] == 0).all()
    assert (np.diff(found.gains[:, :3], axis=0) <= 0).all()
    assert (found.soon <= found.gains).all()
    assert (found.soon[found.rounds > 6] == found.gains[found.rounds > 6]).all()
    leaders_at_the_end = leaders(PLAYED.to_game(OPTIONS).state)
    assert (found.leads[found.rounds > 6] == leaders_at_the_end).all()
    assert (found.leads[found.rounds == 1] == found.leads[0]).all()
    assert leaders_at_the_end.sum(axis=0).max() == 1  # a tie has no leader
    assert (leaders_at_the_end.sum(axis=1)[:3] > 0).all()
    assert found.shares.sum(axis=1).tolist() == [1.0] * count
    assert set(np.flatnonzero(found.shares[0])) == set(PLAYED.to_game(OPTIONS).winners)


def test_rows_are_features_of_the_seats_that_are_taken() -> None:
    found = positions_of(OPTIONS, PLAYED, 0)
    assert 0 < found.rows[:, :3].max() < ROWS
    assert (found.rows[:, 3:] == 0).all()
    assert (found.rows[:, :3, 0] > 0).all()
    slim = narrowed(found)
    assert slim.rows.shape[2] < found.rows.shape[2]
    assert (widened(slim, found.rows.shape[2]).rows == found.rows).all()


def test_the_next_scoring_is_that_of_the_period() -> None:
    rounds = np.array([2, 3, 4, 6, 7, 9])
    scores = np.array([[1], [2], [10], [12], [30], [33]])
    after = after_scoring(rounds, scores, np.array([50]))
    assert after.ravel().tolist() == [10, 10, 30, 30, 50, 50]


def test_games_of_a_part_are_numbered_on() -> None:
    with open_reader() as read:
        found = read(Source(OPTIONS, [PLAYED, PLAYED], 7))
    assert set(found.games) == {7, 8}
    assert Game.new(OPTIONS, PLAYED.seed).options == OPTIONS
