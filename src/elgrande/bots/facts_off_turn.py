"""Facts about choices outside turns: power cards and modifiers, secret discs, Veto windows."""

from collections.abc import Iterator

from elgrande.bots.effects import is_level, leader, let_happen, worth_of_regions
from elgrande.bots.facts import MUST_SAY, Fact, lead_facts
from elgrande.rules.board import (
    CASTILLO,
    COURT,
    MODIFIER_VALUES,
    MODIFIERS,
    POWER_CARDS,
    PROVINCE,
    ROUNDS,
    TAKES,
)
from elgrande.rules.choices import END, MODIFIER_BASE, PLACE_BASE, POWER_BASE, VETO
from elgrande.rules.frames import DISC_COUP, DISC_RETURN, DISC_RIVALRIES
from elgrande.rules.packing import detail_of
from elgrande.rules.scoring import rank_of, worth
from elgrande.rules.state import State


def power_facts(state: State, seat: int, choice: int) -> Iterator[Fact]:
    """What a power card lets its player take, when their turn comes, and what is left in hand."""
    value = choice - POWER_BASE
    count = min(TAKES[value], state.caballeros(PROVINCE, seat))
    yield Fact("power_takes" if count else "power_takes_none", 3.0, {"count": count})
    yield from order_facts(state, seat, value)
    hand = [card for card in range(1, POWER_CARDS + 1) if state.hand(seat) & (1 << card)]
    left = [card for card in hand if card != value]
    if left and state.round < ROUNDS:
        yield Fact("power_left", 1.0, {"value": max(left)})


def order_facts(state: State, seat: int, total: int) -> Iterator[Fact]:
    """Who goes before and after a total, of those who have played."""
    players, colours = state.deal.players, state.deal.colours
    others = [other for other in range(colours) if other != seat and state.power(other)]
    earlier = [other for other in others if state.total(other) > total]
    earlier.sort(key=lambda other: -state.total(other))
    sure = "" if len(others) == colours - 1 else "_so_far"
    if earlier:
        yield Fact(f"turn_after{sure}", 2.5, {"colours": earlier})
    else:
        yield Fact(f"turn_first{sure}", 2.5)
    rivals = [other for other in others if other < players]
    if rivals and all(state.total(other) > total for other in rivals) and state.round < ROUNDS:
        yield Fact(f"next_first{sure}", 1.2)


def modifier_facts(state: State, seat: int, choice: int) -> Iterator[Fact]:
    """The total that a modifier makes, or what is saved by playing none."""
    total = state.power(seat)
    if choice == END:
        yield Fact("modifier_saved", 2.0)
    else:
        total += MODIFIER_VALUES[(choice - MODIFIER_BASE) & 3]
    yield Fact("modifier_total", 3.0, {"value": total})
    yield from order_facts(state, seat, total)


def pass_facts(state: State, seat: int, choice: int) -> Iterator[Fact]:
    """Who gets a modifier, and what stays."""
    yield Fact("passed", 2.0, {"colour": (seat + 1) % state.deal.players})
    kept = [
        card
        for card in range(MODIFIERS)
        if state.modifiers(seat) & (1 << card) and card != choice - MODIFIER_BASE
    ]
    yield Fact("passed_keeps", 1.0, {"modifiers": kept})


def disc_facts(state: State, seat: int, choice: int) -> Iterator[Fact]:
    """What a secret disc makes of the region, as long as nobody else chooses it."""
    region = choice - PLACE_BASE
    board = state.clone()
    if state.kind == DISC_RIVALRIES:
        points = {other: worth(state, region, other, False) for other in range(state.deal.players)}
        scores = {other: each for other, each in points.items() if each}
        if scores:
            yield Fact("disc_rivalries", 3.0, {"scores": scores})
        else:
            yield Fact("disc_nothing", 3.0)
        return
    if state.kind == DISC_RETURN:
        count = min(detail_of(state.argument), state.caballeros(region, seat))
        board.move(seat, region, PROVINCE, count)
        points_lost = worth(state, region, seat, False) - worth(board, region, seat, False)
        values = {"count": count, "place": region, "points": points_lost}
        yield Fact("disc_return" if points_lost else "disc_return_free", 3.0, values)
        if leader(state, region) == seat != leader(board, region):
            yield Fact("lost", 2.0, {"places": [region]})
        return
    source = detail_of(state.argument) if state.kind == DISC_COUP else CASTILLO
    count = state.caballeros(source, seat)
    if region in (state.king, source):
        if count:
            yield Fact("disc_court", 3.0, {"count": count})
            yield Fact("court", 0.1, {"count": state.caballeros(COURT, seat) + count})
        else:
            yield Fact("disc_nothing_moves", 3.0)
        return
    if count:
        board.move(seat, source, region, count)
    if state.grande(seat) == CASTILLO and source == CASTILLO:
        board.put_grande(seat, region)
        yield Fact("grande_own", 2.0, {"place": region})
    if count:
        key = "disc_rank"
        if leader(board, region) == seat:
            key = "disc_first"
        elif is_level(board, region, seat):
            key = "disc_level"
        rank, points_there = rank_of(board, region, seat), worth(board, region, seat, False)
        values = {"count": count, "place": region, "points": points_there, "rank": rank}
        yield Fact(key, 3.0, values)


def veto_facts(state: State, seat: int, choice: int) -> Iterator[Fact]:
    """What a Veto would stop, or what letting it happen brings, and for whom."""
    named = {"colour": state.performer, "card": state.card}
    yield Fact("veto_stops" if choice == VETO else "veto_lets", MUST_SAY, named)
    effects = let_happen(state, seat)
    scores = {other: points for other, points in effects.scores().items() if points}
    if scores:
        yield Fact("veto_scores", 2.0 + max(scores.values()), {"scores": scores})
    for fact in lead_facts(effects):
        if fact.key in ("raised", "lost"):
            yield Fact(f"veto_{fact.key}", fact.weight, fact.values)
    loss = worth_of_regions(effects.before, seat) - worth_of_regions(effects.after, seat)
    if loss > 0:
        yield Fact("veto_worth_less", 0.3 * loss, {"points": loss})
    if choice == VETO:
        yield Fact("veto_spent", 0.2)
    else:
        yield Fact("veto_saved", 0.2)
