"""The server's memory over time: samples, and how fast it grows."""

from collections.abc import Sequence
from itertools import combinations
from statistics import median
from typing import NamedTuple

from bench.load.processes import ServerProcess, family, resident_bytes

MIB = 1024 * 1024
HOUR = 3600.0
# This many samples, evenly spread, are enough for a slope.
MOST_COMPARED = 400


class Sample(NamedTuple):
    """What the server has in memory at one moment of the soak."""

    seconds: float
    server: int
    # All bot processes together.
    bots: int
    database: int
    processor_seconds: float


def take_sample(process: ServerProcess, seconds: float, database: int) -> Sample:
    """Look at the server and its bot processes now."""
    server, *workers = family(process.pid)
    bots = sum(map(resident_bytes, workers))
    used = process.processor_seconds()
    return Sample(seconds, resident_bytes(server), bots, database, used)


def growth_per_hour(times: Sequence[float], values: Sequence[float]) -> float:
    """How fast values grow: the median of the slopes between all pairs, robust to outliers.

    >>> growth_per_hour([0, 1800, 3600], [10.0, 11.0, 12.0])
    2.0
    """
    step = max(1, len(times) // MOST_COMPARED)
    points = list(zip(times, values, strict=True))[::step]
    slopes = [
        (later[1] - earlier[1]) / (later[0] - earlier[0])
        for earlier, later in combinations(points, 2)
        if later[0] > earlier[0]
    ]
    return HOUR * median(slopes) if slopes else 0.0
