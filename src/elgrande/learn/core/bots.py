"""Quick bots for seats of a batch: by chance, or with the quick answers of the search."""

from typing import Final, final

from mypy_extensions import i64

from elgrande.rules.choices import STOP_BIT, count_bits, nth_bit
from elgrande.rules.determinize import determinize
from elgrande.rules.frames import is_secret
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.context import Context
from elgrande.search.rollout import answer_quickly
from elgrande.search.weights import STANDARD

PER_CENT: Final = 100
NOBODY: Final = -1


@final
class QuickBot:
    """How a bot answers: `blind` per cent of its decisions by chance, the others with noise."""

    def __init__(self, blind: int, noise: int, selfish: bool, declines: bool) -> None:
        self.blind: i64 = blind
        self.declines: bool = declines  # chance may also end a turn, as in random playouts
        self.context = Context(Rng(0), noise, STANDARD)
        self.context.appraiser.selfish = selfish

    def answer(self, state: State, rng: Rng) -> i64:
        """A choice of the seat that is asked, from what it can know."""
        mask: i64 = state.mask
        if mask & (mask - 1) == 0:
            return state.base + nth_bit(mask, 0)
        if self.blind == PER_CENT or (self.blind and rng.below(PER_CENT) < self.blind):
            if not self.declines and mask != STOP_BIT:
                mask &= ~STOP_BIT
            return state.base + nth_bit(mask, rng.below(count_bits(mask)))
        seat: i64 = state.seat
        seen = state
        if hides_something(state):
            seen = determinize(state, seat, rng)
        self.context.rng = rng
        self.context.appraiser.seat = NOBODY
        return answer_quickly(seen, self.context, seat)


def hides_something(state: State) -> bool:
    """Whether quick answers could use what a seat cannot know: hands and secret answers."""
    return state.take_backs != 0 or state.deal.power_shift or is_secret(state.kind)
