"""A secret decision in a snapshot: who is asked, and what they have answered so far."""

from mypy_extensions import i64

from elgrande.rules.board import BIT, NOWHERE
from elgrande.rules.choices import HIGH, MODIFIER_BASE, PLACE_BASE
from elgrande.rules.frames import DISC_COUP, DISC_RETURN, DISC_SCORING, PASS_MODIFIER
from elgrande.rules.legal import answers
from elgrande.rules.packing import argument_of, detail_of, kind_of, seat_of, waiting_of
from elgrande.rules.secret import at_stake
from elgrande.rules.special import coup_victims, with_free_caballeros
from elgrande.rules.state import State


def fits_secret(state: State, frame: i64) -> bool:
    """Whether those who have answered could answer so, and those who have not can."""
    waiting = waiting_of(argument_of(frame))
    kind = kind_of(frame)
    asked = _asked_seats(state, frame)
    if waiting == 0 or waiting & ~asked:
        return False
    shift = MODIFIER_BASE - HIGH if kind == PASS_MODIFIER else PLACE_BASE
    for seat in range(state.deal.players):
        disc = state.disc(seat)
        mask = answers(state, kind, seat, argument_of(frame))
        if asked & ~waiting & BIT[seat]:
            if disc == NOWHERE or not mask & BIT[disc + shift]:
                return False
        elif disc != NOWHERE:
            return False
    return True


def _asked_seats(state: State, frame: i64) -> i64:
    """The seats that a secret decision asks, answered or not (Q14)."""
    kind = kind_of(frame)
    if kind == DISC_SCORING:
        return at_stake(state)
    if kind == DISC_COUP:
        return coup_victims(state, seat_of(frame), detail_of(argument_of(frame)))
    if kind == DISC_RETURN:
        return with_free_caballeros(state, seat_of(frame))
    return BIT[state.deal.players] - 1
