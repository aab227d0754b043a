"""Bots whose positions are judged by a network instead of weights set by hand.

`grandmaster`, the highest level, searches, and the network judges the end of the round; `OneTurn`
plans its turn and has the network judge where each plan ends, without any search. Without a network
that fits, the weights set by hand serve, and one line says so.
"""

import logging
from functools import cache
from typing import Final

from elgrande.bots.levels import MASTER, Searcher, is_own_turn, luck_of
from elgrande.bots.situation import SEEDS, Situation
from elgrande.bots.turn_plan import TurnPlan
from elgrande.rules.frames import POWER
from elgrande.search.context import Context
from elgrande.search.errors import BadNetwork
from elgrande.search.network import Network
from elgrande.search.network_file import load_network
from elgrande.search.rollout import answer_quickly
from elgrande.search.search_result import think
from elgrande.search.tree import SearchSettings
from elgrande.search.turn_judge import TurnJudge
from elgrande.search.weights import FORESIGHTED, STANDARD

PLANS_JUDGED: Final = 24
TRIES_PER_POWER: Final = 2
LOG: Final = logging.getLogger("elgrande.bots")


def judged_by(
    network: Network,
    rounds_ahead: int = 0,
    judges_turns: bool = False,
    prior_chance: float = 0.05,
    trust: float = 2.0,
    halving: bool = False,
    exploration: float = 0.5,
    width: int = 32,
    inner_width: int = 8,
) -> SearchSettings:
    """A search judged by a network: at the end of the round or of later ones, or of a turn."""
    return SearchSettings(
        width=width,
        inner_width=inner_width,
        rounds_ahead=rounds_ahead,
        patience=2,
        noise=64,
        exploration=exploration,
        prior_width=4.0,
        weights=STANDARD,
        network=network,
        judges_turns=judges_turns,
        prior_chance=prior_chance,
        trust=trust,
        halving=halving,
    )


@cache
def shipped_network() -> Network | None:
    """The network of this package; None if there is none that fits, which is logged once."""
    try:
        return load_network()
    except BadNetwork as error:
        LOG.warning("Positions are judged by hand-made weights: %s", error)
        return None


class OneTurn:
    """Plans its turn like `steady`, but takes the plan whose end the network likes best."""

    def __init__(self, network: Network) -> None:
        self._network = network
        self._settings = judged_by(network)
        self._plan = TurnPlan()

    def choose(self, situation: Situation) -> int:
        """What is planned, or the best new plan; a few tries of the round for a power card."""
        state, seat = situation.imagine().state, situation.seat
        planned = self._plan.next(state, situation.legal)
        if planned is not None:
            return planned
        if len(situation.legal) == 1:
            return situation.legal[0]
        if is_own_turn(state, seat):
            judge = TurnJudge(self._network, situation.rng.below(SEEDS))
            choices = judge.plan(state, seat, PLANS_JUDGED)[0].choices
            self._plan.keep(choices[1:], state)
            return choices[0]
        if state.kind == POWER:
            tries = TRIES_PER_POWER * len(situation.legal)
            seed = situation.rng.below(SEEDS)
            return think(state, seat, self._settings, tries, 0.0, seed).options[0].choices[0]
        return answer_quickly(state, Context(luck_of(situation), 0, FORESIGHTED), seat)


def grandmaster(seconds: float = 1.0, iterations: int | None = None) -> Searcher:
    """Searches like `master`, but a network that taught itself judges the positions."""
    network = shipped_network()
    settings = MASTER if network is None else judged_by(network)
    return Searcher(settings, seconds, iterations)
