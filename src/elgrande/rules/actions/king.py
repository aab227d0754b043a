"""The King: moving him, following him, placing in his region, swapping him (Q11, Q17)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions.grandes_and_tiles import movable_grandes, send_grande
from elgrande.rules.board import (
    ABROAD,
    ALL_REGIONS,
    BIT,
    CASTILLO,
    CASTILLO_BIT,
    COLUMN,
    COURT,
    NEIGHBOURS,
    REGION_KEYS,
    REGIONS,
    TABOO,
)
from elgrande.rules.cards import (
    KING_ABROAD,
    KING_ANYWHERE,
    KING_CASTILLO,
    KING_FEWEST,
    KING_NEXT_DOOR,
    OP_INFILTRATE,
    OP_KING,
    THEN_COMPETITION,
    THEN_ENTOURAGE,
    THEN_NOTHING,
)
from elgrande.rules.choices import (
    GRANDE_BASE,
    GRANDE_UNIT,
    PIECE_BASE,
    PIECE_UNIT,
    PLACE_BASE,
    PLACE_UNIT,
)
from elgrande.rules.decision_types import Decision
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.events import INFILTRATED, KING_MOVED
from elgrande.rules.frames import ENTOURAGE, KING_TO, PLACE, STAND_IN
from elgrande.rules.packing import PERFORMED, argument_of, kind_of, other_of, pack, pair, small_of
from elgrande.rules.scoring import crowded
from elgrande.rules.secret import relocate
from elgrande.rules.state import State

ENTOURAGE_SIZE: Final = 2


def king_targets(state: State, targets: i64) -> i64:
    """Where a card may send the King: always elsewhere, except with C-chalet (Q11, Q17)."""
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


def possible(state: State, seat: i64, card: i64, op: i64, placed: bool) -> bool:
    """Whether the King can move, caballeros can join him or a Grande can take his place."""
    if op == OP_KING:
        return king_targets(state, state.deal.number(card, 0)) != 0
    if op == OP_INFILTRATE:
        return not placed and state.caballeros(COURT, seat) != 0 and TABOO[state.king] != 0
    return state.king < REGIONS and movable_grandes(state) != 0


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Send the King to the Castillo or ask where to; open his region; ask for the Grande."""
    if op == OP_KING:
        targets: i64 = state.deal.number(card, 0)
        if targets == KING_CASTILLO:
            send_king(state, seat, CASTILLO, THEN_NOTHING)
        else:
            state.push(KING_TO, seat, pair(targets, state.deal.number(card, 1)))
    elif op == OP_INFILTRATE:
        state.infiltrating = True
        if state.log is not None:
            state.tell(INFILTRATED, seat)
    else:
        state.push(STAND_IN, seat, 0)


def answers(state: State, kind: i64, argument: i64) -> i64:
    """Where he goes, who follows him, which Grande changes places with him."""
    if kind == KING_TO:
        return king_targets(state, small_of(argument)) * PLACE_UNIT
    if kind == ENTOURAGE:
        if small_of(argument) == 0:
            return 0
        return (state.occupied & COLUMN[other_of(argument)]) * PIECE_UNIT
    return movable_grandes(state) * GRANDE_UNIT


def details(seat: i64, argument: i64) -> Decision:
    """How many may still follow the King, and from where, by name."""
    left, source = small_of(argument), REGION_KEYS[other_of(argument)]
    return {"kind": "entourage", "seat": seat, "left": left, "from": source}


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Send the King, let one follow, or let King and Grande change places (C-stand-in)."""
    if kind == KING_TO:
        send_king(state, seat, choice - PLACE_BASE, other_of(argument))
    elif kind == ENTOURAGE:
        follower: i64 = choice - PIECE_BASE
        relocate(state, follower // REGIONS, follower % REGIONS, state.king, 1, seat)
        state.push(ENTOURAGE, seat, argument - 1)
    else:
        old: i64 = state.king
        colour: i64 = choice - GRANDE_BASE
        send_king(state, seat, state.grande(colour), THEN_NOTHING)
        send_grande(state, colour, old, seat)


def send_king(state: State, seat: i64, place: i64, then: i64) -> None:
    """Move the King, then what C-entourage and C-competition add (Q12)."""
    old: i64 = state.king
    state.king = place
    if state.log is not None:
        state.tell(KING_MOVED, old, place, seat)
    if then == THEN_ENTOURAGE and old < REGIONS:
        state.push(ENTOURAGE, seat, pair(ENTOURAGE_SIZE, old))
    elif then == THEN_COMPETITION:
        colour: i64 = 0
        while colour < state.deal.players:
            if state.grande(colour) == place:
                send_grande(state, colour, CASTILLO, seat)
            colour += 1


def fits(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card can ask what a frame of a snapshot asks."""
    op = state.deal.op(card)
    if op == OP_KING:
        return _fits_sending(state, seat, card, frame)
    return op != OP_INFILTRATE and frame == pack(STAND_IN, seat, 0) and state.king < REGIONS


def _fits_sending(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Where the card sends the King, and who follows him."""
    targets = state.deal.number(card, 0)
    then = state.deal.number(card, 1)
    if kind_of(frame) != ENTOURAGE:
        return targets != KING_CASTILLO and frame == pack(KING_TO, seat, pair(targets, then))
    argument = argument_of(frame)
    old = other_of(argument)
    return (
        then == THEN_ENTOURAGE
        and 0 < small_of(argument) <= ENTOURAGE_SIZE
        and old < REGIONS
        and state.king < REGIONS
        and old != state.king
    )


def check_infiltrating(state: State, frames: list[i64]) -> None:
    """Whether infiltrating fits the card in use and what its player is doing with it."""
    if not state.infiltrating:
        return
    above = frames[2:]
    placing = len(above) == 1 and kind_of(above[0]) == PLACE
    performed = argument_of(frames[1]) & PERFORMED
    if state.deal.op(state.card) != OP_INFILTRATE or not performed or (above and not placing):
        raise BadSnapshot("infiltrating does not match the card in use.")
