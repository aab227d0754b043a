"""Positions to learn from: where turns begin, with what came of them."""

from pathlib import Path

import numpy as np
import pytest

from elgrande import Options
from elgrande.learn.data.collection import UNFINISHED_FILE
from elgrande.learn.data.games_file import GAMES_FILE, Common, write_games
from elgrande.rules.errors import BadRecord
from elgrande.search.features import ROWS
from training.errors import NoGames
from training.positions import (
    AT_ONCE,
    Source,
    after_scoring,
    leaders,
    narrowed,
    open_reader,
    positions_of,
    shares_of,
    sources_of,
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


def test_those_who_are_tied_share_the_win() -> None:
    assert shares_of((7, 9, 8)) == [0.0, 1.0, 0.0]
    assert shares_of((9, 7, 9)) == [0.5, 0.0, 0.5]


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


def test_games_are_told_apart_by_their_seeds() -> None:
    short = Options(players=2, short=True)
    games = [play_for_training(short, seed, Thinker(Recipe())) for seed in (5, 2**40)]
    with open_reader() as read:
        number, found = read(Source(short, games, 7))
    assert number == 7
    assert list(dict.fromkeys(found.games.tolist())) == [5, 2**40]
    alone = positions_of(short, games[1], 2**40)
    assert (found.gains[found.games == 2**40] == alone.gains).all()


def test_the_games_of_folders_come_in_their_order(tmp_path: Path) -> None:
    for name, seed in (("second", 3), ("first", 4)):
        folder = tmp_path / name / "three"
        folder.mkdir(parents=True)
        games = [PLAYED._replace(seed=seed + index) for index in range(AT_ONCE + 1)]
        write_games(folder / GAMES_FILE, Common(OPTIONS, ("weights",) * 3), games)
    found = sources_of([tmp_path / "second", tmp_path / "first"])
    assert [source.number for source in found] == [0, 1, 2, 3]
    assert [source.games[0].seed for source in found] == [3, 3 + AT_ONCE, 4, 4 + AT_ONCE]
    assert [len(source.games) for source in found] == [AT_ONCE, 1, AT_ONCE, 1]


def test_folders_without_games_and_damaged_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(NoGames, match="missing has no games"):
        sources_of([tmp_path / "missing"])
    table = tmp_path / "run" / "three"
    table.mkdir(parents=True)
    with pytest.raises(NoGames, match="three has no games"):
        sources_of([tmp_path / "run"])
    path = table / GAMES_FILE
    write_games(path, Common(OPTIONS, ("weights",) * 3), [PLAYED, PLAYED])
    assert len(sources_of([tmp_path / "run"])[0].games) == 2
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(BadRecord, match=r"games.elgames, game 1, .* damaged"):
        sources_of([tmp_path / "run"])
    # While games are still being added, the last one may not be whole yet.
    path.rename(table / UNFINISHED_FILE)
    assert len(sources_of([tmp_path / "run"])[0].games) == 1
