"""The game for Gymnasium: its own checks, opponents, seeds and refusals."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from elgrande import Game
from elgrande.bots import Situation
from elgrande.learn import tasks
from elgrande.learn.errors import BadBatch, IllegalAction, UnknownTask
from elgrande.learn.gym import ElGrande, environment
from elgrande.rules.errors import BadArgument, GameOver, NoSuchSeat, UnknownBot


def play_to_the_end(env: ElGrande, seed: int | None) -> tuple[float, dict[str, Any]]:
    """Random actions until the game is over."""
    env.action_space.seed(1)
    observation, info = env.reset(seed=seed)
    while True:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        assert not truncated
        if terminated:
            assert not observation["action_mask"].any()
            return float(reward), info


def test_it_conforms() -> None:
    """The checks know no masks."""
    name = "elgrande.learn.gym:ElGrande-2023-2p-v1"
    made = gymnasium.make(name, opponents="random", masked=False, render_mode="ansi")
    check_env(made.unwrapped)


@pytest.mark.proof
@pytest.mark.parametrize("name", tasks.ids())
def test_every_task_conforms(name: str) -> None:
    check_env(gymnasium.make(name, opponents="novice", masked=False).unwrapped)
    env = ElGrande(name, opponents="novice")
    reward, info = play_to_the_end(env, 5)
    assert len(info["points"]) == env.task.players
    assert reward in (0, 1, *(1 / winners for winners in (2, 3, 4, 5)))


def test_every_task_has_a_name() -> None:
    assert set(tasks.ids()) <= set(gymnasium.registry)
    with pytest.raises(gymnasium.error.NameNotFound):
        gymnasium.make("ElGrande-1995-4p-v1")
    with pytest.raises(UnknownTask, match="ElGrande-2023-4p-v1"):
        ElGrande("ElGrande-2023-4p-v0")


def test_a_seed_deals_the_game_it_deals_everywhere() -> None:
    env = ElGrande("ElGrande-2023-3p-v1", opponents="random", seat=0)
    env.reset(seed=11)
    assert env.game is not None
    assert env.game.seed == 11
    first = env.game.record()
    assert first.replay() == env.game
    env.reset()
    assert env.game.seed in env.task.seeds.train
    second = env.game.seed
    env.reset(seed=11)
    assert env.game.record() == first
    env.reset()
    assert env.game.seed == second


def test_a_seat_is_drawn_unless_it_is_fixed() -> None:
    env = ElGrande("ElGrande-2023-4p-v1", opponents="random")
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2, 3}
    fixed = ElGrande("ElGrande-2023-4p-v1", opponents="random", seat=2)
    assert {fixed.reset(seed=seed)[1]["seat"] for seed in range(5)} == {2}


def test_the_agent_is_asked_and_told_what_it_won() -> None:
    env = ElGrande("ElGrande-2023-short-3p-v1", opponents=("random", "novice"))
    for seed in range(4):
        reward, info = play_to_the_end(env, seed)
        game = env.game
        assert game is not None
        won = 1 / len(game.winners) if env.seat in game.winners else 0
        assert reward == won
        assert info["points"].tolist() == game.scores
    env.close()


def test_the_same_seed_and_actions_give_the_same_game() -> None:
    env = ElGrande("ElGrande-2023-short-2p-v1", opponents="novice")
    play_to_the_end(env, 3)
    assert env.game is not None
    first = env.game.record()
    play_to_the_end(env, 3)
    assert env.game.record() == first


def test_without_masks_the_next_legal_action_is_played() -> None:
    env = ElGrande("ElGrande-2023-4p-v1", opponents="random", seat=0, masked=False)
    observation, _ = env.reset(seed=4)
    legal = np.flatnonzero(observation["action_mask"])
    game = env.game
    assert game is not None
    before = game.clone()
    env.step(127)
    before.play(int(legal[0]))  # after the last action comes the first
    played = env.game
    assert played is not None
    assert played.record().choices[: len(before.record().choices)] == before.record().choices


def test_masks_come_as_sb3_asks_for_them() -> None:
    env = ElGrande(opponents="random")
    observation, _ = env.reset(seed=1)
    masks = env.action_masks()
    assert masks.dtype == bool
    assert (masks == observation["action_mask"].astype(bool)).all()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"seat": 4}, NoSuchSeat),
        ({"seat": -1}, NoSuchSeat),
        ({"opponents": "nobody"}, UnknownBot),
        ({"opponents": ["random"]}, BadBatch),
        ({"render_mode": "human"}, BadBatch),
        ({"task": "chess"}, UnknownTask),
    ],
)
def test_bad_arguments_are_refused(arguments: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        ElGrande(**arguments)


@pytest.mark.parametrize(
    "seed", [-1, True, 10**5000, "7"], ids=("negative", "bool", "huge", "text")
)
def test_a_bad_seed_is_refused(seed: int) -> None:
    with pytest.raises(BadArgument, match="seed"):
        ElGrande(opponents="random").reset(seed=seed)


def test_bad_actions_are_refused_and_nothing_is_played() -> None:
    env = ElGrande(opponents="random")
    with pytest.raises(GameOver, match="reset"):
        env.step(1)
    env.reset(seed=1)
    assert env.game is not None
    before = env.game.digest()
    with pytest.raises(IllegalAction, match="allowed are"):
        env.step(127)
    wrong: Sequence[Any] = (1.5, "1", None, np.zeros(3, np.int64))
    for action in wrong:
        with pytest.raises(BadBatch, match="whole number"):
            env.step(action)
    assert env.game.digest() == before


def test_a_finished_game_takes_no_action() -> None:
    env = ElGrande("ElGrande-2023-short-2p-v1", opponents="random")
    play_to_the_end(env, 1)
    with pytest.raises(GameOver, match="reset"):
        env.step(1)


def test_the_opponents_see_no_more_than_their_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are asked through situations, which hold imagined games."""
    asked = []

    class Watching(Situation):
        def __init__(self, imagined: Game, seat: int, rng: Any) -> None:
            super().__init__(imagined, seat, rng)
            asked.append(imagined)

    monkeypatch.setattr(environment, "Situation", Watching)
    env = ElGrande("ElGrande-2023-short-2p-v1", opponents="random")
    play_to_the_end(env, 1)
    assert asked
    assert all(game is not env.game for game in asked)
