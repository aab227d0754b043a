"""What thinking needs at hand: eyes to appraise, room to plan placing, and luck of its own."""

from typing import final

from mypy_extensions import i64

from elgrande.rules.rng import Rng
from elgrande.search.appraiser import Appraiser
from elgrande.search.placing import Placing
from elgrande.search.weights import Weights


@final
class Mind:
    """One train of thought; `noise` blurs every estimate by up to so many 256ths of a point."""

    def __init__(self, rng: Rng, noise: i64, weights: Weights) -> None:
        self.rng = rng
        self.noise: i64 = noise
        self.eyes = Appraiser(weights)
        self.placing = Placing()

    def blur(self) -> i64:
        """A little luck, so that equal chances are not always taken the same way."""
        if self.noise == 0:
            return 0
        return self.rng.below(self.noise)
