"""The places in an observation: pieces, ranks, points, and what the decision has to do with them.

A place's words are written again only if something they depend on has changed.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from elgrande.learn.core.actions import BYTES_OF_BITS
from elgrande.learn.core.decision import named_places, target_places
from elgrande.learn.core.layout import (
    COLOUR_BYTES,
    FORGETFUL,
    KEPT_ON_BOARD,
    KEPT_PLACE,
    KEPT_POINTS,
    PLACE_WORDS,
    PLACES,
    PLAYER_BYTES,
)
from elgrande.rules.board import BIT, CASTILLO, NEIGHBOURS, NOWHERE, REGIONS, SCOREBOARDS
from elgrande.rules.frames import PASS_MODIFIER, is_secret
from elgrande.rules.scoring import board_of, grande_bonus, king_bonus, points_at, rank_of
from elgrande.rules.state import STRIDE, State

# All that the words of a place depend on: counts of caballeros, five bits each, then these bits.
GRANDE_BITS: Final = 25
KING_BIT: Final = 2**30
TILE_8_BIT: Final = 2**31
TILE_4_BIT: Final = 2**32
NEAR_BIT: Final = 33
NAMED_BIT: Final = 34
TARGET_BIT: Final = 35
DISC_BIT: Final = 2**36
# The part of it that ranks and points depend on.
SCORED: Final = 2**33 - 1


def write_places(
    state: State,
    seat: i64,
    detail: i64,
    again: bool,
    out: vec[i64],
    at: i64,
    kept: vec[i64],
    memory: i64,
) -> None:
    """The nine regions and the Castillo; `again` writes also what has not changed."""
    near: i64 = NEIGHBOURS[state.king]
    grandes: i64 = grandes_by_place(state)
    named: i64 = named_places(state)
    targets: i64 = target_places(state, seat)
    disc: i64 = own_disc(state, seat)
    hidden: bool = detail == FORGETFUL and not state.deal.open_castillo
    place: i64 = 0
    while place < PLACES:
        facts: i64 = (
            state.counts(place)
            | (((grandes >> (place * STRIDE)) & 31) << GRANDE_BITS)
            | (((near >> place) & 1) << NEAR_BIT)
            | (((named >> place) & 1) << NAMED_BIT)
            | (((targets >> place) & 1) << TARGET_BIT)
        )
        if place == state.king:
            facts |= KING_BIT
        if place == state.tile_8:
            facts |= TILE_8_BIT
        elif place == state.tile_4:
            facts |= TILE_4_BIT
        if place == disc:
            facts |= DISC_BIT
        keep: i64 = memory + place * KEPT_PLACE
        before: i64 = kept[keep]
        if before != facts or again:
            if (before ^ facts) & SCORED:
                keep_place(state, place, facts, hidden and place == CASTILLO, kept, memory)
            kept[keep] = facts
            write_place(state, seat, facts, out, at + place * PLACE_WORDS, kept, keep)
        place += 1


def own_disc(state: State, seat: i64) -> i64:
    """The region this seat has set its secret disc to, or NOWHERE."""
    if not is_secret(state.kind) or state.kind == PASS_MODIFIER:
        return NOWHERE
    return state.disc(seat)


def grandes_by_place(state: State) -> i64:
    """Which Grandes are in which place: five bits for each."""
    found: i64 = 0
    colour: i64 = 0
    while colour < state.deal.players:
        found |= BIT[state.grande(colour) * STRIDE + colour]
        colour += 1
    return found


def write_place(
    state: State, seat: i64, facts: i64, out: vec[i64], to: i64, kept: vec[i64], keep: i64
) -> None:
    """The four words of a place, colours counted from the seat."""
    players: i64 = state.deal.players
    out[to] = (
        in_circle(kept[keep + 3], seat, players)
        | (((facts >> 30) & 1) << 40)
        | (((facts >> NEAR_BIT) & 1) << 48)
        | (((facts >> 31) & 3) << 56)
    )
    out[to + 1] = in_circle(kept[keep + 1], seat, players)
    out[to + 2] = (
        in_circle(kept[keep + 2], seat, players)
        | (((facts >> NAMED_BIT) & 1) << 40)
        | (((facts >> TARGET_BIT) & 1) << 48)
    )
    if facts & DISC_BIT:
        out[to + 2] |= BIT[56]
    out[to + 3] = in_circle(BYTES_OF_BITS[(facts >> GRANDE_BITS) & 31], seat, players)


def in_circle(word: i64, seat: i64, players: i64) -> i64:
    """Packed bytes of all colours counted from a seat."""
    if seat == 0:
        return word
    circle: i64 = PLAYER_BYTES[players]
    low: i64 = word & circle
    by: i64 = 8 * seat
    return (word & ~circle) | (low >> by) | ((low & (BIT[by] - 1)) << (8 * players - by))


def keep_place(
    state: State, place: i64, facts: i64, hidden: bool, kept: vec[i64], memory: i64
) -> None:
    """Work out a place (R15-R17): its scoreboard and ranks, what they score, and the pieces."""
    at: i64 = memory + place * KEPT_PLACE
    board: i64 = board_of(state, place) * 3
    ranks: i64 = SCOREBOARDS[board] << 40
    if state.deal.places > 1:
        ranks |= SCOREBOARDS[board + 1] << 48
    if state.deal.places > 2:
        ranks |= SCOREBOARDS[board + 2] << 56
    worth: i64 = 0
    pieces: i64 = 0
    if not hidden:
        pieces = counts_in_bytes(facts)
        colour: i64 = 0
        while colour < state.deal.colours:
            if pieces & (255 * COLOUR_BYTES[colour]):
                rank: i64 = rank_of(state, place, colour)
                ranks |= rank * COLOUR_BYTES[colour]
                # The dummy takes a rank but no points (V-2).
                if colour < state.deal.players:
                    points: i64 = points_at(state, place, rank)
                    if rank == 1:
                        points += king_bonus(state, place) + grande_bonus(state, place, colour)
                    worth |= points * COLOUR_BYTES[colour]
            colour += 1
    if place < REGIONS:
        kept[memory + KEPT_ON_BOARD] += pieces - kept[at + 3]
    kept[memory + KEPT_POINTS] += worth - kept[at + 2]
    kept[at + 1] = ranks
    kept[at + 2] = worth
    kept[at + 3] = pieces


def counts_in_bytes(counts: i64) -> i64:
    """Five numbers of five bits as bytes."""
    return (
        (counts & 31)
        | ((counts & 0x3E0) << 3)
        | ((counts & 0x7C00) << 6)
        | ((counts & 0xF8000) << 9)
        | ((counts & 0x1F00000) << 12)
    )
