"""Scoring by cards (R18): which places a card scores, and several of them one by one.

In edition classic the player chooses the order, and every region that pays somebody is a separate
step (P13). The order only matters if a Veto may come in between, so only then does the player
choose it, and only while the regions left pay differently.
"""

from mypy_extensions import i64

from elgrande.rules.actions.veto import holders, open_windows
from elgrande.rules.board import ALL_REGIONS, BIT, CASTILLO_BIT, NOWHERE, REGIONS
from elgrande.rules.cards import (
    OP_RIVALRIES,
    OP_SCORE,
    OP_SCORE_CHOSEN,
    SCORE_CASTILLO,
    SCORE_FEWEST,
    SCORE_FIRST_ONLY,
    SCORE_POINTS,
)
from elgrande.rules.choices import PLACE_BASE, PLACE_UNIT, count_bits, lowest_bit
from elgrande.rules.decision_types import Decision
from elgrande.rules.errors import BadSnapshot
from elgrande.rules.events import REGION_NAMED
from elgrande.rules.frames import SCORE_REGION, STEP
from elgrande.rules.packing import (
    FIRST_ONLY,
    argument_of,
    first_only_of,
    held,
    kind_of,
    pack,
    regions_of,
    to_score,
)
from elgrande.rules.scoring import (
    crowded,
    score_castillo,
    score_place,
    score_regions,
    worth,
    worth_between,
)
from elgrande.rules.snapshot import regions_in
from elgrande.rules.state import State


def places_scored_by(state: State, card: i64) -> i64:
    """The places that a card scores, all of them, as a mask: regions, or the Castillo alone."""
    if state.deal.op(card) != OP_SCORE:
        return 0
    which: i64 = state.deal.number(card, 0)
    if which == SCORE_POINTS:
        return worth_between(state, state.deal.number(card, 1), state.deal.number(card, 2))
    if which == SCORE_CASTILLO:
        return CASTILLO_BIT
    if which == SCORE_FIRST_ONLY:
        return ALL_REGIONS
    return crowded(state, which == SCORE_FEWEST)


def scores_one_region(state: State, card: i64) -> bool:
    """Whether a card scores regions that players pick, one each."""
    op: i64 = state.deal.op(card)
    return op == OP_SCORE_CHOSEN or op == OP_RIVALRIES


def scores_first_only(state: State, card: i64) -> bool:
    """Whether a card scores only first places."""
    return state.deal.op(card) == OP_SCORE and state.deal.number(card, 0) == SCORE_FIRST_ONLY


def score_places(state: State, places: i64, first_only: bool) -> None:
    """Score the places of a card at once."""
    if places & CASTILLO_BIT:
        score_castillo(state)
    else:
        score_regions(state, places, first_only)


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Score what the card names, or ask for the region."""
    if op == OP_SCORE_CHOSEN:
        state.push(SCORE_REGION, seat, 0)
        return
    places: i64 = places_scored_by(state, card)
    first_only: bool = scores_first_only(state, card)
    if places & CASTILLO_BIT or not can_be_stopped(state):
        score_places(state, places, first_only)
        return
    left: i64 = paying(state, places, first_only)
    tell_the_rest(state, places & ~left, first_only)
    if left == 0 or order_matters(state, left, first_only):
        score_rest(state, seat, left, first_only)
        return
    # Nothing has happened since the announcement, so nobody is asked again about the first.
    score_next(state, seat, to_score(left, first_only), lowest_bit(left))


def answers(argument: i64) -> i64:
    """Which region is scored, or comes next."""
    if argument:
        return regions_of(argument) * PLACE_UNIT
    return ALL_REGIONS * PLACE_UNIT


def details(seat: i64, argument: i64) -> Decision:
    """The regions whose order is asked for, by name; otherwise any region may be chosen."""
    if argument == 0:
        return {"kind": "score_region", "seat": seat}
    return {"kind": "score_region", "seat": seat, "regions": regions_in(regions_of(argument))}


def carry_out(state: State, seat: i64, argument: i64, choice: i64) -> None:
    """Score the region that was named."""
    place: i64 = choice - PLACE_BASE
    if argument:
        score_next(state, seat, argument, place)
        return
    if state.log is not None:
        state.tell(REGION_NAMED, seat, place)
    score_place(state, place, False)


def score_shown(state: State, seat: i64, regions: i64) -> None:
    """Score regions that nobody knew before the discs were shown."""
    if can_be_stopped(state):
        left: i64 = paying(state, regions, False)
        tell_the_rest(state, regions & ~left, False)
        score_rest(state, seat, left, False)
    else:
        score_regions(state, regions, False)


def score_next(state: State, seat: i64, argument: i64, region: i64) -> None:
    """Score one of the regions left, then go on with the others."""
    first_only: bool = first_only_of(argument)
    score_place(state, region, first_only)
    score_rest(state, seat, regions_of(argument) & ~BIT[region], first_only)


def score_rest(state: State, seat: i64, left: i64, first_only: bool) -> None:
    """Ask which of these regions is next, or hold the next in S1 order back for a Veto."""
    if left == 0:
        return
    if not can_be_stopped(state):
        score_regions(state, left, first_only)
        return
    argument: i64 = to_score(left, first_only)
    if order_matters(state, left, first_only):
        state.push(SCORE_REGION, seat, argument)
        return
    state.push(STEP, seat, held(SCORE_REGION, PLACE_BASE + lowest_bit(left), argument))
    open_windows(state)


def tell_the_rest(state: State, regions: i64, first_only: bool) -> None:
    """Say what is in regions that pay nobody: there is nothing to stop, so nobody is asked."""
    if state.log is not None:
        score_regions(state, regions, first_only)


def can_be_stopped(state: State) -> bool:
    """Whether somebody may still veto what is left of the action; in edition 2023 nobody may."""
    return state.deal.classic and state.performer != NOWHERE and holders(state) != 0


def paying(state: State, regions: i64, first_only: bool) -> i64:
    """Those of the regions whose scoring pays somebody."""
    found: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region] and pays(state, region, first_only):
            found |= BIT[region]
        region += 1
    return found


def pays(state: State, region: i64, first_only: bool) -> bool:
    """Whether scoring a region gives anybody points."""
    seat: i64 = 0
    while seat < state.deal.players:
        if worth(state, region, seat, first_only) != 0:
            return True
        seat += 1
    return False


def order_matters(state: State, regions: i64, first_only: bool) -> bool:
    """Whether two of the regions pay differently, so that the order matters."""
    first: i64 = lowest_bit(regions)
    region: i64 = first + 1
    while region < REGIONS:
        if regions & BIT[region] and not pay_alike(state, first, region, first_only):
            return True
        region += 1
    return False


def pay_alike(state: State, one: i64, other: i64, first_only: bool) -> bool:
    """Whether two regions pay everybody the same."""
    seat: i64 = 0
    while seat < state.deal.players:
        if worth(state, one, seat, first_only) != worth(state, other, seat, first_only):
            return False
        seat += 1
    return True


def fits(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card can ask what a frame of a snapshot asks."""
    if state.deal.op(card) == OP_SCORE_CHOSEN:
        return frame == pack(SCORE_REGION, seat, 0)
    return kind_of(frame) == SCORE_REGION and are_left_to_score(state, card, argument_of(frame))


def are_left_to_score(state: State, card: i64, argument: i64) -> bool:
    """Whether the special action of a card can have these regions left to score."""
    left = regions_of(argument)
    first_only = first_only_of(argument)
    if not state.deal.classic or left == 0 or argument > (ALL_REGIONS | FIRST_ONLY):
        return False
    if first_only != scores_first_only(state, card):
        return False
    whole = places_scored_by(state, card)
    if state.deal.op(card) == OP_RIVALRIES:
        if count_bits(left) > state.deal.players:
            return False
        whole = ALL_REGIONS
    return left & ~paying(state, whole, first_only) == 0


def check_order(state: State, argument: i64) -> None:
    """Whether the player is asked which of these regions comes next."""
    left = regions_of(argument)
    if argument and not (
        can_be_stopped(state) and order_matters(state, left, first_only_of(argument))
    ):
        raise BadSnapshot("frames: the order of those regions makes no difference.")


def check_next(state: State, card: i64, argument: i64, choice: i64) -> None:
    """Whether a Veto window can be about this region: chosen by the player, or next in S1 order."""
    if argument and not _can_be_next(state, card, argument, choice):
        raise BadSnapshot("frames: that region is not the next to be scored.")


def _can_be_next(state: State, card: i64, argument: i64, choice: i64) -> bool:
    left = regions_of(argument)
    first_only = first_only_of(argument)
    if order_matters(state, left, first_only):
        return True
    if choice != PLACE_BASE + lowest_bit(left):
        return False
    if state.deal.op(card) == OP_RIVALRIES:
        return True
    whole = paying(state, places_scored_by(state, card), first_only)
    # If all pay the same they are scored in S1 order, the first along with the announcement.
    done = whole & ~left
    return order_matters(state, whole, first_only) or 0 < done < left & -left
