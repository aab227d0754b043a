"""Teach a network who wins, from games in folders; writes the integers that play, and a checkpoint.

Learning that was interrupted goes on from where it was kept last when the same command is given.
Example: python -m training.train runs/first --out runs/first.network --seconds 120
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, fields, replace
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.board import ROUNDS
from elgrande.search.network import BUCKETS
from elgrande.search.network_file import read_network, write_network
from training.checkpoint import load_model, save_model
from training.command import run_command
from training.errors import NoGames
from training.lesson import KEEP_EVERY, Lesson, Shelf, logs_of, teach
from training.model import JudgeModel, Sizes
from training.positions import Positions, load_positions
from training.quantize import layers_of
from training.targets import TEACHER_PART, TEACHERS, mix_in_teacher, mixed_targets

HELD_BACK: Final = 10  # one game in so many is for validation
SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio


def is_held_back(games: NDArray[Any]) -> Any:
    """Which positions are for validation: whole games, by their seeds.

    A game is held back whichever others it is learned with, so a network that starts from another
    has not known it either. Seeds are scattered first, because those of a table follow each other.
    """
    scattered = games.astype(np.uint64) * SCATTER >> np.uint64(40)
    return scattered % HELD_BACK == 0


def validate(model: JudgeModel, shelf: Shelf) -> dict[str, Any]:
    """How well the network, and the hand-made weights, tell who wins: in all and by round."""
    logs = logs_of(model, shelf)
    columns = {name: column.cpu() for name, column in shelf.columns.items()}
    by_hand = columns["by_hand"].clamp(min=1e-4).log()
    shares, rounds = columns["shares"], columns["rounds"]
    return {
        "network": figures_of(logs, shares, rounds),
        "by_hand": figures_of(by_hand, shares, rounds),
    }


def figures_of(logs: Any, shares: Any, rounds: Any) -> dict[str, Any]:
    """Log loss and the part of positions whose likeliest winner won, in all and by round."""
    loss = -(shares * logs.clamp(min=-50.0)).sum(dim=1)
    right = (shares.gather(1, logs.argmax(dim=1, keepdim=True))[:, 0] > 0).float()

    def mean(values: Any) -> float:
        return round(float(values.mean()), 4)

    numbers = [number for number in range(1, ROUNDS + 1) if (rounds == number).any()]
    return {
        "log_loss": mean(loss),
        "right": mean(right),
        "by_round": {
            number: [mean(loss[rounds == number]), mean(right[rounds == number])]
            for number in numbers
        },
    }


def learn(
    model: JudgeModel,
    positions: Positions,
    lesson: Lesson,
    device: str,
    kept: Path,
    keep_every: int = KEEP_EVERY,
) -> dict[str, Any]:
    """Teach a model, going on from what is kept; what it reached on games it has not seen."""
    held = is_held_back(positions.games)
    if held.all() or not held.any():
        raise NoGames("There are too few games to learn from some and be measured by others.")
    unseen = Shelf(positions.chosen(np.flatnonzero(held)), device)
    about = {"lesson": asdict(lesson), "positions": fingerprint(positions)}
    known = positions.chosen(np.flatnonzero(~held))
    targets = mixed_targets(known, lesson, device, kept, about)
    training = Shelf(known._replace(shares=targets), device)
    if lesson.teacher is not None:
        mix_in_teacher(training, load_model(Path(lesson.teacher)), lesson.trust)
    if lesson.seconds is not None and lesson.td_lambda < 1.0:
        lesson = replace(lesson, seconds=(1 - TEACHERS * TEACHER_PART) * lesson.seconds)
    progress = teach(model, training, lesson, about, kept, keep_every)
    return {
        "unseen": validate(model, unseen),
        "training_positions": training.count,
        "held_back_positions": unseen.count,
        "steps": progress.step,
        "seconds": round(progress.seconds, 1),
    }


def fingerprint(positions: Positions) -> tuple[int, int]:
    """How many positions there are, and a checksum of what came of them."""
    digest = crc32(positions.games.tobytes(), crc32(positions.gains.tobytes()))
    return len(positions.games), digest


def save(model: JudgeModel, path: Path, card: dict[str, Any]) -> None:
    """Write the network, the checkpoint that training can start from, and the figures."""
    content = write_network(layers_of(model.cpu()))
    read_network(content, path.name)  # it must be fit to play before it replaces another
    save_model(model, path.with_suffix(".pt"))
    write_whole(path.with_suffix(".json"), (json.dumps(card, indent=2) + "\n").encode())
    write_whole(path, content)


def train(
    folders: Sequence[Path],
    out: Path,
    sizes: Sizes | None,
    lesson: Lesson,
    workers: int,
    start: Path | None,
    keep_every: int = KEEP_EVERY,
) -> dict[str, Any]:
    """Learn from the games of some folders; `start` is a checkpoint to start from.

    What is learned is kept every so often, so the same call goes on after an interruption.
    """
    began = perf_counter()
    torch.manual_seed(lesson.seed)
    model = JudgeModel(sizes or Sizes()) if start is None else load_model(start, sizes)
    positions = load_positions(folders, workers)
    print(f"{len(positions.players)} positions in {perf_counter() - began:.0f} s", flush=True)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    out.parent.mkdir(parents=True, exist_ok=True)
    kept = out.with_suffix(".unfinished")
    card = {
        "folders": [str(folder) for folder in folders],
        "games": 1 + int(np.count_nonzero(np.diff(positions.games))),
        "sizes": model.sizes._asdict(),
        "lesson": asdict(lesson),
        "start": None if start is None else str(start),
        "buckets": BUCKETS,
        "device": device,
        **learn(model, positions, lesson, device, kept, keep_every),
    }
    save(model, out, card)
    kept.unlink(missing_ok=True)
    print(json.dumps(card), flush=True)
    return card


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--out", type=Path, required=True, help="the file of the network")
    parser.add_argument(
        "--hidden", type=int, help=f"units, {Sizes().hidden} unless --start has others"
    )
    parser.add_argument("--second", type=int, help=f"units, {Sizes().second} likewise")
    parser.add_argument("--seconds", type=float, help="a limit; without one, all passes are made")
    for name in ("passes", "rate", "decay"):
        parser.add_argument(f"--{name}", type=float, default=getattr(Lesson(), name))
    parser.add_argument("--td-lambda", type=float, default=Lesson().td_lambda)
    for name in ("batch", "seed"):
        parser.add_argument(f"--{name}", type=int, default=getattr(Lesson(), name))
    parser.add_argument("--workers", type=int, default=2, help="processes that replay games")
    parser.add_argument("--threads", type=int, default=1, help="of PyTorch, if there is no GPU")
    parser.add_argument("--start", type=Path, help="a checkpoint (.pt) to start from")
    parser.add_argument("--teacher", help="a checkpoint whose chances are learned from too")
    parser.add_argument("--trust", type=float, default=Lesson().trust, help="from 0 to 1")
    parser.add_argument("--keep-every", type=int, default=KEEP_EVERY, help="steps")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    lesson = Lesson(**{field.name: getattr(given, field.name) for field in fields(Lesson)})
    sizes = None
    if given.hidden or given.second or given.start is None:
        sizes = Sizes(given.hidden or Sizes().hidden, given.second or Sizes().second)
    start, keep_every = given.start, given.keep_every
    train(given.folders, given.out, sizes, lesson, given.workers, start, keep_every)


if __name__ == "__main__":
    run_command(main)
