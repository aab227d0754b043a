"""What special actions may touch, and whether they could change anything (R7, Q8, Q11, Q16-Q21)."""

from mypy_extensions import i64

from elgrande.rules.board import (
    ABROAD,
    ALL_REGIONS,
    BIT,
    CASTILLO_BIT,
    COLUMN,
    COURT,
    NEIGHBOURS,
    NOWHERE,
    PROVINCE,
    REGIONS,
    ROW,
    TABOO,
    TILES,
)
from elgrande.rules.cards import (
    KING_ABROAD,
    KING_ANYWHERE,
    KING_FEWEST,
    KING_NEXT_DOOR,
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
    OP_STAND_IN,
    OP_WITHDRAW,
    WHOLE,
)
from elgrande.rules.packing import foreign_left, own_left, quota, source_of, total_left
from elgrande.rules.scoring import crowded
from elgrande.rules.state import State


def moving_to(state: State, source: i64) -> i64:
    """Where a caballero that was taken up may go."""
    return (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king] & ~BIT[source]


def movable(state: State, seat: i64, argument: i64) -> i64:
    """Caballeros a moving card may take up: so many own and foreign ones, perhaps of one region."""
    if total_left(argument) == 0:
        return 0
    pieces: i64 = state.occupied & ~COLUMN[state.king]
    if own_left(argument) == 0:
        pieces &= ~ROW[seat]
    if foreign_left(argument) == 0:
        pieces &= ROW[seat]
    source: i64 = source_of(argument)
    if 0 < source <= REGIONS:
        pieces &= COLUMN[source - 1]
    return pieces


def returning(state: State, seat: i64) -> i64:
    """Where a seat may return a caballero from: its Court or a region."""
    places: i64 = state.free_regions_of(seat)
    if state.caballeros(COURT, seat):
        places |= BIT[COURT]
    return places


def arrestable(state: State, colours: i64) -> i64:
    """The caballeros outside the King's region of these colours."""
    pieces: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if colours & BIT[colour]:
            pieces |= ROW[colour]
        colour += 1
    return state.occupied & ~COLUMN[state.king] & pieces


def opponents(state: State, seat: i64) -> i64:
    """The colours of the others, the dummy too."""
    return (BIT[state.deal.colours] - 1) & ~BIT[seat]


def boards_without_tile(state: State) -> i64:
    """Scoreboards a tile may be put on."""
    boards: i64 = (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king]
    if state.tile_8 != NOWHERE:
        boards &= ~BIT[state.tile_8]
    if state.tile_4 != NOWHERE:
        boards &= ~BIT[state.tile_4]
    return boards


def movable_tiles(state: State) -> i64:
    """The tiles that do not lie where the King stands."""
    tiles: i64 = 0
    tile: i64 = 0
    while tile < TILES:
        if state.tile(tile) != state.king:
            tiles |= BIT[tile]
        tile += 1
    return tiles


def movable_grandes(state: State) -> i64:
    """The Grandes in regions other than the King's (Q17, Q18)."""
    grandes: i64 = 0
    colour: i64 = 0
    while colour < state.deal.players:
        place: i64 = state.grande(colour)
        if place < REGIONS and place != state.king:
            grandes |= BIT[colour]
        colour += 1
    return grandes


def king_targets(state: State, targets: i64) -> i64:
    """Where a card may send the King: always elsewhere, but for C-chalet (Q11, Q17)."""
    king: i64 = state.king
    if targets == KING_ANYWHERE:
        return ALL_REGIONS & ~TABOO[king]
    if targets == KING_NEXT_DOOR:
        return NEIGHBOURS[king]
    if targets == KING_ABROAD:
        return ABROAD & ~BIT[king]
    if targets == KING_FEWEST:
        return crowded(state, True)
    return CASTILLO_BIT & ~BIT[king]


def coup_targets(state: State, seat: i64) -> i64:
    """The regions outside the King's where an opponent with a disc has caballeros (Q16)."""
    regions: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat:
            regions |= state.free_regions_of(other)
        other += 1
    return regions


def returnable_by_disc(state: State, seat: i64, count: i64) -> i64:
    """The regions a seat may return caballeros from by disc (Q8, Q21)."""
    regions: i64 = state.free_regions_of(seat)
    if count == WHOLE:
        return regions
    enough: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region] and state.caballeros(region, seat) >= count:
            enough |= BIT[region]
        region += 1
    if enough:
        return enough
    return regions


def some_court(state: State, seat: i64) -> bool:
    """Whether an opponent has anyone in the Court."""
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.caballeros(COURT, other) != 0:
            return True
        other += 1
    return False


def move_argument(state: State, card: i64) -> i64:
    """The argument of the frames of a moving card: how many own, foreign and in all are left."""
    total: i64 = state.deal.number(card, 2)
    own: i64 = state.deal.number(card, 0)
    return quota(own, state.deal.number(card, 1), total & WHOLE, total > WHOLE)


def possible(state: State, seat: i64, card: i64, placed: bool) -> bool:
    """Whether the special action of a card could change anything at all (Q20)."""
    op: i64 = state.deal.op(card)
    if op == OP_MOVE:
        return movable(state, seat, move_argument(state, card)) != 0
    if op == OP_MUSTER:
        return state.caballeros(COURT, seat) != 0
    if op == OP_EITHER:
        return possible(state, seat, state.deal.number(card, 0), placed) or possible(
            state, seat, state.deal.number(card, 1), placed
        )
    if op == OP_KING:
        return king_targets(state, state.deal.number(card, 0)) != 0
    if op == OP_INFILTRATE:
        return not placed and state.caballeros(COURT, seat) != 0 and TABOO[state.king] != 0
    if op == OP_STAND_IN:
        return state.king < REGIONS and movable_grandes(state) != 0
    if op == OP_GRANDE:
        return movable_grandes(state) & BIT[seat] != 0
    if op == OP_RECRUIT:
        return state.caballeros(PROVINCE, seat) != 0 or state.free_regions_of(seat) != 0
    if op == OP_ARREST:
        return arrestable(state, opponents(state, seat)) != 0
    if op == OP_COUP or op == OP_RETURN_BY_DISC:
        return coup_targets(state, seat) != 0
    if op == OP_DISMISS or op == OP_WITHDRAW:
        return some_court(state, seat) or (op == OP_WITHDRAW and coup_targets(state, seat) != 0)
    return True
