"""The bot that plays at random, and the random numbers of bots."""

from elgrande.bots.situation import Situation
from elgrande.rules.rng import Rng


class RandomBot:
    """Any legal choice, all equally likely."""

    def choose(self, situation: Situation) -> int:
        """One of the legal choices."""
        return situation.legal[situation.rng.below(len(situation.legal))]


def random_bot() -> RandomBot:
    """Any legal choice: for tests, and for measuring others."""
    return RandomBot()


def bot_rng(seed: int, seat: int) -> Rng:
    """The random numbers of the bot in a seat: its own in every game, the same in each."""
    return Rng(seed * 5 + seat)
