"""The examples for other libraries run, each as somebody would run it."""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyspiel
import pytest

from elgrande.learn import OBS_SIZE, SCALE, observe
from examples.researcher.information_set_mcts import play

EXAMPLES = Path(__file__).parents[2] / "examples" / "researcher"


def run(name: str, *arguments: str, unless: str = "nothing") -> str:
    """What an example prints; it is run again, twice at most, if its error says `unless`."""
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-W", "ignore", EXAMPLES / name, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
        if unless not in done.stderr:
            break
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
def test_the_environment_for_rllib_plays_our_games_and_pays_the_winners() -> None:
    from examples.researcher.rllib_self_play import ElGrande

    draw = np.random.default_rng(1)
    env = ElGrande({"players": 3, "short": True})
    seen, _ = env.reset(seed=1)
    seed = env.game.seed
    done: dict[str, bool] = {"__all__": False}
    rewards: dict[str, float] = {}
    while not done["__all__"]:
        ((agent, known),) = seen.items()
        assert env.observation_spaces[agent].contains(known)
        assert np.allclose(known["observations"] * SCALE, observe(env.game, int(agent[-1])))
        legal = np.flatnonzero(known["action_mask"])
        seen, rewards, done, _, _ = env.step({agent: int(draw.choice(legal))})
        assert env.game.over or not any(rewards.values())
    winners = {f"player_{seat}" for seat in env.game.winners}
    assert {agent for agent, reward in rewards.items() if reward} == winners
    assert sum(rewards.values()) == pytest.approx(1)
    assert set(seen) == set(done) - {"__all__"} == {"player_0", "player_1", "player_2"}
    env.reset(seed=1)
    assert env.game.seed == seed >= 2**32


@pytest.mark.proof
def test_the_environment_for_pufferlib_shows_masks_and_pays_our_seat() -> None:
    from examples.researcher.pufferlib_rollout import ElGrande

    draw = np.random.default_rng(1)
    env = ElGrande(games=8, bot="random", seed=1)
    ended, won = 0, 0.0
    for _ in range(400):
        masks = env.observations[:, OBS_SIZE:]
        assert (env.observations[:, :OBS_SIZE] == env.batch.observations).all()
        assert (masks == env.batch.masks).all()
        assert (env.batch.seats == env.seats).all()
        _, rewards, terminals, truncations, infos = env.step(
            (draw.random(masks.shape) * masks).argmax(axis=1)
        )
        assert not truncations.any()
        assert not rewards[~terminals].any()
        for place in np.flatnonzero(terminals):
            ended += 1
            points = env.batch.scores[place, :4]
            assert (rewards[place] > 0) == (points[env.seats[place]] == points.max())
        won += float(rewards.sum())
        assert bool(infos) == terminals.any()
    assert ended > 8
    assert 0 < won < ended


@pytest.mark.proof
def test_rllib_trains() -> None:
    # Ray gives its own processes 30 seconds to start, which a busy machine may not keep.
    unless = "The current node timed out during startup"
    printed = run("rllib_self_play.py", "--iterations", "1", "--batch", "512", unless=unless)
    assert re.search(r"^iteration 1: [1-9]\d* games, 512 decisions so far$", printed, re.MULTILINE)


@pytest.mark.proof
def test_pufferlib_trains() -> None:
    printed = run("pufferlib_rollout.py", "--games", "32", "--updates", "2")
    assert re.match(r"[\d,]+ steps per second; win share 0\.\d\d against novices", printed), printed
