"""Ways to place for what is scored soon: each is the best for its purpose, found by trying all."""

from collections.abc import Iterator

from elgrande.rules.actions.scoring_cards import places_scored_by
from elgrande.rules.board import BIT, CASTILLO, COURT, PLACE_TARGETS, REGIONS
from elgrande.rules.cards import OP_SCORE, OP_SCORE_CHOSEN, SCORE_FIRST_ONLY, SCORE_POINTS
from elgrande.rules.choices import PLACE_ACTION, SPECIAL_ACTION, STACK_BASE
from elgrande.rules.flow import play
from elgrande.rules.frames import CARD
from elgrande.rules.state import State
from elgrande.rules.view import choices_in
from elgrande.search.appraiser import Appraiser
from elgrande.search.disc_splits import DiscSplits
from elgrande.search.placing import SPLIT_BITS
from elgrande.search.plans import Plan, Planner, place_all, turn_of
from tests.search.test_placing import cases, places_in, splits
from tests.support.marks import rule
from tests.support.searching import facing, mind_of, turns

MOST = 3


def packed(split: dict[int, int]) -> int:
    """A split as the search has it."""
    return sum(count << (SPLIT_BITS * place) for place, count in split.items())


def unpacked(split: int) -> dict[int, int]:
    """A packed split by place."""
    places = range(CASTILLO + 1)
    return {place: split >> (SPLIT_BITS * place) & 7 for place in places}


def after_disc(state: State, appraiser: Appraiser, seat: int, split: dict[int, int]) -> int:
    """What a split gains with the best disc for all who are in the Castillo then."""
    into = split.get(CASTILLO, 0)
    inside = state.caballeros(CASTILLO, seat) + into
    court = state.caballeros(COURT, seat)
    gain = appraiser.court(court - sum(split.values())) - appraiser.court(court)
    gain += appraiser.gain(state, CASTILLO, seat, into) - into * appraiser.castillo_each
    placed = {region: split.get(region, 0) for region in range(REGIONS)}
    gain += sum(appraiser.gain(state, region, seat, count) for region, count in placed.items())
    if not inside:
        return gain
    return gain + max(
        appraiser.gain(state, region, seat, count + inside)
        - appraiser.gain(state, region, seat, count)
        for region, count in placed.items()
        if region != state.king
    )


@rule("R6", "R13")
def test_a_split_with_the_disc_in_mind_is_the_best_of_all() -> None:
    differ = 0
    for game, seat, most, _ in cases(7, 40):
        state, targets = game.state, PLACE_TARGETS[game.state.king]
        appraiser = facing(state, seat).appraiser
        most = min(most, MOST, state.caballeros(COURT, seat))
        ways = [one for one in splits(places_in(targets), MOST) if sum(one.values()) <= most]
        found = unpacked(DiscSplits().best(state, appraiser, seat, most, targets))
        assert sum(found.values()) <= most
        assert all(not count or BIT[place] & targets for place, count in found.items())
        best = max(after_disc(state, appraiser, seat, way) for way in ways)
        assert after_disc(state, appraiser, seat, found) == best
        differ += found[CASTILLO] > 0
    assert differ >= 5


def worths_of_placing_first(state: State, card: int) -> Iterator[int]:
    """What every way to place and then to perform the special action of a card comes to."""
    seat = state.seat
    appraiser = facing(state, seat).appraiser
    start = state.clone()
    play(start, seat, card)
    play(start, seat, PLACE_ACTION)
    most = min(start.argument, start.caballeros(COURT, seat))
    for way in splits(places_in(start.mask >> 1), most):
        if sum(way.values()) > most:
            continue
        placed = start.clone()
        place_all(placed, seat, packed(way), [])
        play(placed, seat, SPECIAL_ACTION)
        todo = [placed]
        while todo:
            after = todo.pop()
            if after.over or turn_of(after) != turn_of(start):
                yield appraiser.balance(after)
                continue
            for choice in choices_in(after.mask, after.base):
                copy = after.clone()
                play(copy, seat, choice)
                todo.append(copy)


def places_first(state: State, plan: Plan, card: int) -> bool:
    """Whether a plan takes a card, places, and then performs its special action."""
    return plan.choices[:2] == [card, PLACE_ACTION] and SPECIAL_ACTION in plan.choices


def is_certain(state: State, card: int) -> bool:
    """Whether what a card scores does not depend on where caballeros are placed."""
    op, which = state.deal.op(card), state.deal.number(card, 0)
    if op == OP_SCORE:
        return which in (SCORE_POINTS, SCORE_FIRST_ONLY) or places_scored_by(state, card) == 512
    return op == OP_SCORE_CHOSEN


@rule("R6", "R18")
def test_before_a_card_that_scores_the_plans_hold_the_best_way_to_place() -> None:
    short: list[int] = []
    for game in turns(260, 1, 300):
        state = game.state
        if state.kind != CARD or state.veto_fresh | state.veto_old:
            continue
        plans = Planner(mind_of(1), mind_of(2)).plan(state, state.seat)
        for choice in game.legal():
            card = state.deal.card_at(choice - STACK_BASE, state.rounds_played)
            if not is_certain(state, card) or not state.caballeros(COURT, state.seat):
                continue
            ways = list(worths_of_placing_first(state, choice))
            held = [plan.worth for plan in plans if places_first(state, plan, choice)]
            short.append(max(ways) - max(held))
    assert len(short) > 40
    # Where the turn ends leads count a little differently, so that another split may be better.
    assert sum(one == 0 for one in short) >= 0.9 * len(short)
