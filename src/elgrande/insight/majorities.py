"""What majorities are worth and what would change them, from what lies open (R11, R15-R18).

Everything is scored by the rules themselves, on copies of the position.
"""

from dataclasses import dataclass

from elgrande.game import Game
from elgrande.rules.actions.scoring_cards import (
    places_scored_by,
    score_places,
    scores_first_only,
    scores_one_region,
)
from elgrande.rules.board import CABALLEROS_PER_COLOUR, CASTILLO, CASTILLO_BIT, PLACE_KEYS, REGIONS
from elgrande.rules.cards import OP_SCORE
from elgrande.rules.events import describe_event
from elgrande.rules.scoring import (
    BONUS,
    points_at,
    rank_of,
    score_place,
    worth,
)
from elgrande.rules.snapshot import earlier_rounds, stacks_of
from elgrande.rules.state import State

Payments = dict[str, list[int]]  # by place, for every seat


@dataclass(frozen=True, slots=True)
class Change:
    """A number of caballeros more or less, and what the place would then be worth to the seat."""

    count: int
    total: int


@dataclass(frozen=True, slots=True)
class Standing:
    """How one seat stands in one place."""

    seat: int
    caballeros: int
    rank: int  # 0: not there
    points: int
    king_bonus: int
    grande_bonus: int
    total: int
    more: Change | None  # the smallest number more that raises the total
    fewer: Change | None  # the smallest number less that lowers it


@dataclass(frozen=True, slots=True)
class CardPayout:
    """What a face-up card would pay now."""

    scores: bool
    chosen: bool  # players choose the place, so nothing is added up
    places: list[str]  # that would pay somebody
    gains: list[int] | None
    by_place: Payments


def standings(game: Game) -> dict[str, list[Standing]]:
    """How every seat stands in every region, and in the Castillo if it is open."""
    state = game.state
    places = list(range(REGIONS)) + ([CASTILLO] if state.deal.open_castillo else [])
    seats = range(state.deal.players)
    return {
        PLACE_KEYS[place]: [_standing(state, place, seat) for seat in seats] for place in places
    }


def _standing(state: State, place: int, seat: int) -> Standing:
    there, rank = state.caballeros(place, seat), rank_of(state, place, seat)
    total = worth(state, place, seat, False)
    points = points_at(state, place, rank) if rank else 0
    # There are only two bonuses, so what the King does not pay, the Grande does.
    by_king = BONUS if total > points and place == state.king else 0
    copy = state.clone()
    more = fewer = None
    for count in range(1, CABALLEROS_PER_COLOUR - there + 1):
        then = _worth_with(copy, place, seat, there + count)
        if then > total:
            more = Change(count, then)
            break
    for count in range(1, there + 1 if total else 1):
        then = _worth_with(copy, place, seat, there - count)
        if then < total:
            fewer = Change(count, then)
            break
    return Standing(
        seat, there, rank, points, by_king, total - points - by_king, total, more, fewer
    )


def _worth_with(copy: State, place: int, seat: int, caballeros: int) -> int:
    copy.put_caballeros(place, seat, caballeros)
    return worth(copy, place, seat, False)


def card_payouts(game: Game) -> dict[str, CardPayout]:
    """What the cards that are face up in this round would pay, by their keys."""
    state = game.state
    if not state.round:
        return {}
    deal, earlier = state.deal, earlier_rounds(state)
    cards = [deal.card_at(stack, earlier) for stack in stacks_of(state)]
    return {deal.key(card): _payout_of(state, card) for card in cards}


def _payout_of(state: State, card: int) -> CardPayout:
    deal = state.deal
    if scores_one_region(state, card):
        by_place: Payments = {}
        for region in range(REGIONS):
            copy = _listening(state)
            score_place(copy, region, False)
            by_place |= _payments(copy)
        return CardPayout(True, True, list(by_place), None, by_place)
    if deal.op(card) != OP_SCORE:
        return CardPayout(False, False, [], None, {})
    places = places_scored_by(state, card)
    if places == CASTILLO_BIT and not deal.open_castillo:
        return CardPayout(True, False, [PLACE_KEYS[CASTILLO]], None, {})
    copy = _listening(state)
    score_places(copy, places, scores_first_only(state, card))
    by_place = _payments(copy)
    seats = range(deal.players)
    gains = [copy.score(seat) - state.score(seat) for seat in seats]
    return CardPayout(True, False, list(by_place), gains, by_place)


def _listening(state: State) -> State:
    copy = state.clone()
    copy.log = []
    return copy


def _payments(state: State) -> Payments:
    """What was scored since the copy began to listen."""
    paid: Payments = {}
    for event in state.log or []:
        told = describe_event(event, state.deal, None)
        if told["event"] == "scored":
            row = paid.setdefault(told["place"], [0] * state.deal.players)
            row[told["colour"]] += told["points"]
    return paid
