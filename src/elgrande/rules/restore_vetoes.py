"""Vetoes in a snapshot: nobody holds one that has not been turned up and taken."""

from mypy_extensions import i64

from elgrande.rules.board import BIT, NOWHERE, STACKS
from elgrande.rules.cards import OP_VETO
from elgrande.rules.choices import count_bits
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.frames import ACT, PERFORM
from elgrande.rules.legal import PERFORMED
from elgrande.rules.packing import argument_of, kind_of
from elgrande.rules.snapshot import earlier_rounds
from elgrande.rules.state import State


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
        raise BadSnapshot(f"vetoes: {out} of them are out, but {taken} can have been taken.")


def _vetoes_taken(state: State) -> i64:
    """How many cards that are kept as a Veto somebody can have used by now."""
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
