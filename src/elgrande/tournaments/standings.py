"""How everybody stands, and every tie broken.

Compared are: how far somebody came (in a knock-out alone), place points, points on the board, the
games that those who are level played against each other, and at last the lot.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from random import Random
from typing import NamedTuple

from elgrande.tournaments.results import (
    KNOCKOUT,
    Format,
    Played,
    game_points,
    games_missed,
    place_points,
    places,
    withdrawn,
)


class Line(NamedTuple):
    """One line of the table; `out`: takes no further part."""

    entrant: int
    place: int
    points: int  # for places
    score: int  # on the board
    games: int
    wins: int
    missed: int
    reached: int  # the last round they played or are to play
    out: bool


def standings(
    form: Format, entrants: Sequence[int], played: Sequence[Played], seed: int
) -> list[Line]:
    """The table after some games, from the first place on."""
    ordered = _in_order(form, entrants, played, seed)
    through = _still_in(form, entrants, played, seed)
    return [
        _line(entrant, place, played, is_in=entrant in through)
        for place, entrant in enumerate(ordered, start=1)
    ]


def advancing(form: Format, game: Played, played: Sequence[Played], seed: int) -> list[int]:
    """Who of a table of a knock-out plays on, the best first; never all of them.

    Ties at the table are broken by everything before: place points, points on the board, games
    against each other, the lot.
    """
    count = min(form.advance, len(game.entrants) - 1)
    found = places(game)
    ranked = rank(game.entrants, played, seed, lambda entrant: found[entrant])
    return ranked[:count]


def rank(
    entrants: Iterable[int],
    played: Sequence[Played],
    seed: int,
    first: Callable[[int], int] = lambda entrant: 0,
) -> list[int]:
    """Entrants from the best to the last; less of `first` counts before everything else."""
    members = list(entrants)
    totals = {entrant: _totals(entrant, played) for entrant in members}
    lots = {entrant: Random(f"{seed}:lot:{entrant}").random() for entrant in members}

    def key(entrant: int) -> tuple[int, int, int]:
        points, score = totals[entrant]
        return first(entrant), -points, -score

    ordered: list[int] = []
    for _, equals in groupby(sorted(members, key=key), key):
        level = list(equals)
        meetings = _among(level, played)
        ordered += sorted(level, key=lambda one: (-meetings[one], lots[one]))
    return ordered


def _totals(entrant: int, played: Iterable[Played]) -> tuple[int, int]:
    own = [game for game in played if entrant in game.entrants]
    points = sum(place_points(game)[entrant] for game in own)
    return points, sum(game_points(game, entrant) for game in own)


def _among(level: Sequence[int], played: Iterable[Played]) -> dict[int, int]:
    """For those who are level: two for everybody they finished ahead of, one for a tie."""
    found = dict.fromkeys(level, 0)
    if len(level) == 1:
        return found
    for game in played:
        at = {entrant: place for entrant, place in places(game).items() if entrant in found}
        for one, place in at.items():
            found[one] += sum(
                2 * (place < other) + (place == other) for two, other in at.items() if two != one
            )
    return found


def _in_order(
    form: Format, entrants: Sequence[int], played: Sequence[Played], seed: int
) -> list[int]:
    if form.kind != KNOCKOUT:
        return rank(entrants, played, seed)
    last = {entrant: _last_game(entrant, played) for entrant in entrants}
    through = _still_in(form, entrants, played, seed)

    def how_far(entrant: int) -> int:
        game, is_in = last[entrant], entrant in through
        if game is None:
            return -(100 + 50 * is_in)  # in the first round
        # Later rounds first, in a round those who are not out, then the place at the last table.
        return places(game)[entrant] - 100 * (game.round + is_in) - 50 * is_in

    return rank(entrants, played, seed, how_far)


def _still_in(
    form: Format, entrants: Sequence[int], played: Sequence[Played], seed: int
) -> set[int]:
    """Those who have not dropped out; of games that are not over nobody has."""
    if form.kind != KNOCKOUT:
        return set(entrants) - withdrawn(entrants, played)
    gone = set()
    for game in played:
        gone |= set(game.entrants) - set(advancing(form, game, _until(played, game.round), seed))
    return set(entrants) - gone


def _until(played: Sequence[Played], last: int) -> list[Played]:
    return [game for game in played if game.round <= last]


def _last_game(entrant: int, played: Sequence[Played]) -> Played | None:
    own = [game for game in played if entrant in game.entrants]
    return max(own, key=lambda game: game.round, default=None)


def _line(entrant: int, place: int, played: Sequence[Played], *, is_in: bool) -> Line:
    own = [game for game in played if entrant in game.entrants]
    points, score = _totals(entrant, own)
    return Line(
        entrant=entrant,
        place=place,
        points=points,
        score=score,
        games=len(own),
        wins=sum(places(game)[entrant] == 1 and entrant not in game.absent for game in own),
        missed=games_missed(own, entrant),
        reached=max((game.round for game in own), default=0),
        out=not is_in,
    )
