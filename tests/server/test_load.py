"""The load of `make load` runs: a second of it, without a word about speed."""

import asyncio
import sys
from pathlib import Path

import pytest

from bench.load import boardgame_io
from bench.load.boardgame_io import BoardgamePeer
from bench.load.course import Plan, measure
from bench.load.drive import percentile
from bench.load.elgrande_server import ElgrandePeer
from bench.load.report import figures, print_outcomes, to_data

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the load needs /proc")
PLAN = Plan(tables=3, seconds=1, doubling_seconds=1, budget_seconds=0, settling_seconds=0)


@pytest.mark.proof
def test_our_server_bears_a_small_load(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    outcome = asyncio.run(measure(ElgrandePeer(tmp_path), PLAN))
    assert outcome.failure is None
    assert outcome.memory is not None
    assert outcome.promised is not None
    assert outcome.promised.errors == []
    assert outcome.promised.unseen == 0
    assert outcome.promised.choices == 3
    assert outcome.promised.updates == 12
    assert figures(outcome)["errors"] == 0
    print_outcomes([outcome])
    assert "elgrande" in capsys.readouterr().out
    (server,) = to_data([outcome])["servers"]
    assert server["phases"][0]["sockets"] == 12


def test_the_reference_is_left_out_in_one_sentence_without_node(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boardgame_io, "find_node", lambda: None)
    outcome = asyncio.run(measure(BoardgamePeer(tmp_path), PLAN))
    assert outcome.failure == "Node.js and npm are not installed, so boardgame.io is left out."


@pytest.mark.proof
def test_the_reference_bears_the_same_load(tmp_path: Path) -> None:
    outcome = asyncio.run(measure(BoardgamePeer(tmp_path), PLAN))
    assert outcome.failure is None
    assert outcome.promised is not None
    assert (outcome.promised.choices, outcome.promised.updates) == (3, 12)
    assert (outcome.promised.errors, outcome.promised.unseen) == ([], 0)


def test_percentiles_are_of_values_that_occurred() -> None:
    values = [float(value) for value in range(100, 0, -1)]
    assert percentile(values, 0.50) == 50
    assert percentile(values, 0.99) == 99
    assert percentile([7.0], 0.99) == 7
