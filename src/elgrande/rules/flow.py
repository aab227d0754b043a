"""The course of the game: from an answer to the next decision (S8, S9, section 3)."""

from typing import Final

from mypy_extensions import i64

from elgrande.rules.board import (
    BIT,
    CABALLEROS_PER_COLOUR,
    COURT,
    NOWHERE,
    POWER_CARDS,
    PROVINCE,
)
from elgrande.rules.choices import (
    EITHER_BASE,
    END,
    GRANDE_BASE,
    PIECE_BASE,
    PLACE_BASE,
    POWER_BASE,
    STACK_BASE,
    STOP,
    TILE_BASE,
    lowest_bit,
)
from elgrande.rules.deal import Deal, Start
from elgrande.rules.frames import (
    ABILITY,
    ACT,
    CARD,
    COUP,
    EITHER,
    GENERAL_SCORING,
    GRANDE,
    GRANDE_TO,
    LAST_DECISION,
    MODIFIER,
    MOVE_FROM,
    OVER,
    PASS_MODIFIER,
    PERFORM,
    PLACE,
    POWER,
    ROUND,
    ROUND_END,
    SPECIAL_END,
    STAND_IN,
    STEP,
    TAKE,
    TAKE_BACK,
    TILE,
    TILE_TO,
    TURNS,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.legal import answers
from elgrande.rules.packing import (
    held_argument,
    held_choice,
    held_kind,
    waiting_of,
)
from elgrande.rules.rounds import begin_round, end_round, general_scoring
from elgrande.rules.secret import answer, ask, relocate
from elgrande.rules.special import perform, pick_up, take_back, take_step
from elgrande.rules.state import State, empty_state
from elgrande.rules.turns import act, next_turn, play_modifier, play_power, take_card, use_modifier
from elgrande.rules.veto import answer_window, interrupts

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
        answer(state, state.pop(), seat, choice)
    else:
        state.depth -= 1
        if state.performer == NOWHERE or not interrupts(state, seat, choice):
            carry_out(state, kind, seat, state.argument, choice)
    advance(state)


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Do what an answer says."""
    if kind == PLACE:
        if choice != STOP:
            relocate(state, seat, COURT, choice - PLACE_BASE, 1)
            state.push(PLACE, seat, argument - 1)
    elif kind == MOVE_FROM:
        if choice != STOP:
            pick_up(state, seat, argument, choice - PIECE_BASE)
    elif kind <= COUP or kind == TAKE or kind == STAND_IN:
        take_step(state, kind, seat, argument, choice)
    elif kind == ACT:
        act(state, seat, argument, choice)
    elif kind == CARD:
        take_card(state, seat, choice - STACK_BASE)
    elif kind == POWER:
        play_power(state, seat, argument, choice - POWER_BASE)
    elif kind == MODIFIER:
        play_modifier(state, seat, choice)
    elif kind == VETO_WINDOW:
        answer_window(state, seat, choice)
    elif kind == TILE:
        state.push(TILE_TO, seat, choice - TILE_BASE)
    elif kind == TAKE_BACK:
        take_back(state, seat, choice)
    elif kind == EITHER:
        perform(state, seat, state.deal.number(argument, choice - EITHER_BASE))
    elif kind == GRANDE and choice != END:
        state.push(GRANDE_TO, seat, choice - GRANDE_BASE)


def advance(state: State) -> None:
    """Resolve what needs nobody until somebody must decide or the game is over."""
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
        use_modifier(state, seat)
    elif kind == PERFORM:
        perform(state, seat, argument)
    elif kind == STEP:
        inner: i64 = held_argument(argument)
        take_step(state, held_kind(argument), seat, inner, held_choice(argument))
    elif kind == SPECIAL_END:
        state.performer = NOWHERE
    elif kind == ROUND:
        begin_round(state)
    elif kind == ROUND_END:
        end_round(state)
    elif kind == GENERAL_SCORING:
        general_scoring(state)
