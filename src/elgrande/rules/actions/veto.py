"""The Veto: keeping one, the windows in which it stops an announced action, its end (V-veto).

Edition 2023 asks each holder once, before the action begins. Edition classic asks again before
every single step takes effect; what was done stays.
"""

from mypy_extensions import i64

from elgrande.rules.board import BIT, NOWHERE, STACKS
from elgrande.rules.cards import OP_VETO
from elgrande.rules.choices import ALLOW, ALLOW_ALL, ALLOW_ALL_BIT, ALLOW_BIT, VETO_BIT, count_bits
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.events import ALLOWED, VETO_EXPIRED, VETO_KEPT, VETOED
from elgrande.rules.frames import (
    ACT,
    LAST_DECISION,
    PERFORM,
    SPECIAL_END,
    STEP,
    VETO_WINDOW,
    is_secret,
)
from elgrande.rules.packing import (
    PERFORMED,
    argument_of,
    held_argument,
    held_kind,
    kind_of,
    pack,
    seat_of,
)
from elgrande.rules.snapshot import earlier_rounds
from elgrande.rules.state import State


def holders(state: State) -> i64:
    """The seats whose Veto can still stop the announced special action, as a mask."""
    return (state.veto_fresh | state.veto_old) & ~BIT[state.performer] & ~state.allowed


def open_windows(state: State) -> bool:
    """Ask every holder, the performer's left neighbour first; False if nobody is to be asked."""
    asked: i64 = holders(state)
    if asked == 0:
        return False
    players: i64 = state.deal.players
    away: i64 = players - 1
    while away > 0:
        seat: i64 = (state.performer + away) % players
        if asked & BIT[seat]:
            state.push(VETO_WINDOW, seat, 0)
        away -= 1
    return True


def perform(state: State, seat: i64) -> None:
    """Keep the card as a Veto."""
    state.veto_fresh |= BIT[seat]
    if state.log is not None:
        state.tell(VETO_KEPT, seat)


def answers(state: State) -> i64:
    """Stop the action or let it pass."""
    # Edition 2023 asks once per action, so there "allow" already means the whole of it.
    if state.deal.classic:
        return ALLOW_BIT | ALLOW_ALL_BIT | VETO_BIT
    return ALLOW_BIT | VETO_BIT


def carry_out(state: State, seat: i64, choice: i64) -> None:
    """Let the action pass, once or as a whole, or cancel what is left of it."""
    if choice == ALLOW or choice == ALLOW_ALL:
        if choice == ALLOW_ALL:
            state.allowed |= BIT[seat]
        if state.log is not None:
            state.tell(ALLOWED, seat, 1 if choice == ALLOW_ALL else 0)
        return
    if state.veto_old & BIT[seat]:
        state.veto_old &= ~BIT[seat]
    else:
        state.veto_fresh &= ~BIT[seat]
    if state.log is not None:
        state.tell(VETOED, state.performer, seat)
    while kind_of(state.pop()) != SPECIAL_END:
        pass
    state.performer = NOWHERE


def end_round(state: State) -> None:
    """Discard the unused Vetoes of the previous round."""
    if state.veto_old and state.log is not None:
        seat: i64 = 0
        while seat < state.deal.players:
            if state.veto_old & BIT[seat]:
                state.tell(VETO_EXPIRED, seat)
            seat += 1
    state.veto_old = state.veto_fresh
    state.veto_fresh = 0


def check_vetoes(state: State) -> None:
    """Whether the Vetoes in front of the seats can have come from the cards turned up so far."""
    out = count_bits(state.veto_fresh) + count_bits(state.veto_old)
    if out == 0:
        return
    options = state.deal.options
    if options.edition != "classic" and "veto" not in options.old_hands:
        raise BadSnapshot("vetoes: there is no Veto in this game.")
    taken = _vetoes_taken(state)
    if out > taken:
        raise BadSnapshot(
            f"vetoes: {out} in front of the seats, but only {taken} can have been taken."
        )


def _vetoes_taken(state: State) -> i64:
    """How many cards that can be kept as a Veto may have been used by now."""
    deal = state.deal
    earlier = earlier_rounds(state)
    taken: i64 = 0
    for stack in range(STACKS):
        if not deal.stack_bits & BIT[stack]:
            continue
        shown = earlier + (1 if state.round and not state.available & BIT[stack] else 0)
        for number in range(shown):
            if deal.op(deal.card_at(stack, number)) == OP_VETO:
                taken += 1
    if state.card != NOWHERE and deal.op(state.card) == OP_VETO and not _is_kept(state):
        taken -= 1
    return taken


def _is_kept(state: State) -> bool:
    """Whether the special action of the card in use has begun, and not only been announced."""
    kinds = [kind_of(state.frame(index)) for index in range(state.depth)]
    acting = [argument_of(state.frame(index)) for index, kind in enumerate(kinds) if kind == ACT]
    return PERFORM not in kinds and all(done & PERFORMED for done in acting)


def without_windows(state: State, performer: i64, asked: i64, rest: list[i64]) -> list[i64]:
    """The frames without their Veto windows; a step held back becomes its decision again."""
    below = len(rest)
    away: i64 = 0
    players = state.deal.players
    while below and kind_of(rest[below - 1]) == VETO_WINDOW:
        window = rest[below - 1]
        further = (seat_of(window) - performer + players) % players
        if further <= away or argument_of(window) or not asked & BIT[seat_of(window)]:
            raise BadSnapshot("frames: that seat is not asked about a Veto now.")
        away = further
        below -= 1
    waits = below > 0 and kind_of(rest[below - 1]) in (PERFORM, STEP)
    if waits != (below < len(rest)):
        raise BadSnapshot("frames: a Veto must be asked about exactly what it can stop.")
    if not waits or kind_of(rest[below - 1]) == PERFORM:
        return rest[:below]
    return [*rest[: below - 1], _step_as_asked(state, rest[below - 1])]


def _step_as_asked(state: State, frame: i64) -> i64:
    """The decision whose answer a classic Veto window holds back."""
    kind = held_kind(argument_of(frame))
    if not state.deal.classic or kind > LAST_DECISION or is_secret(kind):
        raise BadSnapshot("frames: no such step can be held back.")
    return pack(kind, seat_of(frame), held_argument(argument_of(frame)))
