"""TD(lambda) along games: a position's target from the opinions and the result that came after."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def begins_game(games: NDArray[Any]) -> NDArray[Any]:
    """Which positions are the first of their game; those of a game follow each other."""
    return np.concatenate([[True], games[1:] != games[:-1]])


def along_games(
    games: NDArray[Any], opinions: NDArray[Any], shares: NDArray[Any], td_lambda: float
) -> NDArray[Any]:
    """Every position's target: of the next opinion a part, of the next target the rest."""
    first = np.flatnonzero(begins_game(games))
    last = np.append(first[1:], len(games)) - 1
    targets = shares.copy()
    for back in range(1, int((last - first).max(initial=0)) + 1):
        at = (last - back)[last - back >= first]
        targets[at] = (1 - td_lambda) * opinions[at + 1] + td_lambda * targets[at + 1]
    return targets
