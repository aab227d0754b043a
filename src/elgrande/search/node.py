"""A node of the search tree: the choices of a seat, and what was found out about each of them."""

from math import exp, sqrt
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.search.plans import Plan
from elgrande.search.weights import POINT

FEWEST_TRIES: Final = 100


@final
class Node:
    """A decision of one seat with what was found out about each of its choices."""

    def __init__(self, seat: i64, kind: i64, plans: list[Plan]) -> None:
        self.seat: i64 = seat
        self.kind: i64 = kind
        self.plans = plans
        self.count: i64 = len(plans)
        self.visits = vec[i64]([0] * len(plans))
        self.totals = vec[float]([0.0] * len(plans))
        self.points = vec[float]([0.0] * len(plans))
        self.margins = vec[float]([0.0] * len(plans))
        self.priors = vec[float]([1.0 / max(1, len(plans))] * len(plans))
        self.guesses = vec[float]([0.0] * len(plans))  # chances that a network gave beforehand,
        self.trust: float = 0.0  # and how many tries they count for
        self.children: list[Node | None] = [None] * len(plans)
        self.visited: i64 = 0

    def select(self, exploration: float) -> i64:
        """The choice to try next: good so far, promising, or neglected."""
        best: float = -1.0
        found: i64 = 0
        scale: float = exploration * sqrt(float(self.visited) + 1.0)
        mean: float = 0.5
        if self.visited:
            mean = self._mean()
        index: i64 = 0
        while index < self.count:
            visits: float = float(self.visits[index])
            value: float = mean
            if self.visits[index] or self.trust > 0.0:
                value = self.value(index)
            value += scale * self.priors[index] / (1.0 + visits)
            if value > best:
                best = value
                found = index
            index += 1
        return found

    def value(self, index: i64) -> float:
        """How good a choice seems, by its tries and by what was guessed beforehand."""
        total: float = self.totals[index] + self.trust * self.guesses[index]
        return total / (float(self.visits[index]) + self.trust)

    def _mean(self) -> float:
        total: float = 0.0
        index: i64 = 0
        while index < self.count:
            total += self.totals[index]
            index += 1
        return total / float(self.visited)

    def learn(self, index: i64, value: float, points: float, margin: float) -> None:
        """Note how a try went for the seat of this node."""
        self.visited += 1
        self.visits[index] += 1
        self.totals[index] += value
        self.points[index] += points
        self.margins[index] += margin

    def is_decided(self, ahead: float) -> bool:
        """Whether no choice can catch up with the best in `ahead` times the tries so far."""
        if self.visited < FEWEST_TRIES:
            return False
        best: i64 = self.best()
        second: i64 = 0
        index: i64 = 0
        while index < self.count:
            if index != best and self.visits[index] > second:
                second = self.visits[index]
            index += 1
        return float(self.visits[best] - second) > ahead * float(self.visited)

    def best(self) -> i64:
        """The choice tried most."""
        found: i64 = 0
        index: i64 = 1
        while index < self.count:
            if self.visits[index] > self.visits[found] or (
                self.visits[index] == self.visits[found] and self.totals[index] > self.totals[found]
            ):
                found = index
            index += 1
        return found

    def prefer_by_worth(self, width: float) -> None:
        """Weight the choices by what their plans seem to be worth, in points."""
        best: i64 = self.plans[0].worth
        index: i64 = 0
        while index < self.count:
            self.priors[index] = exp(float(self.plans[index].worth - best) / (width * POINT))
            index += 1
        self._normalise()

    def prefer_by_chance(self, width: float, trust: float) -> None:
        """Weight the choices by the chances that a network gave their plans."""
        self.trust = trust
        best: float = 0.0
        index: i64 = 0
        while index < self.count:
            self.guesses[index] = self.plans[index].chance
            if self.guesses[index] > best:
                best = self.guesses[index]
            index += 1
        index = 0
        while index < self.count:
            self.priors[index] = exp((self.guesses[index] - best) / width)
            index += 1
        self._normalise()

    def _normalise(self) -> None:
        total: float = 0.0
        index: i64 = 0
        while index < self.count:
            total += self.priors[index]
            index += 1
        index = 0
        while index < self.count:
            self.priors[index] /= total
            index += 1
