"""Bots whose positions are judged by a network instead of weights set by hand.

`grandmaster`, the highest level, searches, and the network judges the end of the round; `OneTurn`
plans its turn and has the network judge where each plan ends, without any search. Without a network
that fits, the weights set by hand serve, and one line says so.
"""

from typing import Final

from elgrande.bots.levels import MASTER, Searcher, is_own_turn, luck_of
from elgrande.bots.second_core import SECOND_CORE, checked_cores, think_on_two_cores
from elgrande.bots.situation import SEEDS, Situation
from elgrande.bots.turn_plan import TurnPlan
from elgrande.game import Game
from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.frames import POWER, is_secret
from elgrande.search.context import Context
from elgrande.search.network import Network
from elgrande.search.rollout import answer_quickly
from elgrande.search.search_result import SearchResult, think
from elgrande.search.tree import SearchSettings
from elgrande.search.turn_judge import TurnJudge
from elgrande.search.weights import FORESIGHTED, STANDARD

PLANS_JUDGED: Final = 24
TRIES_PER_POWER: Final = 2


def judged_by(
    network: Network,
    rounds_ahead: int = 0,
    turn_share: float = 0.0,
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
        turn_share=turn_share,
        prior_chance=prior_chance,
        trust=trust,
        halving=halving,
    )


class OneTurn:
    """Plans its turn like `steady`, but takes the plan whose end the network likes best."""

    def __init__(self, network: Network, tries_per_power: int = TRIES_PER_POWER) -> None:
        self._network = network
        self._settings = judged_by(network, prior_chance=0.0)
        self._tries_per_power = tries_per_power
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
            tries = self._tries_per_power * len(situation.legal)
            seed = situation.rng.below(SEEDS)
            return think(state, seat, self._settings, tries, 0.0, seed).options[0].choices[0]
        return answer_quickly(state, Context(luck_of(situation), 0, FORESIGHTED), seat)


class Grandmaster(Searcher):
    """A search judged by the network of the package, on two cores where two are free."""

    def __init__(self, seconds: float, iterations: int | None, cores: int | None) -> None:
        super().__init__(grandmaster_settings(), seconds, iterations)
        self._cores = None if cores is None else checked_cores(cores)

    def search(self, game: Game, situation: Situation) -> SearchResult:
        """The options of a decision; discs are mixed on one core."""
        cores = self._cores
        if cores is None:  # a number of iterations must give the same result everywhere
            cores = 1 if self._iterations else situation.cores
        if cores == 1 or is_secret(game.state.kind):
            return super().search(game, situation)
        seeds = situation.rng.below(SEEDS), situation.rng.below(SEEDS)
        return think_on_two_cores(
            game, situation.seat, self._settings, self._iterations, self._seconds, seeds
        )

    def close(self) -> None:
        """End the process for the second core."""
        SECOND_CORE.close()


def grandmaster_settings() -> SearchSettings:
    """How a grandmaster searches: like a master if no network fits."""
    network = shipped_network()
    return MASTER if network is None else judged_by(network)


def grandmaster(
    seconds: float = 1.0, iterations: int | None = None, cores: int | None = None
) -> Grandmaster:
    """Searches like `master`, but a network that taught itself judges the positions."""
    return Grandmaster(seconds, iterations, cores)
