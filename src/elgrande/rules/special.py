"""Special actions: how each begins, and the single steps they are made of (R7, R18, section 5)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import BIT, CASTILLO, COURT, NOWHERE, PROVINCE, REGIONS
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
    SCORE_CASTILLO,
    SCORE_FIRST_ONLY,
    THEN_COMPETITION,
    THEN_ENTOURAGE,
    THEN_NOTHING,
)
from elgrande.rules.choices import (
    COUNT_BASE,
    GRANDE_BASE,
    MODIFIER_BASE,
    PIECE_BASE,
    PLACE_BASE,
    POWER_BASE,
    STOP,
    smaller,
)
from elgrande.rules.events import (
    GRANDE_MOVED,
    INFILTRATED,
    KING_MOVED,
    REGION_NAMED,
    TAKEN_BACK,
    TILE_PUT,
    VETO_KEPT,
)
from elgrande.rules.frames import (
    ARREST,
    COUP,
    DISC_COUP,
    DISC_RETURN,
    DISC_RIVALRIES,
    EITHER,
    ENTOURAGE,
    GRANDE_TO,
    KING_TO,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    RETURN,
    SCORE_REGION,
    STAND_IN,
    TAKE,
    TAKE_BACK,
    TAKE_FROM,
    TILE,
    TILE_TO,
)
from elgrande.rules.in_turn import score_announced, score_next
from elgrande.rules.packing import add_note, note, other_of, pair, piece_of, quota_of, with_piece
from elgrande.rules.scoring import regions_scored_by, score_castillo, score_place
from elgrande.rules.secret import ask, relocate
from elgrande.rules.state import State
from elgrande.rules.targets import move_argument, opponents

ENTOURAGE_SIZE: Final = 2


def perform(state: State, seat: i64, card: i64) -> None:
    """Begin the special action of a card: do what needs no choice, ask for the rest."""
    op: i64 = state.deal.op(card)
    number: i64 = state.deal.number(card, 0)
    if op == OP_MOVE:
        state.push(MOVE_FROM, seat, move_argument(state, card))
    elif op == OP_SCORE:
        if number == SCORE_CASTILLO:
            score_castillo(state)
        else:
            first_only: bool = number == SCORE_FIRST_ONLY
            score_announced(state, seat, regions_scored_by(state, card), first_only)
    elif op == OP_KING:
        if number == KING_CASTILLO:
            send_king(state, seat, CASTILLO, THEN_NOTHING)
        else:
            state.push(KING_TO, seat, pair(number, state.deal.number(card, 1)))
    elif op <= OP_RETURN_BY_DISC:
        begin_early_op(state, seat, card, op, number)
    else:
        begin_late_op(state, seat, op, number)


def begin_late_op(state: State, seat: i64, op: i64, number: i64) -> None:
    """The ops after those: the player is asked for one thing, or nothing more."""
    if op == OP_SCORE_CHOSEN:
        state.push(SCORE_REGION, seat, 0)
    elif op == OP_TILE:
        state.push(TILE, seat, 0)
    elif op == OP_TAKE_BACK:
        state.push(TAKE_BACK, seat, 0)
    elif op == OP_RECRUIT:
        offer_caballeros(state, seat, number)
    elif op == OP_GRANDE:
        state.push(GRANDE_TO, seat, seat)
    elif op == OP_COUP:
        state.push(COUP, seat, 0)
    elif op == OP_RIVALRIES:
        ask(state, DISC_RIVALRIES, seat, BIT[state.deal.players] - 1, 0)
    elif op == OP_INFILTRATE:
        state.infiltrating = True
        if state.log is not None:
            state.tell(INFILTRATED, seat)
    elif op == OP_STAND_IN:
        state.push(STAND_IN, seat, 0)


def begin_early_op(state: State, seat: i64, card: i64, op: i64, number: i64) -> None:
    """Ops up to OP_RETURN_BY_DISC: mostly against opponents."""
    if op == OP_MUSTER:
        state.push(MUSTER, seat, number)
    elif op == OP_EITHER:
        state.push(EITHER, seat, card)
    elif op == OP_VETO:
        state.veto_fresh |= BIT[seat]
        if state.log is not None:
            state.tell(VETO_KEPT, seat)
    elif op == OP_DISMISS:
        dismiss(state, seat, number)
    elif op == OP_ARREST:
        state.push(ARREST, seat, opponents(state, seat))
    elif op == OP_WITHDRAW:
        # The left neighbour begins, so that frame goes on top.
        away: i64 = state.deal.players - 1
        while away > 0:
            state.push(RETURN, (seat + away) % state.deal.players, number)
            away -= 1
    else:
        ask(state, DISC_RETURN, seat, with_free_caballeros(state, seat), number)


def with_free_caballeros(state: State, seat: i64) -> i64:
    """The opponents with a caballero in a region other than the King's; the dummy has no disc."""
    seats: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.free_regions_of(other) != 0:
            seats |= BIT[other]
        other += 1
    return seats


def dismiss(state: State, seat: i64, count: i64) -> None:
    """Each opponent returns so many from their Court."""
    other: i64 = 0
    while other < state.deal.players:
        there: i64 = state.caballeros(COURT, other)
        if other != seat and there:
            relocate(state, other, COURT, PROVINCE, smaller(there, count))
        other += 1


def offer_caballeros(state: State, seat: i64, number: i64) -> None:
    """R4: up to `number` from the Province, and only what it lacks from regions."""
    if number == 0:
        return
    if state.caballeros(PROVINCE, seat) == 0:
        state.push(TAKE_FROM, seat, number)
    else:
        state.push(TAKE, seat, number)


def is_step(kind: i64, choice: i64) -> bool:
    """Whether an answer changes the board, so that a classic Veto may stop it."""
    if kind == TAKE:
        return choice != COUNT_BASE
    if kind == STAND_IN:
        return True
    return MOVE_TO <= kind <= COUP and choice != STOP


def take_step(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Carry out an answer that names a place, a piece, a count or a Grande."""
    if kind == MOVE_TO:
        piece: i64 = piece_of(argument)
        state.push(MOVE_FROM, seat, quota_of(argument))
        relocate(state, piece // REGIONS, piece % REGIONS, choice - PLACE_BASE, 1)
    elif kind == TAKE:
        take(state, seat, argument, choice - COUNT_BASE)
    elif kind == STAND_IN:
        swap_king(state, seat, choice - GRANDE_BASE)
    elif kind == ARREST:
        taken: i64 = choice - PIECE_BASE
        relocate(state, taken // REGIONS, taken % REGIONS, PROVINCE, 1)
        state.push(ARREST, seat, argument & ~BIT[taken // REGIONS])
    elif kind == ENTOURAGE:
        follower: i64 = choice - PIECE_BASE
        relocate(state, follower // REGIONS, follower % REGIONS, state.king, 1)
        state.push(ENTOURAGE, seat, argument - 1)
    elif choice != STOP:
        step_to_place(state, kind, seat, argument, choice - PLACE_BASE)


def step_to_place(state: State, kind: i64, seat: i64, argument: i64, place: i64) -> None:
    """Carry out an answer that names a place."""
    if kind == TAKE_FROM:
        relocate(state, seat, place, COURT, 1)
        state.push(TAKE_FROM, seat, argument - 1)
    elif kind == MUSTER:
        relocate(state, seat, COURT, place, 1)
        state.push(MUSTER, seat, argument - 1)
    elif kind == RETURN:
        relocate(state, seat, place, PROVINCE, 1)
        state.push(RETURN, seat, argument - 1)
    elif kind == SCORE_REGION and argument:
        score_next(state, seat, argument, place)
    elif kind == SCORE_REGION:
        if state.log is not None:
            state.tell(REGION_NAMED, seat, place)
        score_place(state, place, False)
    elif kind == TILE_TO:
        if state.log is not None:
            state.tell(TILE_PUT, argument, state.tile(argument), place)
        state.put_tile(argument, place)
    elif kind == GRANDE_TO:
        send_grande(state, argument, place)
    elif kind == KING_TO:
        send_king(state, seat, place, other_of(argument))
    elif kind == COUP:
        if state.log is not None:
            state.tell(REGION_NAMED, seat, place)
        ask(state, DISC_COUP, seat, coup_victims(state, seat, place), place)


def coup_victims(state: State, seat: i64, region: i64) -> i64:
    """The opponents who must leave the named region."""
    seats: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.caballeros(region, other) != 0:
            seats |= BIT[other]
        other += 1
    return seats


def take(state: State, seat: i64, number: i64, count: i64) -> None:
    """Take caballeros from the Province; when that empties it, offer the rest from regions (R4)."""
    emptied: bool = count == state.caballeros(PROVINCE, seat)
    if count:
        relocate(state, seat, PROVINCE, COURT, count)
    if emptied and count < number:
        state.push(TAKE_FROM, seat, number - count)


def pick_up(state: State, seat: i64, argument: i64, piece: i64) -> None:
    """Take up a caballero with a moving card and ask where it goes."""
    own: bool = piece // REGIONS == seat
    state.push(MOVE_TO, seat, with_piece(argument, piece, own))


def send_grande(state: State, colour: i64, place: i64) -> None:
    """Move a Grande."""
    if state.log is not None:
        state.tell(GRANDE_MOVED, colour, state.grande(colour), place)
    state.put_grande(colour, place)


def send_king(state: State, seat: i64, place: i64, then: i64) -> None:
    """Move the King, then what C-entourage and C-competition add (Q12)."""
    old: i64 = state.king
    state.king = place
    if state.log is not None:
        state.tell(KING_MOVED, old, place)
    if then == THEN_ENTOURAGE and old < REGIONS:
        state.push(ENTOURAGE, seat, pair(ENTOURAGE_SIZE, old))
    elif then == THEN_COMPETITION:
        colour: i64 = 0
        while colour < state.deal.players:
            if state.grande(colour) == place:
                send_grande(state, colour, CASTILLO)
            colour += 1


def swap_king(state: State, seat: i64, colour: i64) -> None:
    """C-stand-in: King and Grande change places."""
    old: i64 = state.king
    send_king(state, seat, state.grande(colour), THEN_NOTHING)
    send_grande(state, colour, old)


def take_back(state: State, seat: i64, choice: i64) -> None:
    """C-power: a power card or modifier goes back to the hand, unseen by the others."""
    modifier: i64 = NOWHERE
    value: i64 = NOWHERE
    if choice >= MODIFIER_BASE:
        modifier = choice - MODIFIER_BASE
        if modifier == state.modifier(seat):
            state.taken_back |= BIT[8 + seat]
        state.put_spent_modifiers(seat, state.spent_modifiers(seat) & ~BIT[modifier])
        state.put_modifiers(seat, state.modifiers(seat) | BIT[modifier])
    else:
        value = choice - POWER_BASE
        if value == state.power(seat):
            state.taken_back |= BIT[seat]
        state.put_discard(seat, state.discard(seat) & ~BIT[value])
        state.put_hand(seat, state.hand(seat) | BIT[value])
    new: i64 = note(seat, state.rounds_played, modifier != NOWHERE)
    state.take_backs = add_note(state.take_backs, new)
    if state.log is not None:
        state.tell(TAKEN_BACK, seat, value, modifier)
