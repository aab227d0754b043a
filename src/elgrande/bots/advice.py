"""Advice for people: the best few choices, how they are likely to end, and why.

First a search finds the few best choices, each with the best plan it begins, as `grandmaster` does.
Then these few are compared in the same imagined games to the end of the round, where the network
judges. Hand-made weights, which serve where there is no network, need games to the end as well:
those say how well the seat stands, while the short ones tell the choices apart as long as there are
few games; the more games, the more the long ones do.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Final, NamedTuple

from elgrande.bots.judged import judged_by
from elgrande.bots.levels import (
    STRONG,
    checked_iterations,
    checked_seconds,
    is_own_turn,
    playing_on,
)
from elgrande.bots.sentences import sentence_for
from elgrande.bots.situation import Situation
from elgrande.editions.wording import texts
from elgrande.insight.shipped_network import shipped_network
from elgrande.rules.board import ROUNDS
from elgrande.rules.choices import HIGH, STOP
from elgrande.rules.determinize import determinize
from elgrande.rules.errors import BadParameter
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
from elgrande.search.plans import PAUSE, Plan, Planner, turn_of
from elgrande.search.regret_matching import RegretMatching
from elgrande.search.search_result import result_of_mix
from elgrande.search.tree import Search, SearchSettings, plain_plans
from elgrande.search.weights import STANDARD

# Without a network: games to the end of the game, so that points are final points.
PLAYOUTS: Final = playing_on(ROUNDS, STANDARD)
# Games to the end of the round tell choices apart as well as this many to the end of the game.
WORTH_OF_SHORT: Final = 100
SEED: Final = 1  # the same view gives the same advice, whoever asks
# Decisions answered one caballero at a time, where the order of the steps makes no difference.
STEP_BY_STEP: Final = (PLACE, MUSTER, MOVE_FROM, TAKE_FROM, ARREST, ENTOURAGE)


@dataclass(frozen=True)
class Appraisal:
    """What there is to say about one choice of the current decision."""

    choice: int
    notation: str
    text: str  # what the choice does
    plan: tuple[str, ...]  # it and what should follow in the same turn, as notation
    chance: float  # to win, from 0 to 1
    points: float  # to be expected at the end of the game
    margin: float  # to the best other player then
    share: float  # of the thinking; of a mix of secret choices, how often to make this one
    sentence: str  # what speaks for it, and against it

    def to_data(self) -> dict[str, object]:
        """Plain JSON data."""
        return {**asdict(self), "plan": list(self.plan)}


def consider(
    situation: Situation,
    seconds: float = 1.0,
    iterations: int | None = None,
    best: int = 3,
    language: str = "en",
    names: Sequence[str] | None = None,
) -> list[Appraisal]:
    """The best few choices of a decision, best first, after some seconds or iterations.

    With `iterations` the same view always gives the same advice. Of secret choices that are best
    mixed the order is by how often each should be made. Players are called by their `names` where
    these are given, by the seats' colours otherwise.
    """
    texts(language)  # refuse an unknown language before thinking
    if best < 1:
        raise BadParameter(f"best must be at least 1, not {str(best)[:20]}.")
    checked_seconds(seconds)
    if iterations is not None:
        checked_iterations(iterations)
    thinking = _Thinking(situation, seconds, iterations)
    found = []
    for candidate in thinking.compare(thinking.candidates(best)):
        choices = candidate.plan.choices
        share = candidate.share if candidate.mixed else None
        figures = candidate.figures
        found.append(
            Appraisal(
                choice=choices[0],
                notation=situation.notation(choices[0]),
                text=situation.describe(choices[0], language, names),
                plan=tuple(situation.notation(choice) for choice in choices if choice != PAUSE),
                chance=min(1.0, max(0.0, figures.chance)),
                points=figures.points,
                margin=figures.margin,
                share=candidate.share,
                sentence=sentence_for(
                    thinking.state, situation.seat, choices, share, language, names
                ),
            )
        )
    return found


class _Figures(NamedTuple):
    """What was found out about a choice, on average."""

    chance: float = 0.0
    points: float = 0.0
    margin: float = 0.0

    def plus(self, other: "_Figures", times: float = 1.0) -> "_Figures":
        return _Figures(*(one + times * two for one, two in zip(self, other, strict=True)))

    def times(self, factor: float) -> "_Figures":
        return _Figures(*(factor * one for one in self))


def _average(all_of_them: Sequence[_Figures]) -> _Figures:
    total = _Figures()
    for figures in all_of_them:
        total = total.plus(figures)
    return total.times(1 / len(all_of_them))


class _Candidate:
    """One of the few: a plan, with all that is found out about it."""

    def __init__(self, plan: Plan, share: float, mixed: bool) -> None:
        self.plan = plan
        self.share = share
        self.mixed = mixed
        self.figures = _Figures()


class _Thinking:
    """One train of thought about one decision, in an imagined position."""

    def __init__(self, situation: Situation, seconds: float, iterations: int | None) -> None:
        self.started = perf_counter()
        self.state = situation.imagine(SEED).state
        self.seat = situation.seat
        self.only = len(situation.legal) == 1
        self.seconds = seconds
        self.iterations = iterations
        network = shipped_network()
        self.settings = STRONG if network is None else judged_by(network)

    def candidates(self, best: int) -> list[_Candidate]:
        """The best few choices, found in half of the time."""
        if is_secret(self.state.kind) and self.state.kind != PASS_MODIFIER:
            return self._mixed(best)
        search = self._search(self.settings)
        node = self._root(search.planner)
        if self.only:
            return [_Candidate(node.plans[0], 1.0, False)]
        self._repeat(lambda: search.iterate(self._world(search.rng), node), 0.5)
        by_choice: dict[int, list[int]] = {}
        for index in range(node.count):
            by_choice.setdefault(node.plans[index].choices[0], []).append(index)
        found = []
        for indices in by_choice.values():
            index = max(indices, key=lambda one: (node.visits[one], node.priors[one]))
            visits = sum(int(node.visits[one]) for one in indices)
            candidate = _Candidate(node.plans[index], visits / node.visited, False)
            found.append((visits, node.priors[index], candidate))
        found.sort(key=lambda one: (-one[0], -one[1]))
        return [candidate for _, _, candidate in found[:best]]

    def _mixed(self, best: int) -> list[_Candidate]:
        """The choices of a mix by how often they should be made."""
        matching = RegretMatching(STANDARD, SEED, self.settings.network)
        half = 0 if self.iterations is None else max(1, self.iterations // 2)
        matching.run(self.state, self.seat, 1 if self.only else half, self.seconds / 2)
        options = [option for option in result_of_mix(matching, self.seat).options if option.share]
        return [
            _Candidate(Plan(option.choices, 0), option.share, len(options) > 1)
            for option in options[:best]
        ]

    def compare(self, candidates: list[_Candidate]) -> list[_Candidate]:
        """Play all of them in the same imagined games, and order them by their chances."""
        plans = [candidate.plan for candidate in candidates]
        searches = [self._search(self.settings)]
        if self.settings.network is None:
            searches.append(self._search(PLAYOUTS))
        nodes = [[Node(self.seat, self.state.kind, [plan]) for plan in plans] for _ in searches]

        def play_all() -> None:
            world = self._world(searches[-1].rng)
            for index in range(len(plans)):
                for search, of_search in zip(searches, nodes, strict=True):
                    search.iterate(world.clone(), of_search[index])

        games = self._repeat(play_all, 1.0, len(plans))
        found = [[_figures(node) for node in of_search] for of_search in nodes]
        figures = found[0] if len(found) == 1 else _blend(found[0], found[1], games)
        for candidate, one in zip(candidates, figures, strict=True):
            candidate.figures = one
        if candidates[0].mixed:
            return candidates
        return sorted(candidates, key=lambda candidate: -candidate.figures.chance)

    def _search(self, settings: SearchSettings) -> Search:
        search = Search(settings, SEED)
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


def _figures(node: Node) -> _Figures:
    """What was found out about the one choice of a node."""
    return _Figures(node.totals[0], node.points[0], node.margins[0]).times(1 / int(node.visited))


def _blend(short: list[_Figures], long: list[_Figures], games: int) -> list[_Figures]:
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
        meaning = _meaning(kind, plan.choices)
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


def _meaning(kind: int, choices: list[int]) -> tuple[object, ...]:
    """What two plans share if they come to the same, though not step by step."""
    if kind not in STEP_BY_STEP:
        return tuple(choices)
    steps = 0
    while steps < len(choices) and STOP < choices[steps] < HIGH:
        steps += 1
    each = 2 if kind == MOVE_FROM else 1  # who, and where to
    together = sorted(tuple(choices[start : start + each]) for start in range(0, steps, each))
    return (*together, *choices[steps:])
