"""How certain a figure is when several games share one deal.

Games of one deal are not independent: whoever sits where the cards fall well wins more of them. So
deals are what is counted, and an interval never pretends to more games than they are worth.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

LEVEL: Final = 0.95
NORMAL: Final = 1.959963984540054  # 97.5% of the normal distribution


class Outing(NamedTuple):
    """What a group won in one game: its share, and how many seats it had."""

    deal: int
    won: float
    seats: int


class Share(NamedTuple):
    """A winning share per seat taken, with its 95% interval."""

    games: int
    seat_games: int
    wins: float
    share: float
    low: float
    high: float


def winning_share(outings: Sequence[Outing]) -> Share | None:
    """The share of its seat-games a group won; None if it had none.

    Wilson's interval over games, with as many games as the deals are worth (the survey
    statisticians' design effect), but never more than were played. A game has one win to give, so
    several seats of one bot in a game are one trial, and the result is spread over the seats.

    >>> share = winning_share([Outing(deal, float(deal < 5), 1) for deal in range(10)])
    >>> f"{share.share:.3f} {share.low:.3f} {share.high:.3f}"
    '0.500 0.237 0.763'
    """
    games = len(outings)
    seats = sum(outing.seats for outing in outings)
    if not seats:
        return None
    wins = math.fsum(outing.won for outing in outings)
    effective, reach = _worth(outings, wins, seats)
    low, high = wilson(wins / games, effective, reach)
    per_game = seats / games
    return Share(games, seats, wins, wins / seats, low / per_game, high / per_game)


def _worth(outings: Sequence[Outing], wins: float, seats: int) -> tuple[float, float]:
    """How many independent games these are worth, and how many standard errors to reach out."""
    games, share = len(outings), wins / seats
    sums: dict[int, float] = defaultdict(float)
    for outing in outings:
        sums[outing.deal] += outing.won - share * outing.seats
    deals = len(sums)
    if deals == games:
        return games, NORMAL
    rate = wins / games
    plain = rate * (1 - rate) / games
    if deals == 1 or plain <= 0:
        # Nothing tells how alike the games of a deal are: count each deal once.
        return deals, NORMAL
    clustered = deals / (deals - 1) * math.fsum(value**2 for value in sums.values()) / games**2
    effect = min(max(clustered / plain, 1.0), games / deals)
    return games / effect, t_reach(deals - 1)


def wilson(rate: float, games: float, reach: float = NORMAL) -> tuple[float, float]:
    """Wilson's interval of a rate seen in a number of games.

    >>> low, high = wilson(0.0, 10)
    >>> f"{low:.3f} {high:.3f}"
    '0.000 0.278'
    """
    square = reach * reach
    centre = (rate + square / (2 * games)) / (1 + square / games)
    spread = math.sqrt(max(rate * (1 - rate) / games + square / (4 * games * games), 0.0))
    half = reach / (1 + square / games) * spread
    return max(centre - half, 0.0), min(centre + half, 1.0)


def t_reach(freedom: int) -> float:
    """97.5% of Student's t, by the expansion of Fisher and Cornish; exact for 1 and 2.

    >>> [round(t_reach(freedom), 2) for freedom in (1, 2, 5, 10, 100)]
    [12.71, 4.3, 2.57, 2.23, 1.98]
    """
    if freedom == 1:
        return math.tan(math.pi * (LEVEL / 2))
    if freedom == 2:
        return 2 * (LEVEL / 2) * math.sqrt(2 / (1 - LEVEL**2))
    z, n = NORMAL, float(freedom)
    return (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        + (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / (92160 * n**4)
    )


def mean_error(values: Iterable[tuple[int, float]]) -> float | None:
    """The standard error of a mean of (deal, value) pairs; None with fewer than two deals."""
    pairs = list(values)
    if not pairs:
        return None
    mean = math.fsum(value for _, value in pairs) / len(pairs)
    sums: dict[int, float] = defaultdict(float)
    for deal, value in pairs:
        sums[deal] += value - mean
    deals = len(sums)
    if deals < 2:
        return None
    square = deals / (deals - 1) * math.fsum(value**2 for value in sums.values())
    return math.sqrt(square) / len(pairs)


def quantile(ordered: Sequence[float], part: float) -> float:
    """The quantile of sorted values, between two neighbours where it falls between them.

    >>> quantile([1, 2, 3, 4], 0.5)
    2.5
    """
    place = (len(ordered) - 1) * part
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
