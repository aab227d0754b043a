"""The Minari export: an episode for every seat of every game."""

import sys
from pathlib import Path

import minari
import numpy as np
import pytest

from elgrande.learn.data.games_file import read_games, write_games
from elgrande.learn.data.minari import write_minari
from elgrande.learn.data.replaying import replay
from elgrande.learn.errors import MissingExtra
from elgrande.rules.errors import BadArgument, BadRecord
from tests.learn.data.conftest import COUNT


@pytest.fixture(autouse=True)
def datasets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for what Minari keeps."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", f"{tmp_path}")
    return tmp_path


def test_every_seat_of_every_game_is_an_episode(folder: Path) -> None:
    write_minari(folder, "elgrande/novice-v0")
    dataset = minari.load_dataset("elgrande/novice-v0")
    assert dataset.total_episodes == 3 * COUNT
    steps = next(iter(replay(folder, games=range(1))))
    for seat in range(3):
        episode, mine = dataset[seat], steps.seats == seat
        assert np.array_equal(episode.actions, steps.actions[mine])
        seen = episode.observations["observation"]
        assert np.array_equal(seen[:-1], steps.observations[mine])
        assert np.array_equal(episode.observations["action_mask"][:-1], steps.masks[mine])
        assert episode.rewards.sum() == pytest.approx(steps.returns[mine][0])
        assert episode.terminations.tolist() == [False] * (mine.sum() - 1) + [True]
    assert dataset.action_space.n == 128


def test_an_id_that_is_taken_or_malformed_is_refused(folder: Path, datasets: Path) -> None:
    (datasets / "novice-v0").mkdir()
    with pytest.raises(BadArgument, match="choose another id"):
        write_minari(folder, "novice-v0")
    assert (datasets / "novice-v0").exists()
    with pytest.raises(BadArgument, match="not the id of a Minari dataset"):
        write_minari(folder, "../novice")


def test_nothing_is_left_of_a_dataset_that_cannot_be_made(
    folder: Path, datasets: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*given: object, **more: object) -> None:
        (datasets / "novice-v0").mkdir()
        raise OSError("No space left on device")

    monkeypatch.setattr(minari, "create_dataset_from_buffers", fail)
    with pytest.raises(OSError, match="No space"):
        write_minari(folder, "novice-v0")
    assert not (datasets / "novice-v0").exists()
    write_games(datasets / "x", read_games(folder).common, [])
    with pytest.raises(BadRecord, match="has no games"):
        write_minari(datasets / "x", "novice-v0")


def test_without_minari_the_error_names_the_extra(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "minari", None)
    with pytest.raises(MissingExtra, match=r"pip install 'elgrande\[data\]'"):
        write_minari(folder, "novice-v0")
