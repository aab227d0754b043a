"""The split of caballeros to place is the best there is, found out by trying all."""

from collections.abc import Iterator, Sequence

import pytest

from elgrande import Game
from elgrande.rules.board import ALL_REGIONS, CASTILLO, COURT, NOWHERE, PLACE_TARGETS
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.context import Context
from elgrande.search.placing import MOST, Placing
from elgrande.search.weights import STANDARD, Weights
from tests.support.searching import facing, variant
from tests.support.walks import somewhere

ANYWHERE = ALL_REGIONS | 1 << CASTILLO


def splits(places: Sequence[int], most: int) -> Iterator[dict[int, int]]:
    """Every way to place up to so many in these places."""
    if not places:
        yield {}
        return
    for count in range(most + 1):
        for rest in splits(places[1:], most - count):
            yield {places[0]: count, **rest}


def net_gain(state: State, appraiser: Appraiser, seat: int, split: dict[int, int]) -> int:
    """What a split brings in its places, less what the Court is worth without them."""
    court = state.caballeros(COURT, seat)
    left = court - sum(split.values())
    gains = [appraiser.gain(state, place, seat, count) for place, count in split.items() if count]
    return sum(gains) - (appraiser.court(court) - appraiser.court(left))


def best_by_trying(
    state: State, appraiser: Appraiser, seat: int, most: int, targets: Sequence[int]
) -> int:
    """The best net gain of all splits; to place nothing gains nothing."""
    most = min(most, state.caballeros(COURT, seat))
    return max(net_gain(state, appraiser, seat, split) for split in splits(targets, most))


def places_in(targets: int) -> list[int]:
    return [place for place in range(CASTILLO + 1) if targets >> place & 1]


def place_all(context: Context, state: State, seat: int, most: int, targets: int) -> dict[int, int]:
    """Place one after the other where the first target says; returns the split it comes to."""
    split: dict[int, int] = {}
    while most and state.caballeros(COURT, seat):
        now = min(most, state.caballeros(COURT, seat))
        context.placing.look(state, context.appraiser, seat, now, targets)
        context.placing.split(now, targets)
        place = context.placing.first_target(state, context.appraiser, seat, now, targets)
        if place == NOWHERE:
            break
        assert targets >> place & 1
        state.move(seat, COURT, place, 1)
        split[place] = split.get(place, 0) + 1
        most -= 1
    return split


def cases(batch: int, count: int) -> Iterator[tuple[Game, int, int, int]]:
    """Positions with a seat, how many it may place, and where."""
    for number in range(batch * count, (batch + 1) * count):
        rng = Rng(number)
        game = somewhere(variant(number), number)
        seat = rng.below(game.options.players)
        king = PLACE_TARGETS[game.state.king]
        some = rng.below(2 ** (CASTILLO + 1)) & rng.below(2 ** (CASTILLO + 1))
        targets = pick_one(rng, [king, king, some])
        yield game, seat, 1 + rng.below(MOST), targets
    # All ten places at once take longest to try.
    yield somewhere(variant(batch), batch + 900), 0, 4, ANYWHERE


def pick_one(rng: Rng, items: Sequence[int]) -> int:
    return items[rng.below(len(items))]


@pytest.mark.parametrize("batch", range(3))
def test_the_split_is_the_best_of_all(batch: int) -> None:
    placed = 0
    for game, seat, most, targets in cases(batch, 40):
        state = game.state
        context = facing(state, seat)
        best = best_by_trying(state, context.appraiser, seat, most, places_in(targets))
        here = min(most, state.caballeros(COURT, seat))
        context.placing.look(state, context.appraiser, seat, here, targets)
        context.placing.split(here, targets)
        assert context.placing.worth(state, context.appraiser, seat, here) == best
        placed += best > 0
    assert placed >= 10


@pytest.mark.parametrize("batch", range(3))
def test_placing_one_after_the_other_comes_to_the_best_split(batch: int) -> None:
    for game, seat, most, targets in cases(batch + 10, 40):
        state = game.state
        context = facing(state, seat)
        best = best_by_trying(state, context.appraiser, seat, most, places_in(targets))
        split = place_all(context, state.clone(), seat, most, targets)
        assert net_gain(state, context.appraiser, seat, split) == best
        assert sum(split.values()) <= min(most, state.caballeros(COURT, seat))


def with_court(each: int) -> Weights:
    """The usual weights, but a caballero in the Court is worth this much."""
    row = [each] * 10
    return Weights(
        near=[300] * 10,
        far=[100] * 10,
        men=[0] * 10,
        castillo=[200] * 10,
        court_first=row,
        court_more=row,
        card_value=[0] * 10,
        card_takes=[0] * 10,
        fade=(2.4, 0.42, 1.2, 0.21),
    )


def test_who_misses_nobody_at_court_places_more_than_who_misses_everyone() -> None:
    for number in range(30):
        game = somewhere(variant(number), number)
        state, targets = game.state, PLACE_TARGETS[game.state.king]
        for seat in range(game.options.players):
            context = Context(Rng(1), 0, with_court(10**7))
            context.appraiser.look_at(state, seat)
            assert place_all(context, state.clone(), seat, MOST, targets) == {}
            assert context.placing.worth(state, context.appraiser, seat, MOST) == 0
            context = Context(Rng(1), 0, with_court(-(10**7)))
            context.appraiser.look_at(state, seat)
            split = place_all(context, state.clone(), seat, MOST, targets)
            assert sum(split.values()) == min(MOST, state.caballeros(COURT, seat))


def test_a_look_is_kept_while_it_is_ready() -> None:
    game = somewhere(variant(3), 3)
    state, appraiser, placing = game.state, Appraiser(STANDARD), Placing()
    appraiser.look_at(state, 0)
    placing.look(state, appraiser, 0, 3, ANYWHERE)
    placing.ready = True
    gains = list(placing.gains)
    appraiser.look_at(state, 1)
    placing.look(state, appraiser, 1, 3, ANYWHERE)
    assert list(placing.gains) == gains
    placing.ready = False
    placing.look(state, appraiser, 1, 3, ANYWHERE)
    assert list(placing.gains) != gains
