"""Moving Grandes, and putting scoring tiles on boards (R17, Q17, Q18)."""

from mypy_extensions import i64

from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO_BIT,
    NOWHERE,
    REGIONS,
    TABOO,
    TILE_KEYS,
    TILES,
)
from elgrande.rules.cards import OP_GRANDE
from elgrande.rules.choices import (
    END,
    GRANDE_BASE,
    GRANDE_UNIT,
    PLACE_BASE,
    PLACE_UNIT,
    TILE_BASE,
    TILE_UNIT,
    or_stop,
)
from elgrande.rules.decision_types import Decision
from elgrande.rules.events import GRANDE_MOVED, TILE_PUT
from elgrande.rules.frames import GRANDE_TO, TILE, TILE_TO
from elgrande.rules.packing import argument_of, kind_of, pack
from elgrande.rules.state import State


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


def movable_tiles(state: State) -> i64:
    """The tiles that do not lie where the King stands."""
    tiles: i64 = 0
    tile: i64 = 0
    while tile < TILES:
        if state.tile(tile) != state.king:
            tiles |= BIT[tile]
        tile += 1
    return tiles


def boards_without_tile(state: State) -> i64:
    """Scoreboards a tile may be put on."""
    boards: i64 = (ALL_REGIONS | CASTILLO_BIT) & ~TABOO[state.king]
    if state.tile_8 != NOWHERE:
        boards &= ~BIT[state.tile_8]
    if state.tile_4 != NOWHERE:
        boards &= ~BIT[state.tile_4]
    return boards


def possible(state: State, seat: i64, card: i64, op: i64) -> bool:
    """Whether the player's Grande may move; some tile always may."""
    if op == OP_GRANDE:
        return movable_grandes(state) & BIT[seat] != 0
    return True


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Ask where the player's Grande goes, or for a tile."""
    if op == OP_GRANDE:
        state.push(GRANDE_TO, seat, seat)
    else:
        state.push(TILE, seat, 0)


def answers(state: State, kind: i64, argument: i64) -> i64:
    """Which Grande or tile, and where it goes."""
    if kind == GRANDE_TO:
        there: i64 = TABOO[state.king] | BIT[state.grande(argument)]
        return (ALL_REGIONS & ~there) * PLACE_UNIT
    if kind == TILE_TO:
        return boards_without_tile(state) * PLACE_UNIT
    if kind == TILE:
        return movable_tiles(state) * TILE_UNIT
    return or_stop(movable_grandes(state) * GRANDE_UNIT)


def details(kind: i64, seat: i64, argument: i64) -> Decision:
    """Which tile or whose Grande is moved, by name."""
    if kind == TILE_TO:
        return {"kind": "tile_to", "seat": seat, "tile": TILE_KEYS[argument]}
    return {"kind": "grande_to", "seat": seat, "colour": argument}


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Move a Grande or a tile, or ask where to."""
    if kind == GRANDE_TO:
        send_grande(state, argument, choice - PLACE_BASE, seat)
    elif kind == TILE_TO:
        place: i64 = choice - PLACE_BASE
        if state.log is not None:
            state.tell(TILE_PUT, argument, state.tile(argument), place, seat)
        state.put_tile(argument, place)
    elif kind == TILE:
        state.push(TILE_TO, seat, choice - TILE_BASE)
    elif choice != END:
        state.push(GRANDE_TO, seat, choice - GRANDE_BASE)


def send_grande(state: State, colour: i64, place: i64, by: i64) -> None:
    """Move a Grande; `by` is the seat that moves it."""
    if state.log is not None:
        state.tell(GRANDE_MOVED, colour, state.grande(colour), place, by)
    state.put_grande(colour, place)


def fits(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card can ask what a frame of a snapshot asks."""
    argument = argument_of(frame)
    if state.deal.op(card) == OP_GRANDE:
        return argument == seat and fits_grande(state, frame)
    if kind_of(frame) == TILE_TO:
        return argument < TILES and movable_tiles(state) & BIT[argument] != 0
    return frame == pack(TILE, seat, 0)


def fits_grande(state: State, frame: i64) -> bool:
    """Whether a frame asks for the destination of a Grande that may move."""
    colour = argument_of(frame)
    return (
        kind_of(frame) == GRANDE_TO
        and colour < state.deal.players
        and movable_grandes(state) & BIT[colour] != 0
    )
