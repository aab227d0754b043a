"""What every estimate of the search needs: an appraiser, room to plan placing, random numbers."""

from typing import final

from mypy_extensions import i64

from elgrande.rules.rng import Rng
from elgrande.search.appraiser import Appraiser
from elgrande.search.placing import Placing
from elgrande.search.weights import Weights


@final
class Context:
    """Shared by the steps of one search; `noise` blurs estimates by up to that many 256ths."""

    def __init__(self, rng: Rng, noise: i64, weights: Weights) -> None:
        self.rng = rng
        self.noise: i64 = noise
        self.appraiser = Appraiser(weights)
        self.placing = Placing()

    def blur(self) -> i64:
        """A little randomness, so that equal choices are not always decided the same way."""
        if self.noise == 0:
            return 0
        return self.rng.below(self.noise)
