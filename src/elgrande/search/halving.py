"""Sequential halving: how tries are shared among the choices of a decision.

All choices are tried equally often for a part of the time, then the worse half is dropped, and so
on until one is left. What counts is the last choice, not how good the tries were on the way.
"""

from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from elgrande.search.node import Node

LAST_PART: Final = 0.05  # of the time, for the one that is left


@final
class Halving:
    """The choices of a node that are still in the running."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.left = vec[i64]([])
        self.phases: i64 = 0
        self.phase: i64 = 0
        index: i64 = 0
        while index < node.count:
            self.left = append(self.left, index)
            index += 1
        size: i64 = node.count
        while size > 1:
            self.phases += 1
            size = (size + 1) // 2

    def next(self, spent: float) -> i64:
        """The choice to try next, when that part of the time is spent."""
        share: float = (1.0 - LAST_PART) / float(self.phases)
        while self.phase < self.phases and spent >= share * float(self.phase + 1):
            self.phase += 1
            self._drop_worse()
        found: i64 = self.left[0]
        for index in self.left:
            if self.node.visits[index] < self.node.visits[found]:
                found = index
        return found

    def _drop_worse(self) -> None:
        """Keep the better half."""
        keep: i64 = (len(self.left) + 1) // 2
        kept = vec[i64]([])
        for index in self.left:
            better: i64 = 0
            for other in self.left:
                if self._is_better(other, index):
                    better += 1
            if better < keep:
                kept = append(kept, index)
        self.left = kept

    def _is_better(self, one: i64, other: i64) -> bool:
        node = self.node
        difference: float = self._value(one) - self._value(other)
        if difference == 0.0:
            return node.priors[one] > node.priors[other] or (
                node.priors[one] == node.priors[other] and one < other
            )
        return difference > 0.0

    def _value(self, index: i64) -> float:
        if self.node.visits[index] == 0 and self.node.trust == 0.0:
            return 0.0
        return self.node.value(index)
