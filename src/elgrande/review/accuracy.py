"""Accuracy in per cent: how much of their odds to win players kept (docs/play/review.md).

A moment's accuracy is the part of the odds of winning that is left after what was played, compared
with the best. So to halve one's odds is the same mistake for the leader and for the last. A
player's accuracy is the mean over all moments; a moment counts more while the game is open for the
player, and a turn counts more than a power card or a disc, because it decides more.
"""

from collections.abc import Iterable, Mapping
from math import sqrt
from typing import Final

from elgrande.review.data import DISC, POWER, TURN, Moment

# Chances beyond these are as good as certain, and differences there do not count.
LEAST_CHANCE: Final = 0.002
WEIGHTS: Final[Mapping[str, float]] = {TURN: 3.0, POWER: 1.0, DISC: 1.0}
LEAST_OPEN: Final = 0.02  # so that moments in a game that is decided count a little too


def accuracy_of(best: float, lost: float) -> float:
    """The accuracy of a moment, in which so much of the best chance was lost.

    >>> accuracy_of(0.5, 0.0), round(accuracy_of(0.5, 0.1)), round(accuracy_of(0.2, 0.1))
    (100.0, 67, 44)
    """
    return 100.0 * min(1.0, _odds(best - lost) / _odds(best))


def _odds(chance: float) -> float:
    chance = min(1.0 - LEAST_CHANCE, max(LEAST_CHANCE, chance))
    return chance / (1.0 - chance)


def weight_of(moment: Moment) -> float:
    """How much a moment counts in the accuracy of its player."""
    chance = min(1.0, max(0.0, moment.best))
    return WEIGHTS[moment.kind] * (LEAST_OPEN + sqrt(chance * (1.0 - chance)))


def mean_accuracy(moments: Iterable[Moment]) -> float | None:
    """The accuracy over several moments; None if there are none."""
    total = weights = 0.0
    for moment in moments:
        weight = weight_of(moment)
        total += weight * accuracy_of(moment.best, moment.lost)
        weights += weight
    return total / weights if weights else None
