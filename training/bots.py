"""Bots for matches between networks: they name the file of their network, unlike those of players.

`turn:network=runs/first.network` plans one turn; `search:network=…` searches, with `seconds` or
`iterations`, looks some `rounds` beyond the one under way, and with `turns=0.5` gives half of the
weight to a judgement where the next turn begins; with `turns=1` it plays nothing out.
"""

from functools import cache
from pathlib import Path

from elgrande.bots import registry
from elgrande.bots.judged import TRIES_PER_POWER, OneTurn, judged_by
from elgrande.bots.levels import Searcher
from elgrande.search.network import Network
from elgrande.search.network_file import load_network


@cache
def network_at(path: str) -> Network:
    """The network of a file, read once."""
    return load_network(Path(path))


def turn(network: str, tries: int = TRIES_PER_POWER) -> OneTurn:
    """Plans one turn and has a network judge where it ends; some tries for every power card."""
    return OneTurn(network_at(network), tries)


def search(
    network: str,
    seconds: float = 0.3,
    iterations: int | None = None,
    rounds: int = 0,
    turns: float = 0.0,
    prior: float = 0.05,
    trust: float = 2.0,
    halving: bool = False,
    exploration: float = 0.5,
    width: int = 32,
    inner: int = 8,
) -> Searcher:
    """Searches, and a network judges the end of the round, of later ones, or of every turn."""
    settings = judged_by(
        network_at(network), rounds, turns, prior, trust, halving, exploration, width, inner
    )
    return Searcher(settings, seconds, iterations)


def register() -> None:
    """Make these bots known in this process. Servers never do this: anyone may name a bot there."""
    registry.register("turn", turn)
    registry.register("search", search)
