"""Rounds from the reveal to the discards, and the general scoring (R1, R9, R12, V-2, V-short)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.actions import dispatch
from elgrande.rules.board import (
    ALL_REGIONS,
    BIT,
    CASTILLO,
    NOWHERE,
    PROVINCE,
    ROUNDS,
    STACKS,
    is_scoring_round,
)
from elgrande.rules.choices import smaller
from elgrande.rules.events import (
    DUMMY_DREW,
    FIRST_PLAYER,
    GAME_ENDED,
    POWER_PLAYED,
    REVEALED,
    ROUND_BEGAN,
)
from elgrande.rules.events import (
    GENERAL_SCORING as GENERAL_SCORING_EVENT,
)
from elgrande.rules.frames import (
    DISC_SCORING,
    GENERAL_SCORING,
    OVER,
    POWER,
    ROUND,
    TURNS,
)
from elgrande.rules.scoring import score_castillo, score_regions
from elgrande.rules.secret import ask, at_stake, move_out, relocate
from elgrande.rules.state import State

DUMMY_CARDS: Final = 2
DUMMY_CABALLEROS: Final = 2


def begin_round(state: State) -> None:
    """Turn up the cards and ask for power cards, from the first player on (R1, R2, V-short)."""
    deal = state.deal
    if deal.short and state.round % 3 == 0:
        state.round += 1
    state.round += 1
    state.available = deal.stack_bits
    if state.log is not None:
        state.tell(ROUND_BEGAN, state.round)
        stack: i64 = 0
        while stack < STACKS:
            if deal.stack_bits & BIT[stack]:
                state.tell(REVEALED, stack, deal.card_at(stack, state.rounds_played))
            stack += 1
    if deal.colours > deal.players:
        begin_dummy_round(state)
    state.push(TURNS, 0, 0)
    state.push(POWER, state.first_player, 0)


def begin_dummy_round(state: State) -> None:
    """The dummy draws its regions and turns up its power card (V-2)."""
    dummy: i64 = state.deal.players
    cards: i64 = 0
    while cards < DUMMY_CARDS:
        left: i64 = state.caballeros(PROVINCE, dummy)
        if left:
            period: i64 = (state.round - 1) // 3
            region: i64 = state.deal.dummy_region(period, state.regions_drawn)
            state.regions_drawn += 1
            count: i64 = smaller(left, DUMMY_CABALLEROS)
            if region == state.king:
                count = 0
            if state.log is not None:
                state.tell(DUMMY_DREW, region, count)
            if count:
                relocate(state, dummy, PROVINCE, region, count, dummy)
        cards += 1
    value: i64 = state.deal.dummy_power(state.rounds_played)
    state.put_power(dummy, value)
    state.put_total(dummy, value)
    if state.log is not None:
        state.tell(POWER_PLAYED, dummy, value)


def end_round(state: State) -> None:
    """Discards, the next first player, and a general scoring when it is due (R9)."""
    players: i64 = state.deal.players
    lowest: i64 = 0
    seat: i64 = 0
    while seat < players:
        if state.total(seat) < state.total(lowest):
            lowest = seat
        discard_played(state, seat)
        seat += 1
    if state.deal.colours > players:
        state.put_power(players, 0)
    state.first_player = lowest
    state.available = 0
    state.totals = 0
    state.taken_back = 0
    dispatch.end_round(state)
    state.rounds_played += 1
    if state.log is not None:
        state.tell(FIRST_PLAYER, lowest)
    if state.round == ROUNDS:
        state.push(OVER, 0, 0)
    else:
        state.push(ROUND, 0, 0)
    if is_scoring_round(state.round):
        if state.log is not None:
            state.tell(GENERAL_SCORING_EVENT, state.round)
        state.push(GENERAL_SCORING, 0, 0)
        # The guarded Castillo keeps all that is in it, so nobody has a disc to set (V-rebellion).
        if state.king != CASTILLO:
            ask(state, DISC_SCORING, 0, at_stake(state), 0)


def discard_played(state: State, seat: i64) -> None:
    """What a seat played goes to its discard, unless C-power took it back."""
    if state.taken_back & BIT[seat] == 0:
        state.put_discard(seat, state.discard(seat) | BIT[state.power(seat)])
    state.put_power(seat, 0)
    modifier: i64 = state.modifier(seat)
    if modifier != NOWHERE:
        if state.taken_back & BIT[8 + seat] == 0:
            state.put_spent_modifiers(seat, state.spent_modifiers(seat) | BIT[modifier])
        state.put_modifier(seat, NOWHERE)


def general_scoring(state: State) -> None:
    """The Castillo, moving out of it, then the regions in order (R12)."""
    score_castillo(state)
    if state.king != CASTILLO:
        move_out(state)
    score_regions(state, ALL_REGIONS, False)
    state.regions_drawn = 0
    if state.log is not None and state.round == ROUNDS:
        state.tell(GAME_ENDED)
