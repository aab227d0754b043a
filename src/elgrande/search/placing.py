"""The best way to place caballeros from the Court, found exactly (R6).

What caballeros gain in one place does not depend on the other places, so the best split is a small
knapsack over the gains of every place.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.rules.board import BIT, CASTILLO, COURT, NOWHERE
from elgrande.rules.choices import smaller
from elgrande.rules.state import COUNT, State
from elgrande.search.appraiser import Appraiser

MOST: Final = 5  # no card places more
STRIDE: Final = MOST + 1
PLACES: Final = CASTILLO + 1
SPLIT_BITS: Final = 3  # for every place in a packed split


@final
class Placing:
    """The gains of placing in every place, and the best split among those allowed."""

    def __init__(self) -> None:
        self.gains = vec[i64]([0] * (PLACES * STRIDE))
        self.best = vec[i64]([0] * STRIDE)
        self.ready = False  # all places were looked at, and nothing has changed since
        self.chosen = vec[i64]([0] * (PLACES * STRIDE))

    def look(self, state: State, appraiser: Appraiser, seat: i64, most: i64, targets: i64) -> None:
        """Work out what 1 to `most` caballeros would gain in each of the targets."""
        if self.ready:
            return
        place: i64 = 0
        while place < PLACES:
            if targets & BIT[place]:
                first: i64 = place * STRIDE
                counts: i64 = state.counts(place)
                base: i64 = appraiser.utility(state, place, counts)
                count: i64 = 1
                while count <= most:
                    counts += COUNT[seat]
                    self.gains[first + count] = appraiser.utility(state, place, counts) - base
                    count += 1
            place += 1

    def split(self, most: i64, targets: i64) -> None:
        """The best split of up to `most` caballeros over the targets, by how many are placed."""
        best = self.best
        count: i64 = 0
        while count <= most:
            best[count] = -(2**40)
            count += 1
        best[0] = 0
        place: i64 = 0
        while place < PLACES:
            if targets & BIT[place]:
                self._offer(place, most)
            place += 1

    def _offer(self, place: i64, most: i64) -> None:
        """Extend the best splits by one place."""
        best = self.best
        first: i64 = place * STRIDE
        total: i64 = most
        while total > 0:
            found: i64 = best[total]
            taken: i64 = 0
            count: i64 = 1
            while count <= total:
                value: i64 = best[total - count] + self.gains[first + count]
                if value > found:
                    found = value
                    taken = count
                count += 1
            best[total] = found
            self.chosen[first + total] = taken
            total -= 1
        self.chosen[first] = 0

    def worth(self, state: State, appraiser: Appraiser, seat: i64, most: i64) -> i64:
        """What the best split gains, less what the Court loses."""
        return self._settle(state, appraiser, seat, most) >> 3

    def _settle(self, state: State, appraiser: Appraiser, seat: i64, most: i64) -> i64:
        """The best net gain, and in its lowest three bits how many are placed for it."""
        court: i64 = state.caballeros(COURT, seat)
        most = smaller(most, court)
        found: i64 = 0
        count: i64 = 1
        while count <= most:
            loss: i64 = appraiser.court(court) - appraiser.court(court - count)
            value: i64 = self.best[count] - loss
            if value > (found >> 3):
                found = (value << 3) | count
            count += 1
        return found

    def first_target(
        self, state: State, appraiser: Appraiser, seat: i64, most: i64, targets: i64
    ) -> i64:
        """Where the first caballero of the best split goes; NOWHERE if none should be placed."""
        left: i64 = self._settle(state, appraiser, seat, most) & 7
        place: i64 = CASTILLO
        while place >= 0 and left > 0:
            if targets & BIT[place]:
                taken: i64 = self.chosen[place * STRIDE + left]
                if taken:
                    return place
            place -= 1
        return NOWHERE

    def best_split(
        self, state: State, appraiser: Appraiser, seat: i64, most: i64, targets: i64
    ) -> i64:
        """The best split itself, packed: how many go to each place."""
        left: i64 = self._settle(state, appraiser, seat, most) & 7
        split: i64 = 0
        place: i64 = CASTILLO
        while place >= 0 and left > 0:
            if targets & BIT[place]:
                taken: i64 = self.chosen[place * STRIDE + left]
                split |= taken << (SPLIT_BITS * place)
                left -= taken
            place -= 1
        return split
