"""The quick bots that can play seats of a batch, by name, and who sits where."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from elgrande.learn.core.bots import PER_CENT, QuickBot
from elgrande.learn.core.games import LEARNER
from elgrande.learn.errors import BadBatch
from elgrande.rules.fields import short
from elgrande.rules.options import Options
from elgrande.rules.state import STRIDE
from elgrande.search.weights import POINT

PLAYOUT_NOISE: Final = 128  # as in the playouts of our search

# The novice of versions up to 0.8, so that what was learned against it can be compared: it makes so
# many of a hundred decisions by chance, and misjudges the others by up to so much.
NOVICE_BLIND: Final = 20
NOVICE_NOISE: Final = 4 * POINT

# `random` draws from all legal choices, `quick` plays as the search does in its playouts, and
# `novice` is about as strong as the bot of that name, whose mistakes are those of people.
MAKERS: Final[Mapping[str, Callable[[], QuickBot]]] = {
    "random": lambda: QuickBot(PER_CENT, 0, selfish=False, declines=True),
    "quick": lambda: QuickBot(0, PLAYOUT_NOISE, selfish=False, declines=False),
    "novice": lambda: QuickBot(NOVICE_BLIND, NOVICE_NOISE, selfish=True, declines=False),
}

Bots = Mapping[int, str]


def bot_of(name: str) -> QuickBot:
    """A new bot of that name."""
    return MAKERS[name]()


def seated(
    bots: Bots | Sequence[Bots] | None, options: Sequence[Options], first: int
) -> tuple[list[str], list[int]]:
    """The names of all bots, and for every seat of every game the number of its bot or LEARNER."""
    tables: list[Bots] = []
    if bots is None or isinstance(bots, Mapping):
        tables = [bots or {}]
    elif isinstance(bots, Iterable):
        tables = list(bots)
    if not tables or not all(isinstance(table, Mapping) for table in tables):
        raise BadBatch("bots is a mapping from seats to names, or a sequence of them.")
    for table in tables:
        check_names(table)
    names = sorted({name for table in tables for name in table.values()})
    players: list[int] = []
    for place, row in enumerate(options, start=first):
        table = tables[place % len(tables)]
        check_seats(table, row.players)
        players += [
            names.index(table[seat]) if seat in table else LEARNER for seat in range(STRIDE)
        ]
    return names, players


def check_names(table: Bots) -> None:
    """Refuse bots that do not exist."""
    for name in table.values():
        if not isinstance(name, str) or name not in MAKERS:
            raise BadBatch(f"Bots of a batch are {', '.join(MAKERS)}, not {short(name)}.")


def check_seats(table: Bots, players: int) -> None:
    """Refuse seats that do not exist, and a table without anybody to learn."""
    for seat in table:
        if not isinstance(seat, int) or not 0 <= seat < players:
            raise BadBatch(
                f"A bot sits at one of the seats 0 to {players - 1}, not at {short(seat)}."
            )
    if len(table) == players:
        raise BadBatch("At least one seat of every game must be without a bot.")
