"""Facts about a choice that a person would want to know, each with how much it matters.

A fact is a key of the table `advice` of our texts and what fills its blanks: places, colours and
cards by number. Weights are in points: what a fact gains or loses, or how much it deserves to be
mentioned.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from elgrande.bots.effects import (
    Effects,
    has_grande_bonus,
    is_level,
    king_bonus_of,
    leader,
    place_in,
    worth_of_regions,
)
from elgrande.rules.actions.scoring_cards import places_scored_by, scores_first_only
from elgrande.rules.board import (
    CASTILLO,
    COURT,
    MODIFIER_KEYS,
    NOWHERE,
    PLACE_KEYS,
    PROVINCE,
    REGIONS,
    STACKS,
)
from elgrande.rules.cards import (
    OP_SCORE,
    OP_SCORE_CHOSEN,
)
from elgrande.rules.choices import PLACE_BASE
from elgrande.rules.frames import (
    CARD,
    GRANDE,
    MUSTER,
    PLACE,
    SCORE_REGION,
    TAKE,
    TAKE_FROM,
    TILE,
    TURNS,
)
from elgrande.rules.packing import argument_of, first_only_of, kind_of
from elgrande.rules.scoring import worth
from elgrande.rules.state import State

FOR_OTHERS: Final = 0.5  # the weight of a point that others gain or lose against one's own
MUST_SAY: Final = 50.0
# Facts that tell the choices of a decision apart, where a choice's own words do not say it all.
ASKED_ABOUT: Final[Mapping[int, tuple[str, ...]]] = {
    TAKE: ("recruited",),
    TAKE_FROM: ("recruited",),
    PLACE: ("placed", "thrown", "placed_thrown"),
    MUSTER: ("placed", "thrown", "placed_thrown"),
    TILE: ("tile",),
    GRANDE: ("grande", "grande_own"),
}
LEAST_LEFT: Final = 4  # below this, what is left for others is not worth mentioning


@dataclass(frozen=True)
class Fact:
    """One thing to say."""

    key: str
    weight: float
    values: Mapping[str, object] = field(default_factory=dict)


def turn_facts(effects: Effects) -> Iterator[Fact]:
    """What a plan of a turn, or one step out of turn, does; what is asked about must be said."""
    asked = ASKED_ABOUT.get(effects.before.kind, ())
    for fact in _turn_facts(effects):
        yield Fact(fact.key, MUST_SAY, fact.values) if fact.key in asked else fact


def next_scoring_facts(state: State, choice: int) -> Iterator[Fact]:
    """What the region to be scored next pays, when the order of several is chosen (R18)."""
    if state.kind != SCORE_REGION or state.argument == 0:
        return
    region, first_only = choice - PLACE_BASE, first_only_of(state.argument)
    paid = {seat: worth(state, region, seat, first_only) for seat in range(state.deal.players)}
    scores = {seat: points for seat, points in paid.items() if points}
    yield Fact("scored_next", MUST_SAY, {"scores": scores})


def _turn_facts(effects: Effects) -> Iterator[Fact]:
    scores = {seat: points for seat, points in effects.scores().items() if points}
    if scores:
        yield Fact("scored", 2.0 + max(scores.values()), {"scores": scores})
    yield from lead_facts(effects)
    yield from bonus_facts(effects)
    gain = worth_of_regions(effects.after, effects.seat) - worth_of_regions(
        effects.before, effects.seat
    )
    if gain:
        key = "worth" if gain > 0 else "worth_less"
        yield Fact(key, 0.3 * abs(gain), {"points": abs(gain)})
    yield from caballero_facts(effects)
    yield from other_pieces_facts(effects)
    yield from card_facts(effects)


def lead_facts(effects: Effects) -> Iterator[Fact]:
    """Regions whose first place changes hands."""
    seat, before, after = effects.seat, effects.before, effects.after
    taken: dict[int, int | None] = {}
    level: list[int] = []
    lost: list[int] = []
    raised: dict[int, list[int]] = {}
    fallen: dict[int, list[int]] = {}
    weights: defaultdict[str, float] = defaultdict(float)
    for region in range(REGIONS):
        was, now = leader(before, region), leader(after, region)
        matters = float(worth_change(effects, region, seat))
        for other in {was, now} - {seat}:
            if other is not None and other < before.deal.players:
                matters += FOR_OTHERS * worth_change(effects, region, other)
        if now == seat != was:
            taken[region] = was
            key = "lead"
        elif was == seat != now:
            lost.append(region)
            key = "lost"
        elif is_level(after, region, seat) and not is_level(before, region, seat):
            level.append(region)
            key = "level"
        elif was == now:
            continue
        elif now is not None:
            raised.setdefault(now, []).append(region)
            key = f"raised {now}"
        else:
            assert was is not None
            fallen.setdefault(was, []).append(region)
            key = f"fallen {was}"
        weights[key] += matters
    former = next(iter(taken.values()), None)
    if len(taken) == 1 and former is not None:
        values = {"place": next(iter(taken)), "colour": former}
        yield Fact("lead_from", weights["lead"], values)
    elif taken:
        yield Fact("lead", weights["lead"], {"places": list(taken)})
    if level:
        yield Fact("level", weights["level"], {"places": level})
    if lost:
        yield Fact("lost", weights["lost"], {"places": lost})
    for key, changed in (("raised", raised), ("fallen", fallen)):
        for colour, places in changed.items():
            yield Fact(key, weights[f"{key} {colour}"], {"colour": colour, "places": places})


def worth_change(effects: Effects, region: int, colour: int) -> int:
    """How much more or less a region would score for a seat."""
    before = int(worth(effects.before, region, colour, False))
    return abs(int(worth(effects.after, region, colour, False)) - before)


def bonus_facts(effects: Effects) -> Iterator[Fact]:
    """The King's and the Grandes' bonuses that would now be won or lost."""
    seat, before, after = effects.seat, effects.before, effects.after
    had, has = king_bonus_of(before), king_bonus_of(after)
    if has == seat != had and after.king < REGIONS:
        yield Fact("king_bonus", 2.0, {"place": after.king})
    elif had not in (has, seat, None) and before.king < REGIONS:
        yield Fact("king_denied", 1.0, {"place": before.king, "colour": had})
    for colour in range(before.deal.players):
        had_it, has_it = has_grande_bonus(before, colour), has_grande_bonus(after, colour)
        if colour == seat and has_it and not had_it and after.grande(colour) < REGIONS:
            yield Fact("grande_bonus", 2.0, {"place": after.grande(colour)})
        elif colour != seat and had_it and not has_it and before.grande(colour) < REGIONS:
            values = {"place": before.grande(colour), "colour": colour}
            yield Fact("grande_denied", 1.0, values)


def caballero_facts(effects: Effects) -> Iterator[Fact]:
    """Where caballeros were placed, thrown, moved, taken and sent."""
    seat = effects.seat
    placed: Counter[int] = Counter()
    moved: Counter[int] = Counter()
    home: Counter[int] = Counter()
    given: Counter[int] = Counter()
    thrown = taken = 0
    for (colour, source, target), count in effects.moves().items():
        if colour == seat and source == COURT and target < REGIONS:
            placed[target] += count
        elif colour == seat and source == COURT and target == CASTILLO:
            thrown += count
        elif colour == seat and target == COURT:
            taken += count
        elif target == PROVINCE:
            (given if colour == seat else home)[source if colour == seat else colour] += count
        elif source < REGIONS:
            moved[colour] += count
    weight = 0.5 + 0.1 * (placed.total() + thrown)
    if placed and thrown:
        yield Fact("placed_thrown", weight, {"spots": dict(placed), "count": thrown})
    elif placed:
        yield Fact("placed", weight, {"spots": dict(placed)})
    elif thrown:
        yield Fact("thrown", weight, {"count": thrown})
    if moved:
        yield Fact("moved", 0.2 * moved.total(), {"men": dict(moved)})
    if home:
        yield Fact("sent_home", 0.5 * home.total(), {"men": dict(home)})
    for source, count in given.items():
        if source == COURT:
            yield Fact("given_court", 1.0, {"count": count})
        else:
            yield Fact("given", 1.0, {"count": count, "place": source})
    if taken:
        yield Fact("recruited", 0.4, {"count": taken})
    if effects.after.caballeros(COURT, seat) != effects.before.caballeros(COURT, seat):
        left = effects.after.caballeros(COURT, seat)
        yield Fact("court" if left else "court_empty", 0.1, {"count": left})


def other_pieces_facts(effects: Effects) -> Iterator[Fact]:
    """The King, Grandes, tiles and cards that went somewhere."""
    shut = []
    for event in effects.events:
        name = event["event"]
        if name == "king_moved":
            if event["to"] == PLACE_KEYS[CASTILLO]:
                yield Fact("king_castillo", 0.8)
            else:
                yield Fact("king", 0.8, {"place": place_in(event, "to")})
        elif name == "tile_put":
            yield Fact("tile", 0.8, {"tile": event["tile"], "place": place_in(event, "to")})
        elif name == "grande_moved":
            colour = event["colour"]
            if event["to"] == PLACE_KEYS[CASTILLO]:
                shut.append(colour)
            elif colour == effects.seat:
                yield Fact("grande_own", 0.8, {"place": place_in(event, "to")})
            else:
                yield Fact("grande", 0.8, {"colour": colour, "place": place_in(event, "to")})
        elif name == "taken_back" and event.get("value") is not None:
            yield Fact("taken_back", 1.5, {"value": event["value"]})
        elif name == "taken_back" and event.get("modifier") is not None:
            modifier = MODIFIER_KEYS.index(str(event["modifier"]))
            yield Fact("taken_back_modifier", 1.5, {"modifier": modifier})
        elif name == "veto_kept":
            yield Fact("veto_kept", 2.0)
    if shut:
        yield Fact("grandes_shut", 1.0, {"colours": shut})


def card_facts(effects: Effects) -> Iterator[Fact]:
    """The card used, and the scoring cards that others would have had or still will."""
    before, after, seat = effects.before, effects.after, effects.seat
    if before.card != NOWHERE:
        return  # the card is chosen, whatever is decided now
    left: list[Fact] = []
    for stack in range(STACKS):
        if not before.available & (1 << stack):
            continue
        card = shown(before, stack)
        if after.available & (1 << stack):
            colour, points = best_for_others(after, seat, card)
            if points >= LEAST_LEFT:
                values = {"card": card, "colour": colour, "points": points}
                left.append(Fact("leaves", FOR_OTHERS * points, values))
            continue
        if before.kind != CARD:
            yield Fact("then_card", MUST_SAY, {"card": card})
        colour, points = best_for_others(before, seat, card)
        if points:
            yield Fact("left", 0.6 * points, {"colour": colour, "points": points})
    if left:
        yield max(left, key=lambda fact: fact.weight)


def shown(state: State, stack: int) -> int:
    """The card a stack shows this round."""
    return state.deal.card_at(stack, state.rounds_played)


def yet_to_act(state: State, seat: int) -> list[int]:
    """The players whose turn is still to come this round, in order."""
    bottom = state.frame(0)
    if kind_of(bottom) != TURNS or argument_of(bottom) == 0:
        return []
    order = [state.in_order(index) for index in range(argument_of(bottom), state.deal.colours)]
    return [other for other in order if other != seat and other < state.deal.players]


def best_for_others(state: State, seat: int, card: int) -> tuple[int, int]:
    """Which of those still to act would score most with a card now, and how much.

    Nothing for a card that does not score, or when nobody is left to use it.
    """
    others = yet_to_act(state, seat)
    if state.deal.op(card) not in (OP_SCORE, OP_SCORE_CHOSEN) or not others:
        return NOWHERE, 0
    points = {other: points_of_card(state, card, other) for other in others}
    best = max(others, key=lambda other: points[other])
    return best, points[best]


def points_of_card(state: State, card: int, seat: int) -> int:
    """What a seat would score now by using a scoring card, in the region best for it."""
    if state.deal.op(card) == OP_SCORE_CHOSEN:
        return max(worth(state, region, seat, False) for region in range(REGIONS))
    places: int = places_scored_by(state, card)
    first_only = scores_first_only(state, card)
    return sum(
        worth(state, place, seat, first_only)
        for place in range(CASTILLO + 1)
        if places & (1 << place)
    )
