"""A small network that judges positions: everyone's chance to win and the points they may expect.

Integers throughout, so that it judges alike everywhere. The first layer adds up the rows of the
features that hold, the second sees a seat beside the sum of its opponents and has weights for each
round, the last gives two numbers. Several small numbers share a word and are added at once.
"""

from collections.abc import Sequence
from math import exp
from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import COLOURS, ROUNDS
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.errors import BadNetwork
from elgrande.search.features import GROUPS, MOST_OF_SEAT, ROWS, Features
from elgrande.search.outcome import Outcome

# What stands for 1.0: in sums of the first layer, in what a unit passes on, in other weights.
SUM_UNIT: Final = 1024
UNIT: Final = 128
WEIGHT_UNIT: Final = 256
SUM_SHIFT: Final = 3  # SUM_UNIT to UNIT
WEIGHT_SHIFT: Final = 8  # WEIGHT_UNIT * UNIT to UNIT
DIRECT_SHIFT: Final = 5  # SUM_UNIT to WEIGHT_UNIT * UNIT
POINTS_SCALE: Final = 20.0  # points still to come that stand for 1.0

OUTPUTS: Final = 2  # the logarithm of the chance, and the points still to come
BUCKETS: Final = ROUNDS  # sets of weights after the first layer, one for each round

# Four sums of 16 bits share a word; the lower three are kept positive by adding HALF.
LANES: Final = 4
LANE: Final = 65536
HALF: Final = 32768
LANE_OFFSETS: Final = HALF * (1 + LANE + LANE * LANE)
# Two sums of 32 bits share a word after that.
PAIR: Final = 2
WIDE: Final = 4294967296
WIDE_MASK: Final = WIDE - 1
WIDE_HALF: Final = 2147483648

# exp(-d) for the softmax, in steps of 1/256, as integers.
EXP_SHIFT: Final = 7  # WEIGHT_UNIT * UNIT to 256
EXP_STEPS: Final = 4096
EXP_TABLE: Final = vec[i64]([round(2**30 * exp(-step / 256)) for step in range(EXP_STEPS)])


class Layers:
    """The weights of a network as plain integers; the sizes say how they are laid out."""

    def __init__(
        self,
        hidden: int,
        second: int,
        rows: Sequence[int],  # ROWS times hidden weights and OUTPUTS direct ones, at SUM_UNIT
        bias: Sequence[int],  # the same once more
        own: Sequence[int],  # BUCKETS times hidden times second, at WEIGHT_UNIT
        others: Sequence[int],
        second_bias: Sequence[int],  # BUCKETS times second, at WEIGHT_UNIT * UNIT
        last: Sequence[int],  # BUCKETS times OUTPUTS times second, at WEIGHT_UNIT
        last_bias: Sequence[int],  # BUCKETS times OUTPUTS, at WEIGHT_UNIT * UNIT
    ) -> None:
        self.hidden = hidden
        self.second = second
        self.rows = rows
        self.bias = bias
        self.own = own
        self.others = others
        self.second_bias = second_bias
        self.last = last
        self.last_bias = last_bias


@final
class Network:
    """A network ready to judge; not to be shared between threads."""

    def __init__(self, layers: Layers) -> None:
        """Lay out the weights; BadNetwork if a sum could leave its range."""
        check_ranges(layers)
        hidden: i64 = layers.hidden
        second: i64 = layers.second
        self.hidden: i64 = hidden
        self.second: i64 = second
        self.words: i64 = hidden // LANES + 1  # of a row; the last has the direct weights
        self.pairs: i64 = second // PAIR
        self.rows = pack_rows(layers.rows, hidden, ROWS)
        bias = pack_rows(layers.bias, hidden, 1)
        self.bias = vec[i64]([word + LANE_OFFSETS for word in bias])
        own = [one - other for one, other in zip(layers.own, layers.others, strict=True)]
        self.own = pack_pairs(own)
        self.others = pack_pairs(layers.others)
        offset = [word + WIDE_HALF for word in pack_pairs(layers.second_bias)]
        self.second_bias = vec[i64](offset)
        self.last = vec[i64](list(layers.last))
        self.last_bias = vec[i64](list(layers.last_bias))
        self.features = Features()
        self.base = vec[i64]([0] * (layers.hidden // LANES + 1))
        self.sums = vec[i64]([0] * (layers.hidden // LANES + 1))
        self.active = vec[i64]([0] * (COLOURS * layers.hidden))
        self.pooled = vec[i64]([0] * layers.hidden)
        self.context = vec[i64]([0] * (layers.second // PAIR))
        self.pair_sums = vec[i64]([0] * (layers.second // PAIR))
        self.direct = vec[i64]([0] * (COLOURS * OUTPUTS))
        self.logits = vec[i64]([0] * COLOURS)
        self.points = vec[i64]([0] * COLOURS)

    def judge(self, state: State, outcome: Outcome) -> None:
        """Fill in an outcome; the game must not be over."""
        self.evaluate(state)
        players: i64 = state.deal.players
        best: i64 = self.logits[0]
        seat: i64 = 1
        while seat < players:
            if self.logits[seat] > best:
                best = self.logits[seat]
            seat += 1
        total: i64 = 0
        seat = 0
        while seat < players:
            total += share_of(best - self.logits[seat])
            seat += 1
        scale: float = POINTS_SCALE / float(WEIGHT_UNIT * UNIT)
        seat = 0
        while seat < players:
            share: i64 = share_of(best - self.logits[seat])
            outcome.chances[seat] = float(share) / float(total)
            outcome.finals[seat] = float(state.score(seat)) + scale * float(self.points[seat])
            seat += 1

    def evaluate(self, state: State) -> None:
        """Fill `logits` and `points` for every seat, at WEIGHT_UNIT * UNIT."""
        features = self.features
        features.write(state)
        self._add_shared()
        unit: i64 = 0
        while unit < self.hidden:
            self.pooled[unit] = 0
            unit += 1
        players: i64 = state.deal.players
        seat: i64 = 0
        while seat < players:
            self._add_rows(seat)
            self._activate(seat)
            seat += 1
        bucket: i64 = state.round - 1
        self._pool(bucket)
        seat = 0
        while seat < players:
            self._finish(seat, bucket)
            seat += 1

    def _add_shared(self) -> None:
        """The sums that all seats begin with."""
        words: i64 = self.words
        rows = self.rows
        base = self.base
        bias = self.bias
        word: i64 = 0
        while word < words:
            base[word] = bias[word]
            word += 1
        shared = self.features.shared
        index: i64 = 0
        while index < self.features.shared_count:
            at: i64 = shared[index] * words
            word = 0
            while word < words:
                base[word] += rows[at + word]
                word += 1
            index += 1

    def _add_rows(self, seat: i64) -> None:
        """Add up the rows of a seat's features."""
        words: i64 = self.words
        rows = self.rows
        sums = self.sums
        base = self.base
        word: i64 = 0
        while word < words:
            sums[word] = base[word]
            word += 1
        active = self.features.rows
        index: i64 = seat * MOST_OF_SEAT
        end: i64 = index + self.features.counts[seat]
        while index < end:
            at: i64 = active[index] * words
            word = 0
            while word < words:
                sums[word] += rows[at + word]
                word += 1
            index += 1

    def _activate(self, seat: i64) -> None:
        """What every unit passes on, and the direct outputs."""
        sums = self.sums
        active = self.active
        pooled = self.pooled
        at: i64 = seat * self.hidden
        unit: i64 = 0
        word: i64 = 0
        while unit < self.hidden:
            packed: i64 = sums[word]
            lane: i64 = 0
            while lane < LANES:
                value: i64 = packed
                if lane < LANES - 1:
                    value = (packed & (LANE - 1)) - HALF
                    packed >>= 16
                value = clipped(value >> SUM_SHIFT)
                active[at + unit] = value
                pooled[unit] += value
                unit += 1
                lane += 1
            word += 1
        packed = sums[word]
        self.direct[seat * OUTPUTS] = ((packed & (LANE - 1)) - HALF) << DIRECT_SHIFT
        self.direct[seat * OUTPUTS + 1] = (((packed >> 16) & (LANE - 1)) - HALF) << DIRECT_SHIFT

    def _pool(self, bucket: i64) -> None:
        """What the second layer makes of all seats together."""
        pairs: i64 = self.pairs
        context = self.context
        word: i64 = 0
        while word < pairs:
            context[word] = self.second_bias[bucket * pairs + word]
            word += 1
        self._multiply(self.others, self.pooled, 0, bucket, context)

    def _multiply(
        self, weights: vec[i64], inputs: vec[i64], first: i64, bucket: i64, sums: vec[i64]
    ) -> None:
        """Add the products of inputs and the weights of a bucket to sums in pairs."""
        pairs: i64 = self.pairs
        hidden: i64 = self.hidden
        at: i64 = bucket * hidden * pairs
        unit: i64 = 0
        while unit < hidden:
            value: i64 = inputs[first + unit]
            if value:
                word: i64 = 0
                while word < pairs:
                    sums[word] += value * weights[at + word]
                    word += 1
            at += pairs
            unit += 1

    def _finish(self, seat: i64, bucket: i64) -> None:
        """The second and the last layer for one seat."""
        pairs: i64 = self.pairs
        sums = self.pair_sums
        word: i64 = 0
        while word < pairs:
            sums[word] = self.context[word]
            word += 1
        self._multiply(self.own, self.active, seat * self.hidden, bucket, sums)
        last = self.last
        second: i64 = self.second
        at: i64 = bucket * OUTPUTS * second
        logit: i64 = self.last_bias[bucket * OUTPUTS] + self.direct[seat * OUTPUTS]
        points: i64 = self.last_bias[bucket * OUTPUTS + 1] + self.direct[seat * OUTPUTS + 1]
        word = 0
        while word < pairs:
            packed: i64 = sums[word]
            low: i64 = clipped(((packed & WIDE_MASK) - WIDE_HALF) >> WEIGHT_SHIFT)
            high: i64 = clipped((packed >> 32) >> WEIGHT_SHIFT)
            logit += low * last[at] + high * last[at + 1]
            points += low * last[at + second] + high * last[at + second + 1]
            at += PAIR
            word += 1
        self.logits[seat] = logit
        self.points[seat] = points


def judge(state: State, network: Network | None, appraiser: Appraiser, outcome: Outcome) -> None:
    """Judge a position by a network; by hand-made weights if there is none, or the game is over."""
    if network is None or state.over:
        outcome.judge(state, appraiser)
    else:
        network.judge(state, outcome)


def clipped(value: i64) -> i64:
    """What a unit passes on: from 0 to UNIT."""
    if value < 0:
        return 0
    if value > UNIT:
        return UNIT
    return value


def share_of(behind: i64) -> i64:
    """The weight in the softmax of a logit that far behind the best."""
    step: i64 = behind >> EXP_SHIFT
    if step >= EXP_STEPS:
        return EXP_TABLE[EXP_STEPS - 1]
    return EXP_TABLE[step]


def pack_rows(weights: Sequence[int], hidden: i64, count: i64) -> vec[i64]:
    """Rows of the first layer, four weights to a word; the direct weights have the last word."""
    packed: list[int] = []
    at: i64 = 0
    row: i64 = 0
    while row < count:
        unit: i64 = 0
        while unit < hidden:
            packed.append(
                weights[at]
                + weights[at + 1] * LANE
                + weights[at + 2] * (LANE * LANE)
                + weights[at + 3] * (LANE * LANE * LANE)
            )
            at += LANES
            unit += LANES
        packed.append(weights[at] + weights[at + 1] * LANE)
        at += OUTPUTS
        row += 1
    return vec[i64](packed)


def pack_pairs(weights: Sequence[int]) -> vec[i64]:
    """Two neighbouring weights to a word."""
    packed: list[int] = []
    for index in range(0, len(weights), PAIR):
        packed.append(weights[index] + weights[index + 1] * WIDE)
    return vec[i64](packed)


def check_ranges(layers: Layers) -> None:
    """Make sure that no sum of small numbers can spill into its neighbour."""
    width = layers.hidden + OUTPUTS
    for unit in range(width):
        most = abs(layers.bias[unit])
        for group in GROUPS:
            first = group.first * width + unit
            column = layers.rows[first : first + group.rows * width : width]
            most += group.most * max(max(column), -min(column))
        if most >= HALF:
            raise BadNetwork(f"Unit {unit} of the first layer could reach {most}.")
    for bucket in range(BUCKETS):
        for unit in range(layers.second):
            start = bucket * layers.hidden * layers.second + unit
            end = start + layers.hidden * layers.second - unit
            own = layers.own[start : end : layers.second]
            others = layers.others[start : end : layers.second]
            most = abs(layers.second_bias[bucket * layers.second + unit])
            for one, other in zip(own, others, strict=True):
                most += UNIT * (abs(one - other) + COLOURS * abs(other))
            if most >= WIDE_HALF:
                raise BadNetwork(f"Unit {unit} of the second layer could reach {most}.")
