"""Power cards and turns: who plays when, what is taken, which card is used (R2-R5, V-2, Q9)."""

from mypy_extensions import i64

from elgrande.rules.actions.announcing import announce
from elgrande.rules.actions.dispatch import end_turn
from elgrande.rules.board import (
    BIT,
    MODIFIER_VALUES,
    NOWHERE,
    STACKS,
    TAKES,
)
from elgrande.rules.choices import (
    END,
    MODIFIER_BASE,
    PLACE_ACTION,
    SPECIAL_ACTION,
)
from elgrande.rules.events import (
    CARD_TAKEN,
    DUMMY_TOOK,
    MODIFIER_PLAYED,
    ORDER_SET,
    POWER_PLAYED,
    TURN_ENDED,
)
from elgrande.rules.frames import (
    ABILITY,
    ACT,
    CARD,
    MODIFIER,
    PLACE,
    POWER,
    ROUND_END,
    TURNS,
)
from elgrande.rules.packing import PERFORMED, PLACED
from elgrande.rules.recruiting import offer_caballeros
from elgrande.rules.state import State


def play_power(state: State, seat: i64, index: i64, value: i64) -> None:
    """Play a power card; with modifiers in hand the total is settled by the next answer."""
    state.put_power(seat, value)
    state.put_hand(seat, state.hand(seat) & ~BIT[value])
    packed: i64 = state.power_history(seat) | (value << (4 * state.rounds_played))
    state.put_power_history(seat, packed)
    if state.log is not None:
        state.tell(POWER_PLAYED, seat, value)
    if index + 1 < state.deal.players:
        state.push(POWER, (seat + 1) % state.deal.players, index + 1)
    if state.modifiers(seat):
        state.push(MODIFIER, seat, 0)
    else:
        state.put_total(seat, value)


def play_modifier(state: State, seat: i64, choice: i64) -> None:
    """Add a modifier to the power card just played, or none."""
    if choice == END:
        state.put_total(seat, state.power(seat))
        return
    card: i64 = choice - MODIFIER_BASE
    state.put_modifier(seat, card)
    state.put_modifiers(seat, state.modifiers(seat) & ~BIT[card])
    state.put_total(seat, state.power(seat) + MODIFIER_VALUES[card & 3])
    packed: i64 = state.modifier_history(seat) | ((card + 1) << (5 * state.rounds_played))
    state.put_modifier_history(seat, packed)
    if state.log is not None:
        state.tell(MODIFIER_PLAYED, seat, card)


def set_turn_order(state: State) -> None:
    """The highest total first (R3)."""
    colours: i64 = state.deal.colours
    colour: i64 = 0
    while colour < colours:
        mine: i64 = state.total(colour)
        higher: i64 = 0
        other: i64 = 0
        while other < colours:
            if state.total(other) > mine:
                higher += 1
            other += 1
        state.put_in_order(higher, colour)
        colour += 1
    if state.log is not None:
        index: i64 = 0
        while index < colours:
            state.tell(ORDER_SET, index, state.in_order(index))
            index += 1


def next_turn(state: State, index: i64) -> None:
    """The turn of the next colour, or the end of the round."""
    if index == 0:
        set_turn_order(state)
    else:
        if state.log is not None and state.card != NOWHERE:
            state.tell(TURN_ENDED, state.in_order(index - 1), state.card)
        state.card = NOWHERE
        end_turn(state)
    if index == state.deal.colours:
        state.push(ROUND_END, 0, 0)
        return
    seat: i64 = state.in_order(index)
    state.push(TURNS, 0, index + 1)
    if seat == state.deal.players:
        take_dummy_card(state)
        return
    state.push(CARD, seat, 0)
    if state.modifier(seat) != NOWHERE:
        state.push(ABILITY, seat, 0)
    offer_caballeros(state, seat, TAKES[state.power(seat)])


def take_dummy_card(state: State) -> None:
    """The dummy takes the card with the most caballeros, of the lowest stack, for nothing (Q9)."""
    best: i64 = NOWHERE
    most: i64 = 0
    stack: i64 = 0
    while stack < STACKS:
        if state.available & BIT[stack]:
            places: i64 = state.deal.places_of(state.deal.card_at(stack, state.rounds_played))
            if places > most:
                most = places
                best = stack
        stack += 1
    state.available &= ~BIT[best]
    if state.log is not None:
        state.tell(DUMMY_TOOK, best, state.deal.card_at(best, state.rounds_played))


def take_card(state: State, seat: i64, stack: i64) -> None:
    """Take a face-up card to use (R5)."""
    card: i64 = state.deal.card_at(stack, state.rounds_played)
    state.available &= ~BIT[stack]
    state.card = card
    if state.log is not None:
        state.tell(CARD_TAKEN, seat, stack, card)
    state.push(ACT, seat, 0)


def act(state: State, seat: i64, done: i64, choice: i64) -> None:
    """Place or perform, each once and in either order."""
    if choice == PLACE_ACTION:
        state.push(ACT, seat, done | PLACED)
        state.push(PLACE, seat, state.deal.places_of(state.card))
    elif choice == SPECIAL_ACTION:
        state.push(ACT, seat, done | PERFORMED)
        announce(state, seat, state.card)
