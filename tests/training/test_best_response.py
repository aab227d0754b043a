"""A learner against a frozen network: it learns from its own games, and goes on after a stop."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from elgrande.bots.registry import REGISTERED
from elgrande.learn.data.games_file import read_header
from elgrande.search.network_file import write_network
from tests.support.networks import random_layers

pytestmark = pytest.mark.proof


@pytest.fixture(autouse=True)
def only_our_bots() -> Iterator[None]:
    """The bots of training are forgotten after each test."""
    yield
    REGISTERED.clear()


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
    card = json.loads((folder / "learner-1.json").read_bytes())
    assert card["folders"] == [str(folder / f"games-{number}") for number in range(2)]
    assert card["start"] == str(folder / "learner-0.pt")
    deals = {name: deals_in(folder / name) for name in ("choosing-0", "choosing-1", "final")}
    assert deals["choosing-0"] == deals["choosing-1"]
    assert not deals["final"] & deals["choosing-0"]
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


def test_the_best_learner_is_matched_and_the_time_is_shared() -> None:
    from training.best_response import Plan, best_of, seconds_of_round

    names = ["first", "second", "third"]
    shares = [0.2, 0.4, 0.3]
    summaries = [
        {"bots": [{"bot": "frozen", "share": 0.9}, {"bot": name, "share": share}]}
        for name, share in zip(names, shares, strict=True)
    ]
    assert best_of(summaries, names) == "second"
    plan = Plan(seconds=90.0, rounds=3)
    assert seconds_of_round(plan, 0, 0.0) == 30.0
    assert seconds_of_round(plan, 1, 60.0) == 15.0
    assert seconds_of_round(plan, 2, 100.0) == 1.0


def deals_in(folder: Path) -> set[int]:
    """The seeds of a match."""
    lines = (folder / "games.jsonl").read_bytes().splitlines()
    return {json.loads(line)["seed"] for line in lines}


def bots_in(folder: Path) -> str:
    """Who played the games of a folder: one kind of table, and the games of all of it."""
    (path,) = folder.glob("*/*.elgames")
    common, _ = read_header(path, path.read_bytes())
    assert common.options.players == 4
    return common.bots[0]
