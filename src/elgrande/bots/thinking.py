"""Thinking about one decision: a search finds a few candidates, then these are compared.

Advice for people and the review of a game share this. A search finds the best few choices or plans
as `grandmaster` does; then they are compared in the same imagined games with the same random
numbers, so that two plans that come to the same get the same figures. Where there is no network,
games to the end of the game are needed as well: those say how well the seat stands, while the short
ones tell the choices apart as long as there are few games; the more games, the more the long ones
do.
"""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, NamedTuple

from elgrande.bots.judged import judged_by
from elgrande.bots.levels import STRONG, is_own_turn, playing_on
from elgrande.bots.situation import Situation
from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.board import ROUNDS
from elgrande.rules.choices import HIGH, STOP
from elgrande.rules.determinize import determinize
from elgrande.rules.flow import play
from elgrande.rules.frames import (
    ARREST,
    ENTOURAGE,
    MOVE_FROM,
    MUSTER,
    PASS_MODIFIER,
    PLACE,
    TAKE_FROM,
    is_secret,
)
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.node import Node
from elgrande.search.plans import Plan, Planner, turn_of
from elgrande.search.regret_matching import RegretMatching
from elgrande.search.search_result import result_of_mix
from elgrande.search.tree import Search, SearchSettings, plain_plans
from elgrande.search.weights import STANDARD

# Without a network: games to the end of the game, so that points are final points.
PLAYOUTS: Final = playing_on(ROUNDS, STANDARD)
# Games to the end of the round tell choices apart as well as this many to the end of the game.
WORTH_OF_SHORT: Final = 100
SEED: Final = 1  # the same view gives the same verdict, whoever asks
FRESH_SEED: Final = 101  # for comparing: not the worlds in which the candidates were found
# Decisions answered one caballero at a time, where the order of the steps makes no difference.
STEP_BY_STEP: Final = (PLACE, MUSTER, MOVE_FROM, TAKE_FROM, ARREST, ENTOURAGE)


class Figures(NamedTuple):
    """What was found out about a choice, on average."""

    chance: float = 0.0
    points: float = 0.0
    margin: float = 0.0

    def plus(self, other: "Figures", times: float = 1.0) -> "Figures":
        """The sum with another, which counts that many times."""
        return Figures(*(one + times * two for one, two in zip(self, other, strict=True)))

    def times(self, factor: float) -> "Figures":
        """All figures multiplied."""
        return Figures(*(factor * one for one in self))


class Candidate:
    """One of the few: a plan, with all that is found out about it."""

    def __init__(self, plan: Plan, share: float, mixed: bool = False) -> None:
        self.plan = plan
        self.share = share
        self.mixed = mixed
        self.figures = Figures()
        self.chances: list[float] = []  # in one imagined game after the other


class Thinking:
    """One train of thought about one decision, in an imagined position."""

    def __init__(
        self, situation: Situation, seconds: float = 0.0, iterations: int | None = None
    ) -> None:
        self.started = perf_counter()
        self.state = situation.imagine(SEED).state
        self.seat = situation.seat
        self.only = len(situation.legal) == 1
        self.seconds = seconds
        self.iterations = iterations
        network = shipped_network()
        self.settings = STRONG if network is None else judged_by(network)

    def candidates(self, best: int) -> list[Candidate]:
        """The best few choices, each with the best plan it begins, found in half of the time."""
        if is_secret(self.state.kind) and self.state.kind != PASS_MODIFIER:
            return self._mixed(best)
        search = self._search(self.settings, SEED)
        node = self._root(search.planner)
        if self.only:
            return [Candidate(node.plans[0], 1.0)]
        self._try_out(search, node)
        by_choice: dict[int, list[int]] = {}
        for index in range(node.count):
            by_choice.setdefault(node.plans[index].choices[0], []).append(index)
        found = []
        for indices in by_choice.values():
            index = max(indices, key=lambda one: (node.visits[one], node.priors[one]))
            visits = sum(int(node.visits[one]) for one in indices)
            candidate = Candidate(node.plans[index], visits / node.visited)
            found.append((visits, node.priors[index], candidate))
        found.sort(key=lambda one: (-one[0], -one[1]))
        return [candidate for _, _, candidate in found[:best]]

    def best_plans(self, best: int) -> list[Candidate]:
        """The plans, or plain choices, that `grandmaster` would try most, in half of the time."""
        search = self._search(self.settings, SEED)
        node = search.open(self.state, self.seat, self.settings.width)
        self._try_out(search, node)
        order = sorted(range(node.count), key=lambda one: (-node.visits[one], -node.priors[one]))
        return [
            Candidate(node.plans[one], int(node.visits[one]) / int(node.visited))
            for one in order[:best]
        ]

    def _try_out(self, search: Search, node: Node) -> None:
        self._repeat(lambda: search.iterate(self._world(search.rng), node), 0.5)

    def _mixed(self, best: int) -> list[Candidate]:
        """The choices of a mix by how often they should be made."""
        matching = RegretMatching(STANDARD, SEED, self.settings.network)
        half = 0 if self.iterations is None else max(1, self.iterations // 2)
        matching.run(self.state, self.seat, 1 if self.only else half, self.seconds / 2)
        options = [option for option in result_of_mix(matching, self.seat).options if option.share]
        return [
            Candidate(Plan(option.choices, 0), option.share, len(options) > 1)
            for option in options[:best]
        ]

    def compare(self, candidates: list[Candidate]) -> list[Candidate]:
        """Play all of them in the same imagined games, and order them by their chances.

        Every candidate has a search of its own that draws the same random numbers.
        """
        kinds = [self.settings]
        if self.settings.network is None:
            kinds.append(PLAYOUTS)
        by_kind = [
            [
                _Trial(self._search(settings, FRESH_SEED), self.state, self.seat, candidate.plan)
                for candidate in candidates
            ]
            for settings in kinds
        ]
        rng = Rng(FRESH_SEED)

        def play_all() -> None:
            world = self._world(rng)
            for of_kind in by_kind:
                for trial in of_kind:
                    trial.play(world.clone())

        games = self._repeat(play_all, 1.0, len(candidates))
        found = [[trial.figures() for trial in of_kind] for of_kind in by_kind]
        figures = found[0] if len(found) == 1 else _blend(found[0], found[1], games)
        for candidate, trial, one in zip(candidates, by_kind[0], figures, strict=True):
            candidate.figures = one
            candidate.chances = trial.chances
        if candidates[0].mixed:
            return candidates
        return sorted(candidates, key=lambda candidate: -candidate.figures.chance)

    def _search(self, settings: SearchSettings, seed: int) -> Search:
        search = Search(settings, seed)
        search.round = self.state.round
        search.last_round = min(ROUNDS, self.state.round + int(settings.rounds_ahead))
        return search

    def _repeat(self, step: Callable[[], None], until: float, cost: int = 1) -> int:
        """Repeat a step for half of the iterations, or until this part of the time has passed."""
        most = None if self.iterations is None else max(1, self.iterations // 2 // cost)
        times = 0
        while times != most:
            step()
            times += 1
            if most is None and perf_counter() - self.started >= self.seconds * until:
                break
        return times

    def _world(self, rng: Rng) -> State:
        return determinize(self.state, self.seat, rng)

    def _root(self, planner: Planner) -> Node:
        """A node with the best plan for every choice, and more plans as far as there is room."""
        state, seat = self.state, self.seat
        if not is_own_turn(state, seat):
            return Node(seat, state.kind, plain_plans(state, seat))
        plans = [*planner.plan(state, seat)]
        begun = {plan.choices[0] for plan in plans}
        plans += [
            self._plan_after(planner, plan.choices[0])
            for plan in plain_plans(state, seat)
            if plan.choices[0] not in begun
        ]
        plans.sort(key=lambda plan: -plan.worth)
        node = Node(seat, state.kind, _leading_plans(state.kind, plans, int(self.settings.width)))
        node.prefer_by_worth(self.settings.prior_width)
        return node

    def _plan_after(self, planner: Planner, choice: int) -> Plan:
        """The best plan that begins with a choice the planner had not thought of."""
        world = self.state.clone()
        play(world, self.seat, choice)
        if world.over or turn_of(world) != turn_of(self.state):
            planner.context.appraiser.look_at(self.state, self.seat)
            return Plan([choice], planner.context.appraiser.balance(world))
        best = planner.plan(world, self.seat)[0]
        return Plan([choice, *best.choices], best.worth)


class _Trial:
    """One candidate, tried in one imagined game after the other."""

    def __init__(self, search: Search, state: State, seat: int, plan: Plan) -> None:
        self.search = search
        self.node = Node(seat, state.kind, [plan])
        self.chances: list[float] = []

    def play(self, world: State) -> None:
        before = self.node.totals[0]
        self.search.iterate(world, self.node)
        self.chances.append(self.node.totals[0] - before)

    def figures(self) -> Figures:
        node = self.node
        return Figures(node.totals[0], node.points[0], node.margins[0]).times(1 / int(node.visited))


def _average(all_of_them: Sequence[Figures]) -> Figures:
    total = Figures()
    for figures in all_of_them:
        total = total.plus(figures)
    return total.times(1 / len(all_of_them))


def _blend(short: list[Figures], long: list[Figures], games: int) -> list[Figures]:
    """The level of the long games, and the differences of both, by how many games there were."""
    level, usual = _average(long), _average(short)
    blended = []
    for near, far in zip(short, long, strict=True):
        by_short, by_long = near.plus(usual, -1), far.plus(level, -1)
        differs = by_long.times(games).plus(by_short, WORTH_OF_SHORT)
        blended.append(level.plus(differs, 1 / (games + WORTH_OF_SHORT)))
    return blended


def _leading_plans(kind: int, plans: list[Plan], width: int) -> list[Plan]:
    """The best plan of every first choice, then others, the best first and none twice."""
    first: dict[int, Plan] = {}
    meanings = set()
    others = []
    for plan in plans:
        meaning = meaning_of(kind, plan.choices)
        if meaning in meanings:
            continue
        meanings.add(meaning)
        if plan.choices[0] in first:
            others.append(plan)
        else:
            first[plan.choices[0]] = plan
    kept = [*first.values()][:width]
    kept += others[: width - len(kept)]
    return sorted(kept, key=lambda plan: -plan.worth)


def meaning_of(kind: int, choices: list[int]) -> tuple[object, ...]:
    """What two plans share if they come to the same, though not step by step."""
    if kind not in STEP_BY_STEP:
        return tuple(choices)
    steps = 0
    while steps < len(choices) and STOP < choices[steps] < HIGH:
        steps += 1
    each = 2 if kind == MOVE_FROM else 1  # who, and where to
    together = sorted(tuple(choices[start : start + each]) for start in range(0, steps, each))
    return (*together, *choices[steps:])
