"""How fast a learner gets its data on one core, compared with peers in the same run.

    python -m bench.learn [--seconds 0.5] [--no-peers] [--json FILE]

Figures are CPU time, the best of several repeats, because machines have noisy neighbours. Actions
are drawn outside the measured time, because a learner draws its own.
"""

import argparse
import json
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.learn_adapters import measure_adapters
from bench.peers import StepError, measure_in_environment
from bench.run import say, stay_on_one_core
from elgrande import Game, Options
from elgrande.learn import Batch, Workers
from elgrande.learn.arrays import np
from elgrande.learn.core.scratch import Scratch
from elgrande.learn.workers import Part
from elgrande.rules.rng import Rng

Row = dict[str, Any]
REPEATS = 7
PEER_SECONDS = 2.0
GAMES_OF_A_PROCESS = 1024  # more do not fit in a core's cache
PROBE = Path(__file__).with_name("learn_probe.py")
# The packages of every peer.
PEERS = {
    "pettingzoo": ["pettingzoo[classic]"],
    "open_spiel": ["open_spiel"],
    "rlcard": ["rlcard"],
    "catanatron": ["catanatron_gym"],
    "pgx": ["pgx"],
}
# The project's targets on one core with four players, edition 2023.
TARGETS = {
    "batch_masks_steps_per_second": 7_000_000,
    "batch_steps_per_second": 1_000_000,
    "observation_us": 0.7,
    "pettingzoo_steps_per_second": 100_000,
    "openspiel_steps_per_second": 200_000,
    "openspiel_tensors_steps_per_second": 80_000,
    "new_us": 10,
    "two_processes_times": 1.9,  # each process chooses for its own games
}


def best(work: Callable[[], int], repeats: int = REPEATS) -> float:
    """Seconds of CPU time for one piece of the work, the best of several repeats."""
    found = []
    for _ in range(repeats):
        start = process_time()
        pieces = work()
        found.append((process_time() - start) / pieces)
    return min(found)


def steps_per_second(games: int, observations: str | None, seconds: float) -> float:
    """The best speed of a batch over some of its steps, in mid-game."""
    batch = Batch(Options(), games=games, seed=1, observations=observations)
    luck = np.random.default_rng(0).random((32, games, batch.masks.shape[1]), dtype=np.float32)
    spent: list[float] = []
    begun = process_time()
    number = 0
    while process_time() - begun < REPEATS * seconds:
        used = 0.0
        for _ in range(32):
            actions = (luck[number % 32] * batch.masks).argmax(axis=1).astype(np.uint8)
            start = process_time()
            batch.step(actions)
            used += process_time() - start
            number += 1
        spent.append(used / (32 * games))
    return 1 / min(spent)


def measure_observation() -> float:
    """Microseconds for one observation: every decision of a game, by the seat that is asked."""
    game, rng = Game.new(seed=1), Rng(1)
    positions = []
    while not game.over:
        positions.append(game.clone())
        choices = game.legal()
        game.play(choices[rng.below(len(choices))])
    scratch = Scratch()

    def observe_all() -> int:
        for position in positions:
            scratch.observe(position.state, position.state.seat, 0)
        return len(positions)

    return best(observe_all, 50) * 1e6


def measure_new() -> float:
    """Microseconds to deal a game."""
    options = Options()

    def deal() -> int:
        for seed in range(500):
            Game.new(options, seed)
        return 500

    return best(deal) * 1e6


def measure_processes(seconds: float) -> dict[str, float]:
    """How many times as fast two processes are as one, by wall-clock time, measured in turn."""
    return {
        name: measure_two(rate_of, seconds)
        for name, rate_of in (
            ("two_processes_times", chosen_there),
            ("two_processes_stepped_times", chosen_here),
        )
    }


def measure_two(rate_of: Callable[[Workers, float], float], seconds: float) -> float:
    """The speed of two processes divided by that of one, each with the same number of games."""
    rates = dict.fromkeys((1, 2), 0.0)
    for _ in range(REPEATS):
        for processes in rates:
            games = processes * GAMES_OF_A_PROCESS
            with Workers(Options(), games=games, processes=processes) as workers:
                rates[processes] = max(rates[processes], rate_of(workers, seconds))
    return rates[2] / rates[1]


def chosen_there(workers: Workers, seconds: float) -> float:
    """Steps a second if every process chooses for its own games."""
    found = workers.run(play_on, seconds / 2)  # each has two batches, one after the other
    return sum(steps for steps, _ in found) / max(
        sum(spent for _, spent in found[number :: len(found) // 2])
        for number in range(len(found) // 2)
    )


def play_on(batch: Batch, seconds: float) -> tuple[int, float]:
    """Take the first legal action in every game for some time: the steps, and the seconds."""
    start, steps = perf_counter(), 0
    while perf_counter() - start < seconds:
        batch.step(first_legal(batch))
        steps += batch.games
    return steps, perf_counter() - start


def chosen_here(workers: Workers, seconds: float) -> float:
    """Steps a second if the caller, a third process, chooses for both halves in turn."""
    for half in (0, 1):
        workers.send(half, first_legal(workers.halves[half]))
    start, steps = perf_counter(), 0
    while perf_counter() - start < seconds:
        for half in (0, 1):
            part = workers.receive(half)
            workers.send(half, first_legal(part))
            steps += part.games
    return steps / (perf_counter() - start)


def first_legal(games: Batch | Part) -> Any:
    """An action for every game, found as quickly as possible."""
    return games.masks.view(bool).argmax(axis=1).astype(np.uint8)


def own_rows(seconds: float) -> list[Row]:
    """The speed of batches and of the bridges to other libraries."""
    rows = []
    for games in (64, 256, 1024):
        for observations in (None, "known"):
            say(f"measuring a batch of {games}, observations: {observations}")
            what = "masks" if observations is None else "masks and observations"
            speed = steps_per_second(games, observations, seconds)
            rows.append(row(f"elgrande, {what}", f"batch of {games:,}", speed))
    say("measuring the bridges to other libraries")
    return rows + [row(*one) for one in measure_adapters(REPEATS * seconds)]


def row(name: str, how: str, speed: float) -> Row:
    """One line of the table."""
    return {"name": name, "how": how, "steps_per_second": speed, "version": "", "error": None}


def peer_rows() -> list[Row]:
    """The peers, each in its own environment."""
    rows: list[Row] = []
    for peer, packages in PEERS.items():
        try:
            rows += measure_in_environment(peer, packages, PROBE, PEER_SECONDS)
        except (StepError, OSError) as error:
            rows.append({**row(peer, "", 0.0), "error": str(error)})
    return rows


def figures(rows: list[Row]) -> dict[str, float]:
    """The result for each target; those for two processes are measured separately."""
    speeds = {(one["name"], one["how"]): one["steps_per_second"] for one in rows}
    masks = [speed for (name, _), speed in speeds.items() if name == "elgrande, masks"]
    return {
        "batch_masks_steps_per_second": max(masks),
        "batch_steps_per_second": speeds["elgrande, masks and observations", "batch of 1,024"],
        "observation_us": measure_observation(),
        "pettingzoo_steps_per_second": speeds["elgrande, PettingZoo", "AEC with observations"],
        "openspiel_steps_per_second": speeds["elgrande, OpenSpiel", "without tensors"],
        "openspiel_tensors_steps_per_second": speeds["elgrande, OpenSpiel", "with tensors"],
        "new_us": measure_new(),
    }


def print_tables(rows: list[Row], reached: dict[str, float]) -> None:
    """The tables people read."""
    table = Table(title="Steps a second of CPU time on one core", box=None, header_style="bold")
    for column in ("game", "how", "steps/s", "version"):
        table.add_column(column, justify="right" if column == "steps/s" else "left")
    for one in rows:
        shown = one["error"][:60] if one["error"] else f"{one['steps_per_second']:,.0f}"
        table.add_row(one["name"], one["how"], shown, one["version"])
    console = Console()
    console.print(table)
    for name, value in reached.items():
        wanted = f" (wanted {TARGETS[name]:,})" if name in TARGETS else ""
        console.print(f"{name}: {value:,.2f}{wanted}")


def main() -> None:
    """Measure, print the tables, write the JSON."""
    parser = argparse.ArgumentParser(
        description="Speed for learners compared with peers, in one run."
    )
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one repeat")
    parser.add_argument("--no-peers", action="store_true", help="measure only this library")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    arguments = parser.parse_args()
    say("measuring two processes")
    times = measure_processes(4 * arguments.seconds)
    stay_on_one_core()
    rows = own_rows(arguments.seconds)
    reached = {**figures(rows), **times}
    if not arguments.no_peers:
        rows += peer_rows()
    print_tables(rows, reached)
    if arguments.json:
        data = {"rows": rows, "reached": reached, "targets": TARGETS}
        arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
