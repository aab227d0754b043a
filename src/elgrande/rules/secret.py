"""Secret and simultaneous choices: discs and passed modifiers (R13, R14, Q5, Q6, Q14-Q16)."""

from mypy_extensions import i64

from elgrande.rules.board import BIT, CASTILLO, COURT, NOWHERE, PROVINCE
from elgrande.rules.choices import MODIFIER_BASE, PLACE_BASE, smaller
from elgrande.rules.events import (
    DISC_SET,
    DISC_SHOWN,
    GRANDE_MOVED,
    MODIFIER_PASSED,
    MODIFIERS_ARRIVED,
    MOVED,
)
from elgrande.rules.frames import (
    DISC_COUP,
    DISC_RETURN,
    DISC_SCORING,
    PASS_MODIFIER,
)
from elgrande.rules.in_turn import score_shown
from elgrande.rules.packing import detail_of, seat_of, secret, waiting_of
from elgrande.rules.state import State


def ask(state: State, kind: i64, seat: i64, waiting: i64, detail: i64) -> None:
    """Ask these seats at once; without any the question is not put (Q14)."""
    if waiting != 0:
        state.push(kind, seat, secret(waiting, detail))


def answer(state: State, frame: i64, seat: i64, choice: i64) -> None:
    """Keep a seat's answer to itself, and resolve when the last one is in."""
    kind: i64 = state.kind
    left: i64 = state.argument & ~BIT[seat]
    if kind == PASS_MODIFIER:
        state.put_disc(seat, choice - MODIFIER_BASE)
        if state.log is not None:
            state.tell(MODIFIER_PASSED, seat, choice - MODIFIER_BASE)
    else:
        state.put_disc(seat, choice - PLACE_BASE)
        if state.log is not None:
            state.tell(DISC_SET, seat, choice - PLACE_BASE)
    if waiting_of(left):
        state.push(kind, seat_of(frame), left)
        return
    detail: i64 = detail_of(left)
    if kind == DISC_SCORING:
        return  # R12 scores the Castillo before the discs are shown and take effect
    if kind == PASS_MODIFIER:
        pass_modifiers(state)
    else:
        show_discs(state)
        if kind == DISC_COUP:
            flee(state, detail)
        elif kind == DISC_RETURN:
            return_chosen(state, detail)
        else:
            score_rivalries(state, seat_of(frame))
    clear_discs(state)


def clear_discs(state: State) -> None:
    """Put all discs back to nothing."""
    seat: i64 = 0
    while seat < state.deal.players:
        state.put_disc(seat, NOWHERE)
        seat += 1


def show_discs(state: State) -> None:
    """Tell what everyone had set."""
    if state.log is None:
        return
    seat: i64 = 0
    while seat < state.deal.players:
        if state.disc(seat) != NOWHERE:
            state.tell(DISC_SHOWN, seat, state.disc(seat))
        seat += 1


def pass_modifiers(state: State) -> None:
    """Everyone gives the chosen modifier to the left."""
    players: i64 = state.deal.players
    seat: i64 = 0
    while seat < players:
        card: i64 = state.disc(seat)
        state.put_passed(seat, card)
        state.put_modifiers(seat, state.modifiers(seat) & ~BIT[card])
        seat += 1
    seat = 0
    while seat < players:
        left: i64 = (seat + 1) % players
        state.put_modifiers(left, state.modifiers(left) | BIT[state.passed(seat)])
        seat += 1
    if state.log is not None:
        state.tell(MODIFIERS_ARRIVED)


def relocate(state: State, seat: i64, source: i64, target: i64, count: i64) -> None:
    """Move caballeros and tell it."""
    state.move(seat, source, target, count)
    if state.log is not None:
        state.tell(MOVED, seat, source, target, count)


def flee(state: State, region: i64) -> None:
    """C-coup: to the disc's region, or to the Court from the King's or the same one (Q6)."""
    seat: i64 = 0
    while seat < state.deal.players:
        target: i64 = state.disc(seat)
        if target != NOWHERE:
            if target == state.king or target == region:
                target = COURT
            relocate(state, seat, region, target, state.caballeros(region, seat))
        seat += 1


def return_chosen(state: State, count: i64) -> None:
    """C-civil-war and C-skirmish: back to the Province from the disc's region."""
    seat: i64 = 0
    while seat < state.deal.players:
        region: i64 = state.disc(seat)
        if region != NOWHERE:
            there: i64 = state.caballeros(region, seat)
            relocate(state, seat, region, PROVINCE, smaller(there, count))
        seat += 1


def score_rivalries(state: State, performer: i64) -> None:
    """C-rivalries: score the regions picked exactly once."""
    once: i64 = 0
    again: i64 = 0
    seat: i64 = 0
    while seat < state.deal.players:
        bit: i64 = BIT[state.disc(seat)]
        again |= once & bit
        once |= bit
        seat += 1
    score_shown(state, performer, once & ~again)


def at_stake(state: State) -> i64:
    """The seats with a caballero or a Grande in the Castillo (Q14)."""
    seats: i64 = 0
    seat: i64 = 0
    while seat < state.deal.players:
        if state.caballeros(CASTILLO, seat) != 0 or state.grande(seat) == CASTILLO:
            seats |= BIT[seat]
        seat += 1
    return seats


def move_out(state: State) -> None:
    """Everyone's caballeros leave the Castillo for their disc's region (R14, Q5, Q6)."""
    show_discs(state)
    seat: i64 = 0
    while seat < state.deal.players:
        region: i64 = state.disc(seat)
        if region != NOWHERE:
            count: i64 = state.caballeros(CASTILLO, seat)
            locked: bool = region == state.king
            if count and locked:
                relocate(state, seat, CASTILLO, COURT, count)
            elif count:
                relocate(state, seat, CASTILLO, region, count)
            if state.grande(seat) == CASTILLO and not locked:
                state.put_grande(seat, region)
                if state.log is not None:
                    state.tell(GRANDE_MOVED, seat, CASTILLO, region)
        seat += 1
    clear_discs(state)
