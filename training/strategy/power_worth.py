"""What every power card of the first round is worth: the network judges the table after each.

Every card that may be laid is tried from the same position, so that it does not matter which ones
players like to lay when they are well off.
"""

from typing import Any

from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.choices import POWER_BASE
from elgrande.rules.options import Options
from elgrande.search.network import Network
from elgrande.search.outcome import Outcome
from training.strategy.estimates import mean_of


class PowerWorth:
    """Collects chances by how many have laid their card before, and by the card."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.outcome = Outcome()
        self.found: dict[tuple[int, int], list[tuple[int, float]]] = {}

    def read(self, number: int, options: Options, played: PlayedGame) -> None:
        """Look at the first round of a game."""
        game = Game.new(options, played.seed)
        laid = 0
        for seat, _ in played.replay(game):
            if laid == options.players:
                break
            if game.decision == "power":
                self._try_all(number, game, seat, laid)
                laid += 1

    def _try_all(self, number: int, game: Game, seat: int, laid: int) -> None:
        """Every legal card, against the mean of all of them."""
        chances = {}
        for choice in game.legal(seat):
            copy = game.clone()
            copy.play(choice, seat)
            self.network.judge(copy.state, self.outcome)
            chances[choice - POWER_BASE] = self.outcome.chances[seat]
        mean = sum(chances.values()) / len(chances)
        for value, chance in chances.items():
            self.found.setdefault((laid, value), []).append((number, chance - mean))

    def figures(self) -> list[dict[str, Any]]:
        """By position and card: how much better or worse than the mean card."""
        return [
            {"position": laid + 1, "value": value, "gain": mean_of(pairs)}
            for (laid, value), pairs in sorted(self.found.items())
        ]
