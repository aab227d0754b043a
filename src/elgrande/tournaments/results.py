"""What a tournament is made of: its format, and the games that are over.

Entrants are numbers; who they are is nobody's business here.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Kind = Literal["evening", "league", "knockout"]
EVENING: Final = "evening"
LEAGUE: Final = "league"
KNOCKOUT: Final = "knockout"

# How many may take part: an evening is for friends, the others for a club.
FEWEST: Final[dict[Kind, int]] = {EVENING: 2, LEAGUE: 8, KNOCKOUT: 8}
MOST: Final[dict[Kind, int]] = {EVENING: 10, LEAGUE: 64, KNOCKOUT: 64}
SEATS: Final = (2, 3, 4, 5)
MOST_ROUNDS: Final = 12
# What the first place at a table is worth; the last is worth nothing, the others lie evenly
# between. With two to five at a table all shares, also those of ties, are whole numbers.
FIRST_PLACE: Final = 24
# Whoever has missed this many games takes no further part.
MISSED_ALLOWED: Final = 2


@dataclass(frozen=True)
class Format:
    """How a tournament is played.

    `seats`: the most at a table; `rounds`: of an evening or a league; `advance`: how many of a
    table of a knock-out play on.
    """

    kind: Kind
    seats: int
    rounds: int = 1
    advance: int = 1


class Played(NamedTuple):
    """A game that is over: the entrants by seat, and what became of them.

    Without scores it was given up, and all who were there share the first place. `absent` are those
    for whom a bot played at the end.
    """

    round: int
    entrants: tuple[int, ...]
    scores: tuple[int, ...] | None
    winners: tuple[int, ...]  # seats, after the tie-break of the game itself
    absent: frozenset[int]


def places(game: Played) -> dict[int, int]:
    """The place of every entrant in a game, from 1; equals share the better place."""
    standing = {entrant: _standing(game, seat) for seat, entrant in enumerate(game.entrants)}
    return {
        entrant: 1 + sum(other > own for other in standing.values())
        for entrant, own in standing.items()
    }


def _standing(game: Played, seat: int) -> tuple[bool, bool, int]:
    """What is compared: being there, having won, points."""
    is_there = game.entrants[seat] not in game.absent
    if game.scores is None or not is_there:
        return is_there, False, 0  # those who were absent are level, whatever their bots did
    return is_there, seat in game.winners, game.scores[seat]


def place_points(game: Played) -> dict[int, int]:
    """What the places of a game are worth; equals share, and absence is worth nothing."""
    found = places(game)
    others = len(game.entrants) - 1
    points = {}
    for entrant, place in found.items():
        behind = sum(other > place for other in found.values())
        level = sum(other == place for other in found.values()) - 1
        share = FIRST_PLACE * (2 * behind + level) // (2 * others)
        points[entrant] = 0 if entrant in game.absent else share
    return points


def game_points(game: Played, entrant: int) -> int:
    """The points an entrant made on the board; none in a game that was missed or given up."""
    if game.scores is None or entrant in game.absent:
        return 0
    return game.scores[game.entrants.index(entrant)]


def games_missed(played: Iterable[Played], entrant: int) -> int:
    """How many games of an entrant a bot had to finish."""
    return sum(entrant in game.absent for game in played)


def withdrawn(entrants: Iterable[int], played: Sequence[Played]) -> set[int]:
    """Who has missed too many games to be waited for again."""
    return {entrant for entrant in entrants if games_missed(played, entrant) >= MISSED_ALLOWED}
