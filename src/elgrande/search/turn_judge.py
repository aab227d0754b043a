"""One turn ahead with a network: the most promising plans, judged by the network where they end."""

from typing import final

from mypy_extensions import i64

from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.features import STAGES, turn_under_way
from elgrande.search.network import Network, judge
from elgrande.search.outcome import Outcome
from elgrande.search.plans import Plan, Planner, distinct
from elgrande.search.rollout import play_on
from elgrande.search.weights import FORESIGHTED, Weights


@final
class TurnJudge:
    """Plans turns and has a network judge them."""

    def __init__(self, network: Network, seed: int, weights: Weights = FORESIGHTED) -> None:
        self.network = network
        self.outcome = Outcome()
        self.context = Context(Rng(seed), 0, weights)
        self.planner = Planner(
            Context(Rng(seed + 1), 0, weights), Context(Rng(seed + 2), 0, weights)
        )
        self.planner.keeps_ends = True

    def plan(self, state: State, seat: i64, width: i64) -> list[Plan]:
        """Up to `width` plans for the rest of a turn, those with the best chances first."""
        plans = distinct(self.planner.plan(state, seat), width)
        self.planner.plans = []
        for plan in plans:
            end = plan.end
            if end is not None:
                plan.chance = self.chance(end, seat)
                plan.end = None
        plans.sort(key=_chance_of, reverse=True)
        return plans

    def chance(self, end: State, seat: i64) -> float:
        """A seat's chance of winning after a turn; a round that is over is scored first."""
        if not end.over and turn_under_way(end) == STAGES - 1:
            play_on(end, self.context, end.round)
        judge(end, self.network, self.context.appraiser, self.outcome)
        return self.outcome.chances[seat]


def _chance_of(plan: Plan) -> float:
    return plan.chance
