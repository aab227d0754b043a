"""Teach a network who wins, from games in folders; writes the integers that play, and a checkpoint.

Learning that was interrupted goes on from where it was kept last when the same command is given.
Example: python -m training.train runs/first --out runs/first.network --seconds 120
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, Final
from zlib import crc32

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from elgrande.learn.data.games_file import write_whole
from elgrande.rules.board import COLOURS, ROUNDS
from elgrande.search.network import BUCKETS, POINTS_SCALE
from elgrande.search.network_file import read_network, write_network
from training.checkpoint import Progress, keep_progress, load_model, save_model, take_up
from training.command import run_command
from training.errors import NoGames
from training.model import JudgeModel, Sizes
from training.positions import Positions, load_positions
from training.quantize import layers_of

HELD_BACK: Final = 10  # one game in so many is for validation
SCATTER: Final = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio
POINTS_WEIGHT: Final = 0.2
SOON_WEIGHT: Final = 0.1
LEADS_WEIGHT: Final = 0.1
LOG_EVERY: Final = 200  # steps
KEEP_EVERY: Final = 500  # steps


@dataclass(frozen=True)
class Lesson:
    """How a network is taught."""

    passes: float = 2.0  # over all positions, unless the seconds run out first
    seconds: float | None = None  # with a limit, what is learned depends on the machine
    batch: int = 1024
    rate: float = 2e-3
    decay: float = 0.05
    seed: int = 1
    teacher: str | None = None  # the checkpoint of a larger network to learn from too
    trust: float = 0.5  # the weight of its chances; the rest is that of the results


class Shelf:
    """Positions as tensors on the device that learns."""

    def __init__(self, positions: Positions, device: str) -> None:
        self.count = len(positions.players)
        self.device = device
        names = Positions._fields[:-1]
        self.columns = {
            name: torch.from_numpy(np.ascontiguousarray(getattr(positions, name))).to(device)
            for name in names
        }

    def batch(self, index: Any) -> dict[str, Any]:
        """Some positions, ready for the network."""
        found = {name: column[index] for name, column in self.columns.items()}
        for name in ("rows", "players"):
            found[name] = found[name].int()
        found["buckets"] = found["rounds"].long() - 1
        return found


def losses(model: JudgeModel, batch: dict[str, Any]) -> tuple[Any, Any]:
    """What is to be made small, and the log loss of every position."""
    logits, gains, soon, leads = model(batch["rows"], batch["players"], batch["buckets"])
    taken = torch.arange(COLOURS, device=logits.device) < batch["players"][:, None]
    log_loss = -(batch["shares"] * logits.log_softmax(dim=1) * taken).sum(dim=1)
    error = ((gains - batch["gains"] / POINTS_SCALE) ** 2)[taken].mean()
    error_soon = ((soon - batch["soon"] / POINTS_SCALE) ** 2)[taken].mean()
    error_leads = nn.functional.binary_cross_entropy_with_logits(
        leads[taken], batch["leads"][taken].float()
    )
    helping = SOON_WEIGHT * error_soon + LEADS_WEIGHT * error_leads
    return log_loss.mean() + POINTS_WEIGHT * error + helping, log_loss


def is_held_back(games: NDArray[Any]) -> Any:
    """Which positions are for validation: whole games, by their seeds.

    A game is held back whichever others it is learned with, so a network that starts from another
    has not known it either. Seeds are scattered first, because those of a table follow each other.
    """
    scattered = games.astype(np.uint64) * SCATTER >> np.uint64(40)
    return scattered % HELD_BACK == 0


def order_of(count: int, batch: int, passes: float, seed: int) -> Iterator[Any]:
    """Batches of shuffled indexes, pass after pass."""
    rng = np.random.default_rng(seed)
    left = int(count * passes)
    while left > 0:
        order = rng.permutation(count)[:left]
        for first in range(0, len(order), batch):
            yield torch.from_numpy(order[first : first + batch])
        left -= len(order)


def steps_of(count: int, batch: int, passes: float) -> int:
    """How many batches `order_of` makes; the last of a pass may be smaller."""
    whole, rest = divmod(int(count * passes), count)
    return whole * -(-count // batch) - (-rest // batch)


def validate(model: JudgeModel, shelf: Shelf, batch: int = 4096) -> dict[str, Any]:
    """How well the network, and the hand-made weights, tell who wins: in all and by round."""
    logs = logs_of(model, shelf, batch).cpu()
    columns = {name: column.cpu() for name, column in shelf.columns.items()}
    by_hand = columns["by_hand"].clamp(min=1e-4).log()
    shares, rounds = columns["shares"], columns["rounds"]
    return {
        "network": figures_of(logs, shares, rounds),
        "by_hand": figures_of(by_hand, shares, rounds),
    }


def logs_of(model: JudgeModel, shelf: Shelf, batch: int = 4096) -> Any:
    """The logarithms of the chances that a network gives in some positions."""
    model.eval()
    logs = []
    with torch.no_grad():
        for index in torch.arange(shelf.count).split(batch):
            part = shelf.batch(index.to(shelf.device))
            logits = model(part["rows"], part["players"], part["buckets"])[0]
            logs.append(logits.log_softmax(dim=1))
    model.train()
    return torch.cat(logs)


def mix_in_teacher(shelf: Shelf, teacher: JudgeModel, trust: float) -> None:
    """Replace who won by a mean of that and the chances that a teacher gives."""
    chances = logs_of(teacher.to(shelf.device), shelf).exp()
    shelf.columns["shares"] = (1 - trust) * shelf.columns["shares"] + trust * chances


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
    training = Shelf(positions.chosen(np.flatnonzero(~held)), device)
    unseen = Shelf(positions.chosen(np.flatnonzero(held)), device)
    if lesson.teacher is not None:
        mix_in_teacher(training, load_model(Path(lesson.teacher)), lesson.trust)
    about = {"lesson": asdict(lesson), "positions": fingerprint(positions)}
    model.to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lesson.rate, weight_decay=lesson.decay)
    steps = steps_of(training.count, lesson.batch, lesson.passes)
    step, before = take_up(kept, model, optimizer, about)
    began = perf_counter() - before
    order = order_of(training.count, lesson.batch, lesson.passes, lesson.seed)
    for index in islice(order, step, None):
        gone = step / steps
        if lesson.seconds is not None:
            gone = max(gone, (perf_counter() - began) / lesson.seconds)
        if gone >= 1.0:
            break
        for group in optimizer.param_groups:
            group["lr"] = lesson.rate * (1 - gone) + 1e-5
        loss, log_loss = losses(model, training.batch(index.to(device)))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % LOG_EVERY == 0:
            print(f"step {step} of {steps}: {float(log_loss.detach().mean()):.4f}", flush=True)
        if step % keep_every == 0:
            progress = Progress(step, perf_counter() - began)
            keep_progress(kept, model, optimizer, about, progress)
    return {
        "unseen": validate(model, unseen),
        "training_positions": training.count,
        "held_back_positions": unseen.count,
        "steps": step,
        "seconds": round(perf_counter() - began, 1),
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
