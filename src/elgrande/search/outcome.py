"""How a position may end: everyone's chance to win and the points they may expect (R19)."""

from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import COLOURS, ROUNDS
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.weights import POINT

# How many points make the chances of two seats differ by a factor of e: at the end, and more of
# them for every round still to come.
DOUBT_AT_END: Final = 3.0
DOUBT_PER_ROUND: Final = 1.6


@final
class Outcome:
    """The estimated outcome of a position, for every seat."""

    def __init__(self) -> None:
        self.chances = vec[float]([0.0] * COLOURS)
        self.finals = vec[float]([0.0] * COLOURS)

    def judge(self, state: State, appraiser: Appraiser) -> None:
        """Appraise a position for all."""
        players: i64 = state.deal.players
        appraiser.take_weights(state)
        appraiser.appraise(state)
        best: i64 = appraiser.values[0]
        seat: i64 = 1
        while seat < players:
            if appraiser.values[seat] > best:
                best = appraiser.values[seat]
            seat += 1
        doubt: float = POINT * 1.0
        if not state.over:
            doubt = POINT * (DOUBT_AT_END + DOUBT_PER_ROUND * float(ROUNDS + 1 - state.round))
        total: float = 0.0
        seat = 0
        while seat < players:
            self.finals[seat] = float(appraiser.values[seat]) / POINT
            self.chances[seat] = exp(float(appraiser.values[seat] - best) / doubt)
            total += self.chances[seat]
            seat += 1
        seat = 0
        while seat < players:
            self.chances[seat] /= total
            seat += 1

    def take(self, other: "Outcome") -> None:
        """Become a copy of another outcome."""
        seat: i64 = 0
        while seat < COLOURS:
            self.chances[seat] = other.chances[seat]
            self.finals[seat] = other.finals[seat]
            seat += 1

    def mix(self, other: "Outcome", share: float) -> None:
        """Become a mean of this outcome and another, which counts for a share."""
        seat: i64 = 0
        while seat < COLOURS:
            self.chances[seat] += share * (other.chances[seat] - self.chances[seat])
            self.finals[seat] += share * (other.finals[seat] - self.finals[seat])
            seat += 1

    def margin(self, players: i64, seat: i64) -> float:
        """By how much a seat is ahead of its best opponent, in points."""
        best: float = -1000.0
        other: i64 = 0
        while other < players:
            if other != seat and self.finals[other] > best:
                best = self.finals[other]
            other += 1
        return self.finals[seat] - best
