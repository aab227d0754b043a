"""Scoring several regions by one card (R18): at once, or in turn while a Veto can stop the rest.

In edition classic the player chooses the order, and every region that pays somebody is a step of
its own (P13). The order changes nothing unless a Veto may come in between, so only then is it asked
for, and only while regions are left that do not all pay the same.
"""

from mypy_extensions import i64

from elgrande.rules.board import BIT, NOWHERE, REGIONS
from elgrande.rules.choices import PLACE_BASE, lowest_bit
from elgrande.rules.frames import SCORE_REGION, STEP
from elgrande.rules.packing import first_only_of, held, regions_of, to_score
from elgrande.rules.scoring import score_place, score_regions, worth
from elgrande.rules.state import State
from elgrande.rules.windows import holders, open_windows


def score_announced(state: State, seat: i64, regions: i64, first_only: bool) -> None:
    """Score regions that were known when the action was announced and let pass."""
    if not can_be_stopped(state):
        score_regions(state, regions, first_only)
        return
    left: i64 = paying(state, regions, first_only)
    if left == 0 or order_matters(state, left, first_only):
        score_rest(state, seat, left, first_only)
        return
    # Nothing was said since the announcement, so nobody is asked a second time about the first.
    score_next(state, seat, to_score(left, first_only), lowest_bit(left))


def score_shown(state: State, seat: i64, regions: i64) -> None:
    """Score regions that nobody knew before the discs were shown."""
    if can_be_stopped(state):
        score_rest(state, seat, paying(state, regions, False), False)
    else:
        score_regions(state, regions, False)


def score_next(state: State, seat: i64, argument: i64, region: i64) -> None:
    """Score one of the regions left, then see to the others."""
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
    """Whether two of the regions pay differently, so that it counts which comes first."""
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
