"""What secret discs decide: leaving a region, returning from one, rivalries (R13, Q6, Q8, Q16)."""

from mypy_extensions import i64

from elgrande.rules.actions.scoring_cards import are_left_to_score, score_shown
from elgrande.rules.board import ALL_REGIONS, BIT, COURT, NOWHERE, PROVINCE, REGION_KEYS, REGIONS
from elgrande.rules.cards import OP_COUP, OP_RETURN_BY_DISC, OP_RIVALRIES, WHOLE
from elgrande.rules.choices import PLACE_BASE, PLACE_UNIT, smaller
from elgrande.rules.decision_types import Decision
from elgrande.rules.events import REGION_NAMED
from elgrande.rules.frames import (
    COUP,
    DISC_COUP,
    DISC_RETURN,
    DISC_RIVALRIES,
    SCORE_REGION,
    is_secret,
)
from elgrande.rules.packing import argument_of, detail_of, kind_of, pack
from elgrande.rules.secret import ask, fit_answers, relocate
from elgrande.rules.state import State


def coup_targets(state: State, seat: i64) -> i64:
    """The regions outside the King's where an opponent with a disc has caballeros (Q16)."""
    regions: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat:
            regions |= state.free_regions_of(other)
        other += 1
    return regions


def coup_victims(state: State, seat: i64, region: i64) -> i64:
    """The opponents who must leave the named region."""
    seats: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.caballeros(region, other) != 0:
            seats |= BIT[other]
        other += 1
    return seats


def with_free_caballeros(state: State, seat: i64) -> i64:
    """The opponents with a caballero in a region other than the King's; the dummy has no disc."""
    seats: i64 = 0
    other: i64 = 0
    while other < state.deal.players:
        if other != seat and state.free_regions_of(other) != 0:
            seats |= BIT[other]
        other += 1
    return seats


def returnable_by_disc(state: State, seat: i64, count: i64) -> i64:
    """The regions a seat may return caballeros from by disc (Q8, Q21)."""
    regions: i64 = state.free_regions_of(seat)
    if count == WHOLE:
        return regions
    enough: i64 = 0
    region: i64 = 0
    while region < REGIONS:
        if regions & BIT[region] and state.caballeros(region, seat) >= count:
            enough |= BIT[region]
        region += 1
    if enough:
        return enough
    return regions


def possible(state: State, seat: i64, card: i64, op: i64) -> bool:
    """Whether an opponent has to leave a region or return from one; rivalries always apply."""
    return op == OP_RIVALRIES or coup_targets(state, seat) != 0


def perform(state: State, seat: i64, card: i64, op: i64) -> None:
    """Ask for the region to empty, or for discs at once."""
    if op == OP_COUP:
        state.push(COUP, seat, 0)
    elif op == OP_RIVALRIES:
        ask(state, DISC_RIVALRIES, seat, BIT[state.deal.players] - 1, 0)
    else:
        count: i64 = state.deal.number(card, 0)
        ask(state, DISC_RETURN, seat, with_free_caballeros(state, seat), count)


def answers(state: State, kind: i64, seat: i64, argument: i64) -> i64:
    """Which region to empty, or to set the disc to."""
    if kind == COUP:
        return coup_targets(state, seat) * PLACE_UNIT
    if kind == DISC_RETURN:
        return returnable_by_disc(state, seat, detail_of(argument)) * PLACE_UNIT
    return ALL_REGIONS * PLACE_UNIT


def details(seat: i64, argument: i64) -> Decision:
    """The region that must be left, by name."""
    return {"kind": "disc_coup", "seat": seat, "region": REGION_KEYS[detail_of(argument)]}


def carry_out(state: State, seat: i64, choice: i64) -> None:
    """C-coup: name the region, and ask its opponents where they go."""
    place: i64 = choice - PLACE_BASE
    if state.log is not None:
        state.tell(REGION_NAMED, seat, place)
    ask(state, DISC_COUP, seat, coup_victims(state, seat, place), place)


def follow_discs(state: State, kind: i64, seat: i64, detail: i64) -> None:
    """Do what the discs say, once they are shown."""
    if kind == DISC_COUP:
        flee(state, detail)
    elif kind == DISC_RETURN:
        return_chosen(state, detail)
    else:
        score_rivalries(state, seat)


def flee(state: State, region: i64) -> None:
    """C-coup: to the disc's region, or to the Court from the King's or the same one (Q6)."""
    seat: i64 = 0
    while seat < state.deal.players:
        target: i64 = state.disc(seat)
        if target != NOWHERE:
            refuge: i64 = refuge_from(state, region, target)
            relocate(state, seat, region, refuge, state.caballeros(region, seat), seat)
        seat += 1


def refuge_from(state: State, region: i64, target: i64) -> i64:
    """Where caballeros who must leave a region go if the disc shows this target (Q6)."""
    if target == state.king or target == region:
        return COURT
    return target


def return_chosen(state: State, count: i64) -> None:
    """C-civil-war and C-skirmish: back to the Province from the disc's region."""
    seat: i64 = 0
    while seat < state.deal.players:
        region: i64 = state.disc(seat)
        if region != NOWHERE:
            there: i64 = state.caballeros(region, seat)
            relocate(state, seat, region, PROVINCE, smaller(there, count), seat)
        seat += 1


def score_rivalries(state: State, performer: i64) -> None:
    """C-rivalries: score the regions picked exactly once."""
    once: i64 = 0
    again: i64 = 0
    seat: i64 = 0
    while seat < state.deal.players:
        bit: i64 = BIT[state.disc(seat)]
        again |= once & bit
        once |= bit
        seat += 1
    score_shown(state, performer, once & ~again)


def fits(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card can ask what a frame of a snapshot asks."""
    op = state.deal.op(card)
    if op == OP_COUP and frame == pack(COUP, seat, 0):
        return True
    if op == OP_RIVALRIES and kind_of(frame) == SCORE_REGION:
        return are_left_to_score(state, card, argument_of(frame))
    return is_secret(kind_of(frame)) and _fits_discs(state, seat, card, frame)


def _fits_discs(state: State, seat: i64, card: i64, frame: i64) -> bool:
    """Whether a card asks for these discs, and whether those already set are allowed."""
    op = state.deal.op(card)
    kind = kind_of(frame)
    detail = detail_of(argument_of(frame))
    asked: i64 = BIT[state.deal.players] - 1
    if op == OP_COUP:
        fits_card = kind == DISC_COUP and detail < REGIONS and detail != state.king
        if fits_card:
            asked = coup_victims(state, seat, detail)
    elif op == OP_RETURN_BY_DISC:
        fits_card = kind == DISC_RETURN and detail == state.deal.number(card, 0)
        asked = with_free_caballeros(state, seat)
    else:
        fits_card = kind == DISC_RIVALRIES and detail == 0
    regions = [
        returnable_by_disc(state, other, detail) if op == OP_RETURN_BY_DISC else ALL_REGIONS
        for other in range(state.deal.players)
    ]
    return fits_card and fit_answers(state, frame, asked, regions)
