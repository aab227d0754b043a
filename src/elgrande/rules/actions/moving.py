"""Moving caballeros between regions, and placing some anywhere (R7, section 5)."""

from mypy_extensions import i64

from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO_BIT,
    COLOURS,
    COLUMN,
    COURT,
    REGION_KEYS,
    REGIONS,
    ROW,
    TABOO,
)
from elgrande.rules.cards import OP_MOVE, WHOLE
from elgrande.rules.choices import (
    PIECE_BASE,
    PIECE_UNIT,
    PLACE_BASE,
    PLACE_UNIT,
    STOP,
    STOP_BIT,
    or_stop,
)
from elgrande.rules.decision_types import MoveFromDecision, MovesLeft, MoveToDecision
from elgrande.rules.frames import MOVE_FROM, MOVE_TO, MUSTER
from elgrande.rules.packing import (
    NOT_CHOSEN,
    argument_of,
    foreign_left,
    kind_of,
    own_left,
    piece_of,
    quota,
    quota_of,
    source_of,
    total_left,
    with_piece,
)
from elgrande.rules.secret import relocate
from elgrande.rules.state import State


def move_argument(state: State, card: i64) -> i64:
    """The argument of a moving card's frames: how many own, foreign and total are left."""
    total: i64 = state.deal.number(card, 2)
    own: i64 = state.deal.number(card, 0)
    return quota(own, state.deal.number(card, 1), total & WHOLE, total > WHOLE)


def movable(state: State, seat: i64, argument: i64) -> i64:
    """The caballeros a moving card may take up: limited by owner, perhaps to one region."""
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


def moving_to(state: State, source: i64) -> i64:
    """Where a caballero that was taken up may go."""
    return (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king] & ~BIT[source]


def mustering_to(state: State) -> i64:
    """Where caballeros from the Court may be placed by a card that lets them go anywhere."""
    return ALL_REGIONS & ~TABOO[state.king]


def possible(state: State, seat: i64, card: i64, op: i64) -> bool:
    """Whether there is anything to move or to place."""
    if op == OP_MOVE:
        return movable(state, seat, move_argument(state, card)) != 0
    return state.caballeros(COURT, seat) != 0


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Ask for the first caballero."""
    if op == OP_MOVE:
        state.push(MOVE_FROM, seat, move_argument(state, card))
    else:
        state.push(MUSTER, seat, state.deal.number(card, 0))


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Which caballero, and where it goes."""
    if kind == MOVE_FROM:
        return or_stop(movable(state, seat, argument) * PIECE_UNIT)
    if kind == MOVE_TO:
        return moving_to(state, piece_of(argument) % REGIONS) * PLACE_UNIT
    if argument == 0 or state.caballeros(COURT, seat) == 0:
        return 0
    return mustering_to(state) * PLACE_UNIT | STOP_BIT


def details(kind: i64, seat: i64, argument: i64) -> MoveFromDecision | MoveToDecision:
    """What may still be moved, and the caballero that was taken up, by name."""
    left: MovesLeft = {
        "own": own_left(argument),
        "foreign": foreign_left(argument),
        "total": total_left(argument),
    }
    data: MoveFromDecision | MoveToDecision
    data = {"kind": "move_from", "seat": seat, "left": left}
    if kind == MOVE_TO:
        piece: i64 = piece_of(argument)
        colour, region = piece // REGIONS, REGION_KEYS[piece % REGIONS]
        data = {"kind": "move_to", "seat": seat, "left": left, "colour": colour, "from": region}
    source: i64 = source_of(argument)
    if source:
        data["one_region"] = None if source == NOT_CHOSEN else REGION_KEYS[source - 1]
    return data


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Take up a caballero, put it down, or place one."""
    if choice == STOP:
        return
    if kind == MOVE_FROM:
        taken: i64 = choice - PIECE_BASE
        state.push(MOVE_TO, seat, with_piece(argument, taken, taken // REGIONS == seat))
    elif kind == MOVE_TO:
        piece: i64 = piece_of(argument)
        state.push(MOVE_FROM, seat, quota_of(argument))
        relocate(state, piece // REGIONS, piece % REGIONS, choice - PLACE_BASE, 1, seat)
    else:
        relocate(state, seat, COURT, choice - PLACE_BASE, 1, seat)
        state.push(MUSTER, seat, argument - 1)


def fits(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card can ask what a frame of a snapshot asks."""
    if state.deal.op(card) == OP_MOVE:
        return fits_quota(state, seat, move_argument(state, card), frame)
    return kind_of(frame) == MUSTER and 0 < argument_of(frame) <= state.deal.number(card, 0)


def fits_quota(state: State, seat: i64, whole: i64, frame: i64) -> bool:
    """What is left of the quota, and the caballero that was taken up."""
    kind = kind_of(frame)
    argument = argument_of(frame)
    if kind != MOVE_FROM and kind != MOVE_TO:
        return False
    own = own_left(whole) - own_left(argument)
    foreign = foreign_left(whole) - foreign_left(argument)
    moved = total_left(whole) - total_left(argument)
    source = source_of(argument)
    if own < 0 or foreign < 0 or own + foreign != moved:
        return False
    if source_of(whole) != NOT_CHOSEN:
        bound = source == 0
    elif moved == 0:
        bound = source == NOT_CHOSEN
    else:
        bound = 0 < source <= REGIONS
    piece = piece_of(argument)
    if kind == MOVE_FROM or not bound:
        return bound and piece == 0
    if piece >= COLOURS * REGIONS or state.occupied & BIT[piece] == 0:
        return False
    region = piece % REGIONS
    of_this_colour = own if piece // REGIONS == seat else foreign
    return region != state.king and of_this_colour > 0 and source in (0, region + 1)
