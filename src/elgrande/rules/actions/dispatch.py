"""The one table of special actions: which family answers for an op, and for a kind of decision.

Every function is a column, every branch a cell. They are plain branches because compiled code runs
them much faster than a table of functions; a test names every op and every kind that lacks a part.
"""

from mypy_extensions import i64

from elgrande.rules.actions import (
    discs,
    grandes_and_tiles,
    king,
    moving,
    scoring_cards,
    taking,
    veto,
)
from elgrande.rules.board import MOVE_GRANDE, MOVE_ONE, NOWHERE, RECRUIT_ONE, TAKES
from elgrande.rules.cards import (
    OP_ARREST,
    OP_COUP,
    OP_DISMISS,
    OP_EITHER,
    OP_GRANDE,
    OP_INFILTRATE,
    OP_KING,
    OP_MOVE,
    OP_MUSTER,
    OP_RECRUIT,
    OP_RETURN_BY_DISC,
    OP_RIVALRIES,
    OP_SCORE,
    OP_SCORE_CHOSEN,
    OP_STAND_IN,
    OP_TAKE_BACK,
    OP_TILE,
    OP_VETO,
    OP_WITHDRAW,
)
from elgrande.rules.choices import COUNT_BASE, EITHER_BASE, EITHER_UNIT, STOP
from elgrande.rules.decision_types import Decision
from elgrande.rules.fields import Fields
from elgrande.rules.frames import (
    ABILITY,
    ARREST,
    COUP,
    DISC_COUP,
    DISC_RETURN,
    DISC_RIVALRIES,
    EITHER,
    ENTOURAGE,
    GRANDE,
    GRANDE_TO,
    KIND_KEYS,
    KING_TO,
    MOVE_FROM,
    MOVE_TO,
    MUSTER,
    RETURN,
    SCORE_REGION,
    STAND_IN,
    TAKE,
    TAKE_BACK,
    TILE,
    TILE_TO,
    VETO_WINDOW,
)
from elgrande.rules.packing import argument_of, kind_of, pack, quota, seat_of
from elgrande.rules.recruiting import fits as fits_recruiting
from elgrande.rules.recruiting import offer_caballeros
from elgrande.rules.state import State


def possible(state: State, seat: i64, card: i64, placed: bool) -> bool:
    """Whether the special action of a card could change anything at all (Q20)."""
    op: i64 = state.deal.op(card)
    if op == OP_MOVE or op == OP_MUSTER:
        return moving.possible(state, seat, card, op)
    if op == OP_SCORE or op == OP_SCORE_CHOSEN or op == OP_VETO:
        return True
    if op == OP_KING or op == OP_INFILTRATE or op == OP_STAND_IN:
        return king.possible(state, seat, card, op, placed)
    if op == OP_GRANDE or op == OP_TILE:
        return grandes_and_tiles.possible(state, seat, card, op)
    if op == OP_COUP or op == OP_RETURN_BY_DISC or op == OP_RIVALRIES:
        return discs.possible(state, seat, card, op)
    if (
        op == OP_RECRUIT
        or op == OP_TAKE_BACK
        or op == OP_ARREST
        or op == OP_DISMISS
        or op == OP_WITHDRAW
    ):
        return taking.possible(state, seat, card, op)
    if op == OP_EITHER:
        return possible(state, seat, state.deal.number(card, 0), placed) or possible(
            state, seat, state.deal.number(card, 1), placed
        )
    raise NotImplementedError(f"possible: op {op}")


def perform(state: State, seat: i64, card: i64) -> None:
    """Begin the special action of a card: do what needs no choice, ask for the rest."""
    op: i64 = state.deal.op(card)
    if op == OP_MOVE or op == OP_MUSTER:
        moving.perform(state, seat, card, op)
    elif op == OP_SCORE or op == OP_SCORE_CHOSEN:
        scoring_cards.perform(state, seat, card, op)
    elif op == OP_KING or op == OP_INFILTRATE or op == OP_STAND_IN:
        king.perform(state, seat, card, op)
    elif op == OP_GRANDE or op == OP_TILE:
        grandes_and_tiles.perform(state, seat, card, op)
    elif op == OP_COUP or op == OP_RETURN_BY_DISC or op == OP_RIVALRIES:
        discs.perform(state, seat, card, op)
    elif (
        op == OP_RECRUIT
        or op == OP_TAKE_BACK
        or op == OP_ARREST
        or op == OP_DISMISS
        or op == OP_WITHDRAW
    ):
        taking.perform(state, seat, card, op)
    elif op == OP_VETO:
        veto.perform(state, seat)
    elif op == OP_EITHER:
        state.push(EITHER, seat, card)
    else:
        raise NotImplementedError(f"perform: op {op}")


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """The allowed answers to a decision of a special action, as a mask; 0: nothing to ask."""
    if kind == MOVE_FROM or kind == MOVE_TO or kind == MUSTER:
        return moving.answers(state, kind, seat, argument)
    if kind == SCORE_REGION:
        return scoring_cards.answers(argument)
    if kind == KING_TO or kind == ENTOURAGE or kind == STAND_IN:
        return king.answers(state, kind, argument)
    if kind == GRANDE or kind == GRANDE_TO or kind == TILE or kind == TILE_TO:
        return grandes_and_tiles.answers(state, kind, argument)
    if kind == COUP or kind == DISC_COUP or kind == DISC_RETURN or kind == DISC_RIVALRIES:
        return discs.answers(state, kind, seat, argument)
    if kind == ARREST or kind == RETURN or kind == TAKE_BACK:
        return taking.answers(state, kind, seat, argument)
    if kind == VETO_WINDOW:
        return veto.answers(state)
    if kind == EITHER:
        return either_answers(state, seat, argument)
    raise NotImplementedError(f"answers: {KIND_KEYS[kind]}")


def either_answers(state: State, seat: i64, card: i64) -> i64:
    """Which of the two actions of a card could change anything."""
    mask: i64 = 0
    if possible(state, seat, state.deal.number(card, 0), False):
        mask = EITHER_UNIT
    if possible(state, seat, state.deal.number(card, 1), False):
        mask |= 2 * EITHER_UNIT
    return mask


def details(kind: i64, seat: i64, argument: i64) -> Decision | None:
    """What a decision of a special action is about; None if it has only a seat, or a number."""
    if kind == MOVE_FROM or kind == MOVE_TO:
        return moving.details(kind, seat, argument)
    if kind == SCORE_REGION:
        return scoring_cards.details(seat, argument)
    if kind == ENTOURAGE:
        return king.details(seat, argument)
    if kind == GRANDE_TO or kind == TILE_TO:
        return grandes_and_tiles.details(kind, seat, argument)
    if kind == DISC_COUP:
        return discs.details(seat, argument)
    if kind == ARREST:
        return taking.details(seat, argument)
    return None


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Do what an answer to a decision of a special action says; discs wait in `follow_discs`."""
    if kind == MOVE_FROM or kind == MOVE_TO or kind == MUSTER:
        moving.carry_out(state, kind, seat, argument, choice)
    elif kind == SCORE_REGION:
        scoring_cards.carry_out(state, seat, argument, choice)
    elif kind == KING_TO or kind == ENTOURAGE or kind == STAND_IN:
        king.carry_out(state, kind, seat, argument, choice)
    elif kind == GRANDE or kind == GRANDE_TO or kind == TILE or kind == TILE_TO:
        grandes_and_tiles.carry_out(state, kind, seat, argument, choice)
    elif kind == COUP:
        discs.carry_out(state, seat, choice)
    elif kind == ARREST or kind == RETURN or kind == TAKE_BACK:
        taking.carry_out(state, kind, seat, argument, choice)
    elif kind == VETO_WINDOW:
        veto.carry_out(state, seat, choice)
    elif kind == EITHER:
        perform(state, seat, state.deal.number(argument, choice - EITHER_BASE))
    else:
        raise NotImplementedError(f"carry_out: {KIND_KEYS[kind]}")


def is_step(kind: i64, choice: i64) -> bool:
    """Whether an answer changes the board, so that a classic Veto may stop it."""
    if kind == TAKE:
        return choice != COUNT_BASE
    if kind == STAND_IN:
        return True
    return MOVE_TO <= kind <= COUP and choice != STOP


def follow_discs(state: State, kind: i64, seat: i64, detail: i64) -> None:
    """Do what the discs of a special action say, once they are shown."""
    if kind == DISC_COUP or kind == DISC_RETURN or kind == DISC_RIVALRIES:
        discs.follow_discs(state, kind, seat, detail)
    else:
        raise NotImplementedError(f"follow_discs: {KIND_KEYS[kind]}")


def use_ability(state: State, seat: i64) -> None:
    """Offer the ability of the modifier played, after R4 and before the action card."""
    ability: i64 = state.modifier(seat) >> 2
    if ability == RECRUIT_ONE:
        offer_caballeros(state, seat, 1)
    elif ability == MOVE_ONE:
        state.push(MOVE_FROM, seat, quota(1, 0, 1, False))
    elif ability == MOVE_GRANDE:
        state.push(GRANDE, seat, 0)


def end_turn(state: State) -> None:
    """End the effects of special actions that last for a turn: close the King's region again."""
    state.infiltrating = False


def end_round(state: State) -> None:
    """End the effects of special actions that last for a round."""
    veto.end_round(state)


def fits(state: State, seat: i64, card: i64, frames: list[i64]) -> bool:
    """Whether the special action of a card can ask what these frames of a snapshot ask."""
    op = state.deal.op(card)
    if (
        op == OP_RECRUIT
        or op == OP_TAKE_BACK
        or op == OP_ARREST
        or op == OP_DISMISS
        or op == OP_WITHDRAW
    ):
        return taking.fits(state, seat, card, frames)
    if len(frames) != 1 or seat_of(frames[0]) != seat or op == OP_VETO:
        return False
    frame = frames[0]
    if op == OP_MOVE or op == OP_MUSTER:
        return moving.fits(state, seat, card, frame)
    if op == OP_SCORE or op == OP_SCORE_CHOSEN:
        return scoring_cards.fits(state, seat, card, frame)
    if op == OP_KING or op == OP_INFILTRATE or op == OP_STAND_IN:
        return king.fits(state, seat, card, frame)
    if op == OP_GRANDE or op == OP_TILE:
        return grandes_and_tiles.fits(state, seat, card, frame)
    if op == OP_COUP or op == OP_RETURN_BY_DISC or op == OP_RIVALRIES:
        return discs.fits(state, seat, card, frame)
    if op == OP_EITHER:
        return frame == pack(EITHER, seat, card) or any(
            fits(state, seat, state.deal.number(card, which), frames) for which in (0, 1)
        )
    raise NotImplementedError(f"fits: op {op}")


def fits_before_card(state: State, seat: i64, frames: list[i64]) -> bool:
    """Whether frames of a snapshot take caballeros (R4), then use the ability of a modifier."""
    if not frames:
        return True
    modifier = state.modifier(seat)
    takes = TAKES[state.power(seat)]
    if frames[0] == pack(ABILITY, seat, 0):
        taking_first = len(frames) == 2 and fits_recruiting(state, seat, takes, frames[1])
        return modifier != NOWHERE and taking_first
    if len(frames) != 1 or seat_of(frames[0]) != seat:
        return False
    frame = frames[0]
    if modifier == NOWHERE:
        return fits_recruiting(state, seat, takes, frame)
    ability = modifier >> 2
    if ability == RECRUIT_ONE:
        return fits_recruiting(state, seat, 1, frame)
    if ability == MOVE_ONE:
        return moving.fits_quota(state, seat, quota(1, 0, 1, False), frame)
    if ability == MOVE_GRANDE:
        return frame == pack(GRANDE, seat, 0) or grandes_and_tiles.fits_grande(state, frame)
    return False


def check_asked(state: State, frame: i64) -> None:
    """Whether a decision in a snapshot is one the player is asked to make."""
    if kind_of(frame) == SCORE_REGION:
        scoring_cards.check_order(state, argument_of(frame))


def check_held(state: State, kind: i64, argument: i64, choice: i64) -> None:
    """Whether a legal answer is one that a Veto window of a snapshot can hold back."""
    if kind == SCORE_REGION:
        scoring_cards.check_next(state, state.card, argument, choice)


def restore_left_over(fields: Fields, state: State) -> None:
    """Read the lasting effects of special actions of earlier turns."""
    taking.restore_take_backs(fields, state)


def check_left_over(state: State) -> None:
    """Whether the lasting effects of special actions can come from the cards turned up."""
    veto.check_vetoes(state)


def check_turn(state: State, seat: i64, frames: list[i64]) -> None:
    """Whether the lasting effects of special actions fit the turn under way."""
    taking.check_take_back(state, seat, frames)


def check_card_in_use(state: State, frames: list[i64]) -> None:
    """Whether the lasting effects of the card in use can come from its special action."""
    king.check_infiltrating(state, frames)
