"""What the special action of a card promises the seat that uses it (section 5, R7, R18).

Estimates from the position as it is, not by playing the action out: exact for scorings, close for
what moves one piece, rough for what depends on others. All in 256ths of a point.
"""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions.discs import coup_targets
from elgrande.rules.actions.grandes_and_tiles import (
    boards_without_tile,
    movable_grandes,
    movable_tiles,
)
from elgrande.rules.actions.king import king_targets
from elgrande.rules.actions.moving import movable, move_argument, moving_to, mustering_to
from elgrande.rules.actions.scoring_cards import places_scored_by, scores_first_only
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    COURT,
    NOWHERE,
    PLACE_TARGETS,
    PLACES,
    PROVINCE,
    REGIONS,
    ROUNDS,
    TABOO,
    TILES,
)
from elgrande.rules.cards import (
    KING_CASTILLO,
    OP_ARREST,
    OP_COUP,
    OP_DISMISS,
    OP_EITHER,
    OP_GRANDE,
    OP_INFILTRATE,
    OP_KING,
    OP_MOVE,
    OP_MUSTER,
    OP_RECRUIT,
    OP_RETURN_BY_DISC,
    OP_RIVALRIES,
    OP_SCORE,
    OP_SCORE_CHOSEN,
    OP_STAND_IN,
    OP_TAKE_BACK,
    OP_TILE,
    OP_VETO,
    OP_WITHDRAW,
    WHOLE,
)
from elgrande.rules.choices import smaller
from elgrande.rules.packing import total_left
from elgrande.rules.state import State
from elgrande.search.mind import Mind
from elgrande.search.weights import POINT

POWER_BACK: Final = 200  # a power card again in the hand, by round still to come
VETO_KEPT: Final = 2 * POINT
LEAST: Final = -(2**40)


def special_prospect(state: State, mind: Mind, seat: i64, card: i64) -> i64:
    """What the special action of a card promises; below 0 it is better left alone."""
    op: i64 = state.deal.op(card)
    number: i64 = state.deal.number(card, 0)
    if op == OP_MOVE:
        return move_prospect(state, mind, seat, move_argument(state, card))
    if op == OP_SCORE:
        return scoring_prospect(state, mind, card)
    if op == OP_SCORE_CHOSEN or op == OP_RIVALRIES:
        best: i64 = best_scoring(state, mind, ALL_REGIONS, False)
        return mind.eyes.scored(state, best, False)
    if op == OP_KING:
        if number == KING_CASTILLO:
            return king_gain(state, mind, CASTILLO)
        return best_king(state, mind, seat, king_targets(state, number), 0, 0) >> 4
    if op == OP_TILE:
        return best_tile(state, mind) >> 5
    if op == OP_GRANDE:
        return best_grande(state, mind, seat) >> 4
    if op == OP_MUSTER:
        return muster_prospect(state, mind, seat, number)
    if op == OP_EITHER:
        one: i64 = special_prospect(state, mind, seat, number)
        other: i64 = special_prospect(state, mind, seat, state.deal.number(card, 1))
        return -smaller(-one, -other)
    if op == OP_COUP:
        return best_coup(state, mind, seat) >> 4
    return lesser_prospect(state, mind, seat, op, number)


def lesser_prospect(state: State, mind: Mind, seat: i64, op: i64, number: i64) -> i64:
    """The ops that ask nothing of the board, or are for others to answer."""
    rounds: i64 = ROUNDS - state.round
    if op == OP_RECRUIT:
        court: i64 = state.caballeros(COURT, seat)
        more: i64 = smaller(number, state.caballeros(PROVINCE, seat))
        return mind.eyes.court(court + more) - mind.eyes.court(court)
    if op == OP_TAKE_BACK:
        return POWER_BACK * rounds // 3
    if op == OP_VETO:
        return VETO_KEPT
    if op == OP_DISMISS or op == OP_WITHDRAW or op == OP_RETURN_BY_DISC:
        return harm_prospect(state, mind, seat, op, number)
    if op == OP_ARREST:
        return arrest_prospect(state, mind, seat)
    if op == OP_INFILTRATE:
        if state.king > CASTILLO:
            return 0
        return mind.eyes.gain(state, state.king, seat, smaller(2, state.caballeros(COURT, seat)))
    if op == OP_STAND_IN:
        return best_stand_in(state, mind) >> 4
    return 0


def scoring_prospect(state: State, mind: Mind, card: i64) -> i64:
    """The very points a scoring card would give, weighed."""
    return scored_in_all(state, mind, places_scored_by(state, card), scores_first_only(state, card))


def scored_in_all(state: State, mind: Mind, places: i64, first_only: bool) -> i64:
    """What scoring all of these places now would be worth to the seat."""
    total: i64 = 0
    place: i64 = 0
    while place <= CASTILLO:
        if places & BIT[place]:
            total += mind.eyes.scored(state, place, first_only)
        place += 1
    return total


def best_scoring(state: State, mind: Mind, regions: i64, first_only: bool) -> i64:
    """The one of these regions whose scoring now is best for the seat."""
    best: i64 = LEAST
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            value: i64 = mind.eyes.scored(state, region, first_only) + mind.blur()
            if value > best:
                best = value
                found = region
        region += 1
    return found


def best_move(state: State, mind: Mind, seat: i64, argument: i64) -> i64:
    """The best caballero to move: its gain, then (in six bits) colour * 9 + region."""
    pieces: i64 = movable(state, seat, argument)
    best: i64 = LEAST
    found: i64 = 0
    piece: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        row: i64 = (pieces >> (colour * REGIONS)) & ALL_REGIONS
        if row:
            target: i64 = best_target(state, mind, colour, moving_to(state, CASTILLO))
            second: i64 = NOWHERE
            region: i64 = 0
            while region < REGIONS:
                if row & BIT[region]:
                    there: i64 = target
                    if target & 15 == region:
                        if second == NOWHERE:
                            second = best_target(state, mind, colour, moving_to(state, region))
                        there = second
                    piece = colour * REGIONS + region
                    value: i64 = (there >> 4) + mind.eyes.gain(state, region, colour, -1)
                    value += mind.blur()
                    if value > best:
                        best = value
                        found = piece
                region += 1
        colour += 1
    return (best << 6) | found


def best_target(state: State, mind: Mind, colour: i64, targets: i64) -> i64:
    """Where one more caballero of a colour is best: the gain, then (in four bits) the place."""
    best: i64 = LEAST
    found: i64 = 0
    place: i64 = 0
    while place <= CASTILLO:
        if targets & BIT[place]:
            value: i64 = mind.eyes.gain(state, place, colour, 1)
            if value > best:
                best = value
                found = place
        place += 1
    return (best << 4) | found


def move_prospect(state: State, mind: Mind, seat: i64, argument: i64) -> i64:
    """Moving several: the first move and most of as much again for each of the others."""
    if movable(state, seat, argument) == 0:
        return 0
    first: i64 = best_move(state, mind, seat, argument) >> 6
    if first <= 0:
        return 0
    return first + (first * 150 * (smaller(total_left(argument), 5) - 1) >> 8)


def king_gain(state: State, mind: Mind, place: i64) -> i64:
    """What changes when the King goes to a place: the bonuses there and where he was."""
    old: i64 = state.king
    gain: i64 = -king_bonus(state, mind, old)
    if place != old:
        state.king = place
        gain += king_bonus(state, mind, place)
        state.king = old
        return gain
    return 0


def king_bonus(state: State, mind: Mind, place: i64) -> i64:
    """What the King's standing where he stands is worth to the seat."""
    if place > CASTILLO:
        return 0
    counts: i64 = state.counts(place)
    with_him: i64 = mind.eyes.utility(state, place, counts)
    state.king = NOWHERE
    without_him: i64 = mind.eyes.utility(state, place, counts)
    state.king = place
    return with_him - without_him


def best_king(
    state: State, mind: Mind, seat: i64, targets: i64, most: i64, placed_first: i64
) -> i64:
    """Where the King is best: the gain, then (in four bits) the place.

    With `most` caballeros to place after him, unless placing first is worth more than that.
    """
    eyes, placing = mind.eyes, mind.placing
    most = smaller(most, state.caballeros(COURT, seat))
    if most:
        placing.look(state, eyes, seat, most, ALL_REGIONS | BIT[CASTILLO])
    old: i64 = state.king
    here: i64 = king_bonus(state, mind, old)
    best: i64 = LEAST
    found: i64 = 0
    place: i64 = 0
    while place < PLACES:
        if targets & BIT[place]:
            state.king = place
            value: i64 = king_bonus(state, mind, place) - here + mind.blur()
            state.king = old
            after: i64 = 0
            if most:
                placing.split(most, PLACE_TARGETS[place])
                after = placing.worth(state, eyes, seat, most)
            if placed_first > after:
                after = placed_first
            if value + after > best:
                best = value + after
                found = place
        place += 1
    return (best << 4) | found


def best_tile(state: State, mind: Mind) -> i64:
    """The best tile and board: the gain, then place (four bits) and tile (one bit)."""
    tiles: i64 = movable_tiles(state)
    best: i64 = LEAST
    tile: i64 = 0
    while tile < TILES:
        if tiles & BIT[tile]:
            value: i64 = (best_board(state, mind, tile) << 1) | tile
            if value > best:
                best = value
        tile += 1
    return best


def best_board(state: State, mind: Mind, tile: i64) -> i64:
    """The best board for a tile: the gain, then (in four bits) the place."""
    eyes = mind.eyes
    boards: i64 = boards_without_tile(state)
    old: i64 = state.tile(tile)
    best: i64 = LEAST
    place: i64 = 0
    while place <= CASTILLO:
        if boards & BIT[place]:
            value: i64 = -eyes.now(state, place)
            if old != NOWHERE:
                value -= eyes.now(state, old)
            state.put_tile(tile, place)
            value += eyes.now(state, place) + mind.blur()
            if old != NOWHERE:
                value += eyes.now(state, old)
            state.put_tile(tile, old)
            if (value << 4) | place > best:
                best = (value << 4) | place
        place += 1
    return best


def best_grande(state: State, mind: Mind, colour: i64) -> i64:
    """Where a Grande is best for the seat: the gain, then (in four bits) the place."""
    eyes = mind.eyes
    old: i64 = state.grande(colour)
    there: i64 = TABOO[state.king] | BIT[old]
    best: i64 = LEAST
    place: i64 = 0
    while place < REGIONS:
        if there & BIT[place] == 0:
            value: i64 = -eyes.now(state, place) - eyes.now(state, old)
            state.put_grande(colour, place)
            value += eyes.now(state, place) + eyes.now(state, old)
            state.put_grande(colour, old)
            value += mind.blur()
            if (value << 4) | place > best:
                best = (value << 4) | place
        place += 1
    return best


def best_stand_in(state: State, mind: Mind) -> i64:
    """The Grande the King should change places with: the gain, then (in four bits) its colour."""
    grandes: i64 = movable_grandes(state)
    best: i64 = LEAST
    colour: i64 = 0
    while colour < state.deal.players:
        if grandes & BIT[colour]:
            value: i64 = king_gain(state, mind, state.grande(colour)) + mind.blur()
            if (value << 4) | colour > best:
                best = (value << 4) | colour
        colour += 1
    return best


def best_coup(state: State, mind: Mind, seat: i64) -> i64:
    """The region to empty of opponents: the gain, then (in four bits) the region."""
    regions: i64 = coup_targets(state, seat)
    best: i64 = LEAST
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            value: i64 = mind.blur()
            other: i64 = 0
            while other < state.deal.players:
                count: i64 = state.caballeros(region, other)
                if other != seat and count:
                    # They land somewhere else, so most of what they had there is not lost.
                    value += mind.eyes.gain(state, region, other, -count) >> 1
                other += 1
            if (value << 4) | region > best:
                best = (value << 4) | region
        region += 1
    return best


def muster_prospect(state: State, mind: Mind, seat: i64, number: i64) -> i64:
    """Placing a few anywhere."""
    most: i64 = smaller(number, state.caballeros(COURT, seat))
    targets: i64 = mustering_to(state)
    mind.placing.look(state, mind.eyes, seat, most, targets)
    mind.placing.split(most, targets)
    return mind.placing.worth(state, mind.eyes, seat, most)


def least_loss(state: State, mind: Mind, seat: i64, regions: i64, count: i64) -> i64:
    """Where a seat loses least by returning up to `count`: the loss, then (four bits) the place.

    The regard must be that of the seat itself or of one who wishes it ill.
    """
    sign: i64 = 1
    if mind.eyes.regard[seat] < 0:
        sign = -1
    best: i64 = -LEAST
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region]:
            there: i64 = smaller(count, state.caballeros(region, seat))
            loss: i64 = -sign * mind.eyes.gain(state, region, seat, -there) + mind.blur()
            if (loss << 4) | region < best:
                best = (loss << 4) | region
        region += 1
    return best


def harm_prospect(state: State, mind: Mind, seat: i64, op: i64, number: i64) -> i64:
    """What opponents would lose by returning caballeros, as far as that helps the seat."""
    eyes = mind.eyes
    total: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat:
            court: i64 = state.caballeros(COURT, other)
            if op == OP_RETURN_BY_DISC:
                regions: i64 = state.free_regions_of(other)
                if regions:
                    total += least_loss(state, mind, other, regions, number) >> 4
            else:
                gone: i64 = smaller(court, number)
                loss: i64 = eyes.court(court) - eyes.court(court - gone)
                if op == OP_WITHDRAW and number != WHOLE:
                    loss += (number - gone) * POINT
                total -= (eyes.regard[other] * loss) >> 8
        other += 1
    return total


def arrest_prospect(state: State, mind: Mind, seat: i64) -> i64:
    """One caballero of each opponent gone, the best one."""
    total: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if colour != seat:
            regions: i64 = state.free_regions_of(colour)
            best: i64 = LEAST
            region: i64 = 0
            while region < REGIONS:
                if regions & BIT[region]:
                    value: i64 = mind.eyes.gain(state, region, colour, -1)
                    if value > best:
                        best = value
                region += 1
            if regions:
                total += best
        colour += 1
    return total
