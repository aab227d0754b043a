"""How hard a puzzle is: which levels of our bots find it, as a rating and as one of five steps."""

from collections import Counter
from collections.abc import Mapping
from typing import Final, NamedTuple

from elgrande.bots.registry import bot_named
from elgrande.bots.situation import Situation
from elgrande.puzzles.attempts import Attempt
from elgrande.puzzles.judging import Choices
from elgrande.rules.rng import Rng


class Level(NamedTuple):
    """A level that tries puzzles."""

    bot: str
    rating: int
    tries: int


LEVELS: Final[Mapping[str, Level]] = {
    "novice": Level("novice", 1000, 8),
    "steady": Level("steady", 1400, 4),
    "strong": Level("strong:iterations=100", 1700, 4),
    "master": Level("master:iterations=150", 2000, 4),
}
QUICK: Final = ("novice", "steady")  # those that cost next to nothing
USUAL: Final = 1500  # counts like half a level that solves half of the tries
USUAL_WEIGHT: Final = 0.5
SCALE: Final = 400.0
LOWEST, HIGHEST = 400, 2800
# The highest rating of the first four difficulties.
STEPS: Final = (1240, 1500, 1750, 1990)


def tries_of(level: str, game: Attempt, seed: int) -> Counter[Choices]:
    """The answers a level gives from a fresh attempt, with how often."""
    bot, _, tries = LEVELS[level]
    given: Counter[Choices] = Counter()
    for number in range(tries):
        attempt = Attempt(game.game.clone(), game.seat, game.kind)
        player = bot_named(bot).make()
        luck = Rng(seed + number)
        while not attempt.over:
            attempt.play(player.choose(Situation.of(attempt.game, attempt.seat, luck)))
        given[tuple(attempt.choices)] += 1
    return given


def expected_score(rating: float, puzzle: float) -> float:
    """How likely a player of some rating is to solve a puzzle of another."""
    return float(1.0 / (1.0 + 10.0 ** ((puzzle - rating) / SCALE)))


def rating_of(solved: Mapping[str, float]) -> int:
    """The rating at which the levels would be expected to solve as much as they did."""
    got = sum(solved.values()) + USUAL_WEIGHT / 2
    low, high = float(LOWEST), float(HIGHEST)
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(expected_score(LEVELS[level].rating, middle) for level in solved)
        expected += USUAL_WEIGHT * expected_score(USUAL, middle)
        low, high = (middle, high) if expected > got else (low, middle)
    return round(low)


def difficulty_of(rating: int) -> int:
    """One of five steps: 1 is easy."""
    return 1 + sum(rating > step for step in STEPS)
