"""Everyone's chance to win from a position, by games played on quickly in compiled code (R19).

The worlds are imagined from one seat after the other, so that nothing in them was hidden from
everybody; what each seat knows counts in its share of the worlds. The same position, seed and
number of games always give the same chances.
"""

from typing import Final

from elgrande.game import Game
from elgrande.rules.board import ROUNDS
from elgrande.rules.playout import scores_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.outcome import Outcome
from elgrande.search.rollout import play_on
from elgrande.search.weights import STANDARD

# Like the search of `master`: to the end of the second round after this one, and judged there.
ROUNDS_AHEAD: Final = 2
NOISE: Final = 64


def chances_of(game: Game, games: int, seed: int) -> list[float]:
    """The chance of every seat; a shared victory is shared here too."""
    if game.over:
        return _shares(game.state)
    players = game.options.players
    context, outcome = Context(Rng(seed), NOISE, STANDARD), Outcome()
    last = min(ROUNDS, game.round + ROUNDS_AHEAD)
    sums = [0.0] * players
    for number in range(games):
        state = game.determinize(number % players, seed + number).state
        play_on(state, context, last)
        if state.over:
            found = _shares(state)
        else:
            outcome.judge(state, context.appraiser)
            found = [outcome.chances[seat] for seat in range(players)]
        sums = [one + other for one, other in zip(sums, found, strict=True)]
    return [total / games for total in sums]


def _shares(state: State) -> list[float]:
    scores = scores_of(state)
    best = max(scores)
    share = 1 / scores.count(best)
    return [share if score == best else 0.0 for score in scores]
