"""The best way to place before a general scoring, found together with the disc (R6, R13, R15).

Whatever a seat has in the Castillo goes to the region on its disc once the Castillo is scored. So
the best split is a knapsack with one thing more to decide: the one region the disc names.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, CASTILLO, COURT, REGIONS
from elgrande.rules.state import COUNT, State
from elgrande.search.appraiser import Appraiser
from elgrande.search.best_targets import LEAST
from elgrande.search.placing import PLACES, SPLIT_BITS, STRIDE

DISC: Final = 8  # beside the number placed in a region: the disc names it
NUMBER: Final = 7


@final
class DiscSplits:
    """The gains of placing in the regions with and without the disc, and the best split."""

    def __init__(self) -> None:
        # All by place and number placed.
        self.bonus = vec[i64]([0] * (PLACES * STRIDE))  # what the special action scores then
        self.alone = vec[i64]([0] * (PLACES * STRIDE))
        self.joined = vec[i64]([0] * (PLACES * STRIDE))  # by those from the Castillo
        self.chosen = vec[i64]([0] * (PLACES * STRIDE))
        self.chosen_with_disc = vec[i64]([0] * (PLACES * STRIDE))
        # By number placed so far.
        self.gains = vec[i64]([0] * STRIDE)
        self.gains_with_disc = vec[i64]([0] * STRIDE)

    def clear_bonus(self) -> None:
        """Nothing is scored by the special action."""
        index: i64 = 0
        while index < PLACES * STRIDE:
            self.bonus[index] = 0
            index += 1

    def best(self, state: State, appraiser: Appraiser, seat: i64, most: i64, targets: i64) -> i64:
        """The best split of up to `most` caballeros."""
        court: i64 = state.caballeros(COURT, seat)
        inside: i64 = state.caballeros(CASTILLO, seat)
        counts: i64 = state.counts(CASTILLO)
        start: i64 = appraiser.utility(state, CASTILLO, counts)
        self._look(state, appraiser, seat, most, targets)
        best: i64 = LEAST
        found: i64 = 0
        count: i64 = 0  # into the Castillo
        while count <= most:
            gain: i64 = appraiser.utility(state, CASTILLO, counts) - start
            gain += self.bonus[CASTILLO * STRIDE + count] - count * appraiser.castillo_each
            self._share_out(state, most - count, targets, count)
            gains = self.gains
            if inside + count:
                gains = self.gains_with_disc
            total: i64 = 0
            while total <= most - count:
                value: i64 = gains[total] + gain + appraiser.court(court - count - total)
                if value > best:
                    best = value
                    found = self._split(total, inside + count > 0)
                    found |= count << (SPLIT_BITS * CASTILLO)
                total += 1
            if targets & BIT[CASTILLO] == 0:
                break
            counts += COUNT[seat]
            count += 1
        return found

    def _look(self, state: State, appraiser: Appraiser, seat: i64, most: i64, targets: i64) -> None:
        """Work out what caballeros gain in every region, alone and joined by those inside."""
        inside: i64 = state.caballeros(CASTILLO, seat) * COUNT[seat]
        region: i64 = 0
        while region < REGIONS:
            first: i64 = region * STRIDE
            counts: i64 = state.counts(region)
            start: i64 = appraiser.utility(state, region, counts)
            count: i64 = 0
            while count <= most:
                if targets & BIT[region]:
                    self.alone[first + count] = appraiser.utility(state, region, counts) - start
                if region == state.king:
                    self.joined[first + count] = LEAST
                elif inside == 0 and targets & BIT[region]:
                    self.joined[first + count] = self.alone[first + count]
                else:
                    together: i64 = counts + inside
                    self.joined[first + count] = appraiser.utility(state, region, together) - start
                counts += COUNT[seat]
                count += 1
            region += 1

    def _share_out(self, state: State, most: i64, targets: i64, into: i64) -> None:
        """The best gains in the regions by number placed, given how many go into the Castillo."""
        total: i64 = 0
        while total <= most:
            self.gains[total] = LEAST
            self.gains_with_disc[total] = LEAST
            total += 1
        self.gains[0] = 0
        region: i64 = 0
        while region < REGIONS:
            allowed: i64 = 0
            if targets & BIT[region]:
                allowed = most
            total = most
            while total >= 0:
                self._offer(region, total, allowed, into)
                total -= 1
            region += 1

    def _offer(self, region: i64, total: i64, allowed: i64, into: i64) -> None:
        """Extend the best gains of a number placed by one region."""
        first: i64 = region * STRIDE
        best: i64 = self.gains[total]
        best_with_disc: i64 = self.gains_with_disc[total]
        chosen: i64 = 0
        chosen_with_disc: i64 = 0
        count: i64 = 0
        while count <= total and count <= allowed:
            value: i64
            extra: i64 = self.bonus[first + count]
            if count:
                value = self.gains[total - count] + self.alone[first + count] + extra
                if value > best:
                    best = value
                    chosen = count
                value = self.gains_with_disc[total - count] + self.alone[first + count] + extra
                if value > best_with_disc:
                    best_with_disc = value
                    chosen_with_disc = count
            value = self.gains[total - count] + self.joined[first + into + count] + extra
            if value > best_with_disc:
                best_with_disc = value
                chosen_with_disc = count | DISC
            count += 1
        self.gains[total] = best
        self.gains_with_disc[total] = best_with_disc
        self.chosen[first + total] = chosen
        self.chosen_with_disc[first + total] = chosen_with_disc

    def _split(self, total: i64, with_disc: bool) -> i64:
        """The split behind the best gains of a number placed."""
        split: i64 = 0
        region: i64 = REGIONS - 1
        while region >= 0:
            chosen: i64 = self.chosen[region * STRIDE + total]
            if with_disc:
                chosen = self.chosen_with_disc[region * STRIDE + total]
            if chosen & DISC:
                with_disc = False
            split |= (chosen & NUMBER) << (SPLIT_BITS * region)
            total -= chosen & NUMBER
            region -= 1
        return split
