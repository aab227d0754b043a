"""Accuracy in per cent: how close to the best a player's choices were (docs/review.md).

A moment's accuracy falls with the chance to win that it lost. A player's accuracy is the mean of
all moments, in which a turn counts more than a power card or a disc because it decides more.
"""

from collections.abc import Iterable, Mapping
from math import exp
from typing import Final

from elgrande.review.data import DISC, POWER, TURN, Moment

# The lost chance at which a moment's accuracy has fallen to 100/e, 37 per cent.
SCALE: Final = 0.1
WEIGHTS: Final[Mapping[str, float]] = {TURN: 3.0, POWER: 1.0, DISC: 1.0}


def accuracy_of(lost: float) -> float:
    """The accuracy of one moment that lost this chance to win.

    >>> accuracy_of(0.0)
    100.0
    """
    return 100.0 * exp(-max(0.0, lost) / SCALE)


def mean_accuracy(moments: Iterable[Moment]) -> float | None:
    """The accuracy over several moments; None if there are none."""
    total = weights = 0.0
    for moment in moments:
        weight = WEIGHTS[moment.kind]
        total += weight * accuracy_of(moment.lost)
        weights += weight
    return total / weights if weights else None
