"""Which finished games count, and how: what a fair club would say (docs/play/record.md)."""

from collections.abc import Sequence
from typing import Final, NamedTuple

# Why a game is kept but does not change ratings.
COACHED: Final = "coached"  # players could ask for advice
TAKEN_BACK: Final = "taken_back"  # somebody alone with bots went back in the game
SHARED_SCREEN: Final = "shared_screen"  # one person played several seats
ALONE: Final = "alone"  # nobody met anybody who has a rating


class SeatFacts(NamedTuple):
    """Who sat on a seat at the end of a game."""

    player: str | None  # None for a bot
    bot: str | None
    gave_up: bool = False  # a bot finished the game for the player


class GameFacts(NamedTuple):
    """What decides whether a game counts."""

    seats: Sequence[SeatFacts]
    coach: bool = False
    went_back: bool = False


def why_unrated(game: GameFacts) -> str | None:
    """Why a game does not change ratings; None if it does."""
    people = [seat.player for seat in game.seats if seat.player is not None]
    if len(set(people)) < len(people):
        return SHARED_SCREEN
    if not people or len(game.seats) < 2:
        return ALONE
    if game.coach:
        return COACHED
    # Among people everybody has agreed to it; bots agree to everything.
    if game.went_back and len(people) == 1:
        return TAKEN_BACK
    return None


def rated_places(places: Sequence[int], gave_up: Sequence[bool]) -> list[int]:
    """The places that ratings go by: whoever left the game to a bot is behind all who stayed.

    >>> rated_places([1, 2, 3], [True, False, False])
    [3, 1, 2]
    """
    order = [(gone, place) for gone, place in zip(gave_up, places, strict=True)]
    return [1 + sum(other < own for other in order) for own in order]
