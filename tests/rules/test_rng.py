"""Chance keeps nothing in memory: a server draws large numbers for every thought of a bot."""

import secrets
import sys
from collections.abc import Callable

import pytest

import elgrande
from elgrande import Game, Options
from elgrande.rules.rng import Rng, Shuffler

USES: dict[str, Callable[[int], object]] = {
    "an imagined world": lambda seed: Game.new(Options(), seed=7).determinize(0, seed),
    "a deal": lambda seed: Game.new(Options(), seed=seed),
    "a record": lambda seed: Game.new(Options(), seed=seed).record().to_json(),
    "playouts": lambda seed: elgrande.playouts(Game.new(Options(), seed=7), 1, seed),
    "Rng": Rng,
    "Shuffler": Shuffler,
}


@pytest.mark.parametrize("use", USES)
def test_a_large_seed_is_let_go(use: str) -> None:
    seed = secrets.randbits(128) | 1 << 127
    USES[use](seed)
    before = sys.getrefcount(seed)
    for _ in range(5):
        USES[use](seed)
    assert sys.getrefcount(seed) == before
