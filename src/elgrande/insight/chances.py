"""Everyone's chance to win from a position, judged where the next turn begins (R19).

The worlds are imagined from one seat after the other, so that nothing in them was hidden from
everybody; what each seat knows counts in its share of the worlds. The same position, seed and
number of games always give the same chances.
"""

from typing import Final

from elgrande.game import Game
from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.board import ROUNDS
from elgrande.rules.playout import scores_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.network import Network, judge
from elgrande.search.outcome import Outcome
from elgrande.search.rollout import play_on, play_to_turn
from elgrande.search.weights import STANDARD

# Hand-made weights see little by themselves: they judge the end of the second round after this one.
ROUNDS_AHEAD: Final = 2
NOISE: Final = 64


def chances_of(game: Game, games: int, seed: int) -> list[float]:
    """The chance of every seat; a shared victory is shared here too."""
    if game.over:
        return _shares(game.state)
    players = game.options.players
    network = shipped_network()
    context, outcome = Context(Rng(seed), NOISE, STANDARD), Outcome()
    sums = [0.0] * players
    for number in range(games):
        state = game.determinize(number % players, seed + number).state
        _play_to_judgement(state, context, network)
        if state.over:
            found = _shares(state)
        else:
            judge(state, network, context.appraiser, outcome)
            found = [outcome.chances[seat] for seat in range(players)]
        sums = [one + other for one, other in zip(sums, found, strict=True)]
    return [total / games for total in sums]


def _play_to_judgement(state: State, context: Context, network: Network | None) -> None:
    """Play on with quick answers to where a position can be judged."""
    if network is None:
        play_on(state, context, min(ROUNDS, state.round + ROUNDS_AHEAD))
    else:
        play_to_turn(state, context)


def _shares(state: State) -> list[float]:
    scores = scores_of(state)
    best = max(scores)
    share = 1 / scores.count(best)
    return [share if score == best else 0.0 for score in scores]
