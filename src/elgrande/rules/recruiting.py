"""Taking caballeros into the Court: from the Province, then the rest from regions (R4)."""

from mypy_extensions import i64

from elgrande.rules.board import BIT, COURT, PROVINCE
from elgrande.rules.choices import (
    COUNT_BASE,
    COUNT_UNIT,
    PLACE_BASE,
    PLACE_UNIT,
    STOP,
    or_stop,
    smaller,
)
from elgrande.rules.frames import TAKE, TAKE_FROM
from elgrande.rules.packing import argument_of, kind_of, seat_of
from elgrande.rules.secret import relocate
from elgrande.rules.state import State


def offer_caballeros(state: State, seat: i64, number: i64) -> None:
    """Up to `number` from the Province, and from regions only what it lacks."""
    if number == 0:
        return
    if state.caballeros(PROVINCE, seat) == 0:
        state.push(TAKE_FROM, seat, number)
    else:
        state.push(TAKE, seat, number)


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """How many from the Province, or which region one comes from."""
    if kind == TAKE:
        limit: i64 = smaller(argument, state.caballeros(PROVINCE, seat))
        return (BIT[limit + 1] - 1) * COUNT_UNIT
    if argument == 0:
        return 0
    return or_stop(state.free_regions_of(seat) * PLACE_UNIT)


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Take them; when that empties the Province, offer the rest from regions."""
    if kind == TAKE:
        count: i64 = choice - COUNT_BASE
        emptied: bool = count == state.caballeros(PROVINCE, seat)
        if count:
            relocate(state, seat, PROVINCE, COURT, count, seat)
        if emptied and count < argument:
            state.push(TAKE_FROM, seat, argument - count)
    elif choice != STOP:
        relocate(state, seat, choice - PLACE_BASE, COURT, 1, seat)
        state.push(TAKE_FROM, seat, argument - 1)


def fits(state: State, seat: i64, number: i64, frame: i64) -> bool:
    """Whether a frame of a snapshot offers up to `number`, or what an empty Province lacked."""
    if seat_of(frame) != seat:
        return False
    argument = argument_of(frame)
    if state.caballeros(PROVINCE, seat):
        return kind_of(frame) == TAKE and argument == number
    return kind_of(frame) == TAKE_FROM and 0 < argument <= number
