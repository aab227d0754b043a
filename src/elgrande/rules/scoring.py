"""Scoring a place: who is 1st, 2nd and 3rd, and what it is worth (R15-R18)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    CASTILLO,
    COLUMN,
    FIRST_TILE_BOARD,
    REGIONS,
    SCOREBOARDS,
)
from elgrande.rules.events import (
    CASTILLO_HELD,
    CASTILLO_OPENED,
    PLACE_COUNTED,
    SCORED,
    UNPAID,
)
from elgrande.rules.state import State

BONUS: Final = 2


def board_of(state: State, place: i64) -> i64:
    """The scoreboard that counts in a place: the printed one or the tile on it (R17)."""
    if place == state.tile_8:
        return FIRST_TILE_BOARD
    if place == state.tile_4:
        return FIRST_TILE_BOARD + 1
    return place


def points_at(state: State, place: i64, rank: i64) -> i64:
    """What a rank from 1 scores in a place; the last places score nothing in small games."""
    if rank > state.deal.places:
        return 0
    return SCOREBOARDS[board_of(state, place) * 3 + rank - 1]


def first_points(state: State, place: i64) -> i64:
    """The points of a place's first rank, which make it a 4-point region and so on."""
    return SCOREBOARDS[board_of(state, place) * 3]


def rank_of(state: State, place: i64, colour: i64) -> i64:
    """The rank R15 gives a colour in a place: 0 without a caballero there."""
    mine: i64 = state.caballeros(place, colour)
    if mine == 0:
        return 0
    rank: i64 = 1
    tied: i64 = 0  # a tie drops one rank, whatever its size
    colours: i64 = state.deal.colours
    other: i64 = 0
    while other < colours:
        count: i64 = state.caballeros(place, other)
        if count > mine:
            rank += _rank_taken(state, place, other, count)
        elif count == mine and other != colour:
            tied = 1
        other += 1
    return rank + tied


def _rank_taken(state: State, place: i64, colour: i64, count: i64) -> i64:
    """How far a colour ahead pushes others down: a tied group two ranks, by its first colour."""
    colours: i64 = state.deal.colours
    other: i64 = 0
    taken: i64 = 1
    while other < colours:
        if other != colour and state.caballeros(place, other) == count:
            if other < colour:
                return 0
            taken = 2
        other += 1
    return taken


def king_bonus(state: State, place: i64) -> i64:
    """What the King adds to a lone first place in his region (R16)."""
    return BONUS if place == state.king else 0


def grande_bonus(state: State, place: i64, colour: i64) -> i64:
    """What a Grande adds to a lone first place in his region (R16)."""
    return BONUS if place == state.grande(colour) else 0


def worth(state: State, place: i64, colour: i64, first_only: bool) -> i64:
    """What a seat would score in a place now."""
    rank: i64 = rank_of(state, place, colour)
    if rank == 0 or (first_only and rank > 1):
        return 0
    points: i64 = points_at(state, place, rank)
    if rank == 1:
        points += king_bonus(state, place) + grande_bonus(state, place, colour)
    return points


def score_place(state: State, place: i64, first_only: bool) -> None:
    """Score one region, or the Castillo. The dummy takes a rank but no points (V-2)."""
    if state.log is not None:
        tell_count(state, place, first_only)
    players: i64 = state.deal.players
    colour: i64 = 0
    while colour < players:
        if state.caballeros(place, colour) != 0:
            points: i64 = worth(state, place, colour, first_only)
            state.add_score(colour, points)
            if state.log is not None:
                tell_payment(state, place, colour, points)
        colour += 1
    has_dummy: bool = players < state.deal.colours and state.caballeros(place, players) != 0
    if state.log is not None and has_dummy:
        tell_payment(state, place, players, 0)


def tell_count(state: State, place: i64, first_only: bool) -> None:
    """Say that a place is scored: how many colours are there, and what its ranks are worth."""
    present: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if state.caballeros(place, colour) != 0:
            present += 1
        colour += 1
    state.tell(
        PLACE_COUNTED,
        place,
        present,
        points_at(state, place, 1),
        points_at(state, place, 2),
        points_at(state, place, 3),
        1 if first_only else 0,
    )


def tell_payment(state: State, place: i64, colour: i64, points: i64) -> None:
    """Say what a colour that is in a place got for it, and for which rank."""
    count: i64 = state.caballeros(place, colour)
    rank: i64 = rank_of(state, place, colour)
    if points == 0:
        state.tell(UNPAID, place, colour, rank, count)
        return
    king: i64 = 0
    grande: i64 = 0
    if rank == 1:
        king = king_bonus(state, place)
        grande = grande_bonus(state, place, colour)
    state.tell(SCORED, place, colour, points, rank, count, king, grande)


def score_castillo(state: State) -> None:
    """Open the Castillo and score it."""
    if state.log is not None:
        state.tell(CASTILLO_OPENED)
        colour: i64 = 0
        while colour < state.deal.colours:
            state.tell(CASTILLO_HELD, colour, state.caballeros(CASTILLO, colour))
            colour += 1
    score_place(state, CASTILLO, False)


def score_regions(state: State, regions: i64, first_only: bool) -> None:
    """Score the regions of a mask in their order."""
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            if state.occupied & COLUMN[region]:
                score_place(state, region, first_only)
            elif state.log is not None:
                tell_count(state, region, first_only)
        region += 1


def crowded(state: State, fewest: bool) -> i64:
    """The regions with the most, or with the fewest but some, caballeros in total."""
    best: i64 = 0
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        count: i64 = state.total_in(region)
        if count != 0:
            if found == 0 or (fewest and count < best) or (not fewest and count > best):
                best = count
                found = BIT[region]
            elif count == best:
                found |= BIT[region]
        region += 1
    return found


def worth_between(state: State, lowest: i64, highest: i64) -> i64:
    """The regions whose first rank scores from `lowest` to `highest`."""
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        points: i64 = first_points(state, region)
        if lowest <= points <= highest:
            found |= BIT[region]
        region += 1
    return found
