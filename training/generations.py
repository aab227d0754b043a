"""Generations: play with the best network so far, learn, and match every earlier network.

Some seats of the games have older networks or the hand-made weights, so that the games stay varied.
Every network meets every earlier one, alone against three and three against one: one that only
decides who else wins shows in the second. The run stops after two generations that bring nothing.
Every step is kept, so a run that was stopped goes on. `curve.json` has the figures of each network;
`python -m training.curve` makes a table and a picture of it.
Example: python -m training.generations runs/big --generations 8 --play 120 --learn 60 --workers 16
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final, NamedTuple

import torch

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.options import Options
from training.command import run_command
from training.lesson import Lesson
from training.match import line_of, play_matches, row_of
from training.model import Sizes
from training.play import play_once
from training.self_play import PER_CENT, POOLED, Mind, Recipe
from training.standings import TABLE, Figures, best_of, brings_something, is_in_vain
from training.train import train

MOST_GAMES: Final = 2_000_000
STEADY: Final = "steady"


class Plan(NamedTuple):
    """What every generation does."""

    play_seconds: float
    games: int  # at most, in that time
    match_games: int
    iterations: int  # of the searches that play games; 0: plans of one turn
    turns: bool
    window: int  # generations of games that are learned from
    workers: int
    sizes: Sizes
    lesson: Lesson
    searched: int = PER_CENT  # per cent of games that are searched
    pooled: int = POOLED  # per cent of seats for older networks and the hand-made weights


def run(folder: Path, generations: int, plan: Plan) -> Figures:
    """All generations, or those up to two in a row that bring nothing; the curve."""
    done: list[Figures] = []
    curve: Figures = {}
    while len(done) < generations and not is_in_vain(done):
        done.append(generation(folder, done, plan))
        curve = {"generations": done, "best": best_of(done), "in_vain": is_in_vain(done)}
        write_whole(folder / "curve.json", as_json(curve))
        best = network_of(folder, curve["best"])
        for suffix in (".network", ".pt", ".json"):
            content = best.with_suffix(suffix).read_bytes()
            write_whole(folder / f"best{suffix}", content)
        print(f"The best of {len(done)} is generation {curve['best']}.", flush=True)
    return curve


def generation(folder: Path, done: Sequence[Figures], plan: Plan) -> Figures:
    """Play, learn and measure, or read what was done before."""
    number = len(done)
    kept = folder / f"figures-{number}.json"
    if kept.exists():
        found: Figures = json.loads(kept.read_bytes())
        return found
    best = best_of(done) if done else None
    network = network_of(folder, number)
    if not network.exists():
        recipe = recipe_of(folder, number, best, plan)
        games = games_of(folder, number)
        play_once(games, recipe, plan.games, number, plan.workers, plan.play_seconds)
        folders = window_of(folder, number, plan.window)
        start = None if best is None else network_of(folder, best).with_suffix(".pt")
        train(folders, network, plan.sizes, replace(plan.lesson, seed=number), plan.workers, start)
    matches = play_pool(folder, number, plan)
    figures = {
        "generation": number,
        "played_by": best,
        "training": json.loads(network.with_suffix(".json").read_bytes()),
        "matches": matches,
        "brings": best is None or brings_something(matches, best),
    }
    write_whole(kept, as_json(figures))
    return figures


def recipe_of(folder: Path, number: int, best: int | None, plan: Plan) -> Recipe:
    """What plays the games of a generation; those of the first are by the hand-made weights."""
    if best is None:
        return Recipe()
    older = [Mind(network_of(folder, one)) for one in range(number) if one != best]
    mind = Mind(network_of(folder, best), plan.iterations, plan.turns)
    return Recipe(mind, plan.searched, (Mind(), *older), plan.pooled)


def play_pool(folder: Path, number: int, plan: Plan) -> list[Figures]:
    """One against three and three against one: `steady` and every earlier generation."""
    bot = turn_bot(folder, number)
    others: list[str | int] = [STEADY, *range(number)]
    kinds = [(other, seats) for other in others for seats in (1, TABLE - 1)]
    names = [other if isinstance(other, str) else turn_bot(folder, other) for other, _ in kinds]
    tables = [
        [*[bot] * seats, *[name] * (TABLE - seats)]
        for name, (_, seats) in zip(names, kinds, strict=True)
    ]
    summaries = play_matches(tables, plan.match_games, Options(players=TABLE), plan.workers)
    found = []
    for (other, seats), summary in zip(kinds, summaries, strict=True):
        row = row_of(summary, bot)
        print(f"{seats} of {TABLE} seats: {line_of(summary, bot)}", flush=True)
        figures = {name: row[name] for name in ("games", "share", "low", "high")}
        found.append({"against": other, "seats": seats, "fair": summary["fair"], **figures})
    return found


def as_json(data: Figures) -> bytes:
    """A file of figures."""
    return (json.dumps(data, indent=2) + "\n").encode()


def window_of(folder: Path, number: int, window: int) -> list[Path]:
    """The games that a generation learns from: its own and those of the last ones before."""
    return [games_of(folder, one) for one in range(max(0, number + 1 - window), number + 1)]


def games_of(folder: Path, number: int) -> Path:
    """Where the games of a generation are."""
    return folder / f"games-{number}"


def network_of(folder: Path, number: int) -> Path:
    """Where its network is."""
    return folder / f"generation-{number}.network"


def turn_bot(folder: Path, number: int) -> str:
    """The bot that plans one turn with that network."""
    return f"turn:network={network_of(folder, number)}"


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--generations", type=int, default=4, help="at most")
    parser.add_argument("--play", type=float, default=120.0, help="seconds of playing games")
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="at most, in that time")
    parser.add_argument("--learn", type=float, default=60.0, help="seconds of learning, at most")
    parser.add_argument("--passes", type=float, default=Lesson().passes)
    parser.add_argument("--batch", type=int, default=Lesson().batch)
    parser.add_argument("--match-games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=0, help="search for every decision")
    parser.add_argument("--turns", action="store_true", help="the search judges every turn")
    parser.add_argument("--searched", type=int, default=PER_CENT, help="per cent of games searched")
    parser.add_argument("--pooled", type=int, default=POOLED, help="per cent of seats for the pool")
    parser.add_argument("--window", type=int, default=3, help="generations to learn from")
    parser.add_argument("--hidden", type=int, default=Sizes().hidden)
    parser.add_argument("--second", type=int, default=Sizes().second)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, if there is no GPU")
    given = parser.parse_args()
    if given.generations < 1:
        parser.error("--generations must be at least 1.")
    torch.set_num_threads(given.threads)
    plan = Plan(
        given.play,
        given.games,
        given.match_games,
        given.iterations,
        given.turns,
        given.window,
        given.workers,
        Sizes(given.hidden, given.second),
        Lesson(given.passes, given.learn, given.batch),
        given.searched,
        given.pooled,
    )
    run(given.folder, given.generations, plan)


if __name__ == "__main__":
    run_command(main)
