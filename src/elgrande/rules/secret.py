"""Secret and simultaneous choices: asking, keeping, showing; leaving the Castillo (R13, R14)."""

from mypy_extensions import i64

from elgrande.rules.board import BIT, CASTILLO, COURT, NOWHERE
from elgrande.rules.choices import MODIFIER_BASE, PLACE_BASE
from elgrande.rules.events import (
    DISC_SET,
    DISC_SHOWN,
    GRANDE_MOVED,
    MODIFIER_PASSED,
    MODIFIERS_ARRIVED,
    MOVED,
)
from elgrande.rules.frames import PASS_MODIFIER
from elgrande.rules.packing import argument_of, seat_of, secret, waiting_of
from elgrande.rules.state import State


def ask(state: State, kind: i64, seat: i64, waiting: i64, detail: i64) -> None:
    """Ask these seats at once; if there are none, nothing is asked (Q14)."""
    if waiting != 0:
        state.push(kind, seat, secret(waiting, detail))


def keep_answer(state: State, frame: i64, seat: i64, choice: i64) -> bool:
    """Keep a seat's answer to itself; True if it was the last one."""
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
    if waiting_of(left) == 0:
        return True
    state.push(kind, seat_of(frame), left)
    return False


def clear_discs(state: State) -> None:
    """Clear all discs."""
    seat: i64 = 0
    while seat < state.deal.players:
        state.put_disc(seat, NOWHERE)
        seat += 1


def show_discs(state: State) -> None:
    """Announce what everyone had set."""
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


def relocate(state: State, colour: i64, source: i64, target: i64, count: i64, by: i64) -> None:
    """Move caballeros and note the event; `by` is the colour whose hand moves them."""
    state.move(colour, source, target, count)
    if state.log is not None:
        state.tell(MOVED, colour, source, target, count, by)


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
            target: i64 = way_out(state, region)
            if count:
                relocate(state, seat, CASTILLO, target, count, seat)
            if state.grande(seat) == CASTILLO and target == region:
                state.put_grande(seat, region)
                if state.log is not None:
                    state.tell(GRANDE_MOVED, seat, CASTILLO, region, seat)
        seat += 1
    clear_discs(state)


def way_out(state: State, region: i64) -> i64:
    """Where caballeros from the Castillo go if the disc shows this region (Q5)."""
    return COURT if region == state.king else region


def fit_answers(state: State, frame: i64, asked: i64, allowed: list[i64]) -> bool:
    """Whether the answers in a snapshot were asked for and are legal, and the others wait.

    `allowed` is what each seat may answer, as a mask of regions or modifiers.
    """
    waiting = waiting_of(argument_of(frame))
    if waiting == 0 or waiting & ~asked:
        return False
    for seat in range(state.deal.players):
        disc = state.disc(seat)
        if asked & ~waiting & BIT[seat]:
            if disc == NOWHERE or not allowed[seat] & BIT[disc]:
                return False
        elif disc != NOWHERE:
            return False
    return True
