"""The game for Gymnasium: its own checks, opponents, seeds and refusals."""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from elgrande import Game
from elgrande.bots import Situation
from elgrande.learn import NAMES, tasks
from elgrande.learn.errors import BadBatch, IllegalAction, UnknownTask
from elgrande.learn.gym import ElGrande, ElGrandeVector, environment
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
    env = ElGrande("ElGrande-2023-short-3p-v1", opponents=("random", "random"))
    rewards = []
    for seed in range(8):
        reward, info = play_to_the_end(env, seed)
        game = env.game
        assert game is not None
        won = 1 / len(game.winners) if env.seat in game.winners else 0
        assert reward == won
        assert info["points"].tolist() == game.scores
        rewards.append(reward)
    assert sum(rewards) > 0
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
        ({"seat": "0"}, NoSuchSeat),
        ({"opponents": 3}, BadBatch),
        ({"opponents": [1, 2, 3]}, BadBatch),
        ({"task": "ElGrande-Disc-4p-v1"}, UnknownTask),
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
        def __init__(self, imagined: Game, seat: int, rng: Any, cores: int = 1) -> None:
            super().__init__(imagined, seat, rng, cores)
            asked.append(imagined)

    monkeypatch.setattr(environment, "Situation", Watching)
    env = ElGrande("ElGrande-2023-short-2p-v1", opponents="random")
    play_to_the_end(env, 1)
    assert asked
    assert all(game is not env.game for game in asked)


def play_vector(env: ElGrandeVector, seed: int, steps: int) -> list[tuple[Any, ...]]:
    """Random legal actions; what every step gave."""
    draw = np.random.default_rng(seed)
    observation, _ = env.reset(seed=seed)
    given = []
    for _ in range(steps):
        masks = observation["action_mask"]
        actions = (draw.random(masks.shape) * masks).argmax(axis=1)
        given.append(env.step(actions))
        observation = given[-1][0]
    return given


def test_a_vector_environment_says_how_it_begins_again() -> None:
    name = "elgrande.learn.gym:ElGrande-2023-2p-v1"
    env = gymnasium.make_vec(
        name, num_envs=3, vectorization_mode="vector_entry_point", opponents="random"
    )
    assert env.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.SAME_STEP
    assert env.observation_space["observation"].shape == (3, 1088)  # type: ignore[index]
    assert env.action_space.shape == (3,)
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert infos["seat"].tolist() == [0, 1, 0]
    env.close()


def test_games_of_a_vector_end_and_begin_again() -> None:
    env = ElGrandeVector(4, "ElGrande-2023-short-2p-v1", "random")
    ended = 0
    for observation, rewards, terminations, truncations, infos in play_vector(env, 5, 150):
        assert env.observation_space.contains(observation)
        assert observation["action_mask"].any(axis=1).all()
        assert not truncations.any()
        assert ("final_info" in infos) == ("final_obs" in infos) == terminations.any()
        for place in np.flatnonzero(terminations):
            ended += 1
            points = infos["final_info"]["points"][place]
            seat = infos["seat"][place]
            best = points == points.max()
            assert rewards[place] == (best[seat] / best.sum())
            last = infos["final_obs"][place]
            assert env.single_observation_space.contains(last)
            assert not last["action_mask"].any()
            assert last["observation"][NAMES.index("decision.over")] == 1
            assert last["observation"][NAMES.index("seat.0.score")] == points[seat]
            # What is not final is of the next game.
            assert observation["observation"][place, NAMES.index("decision.over")] == 0
            assert infos["points"][place].sum() < points.sum() / 2
        assert not rewards[~terminations].any()
    assert ended >= 4
    assert env.record(0).seats


def shape_of(given: Any) -> Any:
    """What is in an info, but not its values: keys, shapes, types, and where something is."""
    if isinstance(given, dict):
        return {key: shape_of(value) for key, value in given.items()}
    if isinstance(given, np.ndarray):
        return given.shape, given.dtype
    return type(given)


def first_end(env: gymnasium.vector.VectorEnv[Any, Any, Any]) -> tuple[Any, Any]:
    """The terminations and infos of the first step that ends a game."""
    observation, _ = env.reset(seed=3)
    while True:
        masks = observation["action_mask"]
        observation, _, terminations, _, infos = env.step(masks.argmax(axis=1))
        if terminations.any():
            return terminations, infos


def test_the_infos_of_a_vector_are_those_of_gymnasium() -> None:
    """Its own vector of our single environments, which begins again in the same step."""
    task = "ElGrande-2023-short-2p-v1"
    theirs = gymnasium.vector.SyncVectorEnv(
        [lambda: ElGrande(task, opponents="random")] * 2,
        autoreset_mode=gymnasium.vector.AutoresetMode.SAME_STEP,
    )
    _, expected = first_end(theirs)
    ended, infos = first_end(ElGrandeVector(2, task, "random"))
    assert shape_of(infos) == shape_of(expected)
    for key in ("_final_obs", "_final_info"):
        assert infos[key].tolist() == ended.tolist()
    assert [last is not None for last in infos["final_obs"]] == ended.tolist()
    assert shape_of(infos["final_obs"][ended.argmax()]) == shape_of(
        expected["final_obs"][expected["_final_obs"].argmax()]
    )
    assert not infos["final_info"]["points"][~ended].any()


def test_the_same_seed_gives_the_same_games_of_a_vector() -> None:
    env = ElGrandeVector(3, "ElGrande-2023-3p-v1", "novice")
    first, second = play_vector(env, 5, 20), play_vector(env, 5, 20)
    assert all(
        (one[0]["observation"] == other[0]["observation"]).all()
        for one, other in zip(first, second, strict=True)
    )
    other_seed = play_vector(env, 6, 20)
    assert (first[-1][0]["observation"] != other_seed[-1][0]["observation"]).any()


def test_what_a_vector_gave_is_not_written_over() -> None:
    env = ElGrandeVector(2, "ElGrande-2023-2p-v1", "random")
    given = play_vector(env, 1, 3)
    assert not np.shares_memory(given[0][0]["observation"], given[1][0]["observation"])
    assert (given[0][0]["observation"] != given[2][0]["observation"]).any()


def test_a_vector_refuses_what_is_wrong_and_plays_nothing() -> None:
    env = ElGrandeVector(2, "ElGrande-2023-2p-v1", "random")
    with pytest.raises(GameOver, match="reset"):
        env.step(np.zeros(2, np.int64))
    env.reset(seed=1)
    before = env.record(0), env.record(1)
    with pytest.raises(IllegalAction):
        env.step(np.array([127, 127]))
    with pytest.raises(BadBatch):
        env.step(np.zeros(3, np.int64))
    with pytest.raises(BadBatch):
        env.step(np.zeros(2))
    assert (env.record(0), env.record(1)) == before
    with pytest.raises(BadArgument):
        env.reset(seed=-1)
    with pytest.raises(BadBatch, match="novice"):
        ElGrandeVector(2, opponents="strong")
    for name in ("chess", "ElGrande-Disc-2p-v1"):
        with pytest.raises(UnknownTask):
            ElGrandeVector(2, name)


@pytest.mark.proof
@pytest.mark.filterwarnings("ignore:.*Casting:UserWarning")
def test_wrappers_of_gymnasium_fit_a_vector() -> None:
    """The ecosystem's own: statistics of episodes, and the step of many as its API has it."""
    env = ElGrandeVector(8, "ElGrande-2023-short-3p-v1", "novice")
    wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    draw = np.random.default_rng(1)
    observation, _ = wrapped.reset(seed=1)
    finished: list[float] = []
    while len(finished) < 30:
        masks = observation["action_mask"]
        observation, _, _, _, infos = wrapped.step((draw.random(masks.shape) * masks).argmax(1))
        if "episode" in infos:
            finished += infos["episode"]["r"][infos["_episode"]].tolist()
    assert 0 <= np.mean(finished) < 0.5
