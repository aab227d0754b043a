"""Means with 95% intervals over games: what happens in one game counts together."""

import math
from collections.abc import Iterable
from typing import Any, Final

from elgrande.arena.intervals import mean_error, t_reach

DIGITS: Final = 4
Estimate = dict[str, Any]


def mean_of(values: Iterable[tuple[int, float]]) -> Estimate:
    """The mean of values, each with its game; None where there are too few to say."""
    pairs = [(game, float(value)) for game, value in values]
    found: Estimate = {"mean": None, "low": None, "high": None, "count": len(pairs)}
    if pairs:
        mean = math.fsum(value for _, value in pairs) / len(pairs)
        found["mean"] = round(mean, DIGITS)
        error = mean_error(pairs)
        if error is not None:
            reach = error * t_reach(len({game for game, _ in pairs}) - 1)
            found["low"], found["high"] = round(mean - reach, DIGITS), round(mean + reach, DIGITS)
    return found


def ratio_of(values: Iterable[tuple[int, float, float]]) -> Estimate:
    """The mean over games of one sum divided by another, such as points by caballeros."""
    sums: dict[int, tuple[float, float]] = {}
    for game, above, below in values:
        one, other = sums.get(game, (0.0, 0.0))
        sums[game] = one + above, other + below
    return mean_of((game, above / below) for game, (above, below) in sums.items() if below)
