"""The seeds of a batch: every game of every place has its own, whatever the size of the batch."""

from typing import Final

WORD: Final = 2**64 - 1
FIRST_FOR_TRAINING: Final = 2**32  # all below are for validation, for tests or for people


def mixed(number: int) -> int:
    """A number whose bits look random: the output function of splitmix64."""
    number = (number + 0x9E3779B97F4A7C15) & WORD
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & WORD
    return number ^ (number >> 31)


def seed_of_game(seed: int, place: int, episode: int) -> int:
    """The seed of the game that is played in a place of a batch after that many others.

    One in 2**31 would not be a seed for training; it is mixed until it is one.

    >>> seed_of_game(1, 0, 0) == seed_of_game(1, 0, 1)
    False
    """
    number = mixed(mixed(mixed(seed & WORD) ^ place) ^ episode)
    while number >> 1 < FIRST_FOR_TRAINING:
        number = mixed(number)
    return number >> 1
