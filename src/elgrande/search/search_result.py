"""The result of a search: the choices of a decision with chances, points and margins."""

from typing import Final, final

from mypy_extensions import i64

from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.frames import PASS_MODIFIER, is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.node import Node
from elgrande.search.regret_matching import CHOICES, RegretMatching
from elgrande.search.tree import Search, SearchSettings

UNIT: Final = 1000000


@final
class Option:
    """One way to go on: the choices it begins with, and what was found out about it."""

    def __init__(self, choices: list[int], share: float) -> None:
        self.choices = choices
        self.share: float = share  # of the thinking, or of a mix of secret choices
        self.chance: float = 0.0
        self.points: float = 0.0
        self.margin: float = 0.0


@final
class SearchResult:
    """The options of a decision, the best first."""

    def __init__(self, options: list[Option], mixed: bool, iterations: i64) -> None:
        self.options = options
        self.mixed: bool = mixed
        self.iterations: i64 = iterations

    def choose(self, rng: Rng) -> Option:
        """The best option; of a mix one by its share, so that nobody can foresee it."""
        if not self.mixed:
            return self.options[0]
        drawn: float = float(rng.below(UNIT)) / float(UNIT)
        for option in self.options:
            drawn -= option.share
            if drawn < 0.0:
                return option
        return self.options[0]


def think(
    state: State, seat: i64, settings: SearchSettings, iterations: i64, seconds: float, seed: int
) -> SearchResult:
    """Think about the decision of a seat for some iterations or, if 0, for some seconds."""
    if is_secret(state.kind) and state.kind != PASS_MODIFIER:
        matching = RegretMatching(settings.weights, seed, settings.network)
        matching.run(state, seat, iterations, seconds)
        return result_of_mix(matching, seat)
    search = Search(settings, seed)
    root = search.run(state, seat, iterations, seconds)
    return result_of_node(root, search.iterations)


def result_of_node(node: Node, iterations: i64) -> SearchResult:
    """The options of a node by how much they were tried."""
    options: list[Option] = []
    index: i64 = 0
    while index < node.count:
        option = Option(node.plans[index].choices, node.priors[index])
        visits: float = float(node.visits[index])
        if visits > 0.0:
            option.share = visits / float(node.visited)
            option.chance = node.totals[index] / visits
            option.points = node.points[index] / visits
            option.margin = node.margins[index] / visits
        elif node.visited > 0:
            option.share = 0.0
        options.append(option)
        index += 1
    options.sort(key=_weight, reverse=True)
    return SearchResult(options, False, iterations)


def result_of_mix(matching: RegretMatching, seat: i64) -> SearchResult:
    """The choices of a mix by how often they should be made."""
    shares = matching.shares(seat)
    tries: float = float(matching.iterations)
    options: list[Option] = []
    region: i64 = 0
    while region < CHOICES:
        if matching.masks[seat] >> region & 1:
            option = Option([region + PLACE_BASE], shares[region])
            option.chance = matching.value[region] / tries
            option.points = matching.points[region] / tries
            option.margin = matching.margins[region] / tries
            options.append(option)
        region += 1
    options.sort(key=_weight, reverse=True)
    return SearchResult(options, True, matching.iterations)


def _weight(option: Option) -> tuple[float, float]:
    return option.share, option.chance
