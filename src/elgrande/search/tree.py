"""Search: a tree of whole turns over imagined worlds, each seat choosing for itself.

Every iteration imagines a world the seat cannot tell from the true one, walks down the tree, adds a
node, and plays on with quick answers. A node's choices are power cards or plans of whole turns, the
promising ones first; all worlds share the tree, so what is learned holds for what the seat knows.
"""

from time import perf_counter
from typing import Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, ROUNDS
from elgrande.rules.choices import lowest_bit
from elgrande.rules.determinize import determinize
from elgrande.rules.flow import play
from elgrande.rules.frames import TURNS, is_secret
from elgrande.rules.legal import answers
from elgrande.rules.packing import kind_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.halving import Halving
from elgrande.search.network import Network, judge
from elgrande.search.node import Node
from elgrande.search.outcome import Outcome
from elgrande.search.plans import PAUSE, Plan, Planner, distinct, turn_of
from elgrande.search.rollout import (
    answer_quickly,
    is_open_decision,
    play_on,
    play_to_turn,
    turn_seat,
)
from elgrande.search.turn_judge import TurnJudge
from elgrande.search.weights import Weights

ASK_CLOCK_EVERY: Final = 4
CANDIDATES: Final = 3  # plans that a network judges for each one that is tried


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
        turn_share: float = 0.0,
        prior_chance: float = 0.0,
        trust: float = 0.0,
        halving: bool = False,
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
        # How much the judgement counts where the next turn begins, the rest where the playout ends.
        self.turn_share: float = turn_share
        self.prior_chance: float = prior_chance  # like prior_width, in chances; 0: points decide
        self.trust: float = trust  # tries that the network's first opinion of a choice counts for
        self.halving: bool = halving  # at the root, drop the worse half of the choices repeatedly


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
        self.turn_judge: TurnJudge | None = None
        if settings.network is not None and settings.prior_chance > 0.0:
            self.turn_judge = TurnJudge(settings.network, seed + 4, weights)
        self.outcome = Outcome()
        self.earlier = Outcome()
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
        halving = Halving(root)
        spent: float = 0.0  # of all that may be spent, from 0 to 1
        while spent < 1.0:
            world = determinize(state, seat, self.rng)
            if self.settings.halving:
                self.walk(world, root, halving.next(spent))
            else:
                self.iterate(world, root)
            self.iterations += 1
            if iterations:
                spent = float(self.iterations) / float(iterations)
            elif self.iterations % ASK_CLOCK_EVERY == 0:
                spent = (perf_counter() - started) / seconds
                if not self.settings.halving and root.is_decided(1.0 / spent - 1.0):
                    break
        return root

    def open(self, state: State, seat: i64, width: i64) -> Node:
        """A node for a decision: plans for a turn, or its plain choices."""
        turn_judge = self.turn_judge
        settings = self.settings
        if is_secret(state.kind) or kind_of(state.frame(0)) != TURNS or seat != turn_seat(state):
            return Node(seat, state.kind, plain_plans(state, seat))
        if turn_judge is None:
            node = Node(seat, state.kind, distinct(self.planner.plan(state, seat), width))
            node.prefer_by_worth(settings.prior_width)
            return node
        plans = turn_judge.plan(state, seat, CANDIDATES * width)
        node = Node(seat, state.kind, plans[:width])
        node.prefer_by_chance(settings.prior_chance, settings.trust)
        return node

    def iterate(self, world: State, root: Node) -> None:
        """Try the choice of the root whose turn it is."""
        self.walk(world, root, root.select(self.settings.exploration))

    def walk(self, world: State, root: Node, first: i64) -> None:
        """Walk down from a choice, add a node, play on, and tell all on the way how it went."""
        nodes: list[Node] = [root]
        chosen: vec[i64] = vec[i64]([first])
        node = root
        index: i64 = first
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
        outcome = self.judge_end(world)
        depth: i64 = 0
        while depth < len(nodes):
            passed = nodes[depth]
            seat: i64 = passed.seat
            margin: float = outcome.margin(world.deal.players, seat)
            passed.learn(chosen[depth], outcome.chances[seat], outcome.finals[seat], margin)
            depth += 1

    def judge_end(self, world: State) -> Outcome:
        """Everyone's chances after a walk: where the next turn begins, and where a playout ends."""
        settings = self.settings
        outcome = self.outcome
        early: bool = settings.turn_share > 0.0
        if early:
            play_to_turn(world, self.context)
            judge(world, settings.network, self.context.appraiser, outcome)
            if settings.turn_share >= 1.0 or world.over or world.round > self.last_round:
                return outcome
            self.earlier.take(outcome)
        play_on(world, self.context, self.last_round)
        judge(world, settings.network, self.context.appraiser, outcome)
        if early:
            outcome.mix(self.earlier, settings.turn_share)
        return outcome

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
