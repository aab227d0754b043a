"""Ratings of the bots of a match: Plackett and Luce's model for several players, by `openskill`.

A bot does not learn from game to game, so its skill does not drift and the order of the games says
nothing. The model takes them one after another, though, and its result depends a little on the
order. So the games are rated in many orders, always shuffled the same way and each also backwards,
and the mean counts.
"""

import random
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import TYPE_CHECKING, Final, NamedTuple

from elgrande.arena.result import GameResult

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

ORDERS: Final = 20  # each also backwards
MOST_RATED: Final = 8_000  # games in all orders together; more games need fewer orders
DEVIATIONS: Final = 3  # how far below the mean the ordinal lies
START: Final = (25.0, 25.0 / 3)
NO_DRIFT: Final = 0.0


class Rating(NamedTuple):
    """A bot's skill as a mean and a standard deviation; all begin with 25 and 8.33."""

    mu: float
    sigma: float

    @property
    def ordinal(self) -> float:
        """A skill the bot almost certainly reaches: what to rank by."""
        return self.mu - DEVIATIONS * self.sigma


def available() -> bool:
    """Whether `openskill`, of the extra `arena`, is installed."""
    return find_spec("openskill") is not None


def rate(results: Sequence[GameResult]) -> dict[str, Rating]:
    """The rating of every bot, by its text; the order of the results does not matter.

    A game between seats of one bot alone says nothing about it and is left out.
    """
    # Loaded only here: a match without ratings does not need the package.
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=START[0], sigma=START[1], tau=NO_DRIFT)
    names = sorted({bot for result in results for bot in result.bots})
    games = [
        result
        for result in sorted(results, key=lambda result: (result.number, result.seed))
        if len(set(result.bots)) > 1
    ]
    luck = random.Random(1)
    passes = []
    for _ in range(max(1, min(ORDERS, MOST_RATED // (2 * len(games) + 1)))):
        luck.shuffle(games)
        passes += [_one_pass(model, names, games), _one_pass(model, names, games[::-1])]
    return {
        name: Rating(
            fmean(ratings[name].mu for ratings in passes),
            fmean(ratings[name].sigma for ratings in passes),
        )
        for name in names
    }


def _one_pass(
    model: "PlackettLuce", names: Sequence[str], games: Sequence[GameResult]
) -> dict[str, Rating]:
    ratings = {name: Rating(*START) for name in names}
    for game in games:
        ratings |= _after(model, ratings, game)
    return ratings


def _after(
    model: "PlackettLuce", ratings: Mapping[str, Rating], game: GameResult
) -> dict[str, Rating]:
    """The ratings of the bots of a game after it.

    Each seat is rated as a player of its own; the seats of one bot then agree on their mean, so
    three seats do not make a bot three times as sure of itself.
    """
    # A fresh object for every seat: the package changes equal ones together.
    teams = [[model.rating(*ratings[bot])] for bot in game.bots]
    rated = model.rate(teams, ranks=[float(rank) for rank in places(game.scores)])
    after = {}
    for bot in dict.fromkeys(game.bots):
        own = [team[0] for team, name in zip(rated, game.bots, strict=True) if name == bot]
        after[bot] = Rating(fmean(seat.mu for seat in own), fmean(seat.sigma for seat in own))
    return after


def places(scores: Sequence[int]) -> list[int]:
    """The place of every seat, 1 for the best; equal scores share the better place.

    >>> places([90, 75, 90, 60])
    [1, 3, 1, 4]
    """
    return [1 + sum(other > score for other in scores) for score in scores]
