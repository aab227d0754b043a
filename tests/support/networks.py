"""Networks whose weights are drawn by chance, for tests of how they judge."""

from elgrande.rules.rng import Rng
from elgrande.search.features import ROWS
from elgrande.search.network import BUCKETS, OUTPUTS, Layers


def draw(rng: Rng, count: int, most: int) -> list[int]:
    """Numbers from -most to most."""
    return [rng.below(2 * most + 1) - most for _ in range(count)]


def random_layers(seed: int, hidden: int = 16, second: int = 8) -> Layers:
    """Weights that leave most units neither always on nor always off."""
    rng = Rng(seed)
    width = hidden + OUTPUTS
    return Layers(
        hidden,
        second,
        draw(rng, ROWS * width, 250),
        draw(rng, width, 1000),
        draw(rng, BUCKETS * hidden * second, 120),
        draw(rng, BUCKETS * hidden * second, 60),
        draw(rng, BUCKETS * second, 20000),
        draw(rng, BUCKETS * OUTPUTS * second, 200),
        draw(rng, BUCKETS * OUTPUTS, 20000),
    )


def indifferent_layers() -> Layers:
    """A network to which all seats are alike in every position."""
    layers = random_layers(0)
    layers.rows = [0] * len(layers.rows)
    return layers
