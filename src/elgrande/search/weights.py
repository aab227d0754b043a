"""What a position is worth, as data: how leads last, and what pieces and cards promise.

All worths are in 256ths of a point. `tools/learn_weights.py` makes these numbers from games that
the bots play against each other.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import CABALLEROS_PER_COLOUR, ROUNDS

POINT: Final = 256
EVEN: Final = CABALLEROS_PER_COLOUR  # the column of a lead of 0
LEADS: Final = 2 * CABALLEROS_PER_COLOUR + 1
TIMES: Final = 12  # quarters of rounds until the next general scoring
LATER_WIDTH: Final = 2.4

# By round, from an unused 0 on: what a point at the next scoring, and at those after it, counts.
NEAR: Final = [256, 420, 380, 330, 420, 380, 330, 400, 350, 300]
FAR: Final = [0, 300, 290, 270, 150, 145, 140, 0, 0, 0]
WEIGHT: Final = vec[i64]([near + far for near, far in zip(NEAR, FAR, strict=True)])
# The King moves on, so his bonus counts for the next scoring alone.
KING: Final = vec[i64](NEAR)


def _overtaken(lead: int, time: int, number: int) -> int:
    """How likely an opponent is level or ahead when it counts, in 256ths, by our lead now."""
    later = 256 / (1 + exp((lead - 0.5) / LATER_WIDTH))
    soon = 256.0 if lead <= 0 else 0.0
    if time > 0:
        soon = 256 / (1 + exp((lead - 0.5) / (0.30 + 0.12 * time)))
    return round((NEAR[number] * soon + FAR[number] * later) / (NEAR[number] + FAR[number]))


# By round and time, then by lead.
OVERTAKEN: Final = vec[i64](
    [
        _overtaken(lead, time, number)
        for number in range(ROUNDS + 1)
        for time in range(TIMES)
        for lead in range(-EVEN, EVEN + 1)
    ]
)

# What a caballero in the Castillo counts beyond its board.
CASTILLO_EACH: Final = vec[i64]([0, 250, 250, 240, 230, 230, 230, 200, 200, 180])
# What caballeros in a Court count: the first few more than those after.
COURT_FIRST: Final = [0, 230, 230, 220, 220, 210, 200, 170, 110, 0]
COURT_MORE: Final = [0, 150, 150, 140, 140, 130, 110, 80, 20, 0]
COURT_FEW: Final = 5
COURT: Final = vec[i64](
    [
        COURT_FIRST[number] * min(count, COURT_FEW) + COURT_MORE[number] * max(0, count - COURT_FEW)
        for number in range(ROUNDS + 1)
        for count in range(CABALLEROS_PER_COLOUR + 1)
    ]
)
