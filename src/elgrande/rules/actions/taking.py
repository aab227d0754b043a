"""Taking and returning: recruits, power cards, and what opponents lose (R4, Q7, Q20, C-power)."""

from itertools import pairwise

from mypy_extensions import i64

from elgrande.rules import recruiting
from elgrande.rules.board import (
    BIT,
    COLUMN,
    COURT,
    NOWHERE,
    PROVINCE,
    REGIONS,
    ROW,
    STACKS,
)
from elgrande.rules.cards import OP_ARREST, OP_DISMISS, OP_RECRUIT, OP_TAKE_BACK, OP_WITHDRAW
from elgrande.rules.choices import (
    MODIFIER_BASE,
    MODIFIER_UNIT,
    PIECE_BASE,
    PIECE_UNIT,
    PLACE_BASE,
    PLACE_UNIT,
    POWER_BASE,
    POWER_UNIT,
    smaller,
)
from elgrande.rules.decision_types import Decision
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.events import TAKEN_BACK
from elgrande.rules.fields import Fields
from elgrande.rules.frames import ARREST, PLACE, RETURN, TAKE_BACK
from elgrande.rules.packing import (
    PERFORMED,
    add_note,
    argument_of,
    kind_of,
    last_note,
    note,
    note_round,
    note_seat,
    pack,
    seat_of,
)
from elgrande.rules.secret import relocate
from elgrande.rules.snapshot import seats_in
from elgrande.rules.state import State


def opponents(state: State, seat: i64) -> i64:
    """The colours of the others, the dummy too."""
    return (BIT[state.deal.colours] - 1) & ~BIT[seat]


def arrestable(state: State, colours: i64) -> i64:
    """The caballeros outside the King's region of these colours."""
    pieces: i64 = 0
    colour: i64 = 0
    while colour < state.deal.colours:
        if colours & BIT[colour]:
            pieces |= ROW[colour]
        colour += 1
    return state.occupied & ~COLUMN[state.king] & pieces


def returning_from(state: State, seat: i64) -> i64:
    """Where a seat may return a caballero from: its Court or a region."""
    places: i64 = state.free_regions_of(seat)
    if state.caballeros(COURT, seat):
        places |= BIT[COURT]
    return places


def some_court(state: State, seat: i64) -> bool:
    """Whether an opponent has anyone in the Court."""
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.caballeros(COURT, other) != 0:
            return True
        other += 1
    return False


def some_returning(state: State, seat: i64) -> bool:
    """Whether an opponent has anyone to return, in the Court or in a region."""
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and returning_from(state, other) != 0:
            return True
        other += 1
    return False


def returnable_cards(state: State, seat: i64) -> i64:
    """The power cards and modifiers that C-power may take back into the hand, as choices."""
    powers: i64 = state.discard(seat) | BIT[state.power(seat)]
    modifiers: i64 = state.spent_modifiers(seat)
    if state.modifier(seat) != NOWHERE:
        modifiers |= BIT[state.modifier(seat)]
    return powers * POWER_UNIT | modifiers * MODIFIER_UNIT


def possible(state: State, seat: i64, card: i64, op: i64) -> bool:
    """Whether anybody has anything to take or to return; a power card can always be taken."""
    if op == OP_RECRUIT:
        return state.caballeros(PROVINCE, seat) != 0 or state.free_regions_of(seat) != 0
    if op == OP_ARREST:
        return arrestable(state, opponents(state, seat)) != 0
    if op == OP_DISMISS:
        return some_court(state, seat)
    if op == OP_WITHDRAW:
        return some_returning(state, seat)
    return True


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Return what needs no choice, ask for the rest."""
    number: i64 = state.deal.number(card, 0)
    if op == OP_RECRUIT:
        recruiting.offer_caballeros(state, seat, number)
    elif op == OP_TAKE_BACK:
        state.push(TAKE_BACK, seat, 0)
    elif op == OP_ARREST:
        state.push(ARREST, seat, opponents(state, seat))
    elif op == OP_DISMISS:
        dismiss(state, seat, number)
    else:
        # The left neighbour begins, so that frame goes on top.
        away: i64 = state.deal.players - 1
        while away > 0:
            state.push(RETURN, (seat + away) % state.deal.players, number)
            away -= 1


def dismiss(state: State, seat: i64, count: i64) -> None:
    """Each opponent returns that many from their Court."""
    other: i64 = 0
    while other < state.deal.players:
        there: i64 = state.caballeros(COURT, other)
        if other != seat and there:
            relocate(state, other, COURT, PROVINCE, smaller(there, count), seat)
        other += 1


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Which caballero is arrested, where one is returned from, which card is taken back."""
    if kind == RETURN:
        if argument == 0:
            return 0
        return returning_from(state, seat) * PLACE_UNIT
    if kind == ARREST:
        return arrestable(state, argument) * PIECE_UNIT
    return returnable_cards(state, seat)


def details(seat: i64, argument: i64) -> Decision:
    """The colours that still lose a caballero."""
    return {"kind": "arrest", "seat": seat, "colours": seats_in(argument)}


def carry_out(state: State, kind: i64, seat: i64, argument: i64, choice: i64) -> None:
    """Return a caballero, or take a card back."""
    if kind == RETURN:
        relocate(state, seat, choice - PLACE_BASE, PROVINCE, 1, seat)
        state.push(RETURN, seat, argument - 1)
    elif kind == ARREST:
        taken: i64 = choice - PIECE_BASE
        relocate(state, taken // REGIONS, taken % REGIONS, PROVINCE, 1, seat)
        state.push(ARREST, seat, argument & ~BIT[taken // REGIONS])
    else:
        take_back(state, seat, choice)


def take_back(state: State, seat: i64, choice: i64) -> None:
    """C-power: a power card or modifier goes back to the hand, unseen by the others."""
    modifier: i64 = NOWHERE
    value: i64 = NOWHERE
    if choice >= MODIFIER_BASE:
        modifier = choice - MODIFIER_BASE
        if modifier == state.modifier(seat):
            state.taken_back |= BIT[8 + seat]
        state.put_spent_modifiers(seat, state.spent_modifiers(seat) & ~BIT[modifier])
        state.put_modifiers(seat, state.modifiers(seat) | BIT[modifier])
    else:
        value = choice - POWER_BASE
        if value == state.power(seat):
            state.taken_back |= BIT[seat]
        state.put_discard(seat, state.discard(seat) & ~BIT[value])
        state.put_hand(seat, state.hand(seat) | BIT[value])
    new: i64 = note(seat, state.rounds_played, modifier != NOWHERE)
    state.take_backs = add_note(state.take_backs, new)
    if state.log is not None:
        state.tell(TAKEN_BACK, seat, value, modifier)


def fits(state: State, seat: i64, card: i64, frames: list[i64]) -> bool:
    """Whether a card can ask what these frames of a snapshot ask."""
    op = state.deal.op(card)
    number = state.deal.number(card, 0)
    if op == OP_WITHDRAW:
        return _are_returns(state, seat, number, frames)
    if len(frames) != 1 or seat_of(frames[0]) != seat:
        return False
    frame = frames[0]
    if op == OP_RECRUIT:
        return recruiting.fits(state, seat, number, frame)
    if op == OP_ARREST:
        return kind_of(frame) == ARREST and argument_of(frame) & ~opponents(state, seat) == 0
    return op == OP_TAKE_BACK and frame == pack(TAKE_BACK, seat, 0)


def _are_returns(state: State, seat: i64, number: i64, frames: list[i64]) -> bool:
    """C-withdrawal: the opponents not yet done, the left neighbour on top."""
    players = state.deal.players
    if not 0 < len(frames) < players:
        return False
    for index, frame in enumerate(frames):
        away = players - 1 - index
        whole = argument_of(frame) == number
        if index == len(frames) - 1:
            whole = 0 < argument_of(frame) <= number
        if kind_of(frame) != RETURN or seat_of(frame) != (seat + away) % players or not whole:
            return False
    return True


def restore_take_backs(fields: Fields, state: State) -> None:
    """Read who took cards back, and in which rounds; each must have had a card that allows it."""

    def read(item: object, name: str) -> int:
        one = Fields(item, name)
        seat = one.number("seat", 0, state.deal.options.players - 1)
        played = one.number("rounds_played", 0, state.rounds_played)
        return note(seat, played, one.flag("modifier"))

    packed = 0
    notes = fields.items("take_backs", None, read)
    deal = state.deal
    most = sum(deal.op(card) == OP_TAKE_BACK for stack in deal.deck.stacks for card in stack)
    if len(notes) > most:
        raise BadSnapshot(f"take_backs: with this deck, cards can be taken back only {most} times.")
    if any(note_round(later) <= note_round(earlier) for earlier, later in pairwise(notes)):
        raise BadSnapshot("take_backs: there can be one per round, in the order of the rounds.")
    for one in notes:
        number = note_round(one)
        # This round's card must be taken; the frames say whether its player has had a turn.
        taken = ~state.available if number == state.rounds_played else -1
        if (number == state.rounds_played and not state.power(note_seat(one))) or not any(
            deal.op(deal.card_at(stack, number)) == OP_TAKE_BACK and taken & BIT[stack]
            for stack in range(STACKS)
        ):
            raise BadSnapshot("take_backs: that round had no card that allowed it.")
        packed = add_note(packed, one)
    state.take_backs = packed


def check_take_back(state: State, seat: i64, frames: list[i64]) -> None:
    """Whether the seat that took a card back this round had the chance to, and only that one."""
    one = last_note(state.take_backs)
    if state.take_backs == 0 or note_round(one) != state.rounds_played:
        return
    if state.card != NOWHERE and state.deal.op(state.card) == OP_TAKE_BACK:
        performed = argument_of(frames[1]) & PERFORMED
        placing = len(frames) > 2 and kind_of(frames[2]) == PLACE
        fits_turn = note_seat(one) == seat and performed and (placing or len(frames) == 2)
    else:
        turns_done = argument_of(frames[0]) - 1
        fits_turn = note_seat(one) in [state.in_order(index) for index in range(turns_done)]
    if not fits_turn:
        raise BadSnapshot("take_backs: that seat has not used the card that allows it this round.")
