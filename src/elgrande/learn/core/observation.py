"""The observation `elgrande-obs-1`: what one seat knows, as 1,088 bytes written word by word.

Colours are counted from the seat. Everything comes from what the seat may know (R11, R13): bytes
are the same in every world it can imagine. `learn/observation_fields.py` names every byte.
"""

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import relative
from elgrande.learn.core.decision import (
    OPTIONS_WORDS,
    SECRET_WORDS,
    options_of,
    variants_of,
    write_decision,
)
from elgrande.learn.core.layout import (
    COLOUR_BYTES,
    EVERYTHING,
    FIRST_OTHER,
    KEPT_ROUND,
    KEPT_SEAT,
)
from elgrande.learn.core.places import write_places
from elgrande.learn.core.seats import write_seats
from elgrande.learn.core.table_cards import write_round, write_table
from elgrande.rules.board import BIT, STACKS, rounds_begun
from elgrande.rules.frames import is_secret
from elgrande.rules.state import State


def observe(
    state: State, seat: i64, detail: i64, out: vec[i64], at: i64, kept: vec[i64], memory: i64
) -> None:
    """Write what a seat knows into OBS_WORDS words from `at` on.

    `kept` from `memory` on holds what the last observation worked out that was written there; it
    must have been of the same deal and with the same detail, or be forgotten.
    """
    again: bool = kept[memory + KEPT_SEAT] != seat
    kept[memory + KEPT_SEAT] = seat
    if kept[memory + KEPT_ROUND] != state.round:
        kept[memory + KEPT_ROUND] = state.round
        write_round(state, out, at, kept, memory)
        out[at + FIRST_OTHER + OPTIONS_WORDS] = options_of(state)
        out[at + FIRST_OTHER + OPTIONS_WORDS + 1] = variants_of(state)
    write_places(state, seat, detail, again, out, at, kept, memory)
    write_seats(state, seat, detail, again, out, at, kept, memory)
    write_table(state, out, at, kept, memory)
    write_decision(state, seat, out, at + FIRST_OTHER)
    if is_secret(state.kind):
        out[at + FIRST_OTHER + SECRET_WORDS] = state.disc(seat) + 1
    if detail == EVERYTHING:
        write_secrets(state, seat, out, at + FIRST_OTHER)


def write_secrets(state: State, seat: i64, out: vec[i64], at: i64) -> None:
    """What nobody knows: discs that are set, and the next card of every stack."""
    players: i64 = state.deal.players
    discs: i64 = 0
    if is_secret(state.kind):
        colour: i64 = 0
        while colour < players:
            discs |= (state.disc(colour) + 1) * COLOUR_BYTES[relative(colour, seat, players)]
            colour += 1
    out[at + SECRET_WORDS] = discs
    begun: i64 = rounds_begun(state.round, state.deal.short)
    following: i64 = 0
    stack: i64 = 0
    while stack < STACKS:
        if state.deal.stack_bits & BIT[stack] and begun < len(state.deal.stacks[stack]):
            following |= (state.deal.card_at(stack, begun) + 1) * COLOUR_BYTES[stack]
        stack += 1
    out[at + SECRET_WORDS + 1] = following
