"""The Parquet export: the rows of a replay as a table."""

import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from elgrande.learn.data.games_file import read_games, write_games
from elgrande.learn.data.parquet import write_parquet
from elgrande.learn.data.replaying import joined, replay
from elgrande.learn.errors import MissingExtra
from elgrande.rules.errors import BadRecord
from tests.learn.data.conftest import COMMAND, COUNT
from tests.support.command_line import run


def test_the_table_has_the_rows_of_the_replay(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "steps.parquet"
    steps = joined(list(replay(folder)))
    assert write_parquet(folder, path) == len(steps.actions)
    table = pyarrow.parquet.read_table(path)
    assert table.column("action").to_pylist() == steps.actions.tolist()
    assert table.column("game").to_pylist() == steps.games.tolist()
    seen = np.frombuffer(b"".join(table.column("observation").to_pylist()), np.uint8)
    assert np.array_equal(seen.reshape(steps.observations.shape), steps.observations)
    masks = np.frombuffer(b"".join(table.column("mask").to_pylist()), np.uint8)
    assert np.array_equal(masks.reshape(steps.masks.shape), steps.masks)
    assert table.column("return").to_numpy() == pytest.approx(steps.returns)
    assert table.schema.metadata[b"elgrande.observations"] == b"elgrande-obs-1"


def test_the_command_writes_it_too(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "steps.parquet"
    done = run(*COMMAND, "--games", f"{COUNT}", "--out", f"{folder}", "--parquet", f"{path}")
    rows = pyarrow.parquet.read_metadata(path).num_rows
    assert (done.code, done.out.splitlines()[1]) == (0, f"{rows} decisions are in {path}.")


def test_nothing_is_left_of_a_table_that_cannot_be_made(folder: Path, tmp_path: Path) -> None:
    file = read_games(folder)
    broken = file.games[1]._replace(scores=(0, 0, 1))
    write_games(tmp_path / "x", file.common, [file.games[0], broken])
    with pytest.raises(BadRecord, match="x, game 1"):
        write_parquet(tmp_path / "x", tmp_path / "steps.parquet")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]


def test_without_pyarrow_the_error_names_the_extra(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra, match=r"pip install 'elgrande\[data\]'"):
        write_parquet(folder, tmp_path / "steps.parquet")
