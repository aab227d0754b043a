"""A learner against a frozen network: it learns from its own games, and goes on after a stop."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from elgrande.bots.registry import BUILT_IN
from elgrande.learn.data.games_file import read_header
from elgrande.search.network_file import write_network
from tests.support.networks import random_layers

pytestmark = pytest.mark.proof


@pytest.fixture(autouse=True)
def only_our_bots() -> Iterator[None]:
    """The bots of training are forgotten after each test."""
    before = dict(BUILT_IN)
    yield
    BUILT_IN.clear()
    BUILT_IN.update(before)


def test_a_learner_answers_a_frozen_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch

    from training.best_response import Plan, respond
    from training.errors import OtherRun

    torch.set_num_threads(1)
    network, folder = tmp_path / "some.network", tmp_path / "response"
    network.write_bytes(write_network(random_layers(1)))
    plan = Plan(seconds=1.0, rounds=2, match_games=4, workers=1)
    result = respond(network, folder, plan)
    assert result["games"] == 4
    assert result["exploited_by"]["share"] == pytest.approx(result["share"] - 0.25)
    assert json.loads((folder / "result.json").read_bytes()) == result
    assert f"wins {result['share']:.1%}" in capsys.readouterr().out
    bots = [bots_in(folder / f"games-{number}") for number in range(2)]
    assert bots == ["frozen with 1 seats of frozen", "learner-0 with 1 seats of frozen"]
    learners = [(folder / f"learner-{number}.network").read_bytes() for number in range(2)]
    assert len({*learners, network.read_bytes()}) == 3
    (folder / "learner-1.network").unlink()  # as if it had been stopped before the last round
    spent = json.loads((folder / "spent.json").read_bytes())
    assert respond(network, folder, plan)["games"] == 4
    assert (folder / "learner-0.network").read_bytes() == learners[0]
    assert json.loads((folder / "spent.json").read_bytes()) > spent
    network.write_bytes(write_network(random_layers(2)))
    with pytest.raises(OtherRun, match="another network"):
        respond(network, folder, plan)


def bots_in(folder: Path) -> str:
    """Who played the games of a folder: one kind of table, and the games of all of it."""
    (path,) = folder.glob("*/*.elgames")
    common, _ = read_header(path, path.read_bytes())
    assert common.options.players == 4
    return common.bots[0]
