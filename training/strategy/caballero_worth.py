"""What one more caballero is worth, by where it goes: the network judges the same position with it.

Before every turn, one caballero of the seat's Court is put into the Castillo or into a region next
to the King, or one more comes to the Court from the Province.
"""

from typing import Any, Final

from elgrande.game import Game
from elgrande.learn.data.games_file import PlayedGame
from elgrande.rules.board import CASTILLO, COURT, PLACE_TARGETS, PROVINCE, REGIONS, ROUNDS
from elgrande.rules.options import Options
from elgrande.rules.state import State
from elgrande.search.features import turn_under_way
from elgrande.search.network import Network
from elgrande.search.outcome import Outcome
from training.strategy.estimates import mean_of
from training.turn_starts import turn_starts

KINDS: Final = ("castillo", "best_region", "mean_region", "court")


class CaballeroWorth:
    """Collects what a caballero brings, by round and by where it goes."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.outcome = Outcome()
        self.found: dict[tuple[int, str], list[tuple[int, float]]] = {}

    def read(self, number: int, options: Options, played: PlayedGame) -> None:
        """Look at every turn of a game."""
        game = Game.new(options, played.seed)
        for _ in turn_starts(game, played):
            state = game.state
            if turn_under_way(state) > 0 and state.caballeros(COURT, state.seat):
                self._try_places(number, state, state.seat)

    def _try_places(self, number: int, state: State, seat: int) -> None:
        before = self._chance(state, seat)
        targets = PLACE_TARGETS[state.king]
        regions = [
            self._with_one(state, seat, COURT, place) - before
            for place in range(REGIONS)
            if targets >> place & 1
        ]
        gains = {}
        if regions:
            gains["best_region"] = max(regions)
            gains["mean_region"] = sum(regions) / len(regions)
        if targets >> CASTILLO & 1:
            gains["castillo"] = self._with_one(state, seat, COURT, CASTILLO) - before
        if state.caballeros(PROVINCE, seat):
            gains["court"] = self._with_one(state, seat, PROVINCE, COURT) - before
        for kind, gain in gains.items():
            self.found.setdefault((state.round, kind), []).append((number, gain))

    def _with_one(self, state: State, seat: int, source: int, target: int) -> float:
        copy = state.clone()
        copy.move(seat, source, target, 1)
        return self._chance(copy, seat)

    def _chance(self, state: State, seat: int) -> float:
        self.network.judge(state, self.outcome)
        return self.outcome.chances[seat]

    def figures(self) -> list[dict[str, Any]]:
        """By round: what each place for a caballero brings."""
        return [
            {
                "round": number,
                **{kind: mean_of(self.found.get((number, kind), ())) for kind in KINDS},
            }
            for number in range(1, ROUNDS + 1)
        ]
