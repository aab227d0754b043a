"""Generations: play with the last network, learn from all games so far, match against the last.

Every step is kept, so a run that was stopped goes on; `curve.json` has the figures of each network.
Example: python -m training.generations runs/big --generations 4 --play 120 --learn 60 --workers 16
"""

import argparse
import json
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, NamedTuple

import torch

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.options import Options
from training.match import line_of, play_match
from training.model import Sizes
from training.play import play_all
from training.self_play import Recipe
from training.train import Lesson, train

MOST_GAMES: Final = 2_000_000
TABLE: Final = 4  # seats of the matches


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


def run(folder: Path, generations: int, plan: Plan) -> list[dict[str, Any]]:
    """All generations; the first learns from games of the hand-made weights."""
    curve = []
    for number in range(generations):
        curve.append(generation(folder, number, plan))
        write_whole(folder / "curve.json", (json.dumps(curve, indent=2) + "\n").encode())
    return curve


def generation(folder: Path, number: int, plan: Plan) -> dict[str, Any]:
    """Play, learn and measure, or read what was done before."""
    kept = folder / f"figures-{number}.json"
    if kept.exists():
        found: dict[str, Any] = json.loads(kept.read_bytes())
        return found
    last = network_of(folder, number - 1) if number else None
    network = network_of(folder, number)
    if not network.exists():
        recipe = Recipe(last, plan.iterations if last else 0, plan.turns)
        play_all(
            games_of(folder, number), recipe, plan.games, number, plan.workers, plan.play_seconds
        )
        first = max(0, number + 1 - plan.window)
        folders = [games_of(folder, one) for one in range(first, number + 1)]
        start = last.with_suffix(".pt") if last else None
        train(folders, network, plan.sizes, replace(plan.lesson, seed=number), plan.workers, start)
    card = json.loads(network.with_suffix(".json").read_bytes())
    figures = {"generation": number, "training": card, "matches": matches(folder, number, plan)}
    write_whole(kept, (json.dumps(figures, indent=2) + "\n").encode())
    return figures


def matches(folder: Path, number: int, plan: Plan) -> list[str]:
    """One against three: against `steady`, the generation before, and the first."""
    bot = turn_bot(folder, number)
    others = ["steady"]
    others += [turn_bot(folder, one) for one in sorted({0, number - 1}) if 0 <= one < number]
    lines = []
    for other in others:
        bots = [bot, *[other] * (TABLE - 1)]
        summary = play_match(bots, plan.match_games, Options(players=TABLE), plan.workers)
        lines.append(line_of(summary, bot))
        print(lines[-1], flush=True)
    return lines


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
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--play", type=float, default=120.0, help="seconds of playing games")
    parser.add_argument("--games", type=int, default=MOST_GAMES, help="at most, in that time")
    parser.add_argument("--learn", type=float, default=60.0, help="seconds of learning, at most")
    parser.add_argument("--passes", type=float, default=Lesson().passes)
    parser.add_argument("--batch", type=int, default=Lesson().batch)
    parser.add_argument("--match-games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=0, help="search for every decision")
    parser.add_argument("--turns", action="store_true", help="the search judges every turn")
    parser.add_argument("--window", type=int, default=3, help="generations to learn from")
    parser.add_argument("--hidden", type=int, default=Sizes().hidden)
    parser.add_argument("--second", type=int, default=Sizes().second)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, if there is no GPU")
    given = parser.parse_args()
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
    )
    run(given.folder, given.generations, plan)


if __name__ == "__main__":
    main()
