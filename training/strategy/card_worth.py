"""What it is worth that a card is still there: the best turn with it against the best without it.

For a sample of turns, all plans are judged by the network where they end. Unlike shares of wins,
this does not mix up what a card brings with who is in a position to take it.
"""

from typing import Any, Final

from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.board import STACKS
from elgrande.rules.choices import STACK_BASE
from elgrande.rules.options import Options
from elgrande.search.features import turn_under_way
from elgrande.search.network import Network
from elgrande.search.plans import Plan
from elgrande.search.turn_judge import TurnJudge
from training.strategy.estimates import mean_of
from training.turn_starts import turn_starts

WIDTH: Final = 400


class CardWorth:
    """Collects, for every card, by how much it beats all other cards of the table."""

    def __init__(self, network: Network) -> None:
        self.judge = TurnJudge(network, 1)
        self.leads: dict[str, list[tuple[int, float]]] = {}

    def read(self, number: int, options: Options, played: PlayedGame) -> None:
        """Look at every turn of a game."""
        game = Game.new(options, played.seed)
        for _ in turn_starts(game, played):
            if turn_under_way(game.state) > 0 and game.decision != "power":
                seat = game.state.seat
                plans = self.judge.plan(game.state.clone(), seat, WIDTH)
                self._compare(number, game, best_by_stack(plans))

    def _compare(self, number: int, game: Game, best: dict[int, float]) -> None:
        if len(best) < 2:
            return
        view: Any = game.view(None).data
        for stack, chance in best.items():
            rest = max(other for at, other in best.items() if at != stack)
            card = view["stacks"][str(stack + 1)]["revealed"]
            self.leads.setdefault(card, []).append((number, chance - rest))

    def figures(self) -> dict[str, Any]:
        """For every card: how often it is the best, and how much chance is lost without it."""
        return {
            card: {
                "best": mean_of((game, lead > 0) for game, lead in found),
                "worth": mean_of((game, max(lead, 0.0)) for game, lead in found),
            }
            for card, found in sorted(self.leads.items())
        }


def best_by_stack(plans: list[Plan]) -> dict[int, float]:
    """The best chance with the card of each stack."""
    best: dict[int, float] = {}
    for plan in plans:
        for choice in plan.choices:
            if STACK_BASE <= choice < STACK_BASE + STACKS:
                stack = choice - STACK_BASE
                best[stack] = max(best.get(stack, 0.0), plan.chance)
                break
    return best
