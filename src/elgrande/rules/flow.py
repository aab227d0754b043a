"""The course of the game: from an answer to the next decision (S8, S9, section 3)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules import recruiting
from elgrande.rules.actions import dispatch
from elgrande.rules.actions.announcing import interrupts
from elgrande.rules.board import (
    BIT,
    CABALLEROS_PER_COLOUR,
    COURT,
    NOWHERE,
    POWER_CARDS,
    PROVINCE,
)
from elgrande.rules.choices import PLACE_BASE, POWER_BASE, STACK_BASE, STOP, lowest_bit
from elgrande.rules.deal import Deal, Start
from elgrande.rules.frames import (
    ABILITY,
    ACT,
    CARD,
    DISC_SCORING,
    GENERAL_SCORING,
    LAST_DECISION,
    MODIFIER,
    OVER,
    PASS_MODIFIER,
    PERFORM,
    PLACE,
    POWER,
    ROUND,
    ROUND_END,
    SPECIAL_END,
    STEP,
    TAKE,
    TAKE_FROM,
    TURNS,
    is_secret,
)
from elgrande.rules.legal import answers
from elgrande.rules.packing import (
    detail_of,
    held_argument,
    held_choice,
    held_kind,
    seat_of,
    waiting_of,
)
from elgrande.rules.rounds import begin_round, end_round, general_scoring
from elgrande.rules.secret import (
    ask,
    clear_discs,
    keep_answer,
    pass_modifiers,
    relocate,
    show_discs,
)
from elgrande.rules.state import State, empty_state
from elgrande.rules.turns import act, next_turn, play_modifier, play_power, take_card

COURT_AT_START: Final = 7
GRANDE_GUARD: Final = 2


def begin(deal: Deal, start: Start, log: list[int] | None) -> State:
    """The state at the first decision of a game (S8, S9)."""
    state = empty_state(deal)
    state.log = log
    state.king = start.king
    state.first_player = start.first_player
    colour: i64 = 0
    while colour < deal.colours:
        if colour < deal.players:
            region: i64 = start.grandes[colour]
            state.put_grande(colour, region)
            state.put_caballeros(region, colour, GRANDE_GUARD)
            state.put_caballeros(COURT, colour, COURT_AT_START)
            left: i64 = CABALLEROS_PER_COLOUR - GRANDE_GUARD - COURT_AT_START
            state.put_caballeros(PROVINCE, colour, left)
            state.put_hand(colour, BIT[POWER_CARDS + 1] - 2)
            for card in start.modifiers[colour]:
                state.put_modifiers(colour, state.modifiers(colour) | BIT[card])
        else:
            state.put_caballeros(PROVINCE, colour, CABALLEROS_PER_COLOUR)
        colour += 1
    state.push(ROUND, 0, 0)
    if deal.power_shift:
        ask(state, PASS_MODIFIER, 0, BIT[deal.players] - 1, 0)
    advance(state)
    return state


def play(state: State, seat: i64, choice: i64) -> None:
    """Answer the decision now asked with a legal choice of a waiting seat, and go on."""
    kind: i64 = state.kind
    if is_secret(kind):
        answer_secretly(state, state.pop(), seat, choice)
    else:
        state.depth -= 1
        if state.performer == NOWHERE or not interrupts(state, seat, choice):
            carry_out(state, kind, seat, state.argument, choice)
    advance(state)


def answer_secretly(state: State, frame: i64, seat: i64, choice: i64) -> None:
    """Keep the answer of a seat, and resolve them all when the last one is in."""
    if not keep_answer(state, frame, seat, choice):
        return
    kind: i64 = state.kind
    if kind == DISC_SCORING:
        return  # R12 scores the Castillo before the discs are shown and take effect
    if kind == PASS_MODIFIER:
        pass_modifiers(state)
    else:
        show_discs(state)
        dispatch.follow_discs(state, kind, seat_of(frame), detail_of(state.argument))
    clear_discs(state)


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Do what an answer says."""
    if kind == PLACE:
        if choice != STOP:
            relocate(state, seat, COURT, choice - PLACE_BASE, 1, seat)
            state.push(PLACE, seat, argument - 1)
    elif kind == ACT:
        act(state, seat, argument, choice)
    elif kind == TAKE or kind == TAKE_FROM:
        recruiting.carry_out(state, kind, seat, argument, choice)
    elif kind == CARD:
        take_card(state, seat, choice - STACK_BASE)
    elif kind == POWER:
        play_power(state, seat, argument, choice - POWER_BASE)
    elif kind == MODIFIER:
        play_modifier(state, seat, choice)
    else:
        dispatch.carry_out(state, kind, seat, argument, choice)


def advance(state: State) -> None:
    """Resolve what needs no answer until somebody must decide or the game is over."""
    while True:
        kind: i64 = state.look()
        if kind <= LAST_DECISION:
            if is_secret(kind):
                state.seat = lowest_bit(waiting_of(state.argument))
            state.mask = answers(state, kind, state.seat, state.argument)
            if state.mask != 0:
                return
            state.depth -= 1
        elif kind == OVER:
            state.over = True
            state.mask = 0
            return
        else:
            state.depth -= 1
            resolve(state, kind, state.seat, state.argument)


def resolve(state: State, kind: i64, seat: i64, argument: i64) -> None:
    """A step that needs no answer."""
    if kind == TURNS:
        next_turn(state, argument)
    elif kind == ABILITY:
        dispatch.use_ability(state, seat)
    elif kind == PERFORM:
        dispatch.perform(state, seat, argument)
    elif kind == STEP:
        inner: i64 = held_argument(argument)
        carry_out(state, held_kind(argument), seat, inner, held_choice(argument))
    elif kind == SPECIAL_END:
        state.performer = NOWHERE
    elif kind == ROUND:
        begin_round(state)
    elif kind == ROUND_END:
        end_round(state)
    elif kind == GENERAL_SCORING:
        general_scoring(state)
