"""How ratings of players and puzzles move: an attempt is a game of one against the other.

The model is Plackett and Luce's, by `openskill`, on the scale of chess: a hundred points more mean
that a player solves about two puzzles of three instead of one of two. Ratings are kept as whole
thousandths of a point, so that the same attempts give the same ratings on every machine.
"""

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MU: Final = 25.0
SIGMA: Final = MU / 3
POINTS_PER_UNIT: Final = 30
MEAN: Final = 1500
THOUSAND: Final = 1000
# How wide the shown interval is: nineteen of twenty lie within two deviations.
DEVIATIONS_SHOWN: Final = 2


class Rating(NamedTuple):
    """A rating and its standard deviation, in thousandths of a point."""

    rating: int
    deviation: int

    @property
    def points(self) -> int:
        """The rating as it is shown."""
        return round(self.rating / THOUSAND)

    @property
    def margin(self) -> int:
        """How far the true rating may be from it, nineteen times out of twenty."""
        return round(DEVIATIONS_SHOWN * self.deviation / THOUSAND)


NEWCOMER: Final = Rating(MEAN * THOUSAND, round(SIGMA * POINTS_PER_UNIT * THOUSAND))
# A puzzle starts where the levels that solve it place it, which is known better than a newcomer.
PUZZLE_DEVIATION: Final = 100 * THOUSAND


def new_puzzle(points: int) -> Rating:
    """The rating of a puzzle that nobody has tried yet."""
    return Rating(points * THOUSAND, PUZZLE_DEVIATION)


def after_attempt(player: Rating, puzzle: Rating, *, solved: bool) -> tuple[Rating, Rating]:
    """Both ratings after an attempt: one rises, the other falls.

    >>> mine, its = after_attempt(NEWCOMER, new_puzzle(1500), solved=True)
    >>> mine.points > 1500 > its.points
    True
    """
    model = _model()
    teams = [[model.rating(*_as_units(player))], [model.rating(*_as_units(puzzle))]]
    (mine,), (its,) = model.rate(teams, ranks=[1.0, 2.0] if solved else [2.0, 1.0])
    return _from_units(mine.mu, mine.sigma), _from_units(its.mu, its.sigma)


@cache
def _model() -> "PlackettLuce":
    # Loaded with the first attempt: a server nobody solves puzzles on starts without it.
    from openskill.models import PlackettLuce

    return PlackettLuce(mu=MU, sigma=SIGMA)


def _as_units(one: Rating) -> tuple[float, float]:
    unit = POINTS_PER_UNIT * THOUSAND
    return MU + (one.rating - MEAN * THOUSAND) / unit, one.deviation / unit


def _from_units(mu: float, sigma: float) -> Rating:
    unit = POINTS_PER_UNIT * THOUSAND
    return Rating(MEAN * THOUSAND + round((mu - MU) * unit), round(sigma * unit))
