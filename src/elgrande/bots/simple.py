"""Two small bots: one that plays at random, one that tries every choice out in imagined games.

A bot looks at a game only through `legal` and `determinize` of its own seat, so it never
knows more than a person in that seat.
"""

from collections.abc import Callable
from typing import Final

from elgrande.game import Game, playouts
from elgrande.rules.errors import UnknownBot
from elgrande.rules.rng import Rng

Bot = Callable[[Game, int, Rng], int]

# A few dozen random games for one decision, shared among its choices.
PLAYOUTS_PER_DECISION: Final = 48
SEEDS: Final = 2**31


def random_bot(game: Game, seat: int, rng: Rng) -> int:
    """Any legal choice, all equally likely."""
    legal = game.legal(seat)
    return legal[rng.below(len(legal))]


def sampler_bot(game: Game, seat: int, rng: Rng) -> int:
    """The choice after which random games end best for this seat, on average."""
    legal = game.legal(seat)
    if len(legal) == 1:
        return legal[0]
    totals = [0] * len(legal)
    for _ in range(max(1, PLAYOUTS_PER_DECISION // len(legal))):
        # Every choice is tried in the same imagined world with the same luck, to be fair to all.
        seed = rng.below(SEEDS)
        world = game.determinize(seat, seed)
        for number, choice in enumerate(legal):
            trial = world.clone()
            trial.play(choice, seat)
            totals[number] += _margin(playouts(trial, 1, seed)[0], seat)
    return legal[totals.index(max(totals))]


def _margin(scores: list[int], seat: int) -> int:
    """The points by which a seat is ahead of its best opponent."""
    return scores[seat] - max(scores[:seat] + scores[seat + 1 :])


BOTS: Final[dict[str, Bot]] = {"random": random_bot, "sampler": sampler_bot}


def bot_named(name: str) -> Bot:
    """The bot of this name; UnknownBot (a ValueError) lists the names there are.

    >>> bot_named("random") is random_bot
    True
    """
    if name not in BOTS:
        raise UnknownBot(f"There is no bot {name[:40]!r}; there are {' and '.join(BOTS)}.")
    return BOTS[name]


def bot_rng(seed: int, seat: int) -> Rng:
    """The luck of the bot in a seat, its own in every game and always the same in this one."""
    return Rng(seed * 5 + seat)
