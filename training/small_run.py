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
from training.match import line_of, play_match
from training.model import Sizes
from training.play import play_all
from training.self_play import Recipe
from training.train import Lesson, train

MOST_GAMES: Final = 400_000
PLAYING: Final = 0.5  # of the time; learning gets half of the rest, the match what it needs
LEARNING: Final = 0.25
MATCH_GAMES: Final = 400


def run(folder: Path, minutes: float, workers: int, games: int, seed: int) -> dict[str, Any]:
    """Everything into one folder; what was done before is not done again."""
    seconds = 60.0 * minutes
    network = folder / "small.network"
    if not network.exists():
        play_all(folder / "games", Recipe(), MOST_GAMES, seed, workers, seconds * PLAYING)
        lesson = Lesson(seconds=seconds * LEARNING, seed=seed)
        train([folder / "games"], network, Sizes(), lesson, workers, None)
    bot = f"turn:network={network}"
    summary = play_match([bot, *["steady"] * 3], games, Options(), workers, out=folder / "match")
    print(line_of(summary, bot), flush=True)
    content = json.dumps(summary, indent=2) + "\n"
    write_whole(folder / "match.json", content.encode())
    return summary


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
