"""Measure how fast peers hand observations and masks to a learner, on one core.

Runs in a throw-away environment with one peer, so it imports only the standard library, numpy and
the peer. A step is one action of one player, with an observation and the legal actions before it.
Prints one JSON list on standard output.
"""

import argparse
import json
import random
from collections.abc import Callable
from importlib import import_module, metadata
from time import process_time
from typing import Any

REPEATS = 3
BATCH = 1024
OPEN_SPIEL_BATCH = 64


def rate(steps_of: Callable[[float], tuple[int, float]], seconds: float) -> float:
    """Steps per second of CPU time, the best of several repeats."""
    return max(steps / spent for steps, spent in (steps_of(seconds) for _ in range(REPEATS)))


def timed(play: Callable[[], int]) -> Callable[[float], tuple[int, float]]:
    """Call a function that plays some steps until time runs out."""

    def run(seconds: float) -> tuple[int, float]:
        start = process_time()
        steps = 0
        while process_time() - start < seconds:
            steps += play()
        return steps, process_time() - start

    return run


def pettingzoo(name: str) -> Callable[[], int]:
    """A game of PettingZoo's classics, agent by agent."""
    env = import_module(f"pettingzoo.classic.{name}").env()

    def play() -> int:
        env.reset(seed=random.randrange(2**31))
        steps = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[random.randrange(len(legal))]))
            steps += 1
        return steps

    return play


def open_spiel(name: str) -> Callable[[], int]:
    """Several OpenSpiel states side by side, each with the tensor of the player to move."""
    game = import_module("pyspiel").load_game(name)
    is_full = game.get_type().provides_information_state_tensor
    states = [game.new_initial_state() for _ in range(OPEN_SPIEL_BATCH)]

    def play() -> int:
        for number, state in enumerate(states):
            while state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(outcomes, chances)[0])
            state.information_state_tensor() if is_full else state.observation_tensor()
            legal = state.legal_actions()
            state.apply_action(legal[random.randrange(len(legal))])
            if state.is_terminal():
                states[number] = game.new_initial_state()
        return OPEN_SPIEL_BATCH

    return play


def rlcard(name: str) -> Callable[[], int]:
    """A game of rlcard, with the state it gives to agents."""
    env = import_module("rlcard").make(name)

    def play() -> int:
        state, _ = env.reset()
        steps = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            steps += 1
        return steps

    return play


def catanatron(name: str) -> Callable[[], int]:
    """Catanatron's Gymnasium environment, against its random player."""
    gymnasium: Any = import_module("gymnasium")
    import_module("catanatron_gym")
    env = gymnasium.make(f"catanatron_gym:{name}").unwrapped

    def play() -> int:
        env.reset()
        steps, over = 0, False
        while not over:
            _, _, terminated, truncated, _ = env.step(random.choice(env.get_valid_actions()))
            over = terminated or truncated
            steps += 1
        return steps

    return play


def pgx(name: str) -> Callable[[], int]:
    """A compiled batch of pgx on the CPU, random legal actions included."""
    jax: Any = import_module("jax")
    env = import_module("pgx").make(name)
    restart: Any = import_module("pgx.experimental").auto_reset

    def advance(state: Any, key: Any) -> Any:
        keys = jax.random.split(key, BATCH + 1)
        logits = jax.numpy.log(state.legal_action_mask.astype("float32"))
        actions = jax.random.categorical(keys[0], logits, axis=-1)
        return jax.vmap(restart(env.step, env.init))(state, actions, keys[1:])

    step = jax.jit(advance)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(env.init))(jax.random.split(key, BATCH))
    state = step(state, key)

    def play() -> int:
        nonlocal state, key
        key, now = jax.random.split(key)
        state = step(state, now)
        state.observation.block_until_ready()
        return BATCH

    return play


# For every peer: how it is driven, the package, its games, and how a step is counted.
PEERS: dict[str, tuple[Callable[[str], Callable[[], int]], str, tuple[str, ...], str]] = {
    "pettingzoo": (
        pettingzoo,
        "pettingzoo",
        ("connect_four_v3", "leduc_holdem_v4", "texas_holdem_no_limit_v6"),
        "AEC",
    ),
    "open_spiel": (open_spiel, "open_spiel", ("hearts", "gin_rummy"), "64 states"),
    "rlcard": (rlcard, "rlcard", ("gin-rummy", "no-limit-holdem"), "one game"),
    "catanatron": (catanatron, "catanatron_gym", ("catanatron-v1",), "Gymnasium, one agent"),
    "pgx": (pgx, "pgx", ("backgammon", "sparrow_mahjong"), "batch of 1,024"),
}


def main() -> None:
    """Measure one peer."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--only", choices=PEERS, required=True)
    arguments = parser.parse_args()
    drive, package, games, how = PEERS[arguments.only]
    rows = []
    for game in games:
        row = {"name": f"{arguments.only} {game}", "how": how, "version": metadata.version(package)}
        try:
            speed = rate(timed(drive(game)), arguments.seconds)
            rows.append({**row, "steps_per_second": speed, "error": None})
        except Exception as error:  # whatever a peer raises becomes its row
            rows.append(
                {**row, "steps_per_second": 0.0, "error": f"{type(error).__name__}: {error}"}
            )
    print(json.dumps(rows))


if __name__ == "__main__":
    main()
