"""Search: a tree of whole turns over imagined worlds, each seat choosing for itself.

Every iteration imagines a world the seat cannot tell from the true one, walks down the tree, adds a
node, and plays on with quick answers. A node's choices are power cards or plans of whole turns, the
promising ones first; all worlds share the tree, so what is learned holds for what the seat knows.
"""

from math import exp, sqrt
from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, ROUNDS
from elgrande.rules.choices import lowest_bit
from elgrande.rules.determinize import determinize
from elgrande.rules.flow import play
from elgrande.rules.frames import CARD, POWER, TAKE, TAKE_FROM, TURNS, is_secret
from elgrande.rules.legal import answers
from elgrande.rules.packing import argument_of, kind_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.network import Network, judge
from elgrande.search.outcome import Outcome
from elgrande.search.plans import PAUSE, Plan, Planner, turn_of
from elgrande.search.rollout import answer_quickly, play_on
from elgrande.search.weights import POINT, Weights

ASK_CLOCK_EVERY: Final = 4
FEWEST_TRIES: Final = 100


@final
class SearchSettings:
    """How a search thinks; the levels differ in these."""

    def __init__(
        self,
        width: i64,
        inner_width: i64,
        rounds_ahead: i64,
        patience: i64,
        noise: i64,
        exploration: float,
        prior_width: float,
        weights: Weights,
        network: Network | None = None,
        judges_turns: bool = False,
    ) -> None:
        self.width: i64 = width  # choices tried at the root
        self.inner_width: i64 = inner_width  # and below it
        self.rounds_ahead: i64 = rounds_ahead  # played out after the round under way
        self.patience: i64 = patience  # tries of a choice before what follows it is a node
        self.noise: i64 = noise
        self.exploration: float = exploration  # how readily neglected choices are tried
        self.prior_width: float = prior_width  # points by which a choice must look better
        self.weights = weights
        self.network = network  # judges positions; hand-made weights do if there is none
        self.judges_turns: bool = judges_turns  # where the next turn begins, without a playout


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
            if self.visits[index]:
                value = self.totals[index] / visits
            value += scale * self.priors[index] / (1.0 + visits)
            if value > best:
                best = value
                found = index
            index += 1
        return found

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


@final
class Search:
    """One search for one seat; reproducible from its seed when given iterations, not seconds."""

    def __init__(self, settings: SearchSettings, seed: int) -> None:
        self.settings = settings
        self.rng = Rng(seed)
        weights = settings.weights
        self.context = Context(Rng(seed + 1), settings.noise, weights)
        self.planner = Planner(
            Context(Rng(seed + 2), 0, weights), Context(Rng(seed + 3), 0, weights)
        )
        self.outcome = Outcome()
        self.round: i64 = 0
        self.last_round: i64 = 0
        self.iterations: i64 = 0

    def run(self, state: State, seat: i64, iterations: i64, seconds: float) -> Node:
        """Search the decision of a seat; 0 iterations means until the seconds have passed."""
        started: float = perf_counter()
        self.round = state.round
        self.last_round = state.round + self.settings.rounds_ahead
        if self.last_round > ROUNDS:
            self.last_round = ROUNDS
        self.iterations = 0
        root = self.open(state, seat, self.settings.width)
        if root.count < 2:
            return root
        while iterations == 0 or self.iterations < iterations:
            self.iterate(determinize(state, seat, self.rng), root)
            self.iterations += 1
            if iterations == 0 and self.iterations % ASK_CLOCK_EVERY == 0:
                spent: float = perf_counter() - started
                if spent >= seconds or root.is_decided(seconds / spent - 1.0):
                    break
        return root

    def open(self, state: State, seat: i64, width: i64) -> Node:
        """A node for a decision: plans for a turn, or its plain choices."""
        if is_secret(state.kind) or kind_of(state.frame(0)) != TURNS or seat != turn_seat(state):
            return Node(seat, state.kind, plain_plans(state, seat))
        plans = self.planner.plan(state, seat)
        node = Node(seat, state.kind, distinct(plans, width))
        return promising(node, self.settings.prior_width)

    def iterate(self, world: State, root: Node) -> None:
        """Walk down, add a node, play on, and tell everyone on the way how it went."""
        nodes: list[Node] = [root]
        chosen: vec[i64] = vec[i64]([root.select(self.settings.exploration)])
        node = root
        index: i64 = chosen[0]
        while True:
            self.follow(world, node, node.plans[index])
            if world.round != self.round or not is_open_decision(world):
                break
            child = node.children[index]
            if child is None:
                if node.visits[index] >= self.settings.patience:
                    child = self.open(world, world.seat, self.settings.inner_width)
                    node.children[index] = child
                break
            if child.seat != world.seat or child.kind != world.kind:
                break
            node = child
            index = node.select(self.settings.exploration)
            nodes.append(node)
            chosen = append(chosen, index)
        if self.settings.judges_turns:
            play_to_turn(world, self.context)
        else:
            play_on(world, self.context, self.last_round)
        outcome = self.outcome
        judge(world, self.settings.network, self.context.appraiser, outcome)
        depth: i64 = 0
        while depth < len(nodes):
            passed = nodes[depth]
            seat: i64 = passed.seat
            margin: float = outcome.margin(world.deal.players, seat)
            passed.learn(chosen[depth], outcome.chances[seat], outcome.finals[seat], margin)
            depth += 1

    def follow(self, world: State, node: Node, plan: Plan) -> None:
        """Carry out a plan; anything others must decide on the way gets a quick answer."""
        seat: i64 = node.seat
        turn: i64 = turn_of(world)
        self.context.appraiser.seat = -1
        step: i64 = 0
        steps: i64 = len(plan.choices)
        if is_secret(world.kind):  # others may be asked before this seat
            play(world, seat, plan.choices[0])
            step = 1
        while not world.over and world.round <= self.last_round:
            if is_secret(world.kind) or world.seat != seat:
                if step >= steps and is_open_decision(world):
                    return
                play(world, world.seat, answer_quickly(world, self.context, world.seat))
                continue
            if step < steps and turn_of(world) == turn:
                choice: i64 = plan.choices[step]
                step += 1
                if choice == PAUSE:
                    continue
                if is_legal(world, choice):
                    play(world, seat, choice)
                    continue
            elif is_open_decision(world):
                return
            play(world, seat, answer_quickly(world, self.context, seat))


def is_legal(state: State, choice: i64) -> bool:
    """Whether the first seat that is asked may give this answer."""
    bit: i64 = choice - state.base
    return 0 <= bit < len(BIT) and state.mask & BIT[bit] != 0


def turn_seat(state: State) -> i64:
    """Whose turn it is, while turns are taken."""
    index: i64 = argument_of(state.frame(0)) - 1
    if index < 0:
        return -1
    return state.in_order(index)


def is_open_decision(state: State) -> bool:
    """Whether this is where a node belongs: a power card, or a turn that begins."""
    if state.over:
        return False
    kind: i64 = state.kind
    if kind == POWER:
        return True
    return (
        (kind == TAKE or kind == CARD or kind == TAKE_FROM)
        and kind_of(state.frame(0)) == TURNS
        and state.depth <= 3
        and state.seat == turn_seat(state)
    )


def play_to_turn(state: State, context: Context) -> None:
    """Play on with quick answers until a turn or a round begins, or the game is over."""
    context.appraiser.seat = -1
    while not state.over and not begins_turn(state):
        play(state, state.seat, answer_quickly(state, context, state.seat))


def begins_turn(state: State) -> bool:
    """Whether a turn begins here, or a round with its first power card."""
    return is_open_decision(state) and (state.kind != POWER or state.argument == 0)


def plain_plans(state: State, seat: i64) -> list[Plan]:
    """Each legal choice as a plan of its own."""
    mask: i64 = state.mask
    if seat != state.seat:
        mask = answers(state, state.kind, seat, state.argument)
    plans: list[Plan] = []
    while mask:
        plans.append(Plan([lowest_bit(mask) + state.base], 0))
        mask &= mask - 1
    return plans


def distinct(plans: list[Plan], width: i64) -> list[Plan]:
    """The best plans, but only one of those that come to the same."""
    kept: list[Plan] = []
    for plan in plans:
        if len(kept) >= width:
            break
        if not kept or kept[-1].worth != plan.worth:
            kept.append(plan)
    return kept


def promising(node: Node, width: float) -> Node:
    """The same node, its choices weighted by what they seem to be worth."""
    total: float = 0.0
    index: i64 = 0
    best: i64 = node.plans[0].worth
    while index < node.count:
        prior: float = exp(float(node.plans[index].worth - best) / (width * POINT))
        node.priors[index] = prior
        total += prior
        index += 1
    index = 0
    while index < node.count:
        node.priors[index] /= total
        index += 1
    return node
