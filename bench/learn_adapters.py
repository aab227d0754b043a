"""How fast the bridges to other libraries are: rows of `bench.learn`."""

import random
from collections.abc import Callable
from time import process_time

import pyspiel
from open_spiel.python.observation import make_observation

import elgrande.learn.openspiel  # noqa: F401 - registers python_elgrande
from elgrande.learn.arrays import np
from elgrande.learn.gym import ElGrandeVector
from elgrande.learn.pettingzoo import elgrande_v1

GAMES = 256


def measure_adapters(seconds: float) -> list[tuple[str, str, float]]:
    """The name, the method and the steps per second of every bridge."""
    return [
        ("elgrande, PettingZoo", "AEC with observations", fastest(play_pettingzoo, seconds)),
        ("elgrande, OpenSpiel", "without tensors", fastest(lambda: play_openspiel(False), seconds)),
        ("elgrande, OpenSpiel", "with tensors", fastest(lambda: play_openspiel(True), seconds)),
        ("elgrande, Gymnasium", f"vector of {GAMES}, random bots", vector_rate("random", seconds)),
        ("elgrande, Gymnasium", f"vector of {GAMES}, novices", vector_rate("novice", seconds)),
    ]


def fastest(play: Callable[[], int], seconds: float) -> float:
    """Steps per second of CPU time in the fastest of several games."""
    found, begun = 0.0, process_time()
    while process_time() - begun < seconds:
        start = process_time()
        steps = play()
        found = max(found, steps / (process_time() - start))
    return found


def play_pettingzoo() -> int:
    """Play some games through `last` and `step`; returns how many decisions they had."""
    env, draw, steps = elgrande_v1.env(), random.Random(1).random, 0
    for seed in range(10):
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, terminated, _, _ = env.last()
            if terminated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(legal[int(draw() * len(legal))])
            steps += 1
    return steps


def play_openspiel(tensors: bool) -> int:
    """Play some games of the Python game; returns how many decisions they had."""
    draw, steps = random.Random(1).random, 0
    for seed in range(10):
        game = pyspiel.load_game(f"python_elgrande(seed={seed})")
        observation = make_observation(game)
        state = game.new_initial_state()
        state.apply_action(0)
        while not state.is_terminal():
            if tensors:
                observation.set_from(state, state.current_player())
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            steps += 1
    return steps


def vector_rate(opponents: str, seconds: float) -> float:
    """The agent's steps per second, with the bots' decisions in between."""
    env = ElGrandeVector(GAMES, opponents=opponents)
    luck = np.random.default_rng(1).random((16, GAMES, 128), dtype=np.float32)
    observation, _ = env.reset(seed=1)
    spent, steps = 0.0, 0
    while spent < seconds:
        actions = (luck[steps % 16] * observation["action_mask"]).argmax(axis=1)
        start = process_time()
        observation, *_ = env.step(actions)
        spent += process_time() - start
        steps += 1
    return steps * GAMES / spent
