"""Which of the networks of a run is best, and whether the last ones brought anything."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any, Final

TABLE: Final = 4  # seats of the matches
IN_VAIN: Final = 2  # generations in a row that bring nothing before a run stops
Figures = dict[str, Any]


def of_pair(matches: Sequence[Figures], other: str | int) -> tuple[Figures, Figures]:
    """The match alone against three of another, and the one of three against it alone."""
    found = {match["seats"]: match for match in matches if match["against"] == other}
    return found[1], found[TABLE - 1]


def edge_over(matches: Sequence[Figures], other: str | int) -> float:
    """How much more one wins alone against three of the other than the other against three of it.

    Half of that, so 0 is even. A strength that comes only from making others win is not counted.
    """
    one, three = of_pair(matches, other)
    share_of_other = 1.0 - (TABLE - 1) * float(three["share"])
    return (float(one["share"]) - share_of_other) / 2


def brings_something(matches: Sequence[Figures], best: int) -> bool:
    """Whether a network is better than the best before: in sum, and in one match for certain."""
    certain = any(match["low"] > match["fair"] for match in of_pair(matches, best))
    return certain and edge_over(matches, best) > 0


def best_of(done: Sequence[Figures]) -> int:
    """The generation with the best mean edge over all others."""
    edges: dict[int, list[float]] = {figures["generation"]: [] for figures in done}
    for figures in done:
        number = figures["generation"]
        for other in range(number):
            edge = edge_over(figures["matches"], other)
            edges[number].append(edge)
            edges[other].append(-edge)
    return max(edges, key=lambda number: fmean(edges[number] or [0.0]))


def is_in_vain(done: Sequence[Figures]) -> bool:
    """Whether the last generations brought nothing."""
    return len(done) > IN_VAIN and not any(figures["brings"] for figures in done[-IN_VAIN:])
