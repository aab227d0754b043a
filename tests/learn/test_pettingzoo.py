"""The game for PettingZoo: its own conformance tests, secrets, rewards and refusals."""

import random

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from elgrande import Game, Options
from elgrande.learn import action_of, observe
from elgrande.learn.errors import BadBatch, IllegalAction
from elgrande.learn.pettingzoo import elgrande_v1
from elgrande.rules.errors import BadArgument, GameOver, NoSuchSeat

# PettingZoo warns about every observation that is a dictionary, but for its own environments.
pytestmark = pytest.mark.filterwarnings("ignore:Observation:UserWarning")

OLD_AND_SHIFTED = Options(
    players=3, old_hands=("delegation", "veto", "veto", "rivalries"), power_shift=True
)


def play_to_the_end(env: elgrande_v1.ElGrande, seed: int) -> None:
    """Random actions until all agents are done."""
    draw = random.Random(seed)
    env.reset(seed=seed)
    while not env.game.over:
        env.step(int(draw.choice(np.flatnonzero(env.last()[0]["action_mask"]))))


def test_it_conforms() -> None:
    api_test(elgrande_v1.env(Options(players=2)), num_cycles=20)
    seed_test(elgrande_v1.env, num_cycles=10)


@pytest.mark.proof
@pytest.mark.parametrize(
    "options",
    [*(Options(players=players) for players in (2, 3, 4, 5)), Options("classic"), OLD_AND_SHIFTED],
    ids=str,
)
def test_every_kind_of_game_conforms(options: Options) -> None:
    api_test(elgrande_v1.env(options), num_cycles=1000)
    seed_test(lambda: elgrande_v1.env(options), num_cycles=500)


def test_a_seed_deals_the_game_it_deals_everywhere() -> None:
    env = elgrande_v1.env()
    env.reset(seed=11)
    assert env.game == Game.new(seed=11)
    env.reset()
    second = env.game
    assert second != Game.new(seed=11)
    env.reset(seed=11)
    env.reset()
    assert env.game == second


def test_the_winner_gets_one_and_the_points_are_told() -> None:
    env = elgrande_v1.env(Options(players=3, short=True))
    for seed in range(5):
        play_to_the_end(env, seed)
        winners = env.game.winners
        for seat, agent in enumerate(env.possible_agents):
            assert env.agent_selection == agent
            observation, reward, terminated, truncated, info = env.last()
            assert reward == (1 / len(winners) if seat in winners else 0)
            assert (terminated, truncated) == (True, False)
            assert info["points"] == env.game.scores[seat]
            assert not observation["action_mask"].any()
            env.step(None)
        assert env.agents == []


def test_simultaneous_choices_are_made_by_seat_and_stay_secret() -> None:
    env = elgrande_v1.env(Options(players=4))
    env.reset(seed=3)
    draw = random.Random(3)
    while len(env.game.waiting) < 3:
        env.step(int(draw.choice(np.flatnonzero(env.last()[0]["action_mask"]))))
    first, second, *_ = env.game.waiting
    assert env.agent_selection == f"player_{first}"
    choices = np.flatnonzero(env.last()[0]["action_mask"])
    seen = set()
    for choice in choices:
        game = env.game.clone()
        game.play(int(choice))
        assert game.waiting[0] == second
        seen.add(observe(game, second).tobytes())
    assert len(seen) == 1
    env.step(int(choices[0]))
    assert env.agent_selection == f"player_{second}"


def test_actions_are_egocentric() -> None:
    env = elgrande_v1.env()
    env.reset(seed=5)
    while env.game.state.seat == 0 or env.game.decision != "place":
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
    game, seat = env.game, env.game.state.seat
    legal = {action_of(game, seat, choice) for choice in game.legal()}
    assert set(np.flatnonzero(env.last()[0]["action_mask"]).tolist()) == legal


def test_whoever_is_not_asked_may_do_nothing() -> None:
    env = elgrande_v1.env()
    env.reset(seed=1)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    assert not env.observe(other)["action_mask"].any()
    assert env.observe(other)["observation"].any()
    assert env.state().shape == env.state_space.shape


@pytest.mark.parametrize("action", [127, -1, 10**30, np.int64(127)])
def test_an_illegal_action_is_refused_and_nothing_is_played(action: int) -> None:
    env = elgrande_v1.env()
    env.reset(seed=1)
    before = env.game.digest()
    with pytest.raises(IllegalAction, match="Nothing was played"):
        env.step(action)
    assert env.game.digest() == before


@pytest.mark.parametrize("action", [1.5, "3", np.zeros(2, np.int64), np.float32(3), object()])
def test_what_is_no_whole_number_is_refused(action: int) -> None:
    env = elgrande_v1.env()
    env.reset(seed=1)
    with pytest.raises(BadBatch, match="whole number"):
        env.step(action)


class OnAnotherDevice:
    """Like a tensor whose numbers cannot be reached from here."""

    def item(self) -> int:
        raise RuntimeError("Tensor.item() cannot be called on meta tensors")


def test_an_array_on_another_device_is_refused() -> None:
    env = elgrande_v1.env()
    env.reset(seed=1)
    with pytest.raises(BadBatch, match="on the CPU"):
        env.step(OnAnotherDevice())  # type: ignore[arg-type]


def test_a_finished_game_takes_no_action() -> None:
    env = elgrande_v1.env(Options(players=2, short=True))
    with pytest.raises(GameOver, match="reset"):
        env.step(1)
    play_to_the_end(env, 1)
    with pytest.raises(GameOver, match="None"):
        env.step(1)
    env.reset(seed=1)
    with pytest.raises(IllegalAction, match="None"):
        env.step(None)


def test_bad_arguments_are_refused() -> None:
    env = elgrande_v1.env()
    with pytest.raises(BadArgument):
        env.reset(seed="today")  # type: ignore[arg-type]
    with pytest.raises(NoSuchSeat, match="player_3"):
        env.observe("player_4")
    with pytest.raises(BadBatch, match="ansi"):
        elgrande_v1.env(render_mode="human")
    with pytest.raises(BadBatch, match="an Options or None, not 'classic'"):
        elgrande_v1.env("classic")  # type: ignore[arg-type]


def test_it_shows_a_line() -> None:
    env = elgrande_v1.env(render_mode="ansi")
    env.reset(seed=1)
    assert "round 1" in str(env.render())
    assert elgrande_v1.env().render() is None
    env.close()
