"""Regions left to score in a snapshot: what a card scores in turn while a Veto is out (R18)."""

from mypy_extensions import i64

from elgrande.rules.board import ALL_REGIONS
from elgrande.rules.cards import OP_RIVALRIES, OP_SCORE, SCORE_FIRST_ONLY
from elgrande.rules.choices import PLACE_BASE, count_bits, lowest_bit
from elgrande.rules.in_turn import can_be_stopped, order_matters, paying
from elgrande.rules.packing import FIRST_ONLY, first_only_of, regions_of
from elgrande.rules.scoring import regions_scored_by
from elgrande.rules.state import State


def are_left(state: State, card: i64, argument: i64) -> bool:
    """Whether the special action of a card can have these regions left to score."""
    left = regions_of(argument)
    if not state.deal.classic or left == 0 or argument > (ALL_REGIONS | FIRST_ONLY):
        return False
    op = state.deal.op(card)
    if op == OP_RIVALRIES:
        if count_bits(left) > state.deal.players or first_only_of(argument):
            return False
        return left & ~paying(state, ALL_REGIONS, False) == 0
    if op != OP_SCORE or first_only_of(argument) != (
        state.deal.number(card, 0) == SCORE_FIRST_ONLY
    ):
        return False
    return left & ~paying(state, regions_scored_by(state, card), first_only_of(argument)) == 0


def is_order_asked(state: State, argument: i64) -> bool:
    """Whether the player is asked which of these regions comes next."""
    return can_be_stopped(state) and order_matters(
        state, regions_of(argument), first_only_of(argument)
    )


def can_be_next(state: State, card: i64, argument: i64, choice: i64) -> bool:
    """Whether a Veto window can be about this region: chosen by the player, or next in S1 order."""
    left = regions_of(argument)
    first_only = first_only_of(argument)
    if order_matters(state, left, first_only):
        return True
    if choice != PLACE_BASE + lowest_bit(left):
        return False
    if state.deal.op(card) == OP_RIVALRIES:
        return True
    whole = paying(state, regions_scored_by(state, card), first_only)
    # Where all pay the same they go in S1 order, the first of them with the announcement.
    done = whole & ~left
    return order_matters(state, whole, first_only) or 0 < done < left & -left
