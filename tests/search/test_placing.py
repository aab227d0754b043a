"""The split of caballeros to place is the best there is, found out by trying all."""

from collections.abc import Iterator, Sequence

import pytest

from elgrande import Game
from elgrande.rules.board import ALL_REGIONS, CASTILLO, COURT, NOWHERE, PLACE_TARGETS
from elgrande.rules.rng import Rng
from elgrande.rules.state import State
from elgrande.search.appraiser import Appraiser
from elgrande.search.mind import Mind
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


def net_gain(state: State, eyes: Appraiser, seat: int, split: dict[int, int]) -> int:
    """What a split brings in its places, less what the Court is worth without them."""
    court = state.caballeros(COURT, seat)
    left = court - sum(split.values())
    gains = [eyes.gain(state, place, seat, count) for place, count in split.items() if count]
    return sum(gains) - (eyes.court(court) - eyes.court(left))


def best_by_trying(
    state: State, eyes: Appraiser, seat: int, most: int, targets: Sequence[int]
) -> int:
    """The best net gain of all splits; to place nothing gains nothing."""
    most = min(most, state.caballeros(COURT, seat))
    return max(net_gain(state, eyes, seat, split) for split in splits(targets, most))


def places_in(targets: int) -> list[int]:
    return [place for place in range(CASTILLO + 1) if targets >> place & 1]


def place_all(mind: Mind, state: State, seat: int, most: int, targets: int) -> dict[int, int]:
    """Place one after the other where the first target says; returns the split it comes to."""
    split: dict[int, int] = {}
    while most and state.caballeros(COURT, seat):
        now = min(most, state.caballeros(COURT, seat))
        mind.placing.look(state, mind.eyes, seat, now, targets)
        mind.placing.split(now, targets)
        place = mind.placing.first_target(state, mind.eyes, seat, now, targets)
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
        mind = facing(state, seat)
        best = best_by_trying(state, mind.eyes, seat, most, places_in(targets))
        here = min(most, state.caballeros(COURT, seat))
        mind.placing.look(state, mind.eyes, seat, here, targets)
        mind.placing.split(here, targets)
        assert mind.placing.worth(state, mind.eyes, seat, here) == best
        placed += best > 0
    assert placed >= 10


@pytest.mark.parametrize("batch", range(3))
def test_placing_one_after_the_other_comes_to_the_best_split(batch: int) -> None:
    for game, seat, most, targets in cases(batch + 10, 40):
        state = game.state
        mind = facing(state, seat)
        best = best_by_trying(state, mind.eyes, seat, most, places_in(targets))
        split = place_all(mind, state.clone(), seat, most, targets)
        assert net_gain(state, mind.eyes, seat, split) == best
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
            mind = Mind(Rng(1), 0, with_court(10**7))
            mind.eyes.face(state, seat)
            assert place_all(mind, state.clone(), seat, MOST, targets) == {}
            assert mind.placing.worth(state, mind.eyes, seat, MOST) == 0
            mind = Mind(Rng(1), 0, with_court(-(10**7)))
            mind.eyes.face(state, seat)
            split = place_all(mind, state.clone(), seat, MOST, targets)
            assert sum(split.values()) == min(MOST, state.caballeros(COURT, seat))


def test_a_look_is_kept_while_it_is_ready() -> None:
    game = somewhere(variant(3), 3)
    state, eyes, placing = game.state, Appraiser(STANDARD), Placing()
    eyes.face(state, 0)
    placing.look(state, eyes, 0, 3, ANYWHERE)
    placing.ready = True
    gains = list(placing.gains)
    eyes.face(state, 1)
    placing.look(state, eyes, 1, 3, ANYWHERE)
    assert list(placing.gains) == gains
    placing.ready = False
    placing.look(state, eyes, 1, 3, ANYWHERE)
    assert list(placing.gains) != gains
