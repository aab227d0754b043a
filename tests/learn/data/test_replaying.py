"""Replay: every decision of a file as a row, with what its seat knew then."""

from pathlib import Path

import numpy as np
import pytest

from elgrande.game import Game
from elgrande.learn import action_mask, choice_of, observe
from elgrande.learn.data.games_file import read_games, write_games
from elgrande.learn.data.replaying import joined, replay
from elgrande.rules.errors import BadArgument, BadRecord
from tests.learn.data.conftest import COUNT


def test_rows_are_what_the_seats_knew_could_do_and_did(folder: Path) -> None:
    file = read_games(folder)
    steps = next(iter(replay(folder, games=range(2, 3))))
    game = Game.new(file.common.options, file.games[2].seed)
    for row, seat in enumerate(steps.seats.tolist()):
        assert (steps.observations[row] == observe(game, seat)).all()
        assert (steps.masks[row] == action_mask(game, seat)).all()
        game.play(choice_of(game, seat, int(steps.actions[row])), seat)
    assert game.over
    best = max(game.scores)
    shares = [(points == best) / game.scores.count(best) for points in game.scores]
    assert steps.returns == pytest.approx([shares[seat] for seat in steps.seats])
    assert steps.points.tolist() == [game.scores[seat] for seat in steps.seats]
    assert set(steps.games.tolist()) == {2}


def test_any_number_of_games_at_once_gives_the_same_rows(folder: Path) -> None:
    together = joined(list(replay(folder)))
    one_by_one = joined(list(replay(folder, at_once=1)))
    by_four = list(replay(folder / "games.elgames", at_once=4))
    assert [sorted(set(part.games.tolist())) for part in by_four] == [[0, 1, 2, 3], [4, 5]]
    for column in range(len(together)):
        assert np.array_equal(together[column], one_by_one[column])
        assert np.array_equal(together[column], joined(by_four)[column])
    assert together.observations.dtype == np.uint8
    assert (together.masks[np.arange(len(together.actions)), together.actions] == 1).all()


def test_an_observation_can_tell_everything(folder: Path) -> None:
    known = next(iter(replay(folder, games=range(1))))
    everything = next(iter(replay(folder, games=range(1), observations="everything")))
    assert (known.observations != everything.observations).any()
    assert (known.actions == everything.actions).all()


def test_what_cannot_be_replayed_is_named(folder: Path, tmp_path: Path) -> None:
    file = read_games(folder)
    first = file.games[0]
    cases = {
        "Choices are 0 to 119": first._replace(choices=bytes([127]) + first.choices[1:]),
        "It is not over": file.games[0]._replace(choices=b"", scores=(0, 0, 0)),
    }
    for sentence, game in cases.items():
        write_games(tmp_path / "x", file.common, [first, game])
        with pytest.raises(BadRecord, match=f"x, game 1: {sentence}"):
            list(replay(tmp_path / "x"))


def test_games_that_are_not_there_are_refused(folder: Path) -> None:
    with pytest.raises(BadArgument, match=f"has the games 0 to {COUNT - 1}"):
        list(replay(folder, games=range(COUNT + 1)))
    with pytest.raises(BadArgument, match="a range of numbers, not 3"):
        list(replay(folder, games=3))  # type: ignore[arg-type]
    with pytest.raises(BadArgument, match="at_once must be at least 1"):
        list(replay(folder, at_once=0))
