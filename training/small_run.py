"""The whole way in a quarter of an hour on two cores: games, training, a match against `steady`.

Example: python -m training.small_run runs/small --minutes 15
"""

import argparse
import json
from pathlib import Path
from typing import Any, Final

import torch

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.options import Options
from training.command import run_command
from training.lesson import Lesson
from training.match import line_of, play_match, row_of
from training.model import Sizes
from training.play import play_once
from training.self_play import Recipe
from training.train import train

MOST_GAMES: Final = 400_000
PLAYING: Final = 0.6  # of the time; reading the games and the match need about a tenth
LEARNING: Final = 0.25  # at most
MATCH_GAMES: Final = 400
STEADY: Final = "steady"
SEATS: Final = 4


def run(folder: Path, minutes: float, workers: int, games: int, seed: int) -> dict[str, Any]:
    """Everything into one folder; what was done before is not done again."""
    seconds = 60.0 * minutes
    playing, learning = seconds * PLAYING, seconds * LEARNING
    network = folder / "small.network"
    print(f"Playing for {playing:.0f} s, then learning for at most {learning:.0f} s.", flush=True)
    if not network.exists():
        play_once(folder / "games", Recipe(), MOST_GAMES, seed, workers, playing)
        lesson = Lesson(seconds=learning, seed=seed)
        train([folder / "games"], network, Sizes(), lesson, workers, None)
    bot = f"turn:network={network}"
    print(f"Playing {games} games against three {STEADY}.", flush=True)
    bots = [bot, *[STEADY] * (SEATS - 1)]
    options = Options(players=SEATS)
    summary = play_match(bots, games, options, workers, out=folder / "match")
    write_whole(folder / "match.json", (json.dumps(summary, indent=2) + "\n").encode())
    print(line_of(summary, bot), flush=True)
    print(verdict_on(summary, bot), flush=True)
    return summary


def verdict_on(summary: dict[str, Any], bot: str) -> str:
    """Whether a network beats `steady`: its whole interval must lie above a fair share."""
    row, fair = row_of(summary, bot), summary["fair"]
    found = f"{row['share'] / fair:.1f} times a fair share, at least {row['low'] / fair:.1f} times"
    if row["low"] > fair:
        return f"The network beats {STEADY} clearly: {found}."
    return f"The network does not beat {STEADY} clearly: {found}."


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=15.0)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--games", type=int, default=MATCH_GAMES, help="of the match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2, help="of PyTorch")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    run(given.folder, given.minutes, given.workers, given.games, given.seed)


if __name__ == "__main__":
    run_command(main)
