"""A lesson: what is made small, in which order positions are seen, and how it goes on later."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any, Final

import numpy as np
import torch
from torch import nn

from elgrande.rules.board import COLOURS
from elgrande.search.network import POINTS_SCALE
from training.checkpoint import Progress, keep_progress, take_up
from training.model import JudgeModel
from training.positions import Positions

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
    td_lambda: float = 0.9  # see `training.targets`; 1: positions are taught the result alone


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


def teach(
    model: JudgeModel,
    shelf: Shelf,
    lesson: Lesson,
    about: dict[str, Any],
    kept: Path,
    keep_every: int = KEEP_EVERY,
) -> Progress:
    """Teach a model what is on a shelf, going on from what is kept; how far it came."""
    model.to(shelf.device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=lesson.rate, weight_decay=lesson.decay)
    steps = steps_of(shelf.count, lesson.batch, lesson.passes)
    step, before = take_up(kept, model, optimizer, about)
    began = perf_counter() - before
    order = order_of(shelf.count, lesson.batch, lesson.passes, lesson.seed)
    for index in islice(order, step, None):
        gone = step / steps
        if lesson.seconds is not None:
            gone = max(gone, (perf_counter() - began) / lesson.seconds)
        if gone >= 1.0:
            break
        for group in optimizer.param_groups:
            group["lr"] = lesson.rate * (1 - gone) + 1e-5
        loss, log_loss = losses(model, shelf.batch(index.to(shelf.device)))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % LOG_EVERY == 0:
            print(f"step {step} of {steps}: {float(log_loss.detach().mean()):.4f}", flush=True)
        if step % keep_every == 0:
            keep_progress(kept, model, optimizer, about, Progress(step, perf_counter() - began))
    return Progress(step, perf_counter() - began)


def logs_of(model: JudgeModel, shelf: Shelf, batch: int = 8192) -> Any:
    """The logarithms of everyone's chances in all positions of a shelf."""
    model.eval()
    logs = []
    with torch.no_grad():
        for index in torch.arange(shelf.count).split(batch):
            part = shelf.batch(index.to(shelf.device))
            logits = model(part["rows"], part["players"], part["buckets"])[0]
            logs.append(logits.log_softmax(dim=1).cpu())
    model.train()
    return torch.cat(logs)
