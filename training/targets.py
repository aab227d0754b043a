"""What a position is taught: how the game ended, mixed with how it was judged later on the way.

The result of a game says little about each of its positions, and all of them share it, so that a
network soon knows games by heart. What it thinks a few turns later says more: TD(lambda). Two small
networks give these opinions, each about the games that only the other one has learned from.
"""

from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from training.lesson import Lesson, Shelf, logs_of, teach
from training.model import JudgeModel, Sizes
from training.positions import Positions
from training.returns import along_games, begins_game

TEACHERS: Final = 2
TEACHER_SIZES: Final = Sizes(32, 16)
TEACHER_PART: Final = 0.25  # of the seconds, for each of them


def mixed_targets(
    positions: Positions, lesson: Lesson, device: str, kept: Path, about: dict[str, Any]
) -> NDArray[Any]:
    """The shares of the win that positions are taught, float32[n, 5]."""
    if lesson.td_lambda >= 1.0:
        return positions.shares
    opinions = np.zeros_like(positions.shares)
    group = np.cumsum(begins_game(positions.games)) % TEACHERS
    for number in range(TEACHERS):
        torch.manual_seed(lesson.seed * TEACHERS + number)
        model = JudgeModel(TEACHER_SIZES)
        seconds = None if lesson.seconds is None else TEACHER_PART * lesson.seconds
        own, others = np.flatnonzero(group == number), np.flatnonzero(group != number)
        shelf = Shelf(positions.chosen(own), device)
        path = kept.with_suffix(f".teacher-{number}")
        teach(model, shelf, replace(lesson, passes=1.0, seconds=seconds), about, path)
        opinions[others] = logs_of(model, Shelf(positions.chosen(others), device)).exp().numpy()
        path.unlink(missing_ok=True)
    return along_games(positions.games, opinions, positions.shares, lesson.td_lambda)


def mix_in_teacher(shelf: Shelf, teacher: JudgeModel, trust: float) -> None:
    """Replace what is taught by a mean of that and the chances that a larger network gives."""
    chances = logs_of(teacher.to(shelf.device), shelf).exp().to(shelf.device)
    shelf.columns["shares"] = (1 - trust) * shelf.columns["shares"] + trust * chances
