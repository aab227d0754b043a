"""The seats in an observation: points, where their pieces are, what they played and may hold."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import BYTES_OF_BITS, relative
from elgrande.learn.core.knowledge import PERHAPS, known_modifiers, known_powers
from elgrande.learn.core.layout import (
    COLOUR_BYTES,
    EVERYTHING,
    FIRST_SEAT,
    FORGETFUL,
    KEPT_HANDS,
    KEPT_ON_BOARD,
    KEPT_POINTS,
    SEAT_WORDS,
    UNKNOWN,
)
from elgrande.rules.board import BIT, CASTILLO, COURT, PROVINCE
from elgrande.rules.choices import count_bits, smaller
from elgrande.rules.frames import MODIFIER, is_secret
from elgrande.rules.packing import argument_of, waiting_of
from elgrande.rules.state import STRIDE, State

LARGEST: Final = 255
ALL_CARDS: Final = 0xFFFF


def write_seats(
    state: State,
    seat: i64,
    detail: i64,
    again: bool,
    out: vec[i64],
    at: i64,
    kept: vec[i64],
    memory: i64,
) -> None:
    """What is known of every seat; `again` writes also what has not changed."""
    players: i64 = state.deal.players
    colours: i64 = state.deal.colours
    waiting: i64 = waiting_mask(state)
    order: i64 = turn_order(state)
    hidden: bool = detail == FORGETFUL and not state.deal.open_castillo
    on_board: i64 = kept[memory + KEPT_ON_BOARD]
    points: i64 = kept[memory + KEPT_POINTS]
    # What others can know of a hand follows from itself alone until something is taken back.
    simple: bool = state.take_backs == 0 and not state.deal.power_shift
    colour: i64 = 0
    while colour < colours:
        to: i64 = at + FIRST_SEAT + relative(colour, seat, players) * SEAT_WORDS
        out[to] = pieces_of(state, colour, on_board, points, hidden)
        power: i64 = state.power(colour)
        total: i64 = 0
        if power and not (state.kind == MODIFIER and state.seat == colour):
            total = state.total(colour) + 2
        flags: i64 = (
            power
            | (total << 8)
            | (((order >> (8 * colour)) & 255) << 16)
            | (((waiting >> colour) & 1) << 24)
            | (((state.veto_fresh >> colour) & 1) << 32)
            | (((state.veto_old >> colour) & 1) << 40)
            | (((state.allowed >> colour) & 1) << 48)
        )
        if state.first_player == colour:
            flags |= BIT[56]
        out[to + 1] = flags
        if colour < players:
            keep: i64 = memory + KEPT_HANDS + 2 * colour
            hand: i64 = state.hand(colour)
            history: i64 = state.power_history(colour)
            if again or not simple or kept[keep] != hand or kept[keep + 1] != history:
                write_hand(state, seat, colour, detail, out, to)
                kept[keep] = hand
                kept[keep + 1] = history
                if not simple:
                    kept[keep] = UNKNOWN
        elif again:
            clear(out, to + 2, to + SEAT_WORDS)
        colour += 1
    if again:
        clear(out, at + FIRST_SEAT + colours * SEAT_WORDS, at + FIRST_SEAT + STRIDE * SEAT_WORDS)


def clear(out: vec[i64], word: i64, end: i64) -> None:
    """Write zeros."""
    while word < end:
        out[word] = 0
        word += 1


def pieces_of(state: State, colour: i64, on_board: i64, points: i64, hidden: bool) -> i64:
    """The first word of a colour: its points and where its pieces are."""
    now: i64 = 0
    soon: i64 = 0
    if colour < state.deal.players:
        now = state.score(colour)
        soon = now + ((points >> (8 * colour)) & 255)
    thrown: i64 = 0
    if not hidden:
        thrown = state.caballeros(CASTILLO, colour)
    return (
        1
        | (smaller(now, LARGEST) << 8)
        | (smaller(soon, LARGEST) << 16)
        | (state.caballeros(COURT, colour) << 24)
        | (state.caballeros(PROVINCE, colour) << 32)
        | (thrown << 40)
        | (((on_board >> (8 * colour)) & 255) << 48)
        | ((state.grande(colour) + 1) << 56)
    )


def write_hand(state: State, seat: i64, owner: i64, detail: i64, out: vec[i64], to: i64) -> None:
    """A seat's cards: 2 for those it surely holds, 1 for those it may hold; and what it played."""
    surely: i64 = state.hand(owner)
    perhaps: i64 = 0
    modifiers: i64 = state.modifiers(owner)
    unsure: i64 = 0
    if owner != seat and detail != EVERYTHING:
        if state.take_backs:
            powers: i64 = known_powers(state, owner)
            surely = powers & ALL_CARDS
            perhaps = powers >> PERHAPS
        if modifiers:
            known: i64 = known_modifiers(state, seat, owner)
            modifiers = known & ALL_CARDS
            unsure = known >> PERHAPS
    out[to + 2] = 2 * BYTES_OF_BITS[surely & 255] + BYTES_OF_BITS[perhaps & 255]
    out[to + 3] = 2 * BYTES_OF_BITS[surely >> 8] + BYTES_OF_BITS[perhaps >> 8]
    out[to + 4] = 2 * BYTES_OF_BITS[modifiers & 255] + BYTES_OF_BITS[unsure & 255]
    out[to + 5] = 2 * BYTES_OF_BITS[modifiers >> 8] + BYTES_OF_BITS[unsure >> 8]
    history: i64 = state.power_history(owner)
    out[to + 6] = in_bytes(history & 0xFFFFFFFF)
    modifier: i64 = state.modifier(owner) + 1
    out[to + 7] = (
        (history >> 32)
        | (modifier << 8)
        | (count_bits(state.hand(owner)) << 16)
        | (count_bits(state.modifiers(owner)) << 24)
    )


def in_bytes(nibbles: i64) -> i64:
    """Eight numbers of four bits as eight bytes."""
    nibbles = (nibbles | (nibbles << 16)) & 0x0000FFFF0000FFFF
    nibbles = (nibbles | (nibbles << 8)) & 0x00FF00FF00FF00FF
    return (nibbles | (nibbles << 4)) & 0x0F0F0F0F0F0F0F0F


def waiting_mask(state: State) -> i64:
    """The seats that owe a choice now."""
    if state.over:
        return 0
    if is_secret(state.kind):
        return waiting_of(state.argument)
    return BIT[state.seat]


def turn_order(state: State) -> i64:
    """The index of every colour's turn in this round from 1, a byte each; 0 while it is open."""
    if argument_of(state.frame(0)) == 0:
        return 0
    order: i64 = 0
    index: i64 = 0
    while index < state.deal.colours:
        order |= (index + 1) * COLOUR_BYTES[state.in_order(index)]
        index += 1
    return order
