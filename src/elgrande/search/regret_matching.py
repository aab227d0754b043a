"""Secret discs: choices made at the same time are mixed, by regret matching (R13).

Everyone who sets a disc is a learner. In every iteration all choose at once by their regrets so
far; then each compares what it chose with all it could have chosen, the others being as they were.
The average of what was played is a mix that nobody gains much by foreseeing.
"""

from time import perf_counter
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, COLOURS, NOWHERE
from elgrande.rules.choices import PLACE_BASE, lowest_bit
from elgrande.rules.flow import play
from elgrande.rules.legal import answers
from elgrande.rules.packing import waiting_of
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.network import Network, judge
from elgrande.search.outcome import Outcome
from elgrande.search.rollout import answer_quickly, play_to_turn
from elgrande.search.weights import Weights

CHOICES: Final = 16  # regions, by their number
ASK_CLOCK_EVERY: Final = 8
RARE: Final = 0.08  # what is played less often than this was only tried out
UNIT: Final = 1000000


@final
class RegretMatching:
    """The mix of one secret decision, learned for everyone who takes part in it."""

    def __init__(self, weights: Weights, seed: int, network: Network | None = None) -> None:
        self.network = network
        self.rng = Rng(seed)
        self.context = Context(Rng(seed + 1), 0, weights)
        self.outcome = Outcome()
        self.regrets = vec[float]([0.0] * (COLOURS * CHOICES))
        self.played = vec[float]([0.0] * (COLOURS * CHOICES))
        self.value = vec[float]([0.0] * CHOICES)
        self.points = vec[float]([0.0] * CHOICES)
        self.margins = vec[float]([0.0] * CHOICES)
        self.chosen = vec[i64]([0] * COLOURS)
        self.iterations: i64 = 0
        self.seats: i64 = 0
        self.masks = vec[i64]([0] * COLOURS)

    def run(self, state: State, seat: i64, iterations: i64, seconds: float) -> None:
        """Learn the mixes of all who take part; 0 iterations means until time runs out."""
        started: float = perf_counter()
        self.gather(state)
        while iterations == 0 or self.iterations < iterations:
            self.iterate(state, seat)
            self.iterations += 1
            if (
                iterations == 0
                and self.iterations % ASK_CLOCK_EVERY == 0
                and perf_counter() - started >= seconds
            ):
                break

    def gather(self, state: State) -> None:
        """Who takes part, and what they may choose; those who have chosen are still unknown."""
        players: i64 = state.deal.players
        seat: i64 = 0
        while seat < players:
            if waiting_of(state.argument) & BIT[seat] or state.disc(seat) != NOWHERE:
                self.seats |= BIT[seat]
                mask: i64 = answers(state, state.kind, seat, state.argument)
                self.masks[seat] = mask >> PLACE_BASE
            seat += 1

    def iterate(self, state: State, me: i64) -> None:
        """All choose; each learns what another choice would have brought."""
        players: i64 = state.deal.players
        seat: i64 = 0
        while seat < players:
            if self.seats & BIT[seat]:
                self.chosen[seat] = self.draw(seat)
            seat += 1
        seat = 0
        while seat < players:
            if self.seats & BIT[seat]:
                self.compare(state, seat, seat == me)
            seat += 1

    def draw(self, seat: i64) -> i64:
        """A choice in proportion to the regrets, any one while there are none."""
        mask: i64 = self.masks[seat]
        first: i64 = seat * CHOICES
        total: float = 0.0
        rest: i64 = mask
        count: i64 = 0
        while rest:
            regret: float = self.regrets[first + lowest_bit(rest)]
            if regret > 0.0:
                total += regret
            count += 1
            rest &= rest - 1
        drawn: float = float(self.rng.below(UNIT)) / float(UNIT)
        found: i64 = lowest_bit(mask)
        reached: float = 0.0
        rest = mask
        while rest:
            choice: i64 = lowest_bit(rest)
            share: float = 1.0 / float(count)
            if total > 0.0:
                share = 0.0
                if self.regrets[first + choice] > 0.0:
                    share = self.regrets[first + choice] / total
            self.played[first + choice] += share
            if reached <= drawn and share > 0.0:
                found = choice
            reached += share
            rest &= rest - 1
        return found

    def compare(self, state: State, seat: i64, keep: bool) -> None:
        """Try every choice of a seat against what the others chose now."""
        first: i64 = seat * CHOICES
        rest: i64 = self.masks[seat]
        got: float = 0.0
        while rest:
            choice: i64 = lowest_bit(rest)
            rest &= rest - 1
            world = self.settle(state, seat, choice)
            judge(world, self.network, self.context.appraiser, self.outcome)
            value: float = self.outcome.chances[seat]
            self.regrets[first + choice] += value
            if choice == self.chosen[seat]:
                got = value
            if keep:
                self.value[choice] += value
                self.points[choice] += self.outcome.finals[seat]
                self.margins[choice] += self.outcome.margin(state.deal.players, seat)
        rest = self.masks[seat]
        while rest:
            choice = lowest_bit(rest)
            rest &= rest - 1
            regret: float = self.regrets[first + choice] - got
            if regret < 0.0:
                regret = 0.0  # regret matching plus: a bad past does not hold a choice back
            self.regrets[first + choice] = regret

    def settle(self, state: State, seat: i64, choice: i64) -> State:
        """The position once all have chosen, this seat something else."""
        world = state.clone()
        waiting: i64 = waiting_of(state.argument)
        players: i64 = state.deal.players
        other: i64 = 0
        while other < players:
            if self.seats & BIT[other] and waiting & BIT[other] == 0:
                self._put(world, other, seat, choice)
            other += 1
        other = 0
        while other < players:
            if waiting & BIT[other]:
                disc: i64 = self.chosen[other]
                if other == seat:
                    disc = choice
                play(world, other, disc + PLACE_BASE)
            other += 1
        # Regions that a Veto may still stop are not scored yet (C-rivalries).
        self.context.appraiser.seat = -1
        while world.performer != NOWHERE:
            play(world, world.seat, answer_quickly(world, self.context, world.seat))
        if self.network is not None:
            play_to_turn(world, self.context)  # it has learned to judge where turns begin
        return world

    def _put(self, world: State, other: i64, seat: i64, choice: i64) -> None:
        """Set the disc of one who has chosen already, unseen by us, as if it were chosen now."""
        if other == seat:
            world.put_disc(other, choice)
        else:
            world.put_disc(other, self.chosen[other])

    def shares(self, seat: i64) -> list[float]:
        """How often a seat should make each choice, by region; rare ones are left out."""
        first: i64 = seat * CHOICES
        total: float = 0.0
        index: i64 = 0
        while index < CHOICES:
            total += self.played[first + index]
            index += 1
        found: list[float] = []
        kept: float = 0.0
        index = 0
        while index < CHOICES:
            share: float = self.played[first + index] / total
            if share < RARE:
                share = 0.0
            kept += share
            found.append(share)
            index += 1
        return [share / kept for share in found]
