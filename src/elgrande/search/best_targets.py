"""Where a piece, a tile or the King does most for the deciding seat, looked at one by one.

Gains are in 256ths of a point; what was found is packed below them in a few bits.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions.discs import coup_targets
from elgrande.rules.actions.grandes_and_tiles import (
    boards_without_tile,
    movable_grandes,
    movable_tiles,
)
from elgrande.rules.actions.moving import movable, moving_to
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    COURT,
    NOWHERE,
    PLACE_TARGETS,
    PLACES,
    REGIONS,
    TABOO,
    TILES,
)
from elgrande.rules.choices import smaller
from elgrande.rules.state import State
from elgrande.search.context import Context

LEAST: Final = -(2**40)


def best_scoring(state: State, context: Context, regions: i64, first_only: bool) -> i64:
    """The one of these regions whose scoring now is best for the seat."""
    best: i64 = LEAST
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            value: i64 = context.appraiser.scored(state, region, first_only) + context.blur()
            if value > best:
                best = value
                found = region
        region += 1
    return found


def best_move(state: State, context: Context, seat: i64, argument: i64) -> i64:
    """The best caballero to move: its gain, then (in six bits) colour * 9 + region."""
    pieces: i64 = movable(state, seat, argument)
    best: i64 = LEAST
    found: i64 = 0
    piece: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        row: i64 = (pieces >> (colour * REGIONS)) & ALL_REGIONS
        if row:
            target: i64 = best_target(state, context, colour, moving_to(state, COURT))
            second: i64 = NOWHERE
            region: i64 = 0
            while region < REGIONS:
                if row & BIT[region]:
                    there: i64 = target
                    if target & 15 == region:
                        if second == NOWHERE:
                            second = best_target(state, context, colour, moving_to(state, region))
                        there = second
                    piece = colour * REGIONS + region
                    value: i64 = (there >> 4) + context.appraiser.gain(state, region, colour, -1)
                    value += context.blur()
                    if value > best:
                        best = value
                        found = piece
                region += 1
        colour += 1
    return (best << 6) | found


def best_target(state: State, context: Context, colour: i64, targets: i64) -> i64:
    """Where one more caballero of a colour is best: the gain, then (in four bits) the place."""
    best: i64 = LEAST
    found: i64 = 0
    place: i64 = 0
    while place <= CASTILLO:
        if targets & BIT[place]:
            value: i64 = context.appraiser.gain(state, place, colour, 1)
            if value > best:
                best = value
                found = place
        place += 1
    return (best << 4) | found


def king_gain(state: State, context: Context, place: i64) -> i64:
    """What changes when the King goes to a place: the bonuses there and where he was."""
    old: i64 = state.king
    gain: i64 = -king_bonus(state, context, old)
    if place != old:
        state.king = place
        gain += king_bonus(state, context, place)
        state.king = old
        return gain
    return 0


def king_bonus(state: State, context: Context, place: i64) -> i64:
    """What the King's present position is worth to the seat."""
    if place > CASTILLO:
        return 0
    counts: i64 = state.counts(place)
    with_him: i64 = context.appraiser.utility(state, place, counts)
    state.king = NOWHERE
    without_him: i64 = context.appraiser.utility(state, place, counts)
    state.king = place
    return with_him - without_him


def best_king(
    state: State, context: Context, seat: i64, targets: i64, most: i64, placed_first: i64
) -> i64:
    """Where the King is best: the gain, then (in four bits) the place.

    With `most` caballeros to place after him, unless placing first is worth more than that.
    """
    appraiser, placing = context.appraiser, context.placing
    most = smaller(most, state.caballeros(COURT, seat))
    if most:
        placing.look(state, appraiser, seat, most, ALL_REGIONS | BIT[CASTILLO])
    old: i64 = state.king
    here: i64 = king_bonus(state, context, old)
    best: i64 = LEAST
    found: i64 = 0
    place: i64 = 0
    while place < PLACES:
        if targets & BIT[place]:
            state.king = place
            value: i64 = king_bonus(state, context, place) - here + context.blur()
            state.king = old
            after: i64 = 0
            if most:
                placing.split(most, PLACE_TARGETS[place])
                after = placing.worth(state, appraiser, seat, most)
            if placed_first > after:
                after = placed_first
            if value + after > best:
                best = value + after
                found = place
        place += 1
    return (best << 4) | found


def best_tile(state: State, context: Context) -> i64:
    """The best tile and board: the gain, then place (four bits) and tile (one bit)."""
    tiles: i64 = movable_tiles(state)
    best: i64 = LEAST
    tile: i64 = 0
    while tile < TILES:
        if tiles & BIT[tile]:
            value: i64 = (best_board(state, context, tile) << 1) | tile
            if value > best:
                best = value
        tile += 1
    return best


def best_board(state: State, context: Context, tile: i64) -> i64:
    """The best board for a tile: the gain, then (in four bits) the place."""
    appraiser = context.appraiser
    boards: i64 = boards_without_tile(state)
    old: i64 = state.tile(tile)
    best: i64 = LEAST
    place: i64 = 0
    while place <= CASTILLO:
        if boards & BIT[place]:
            value: i64 = -appraiser.now(state, place)
            if old != NOWHERE:
                value -= appraiser.now(state, old)
            state.put_tile(tile, place)
            value += appraiser.now(state, place) + context.blur()
            if old != NOWHERE:
                value += appraiser.now(state, old)
            state.put_tile(tile, old)
            if (value << 4) | place > best:
                best = (value << 4) | place
        place += 1
    return best


def best_grande(state: State, context: Context, colour: i64) -> i64:
    """Where a Grande is best for the seat: the gain, then (in four bits) the place."""
    appraiser = context.appraiser
    old: i64 = state.grande(colour)
    there: i64 = TABOO[state.king] | BIT[old]
    best: i64 = LEAST
    place: i64 = 0
    while place < REGIONS:
        if there & BIT[place] == 0:
            value: i64 = -appraiser.now(state, place) - appraiser.now(state, old)
            state.put_grande(colour, place)
            value += appraiser.now(state, place) + appraiser.now(state, old)
            state.put_grande(colour, old)
            value += context.blur()
            if (value << 4) | place > best:
                best = (value << 4) | place
        place += 1
    return best


def best_stand_in(state: State, context: Context) -> i64:
    """The Grande the King should change places with: the gain, then (in four bits) its colour."""
    grandes: i64 = movable_grandes(state)
    best: i64 = LEAST
    colour: i64 = 0
    while colour < state.deal.players:
        if grandes & BIT[colour]:
            value: i64 = king_gain(state, context, state.grande(colour)) + context.blur()
            if (value << 4) | colour > best:
                best = (value << 4) | colour
        colour += 1
    return best


def best_coup(state: State, context: Context, seat: i64) -> i64:
    """The region to empty of opponents: the gain, then (in four bits) the region."""
    regions: i64 = coup_targets(state, seat)
    best: i64 = LEAST
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            value: i64 = context.blur()
            other: i64 = 0
            while other < state.deal.players:
                count: i64 = state.caballeros(region, other)
                if other != seat and count:
                    # They land somewhere else, so most of what they had there is not lost.
                    value += context.appraiser.gain(state, region, other, -count) >> 1
                other += 1
            if (value << 4) | region > best:
                best = (value << 4) | region
        region += 1
    return best


def least_loss(state: State, context: Context, seat: i64, regions: i64, count: i64) -> i64:
    """Where a seat loses least by returning up to `count`: the loss, then (four bits) the place.

    The regard must be that of the seat itself or of an opponent.
    """
    sign: i64 = 1
    if context.appraiser.regard[seat] < 0:
        sign = -1
    best: i64 = -LEAST
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            there: i64 = smaller(count, state.caballeros(region, seat))
            loss: i64 = -sign * context.appraiser.gain(state, region, seat, -there) + context.blur()
            if (loss << 4) | region < best:
                best = (loss << 4) | region
        region += 1
    return best
