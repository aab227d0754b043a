"""The examples that train networks: they run, they learn, and what they write can be trusted."""

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench.learning_curve import PICTURE, RESULTS, draw

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "researcher"
MOST_LINES = 300
ALWAYS_A_QUARTER = 0.562  # the cross-entropy of saying that everybody wins every fourth game


def test_the_example_of_ppo_is_short() -> None:
    assert len((EXAMPLES / "ppo.py").read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_picture_shows_the_runs_that_are_kept() -> None:
    runs = json.loads(RESULTS.read_text(encoding="utf-8"))["runs"]
    assert draw(runs) == PICTURE.read_text(encoding="utf-8")
    for run in runs:
        assert run["curve"][0]["share"] < 0.1
        assert run["final"]["novice"]["low"] > 0.5


@pytest.mark.proof
def test_ppo_trains_and_writes_what_it_learned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from examples.researcher import ppo

    torch.set_num_threads(1)  # several wait for each other on a machine that is busy
    for name, value in {"GAMES": 16, "STEPS": 32, "MINIBATCH": 64, "EVALUATION_DEALS": 1}.items():
        monkeypatch.setattr(ppo, name, value)
    out = tmp_path / "run"
    monkeypatch.setattr(sys, "argv", ["ppo", "--seconds=1", "--deals=1", f"--out={out}"])
    ppo.main()
    curve = json.loads((out / "curve.json").read_text(encoding="utf-8"))
    assert curve[0]["steps"] == 0
    assert curve[-1]["steps"] >= 512
    assert set(json.loads((out / "final.json").read_text(encoding="utf-8"))) == {"novice", "steady"}

    found = torch.load(out / "policy.pt", weights_only=True)
    assert (found["observations"], found["actions"]) == ("elgrande-obs-1", "elgrande-actions-1")
    torch.save({**found, "observations": "elgrande-obs-2"}, out / "newer.pt")
    with pytest.raises(ValueError, match="elgrande-obs-2"):
        ppo.load(out / "newer.pt")


@pytest.mark.proof
def test_a_bot_is_cloned_and_a_value_network_trained_from_its_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import torch

    from elgrande.cli import main
    from examples.researcher import behaviour_cloning, ppo, value_network

    torch.set_num_threads(1)
    games, out = str(tmp_path / "games"), tmp_path / "cloning"
    with pytest.raises(SystemExit):
        main(["games", "--bots", "novice", "--games", "12", "--out", games])
    monkeypatch.setattr(sys, "argv", ["cloning", games, "--seconds=1", f"--out={out}"])
    behaviour_cloning.main()
    assert "games tested: 1" in capsys.readouterr().out
    assert isinstance(ppo.load(out / "policy.pt"), ppo.Network)
    picture = tmp_path / "judge.svg"
    monkeypatch.setattr(sys, "argv", ["value", games, "--passes=1", f"--picture={picture}"])
    value_network.main()
    assert "cross-entropy of the network" in capsys.readouterr().out
    assert "round 9" in picture.read_text(encoding="utf-8")


@pytest.mark.proof
def test_an_update_makes_what_was_good_likelier_and_the_value_truer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import torch

    from elgrande.learn import Batch
    from examples.researcher import ppo

    torch.set_num_threads(1)
    torch.manual_seed(1)
    for name, value in {"GAMES": 8, "STEPS": 32, "MINIBATCH": 64}.items():
        monkeypatch.setattr(ppo, name, value)
    network, rollout = ppo.Network(), ppo.Rollout()
    rollout.play(Batch(ppo.TASK.options, ppo.GAMES, 1), network)
    # As if low actions had turned out well and high ones badly.
    good = rollout.actions < np.median(rollout.actions)
    advantages = np.where(good, 1.0, -1.0).astype(np.float32)
    known = np.ones_like(good)
    monkeypatch.setattr(rollout, "advantages", lambda: (advantages, known))
    optimiser = torch.optim.Adam(network.parameters(), ppo.LEARNING_RATE)
    losses = [ppo.learn(network, optimiser, rollout)["value_loss"] for _ in range(4)]
    assert losses[-1] < losses[0]
    flat = [each.reshape(-1, each.shape[-1]) for each in (rollout.observations, rollout.masks)]
    with torch.no_grad():
        logs, _ = network(*map(torch.from_numpy, flat))
    actions = torch.from_numpy(rollout.actions.reshape(-1, 1))
    gained = logs.gather(1, actions).numpy().ravel() - rollout.logs.ravel()
    assert gained[good.ravel()].mean() > 0.02
    assert gained[~good.ravel()].mean() < -0.02


class Clock:
    """A clock that goes on by a second each time it is read, so that nothing depends on ours."""

    def __init__(self) -> None:
        self.seconds = 0

    def monotonic(self) -> float:
        """The next second."""
        self.seconds += 1
        return self.seconds


@pytest.mark.proof
def test_cloning_learns_what_the_bot_does_and_a_value_network_who_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import torch

    from elgrande.cli import main
    from examples.researcher import behaviour_cloning, ppo, value_network

    torch.set_num_threads(1)
    torch.manual_seed(1)
    games = tmp_path / "games"
    with pytest.raises(SystemExit):
        main(["games", "--bots", "novice", "--games", "24", "--out", str(games)])
    monkeypatch.setattr(behaviour_cloning, "time", Clock())
    network = ppo.Network()
    before = behaviour_cloning.agreement(network, games, range(1), "cpu")
    tested = behaviour_cloning.train(games, network, 20, "cpu")
    assert tested == range(1)
    assert behaviour_cloning.agreement(network, games, tested, "cpu") > before + 0.1
    # Learned from actions of other positions it would be below 0.37.
    assert behaviour_cloning.agreement(network, games, range(1, 24), "cpu") > 0.42

    torch.manual_seed(1)
    seen, shares = value_network.load(games, range(24))
    simple = value_network.points_alone()
    value_network.train(simple, seen[:, value_network.POINTS], shares, 5, 0.03)
    judge = value_network.Network(simple).eval()
    first = value_network.loss_of(judge, seen, shares)
    value_network.train(judge, seen, shares, 5, value_network.LEARNING_RATE)
    # Between 0.47 and 0.53 with five seeds; learned from wins turned into losses, above 0.58.
    assert value_network.loss_of(judge, seen, shares) < min(first - 0.01, ALWAYS_A_QUARTER - 0.01)


@pytest.mark.proof
def test_advantages_follow_the_decisions_of_each_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    from examples.researcher import ppo

    monkeypatch.setattr(ppo, "STEPS", 4)
    monkeypatch.setattr(ppo, "GAMES", 1)
    monkeypatch.setattr(ppo, "LAMBDA", 0.5)
    rollout = ppo.Rollout()
    rollout.seats[:, 0] = [0, 1, 0, 0]  # the game ends after the third, and another begins
    rollout.values[:, 0] = [1, 2, 3, 9]
    rollout.done[2] = True
    rollout.results[2, 0] = [5, 7, 0, 0]
    advantages, known = rollout.advantages()
    last = 5 - 3
    expected: list[Any] = [3 - 1 + 0.5 * last, 7 - 2, last, 0]
    np.testing.assert_allclose(advantages[:, 0], expected)
    assert known[:, 0].tolist() == [True, True, True, False]
