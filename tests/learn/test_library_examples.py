"""The examples for other libraries run, each as somebody would run it."""

import re
import subprocess
import sys
from pathlib import Path

import pyspiel
import pytest

from examples.information_set_mcts import play

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", EXAMPLES / name, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


def test_a_search_over_information_sets_plays_a_game() -> None:
    game = pyspiel.load_game("python_elgrande(players=2,short=true)")
    assert play(game, seat=1, simulations=2, seed=1) in (0, 0.5, 1)


@pytest.mark.proof
def test_a_search_over_information_sets_beats_chance() -> None:
    printed = run("information_set_mcts.py", "--games", "3", "--simulations", "50")
    found = re.match(r"win share (\d\.\d\d) in 3 games", printed)
    assert found is not None, printed
    assert float(found[1]) > 0.5


@pytest.mark.proof
def test_rllib_trains() -> None:
    printed = run("rllib_self_play.py", "--iterations", "1", "--batch", "512")
    assert re.search(r"^iteration 1: [1-9]\d* games, 512 decisions so far$", printed, re.MULTILINE)


@pytest.mark.proof
def test_pufferlib_trains() -> None:
    printed = run("pufferlib_rollout.py", "--games", "32", "--updates", "2")
    assert re.match(r"[\d,]+ steps per second; win share 0\.\d\d against novices", printed), printed
