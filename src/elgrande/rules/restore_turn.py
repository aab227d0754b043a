"""The frames of a turn in a snapshot: they follow from the turn order and the card in use."""

from mypy_extensions import i64

from elgrande.rules.actions import dispatch
from elgrande.rules.actions.announcing import frames_announced
from elgrande.rules.board import BIT, NOWHERE, STACKS
from elgrande.rules.choices import HIGH
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.frames import ACT, CARD, FIRST_HIGH, KIND_KEYS, PERFORM, PLACE, STEP
from elgrande.rules.legal import answers
from elgrande.rules.packing import (
    PERFORMED,
    PLACED,
    argument_of,
    held_argument,
    held_choice,
    held_kind,
    kind_of,
    pack,
    seat_of,
)
from elgrande.rules.state import State


def check_turn(state: State, frames: list[i64]) -> None:
    """Whether what stands on TURNS belongs to the turn of the seat whose turn it is."""
    seat = state.in_order(argument_of(frames[0]) - 1)
    if seat >= state.deal.players:
        raise BadSnapshot("frames: the dummy is never asked anything.")
    if len(frames) < 2:
        raise BadSnapshot("frames: nobody is asked.")
    kind = kind_of(frames[1])
    if kind != CARD and kind != ACT:
        raise BadSnapshot(f"frames[1]: {KIND_KEYS[kind]} is not possible there.")
    if seat_of(frames[1]) != seat:
        raise BadSnapshot(f"frames[1].seat must be {seat}, whose turn it is.")
    dispatch.check_turn(state, seat, frames)
    if kind == ACT:
        _check_card_in_use(state, seat, frames)
    else:
        check_idle(state)
        if argument_of(frames[1]) or not dispatch.fits_before_card(state, seat, frames[2:]):
            _refuse(frames, "this part of a turn")


def check_idle(state: State) -> None:
    """While no card is in use, nothing can follow from one."""
    if state.card != NOWHERE:
        raise BadSnapshot("card: nobody is using one now.")
    if state.infiltrating:
        raise BadSnapshot("infiltrating: nobody is using a card now.")


def _refuse(frames: list[i64], what: str) -> None:
    kind = KIND_KEYS[kind_of(frames[-1])]
    raise BadSnapshot(
        f"frames[{len(frames) - 1}]: {kind} with this argument does not match {what}."
    )


def _check_card_in_use(state: State, seat: i64, frames: list[i64]) -> None:
    deal = state.deal
    card = state.card
    shown = [
        deal.card_at(stack, state.rounds_played)
        for stack in range(STACKS)
        if deal.stack_bits & ~state.available & BIT[stack]
    ]
    if card not in shown:
        raise BadSnapshot("card is not one of those taken this round.")
    done = argument_of(frames[1])
    rest = frames[2:]
    if done > (PLACED | PERFORMED):
        raise BadSnapshot("frames[1].argument must be 0 to 3.")
    dispatch.check_card_in_use(state, frames)
    if len(rest) == 1 and kind_of(rest[0]) == PLACE:
        left = argument_of(rest[0])
        if seat_of(rest[0]) != seat or not done & PLACED or not 0 < left <= deal.places_of(card):
            _refuse(frames, "the card in use")
    elif rest:
        if not done & PERFORMED:
            raise BadSnapshot("frames[1].argument: the special action has already begun.")
        _check_special(state, seat, frames)


def _check_special(state: State, seat: i64, frames: list[i64]) -> None:
    """Whether all above ACT can come from the special action of the card in use."""
    rest = frames_announced(state, seat, frames[2:])
    if rest and kind_of(rest[-1]) == PERFORM:
        placed = argument_of(frames[1]) & PLACED != 0
        if rest != [pack(PERFORM, seat, state.card)] or not dispatch.possible(
            state, seat, state.card, placed
        ):
            raise BadSnapshot("frames: that action cannot be announced.")
        return
    if not rest or not dispatch.fits(state, seat, state.card, rest):
        _refuse(frames, "the card in use")
    for frame in frames:
        if kind_of(frame) == STEP:
            _check_held_answer(state, frame)
        else:
            dispatch.check_asked(state, frame)


def _check_held_answer(state: State, frame: i64) -> None:
    """Whether the answer a Veto window holds back was a legal one; its decision is checked."""
    argument = argument_of(frame)
    kind = held_kind(argument)
    choice = held_choice(argument)
    bit = choice - (HIGH if kind >= FIRST_HIGH else 0)
    legal = answers(state, kind, seat_of(frame), held_argument(argument))
    if not dispatch.is_step(kind, choice) or not 0 <= bit < len(BIT) or legal & BIT[bit] == 0:
        raise BadSnapshot("frames: no such step can be held back.")
    dispatch.check_held(state, kind, held_argument(argument), choice)
