"""`ElGrande-Disc`: the secret discs of one general scoring, as a game in which all choose at once.

The position is known to all, also what is in the Castillo. A player's payoff is what the scoring
brings it, less what it brings the others on average, by the rules themselves.
"""

from itertools import product
from typing import TYPE_CHECKING, Any, Final

from elgrande.game import Game
from elgrande.learn.arrays import np
from elgrande.learn.solvable.matrix_games import regret_matching
from elgrande.rules.board import NOWHERE
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.errors import BadArgument
from elgrande.rules.frames import DISC_SCORING, KIND_KEYS
from elgrande.search.regret_matching import RegretMatching
from elgrande.search.weights import STANDARD

if TYPE_CHECKING:
    from numpy.typing import NDArray

DECISION: Final = KIND_KEYS[DISC_SCORING]
ITERATIONS: Final = 1000


def payoffs_of(game: Game) -> "NDArray[Any]":
    """What every combination of discs brings: an axis for each asked seat, one for all of them.

    Entry `[i, j, ..., k]` is the payoff of the k-th asked seat when the first chooses its i-th
    legal choice, the second its j-th, and so on.
    """
    seats = asked(game)
    choices = [game.legal(seat) for seat in seats]
    payoffs = np.zeros((*map(len, choices), len(seats)))
    for places in product(*(range(len(mine)) for mine in choices)):
        scored = game.clone()
        for seat, mine, place in zip(seats, choices, places, strict=True):
            scored.play(mine[place], seat)
        gains = [after - before for after, before in zip(scored.scores, game.scores, strict=True)]
        others = len(gains) - 1
        for number, seat in enumerate(seats):
            payoffs[(*places, number)] = gains[seat] - (sum(gains) - gains[seat]) / others
    return payoffs


def solve(game: Game, iterations: int = ITERATIONS) -> list["NDArray[Any]"]:
    """How often each asked seat should choose each of its legal choices, by regret matching."""
    return regret_matching(payoffs_of(game), iterations)


def mixes_of_bots(game: Game, iterations: int, seed: int) -> list["NDArray[Any]"]:
    """The mixes that the searching bots would play here, who weigh chances to win, not points."""
    found = []
    for seat in asked(game):
        search = RegretMatching(STANDARD, seed)
        search.run(game.state, seat, iterations, 0.0)
        shares = search.shares(seat)
        found.append(np.array([shares[choice - PLACE_BASE] for choice in game.legal(seat)]))
    return found


def asked(game: Game) -> tuple[int, ...]:
    """The seats that set a disc; BadArgument if this is not the start of a general scoring."""
    if game.decision != DECISION:
        raise BadArgument(f"A game of discs begins with {DECISION}, not with {game.decision}.")
    if any(game.state.disc(seat) != NOWHERE for seat in range(game.options.players)):
        raise BadArgument("A game of discs begins before the first disc is set.")
    return game.waiting
