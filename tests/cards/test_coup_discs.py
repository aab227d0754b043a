"""The secret discs of C-coup and C-rivalries: who sets one, and when it is seen."""

from itertools import permutations
from typing import Any

import pytest

from elgrande import Game
from tests.support.marks import rule
from tests.support.positions import REGION_KEYS, answer, offered, position, take, there

DISCS = {1: "granada", 2: "valencia", 3: "granada"}


def coup_in_toledo(**arrangement: Any) -> Game:
    """Seat 0 has named toledo, where everyone is."""
    regions = {"toledo": [1, 2, 3, 4]}
    game = position(card="C-coup", king="castilla", regions=regions, events=True, **arrangement)
    return take(game, "C-coup", "special", "toledo")


def own_disc(game: Game, seat: int) -> object:
    """The disc as its owner sees it."""
    mine: Any = game.view(seat)["mine"]
    return mine["disc"]


@rule("R13", "C-coup")
@pytest.mark.parametrize("order", [*permutations((1, 2, 3))])
def test_discs_are_set_in_any_order_with_the_same_result(order: tuple[int, ...]) -> None:
    game = answer(coup_in_toledo(), {seat: DISCS[seat] for seat in order})
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert there(game, "granada") == [0, 2, 0, 4]
    assert there(game, "valencia") == [0, 0, 3, 0]
    assert game.digest() == answer(coup_in_toledo(), DISCS).digest()


@rule("R13", "C-coup")
@pytest.mark.parametrize("viewer", [0, 1, 2, None])
def test_nothing_of_a_disc_is_seen_before_the_last_one_is_set(viewer: int | None) -> None:
    one = answer(coup_in_toledo(), {3: "granada", 1: "sevilla"})
    other = answer(coup_in_toledo(), {3: "castilla", 1: "sevilla"})
    assert one.waiting == (2,)
    assert there(one, "toledo") == [1, 2, 3, 4]
    assert one.view(viewer) == other.view(viewer)
    assert one.events(viewer) == other.events(viewer)


@rule("R13", "C-coup")
def test_everyone_sees_only_the_own_disc_until_all_are_shown() -> None:
    game = answer(coup_in_toledo(), {3: "granada"})
    assert own_disc(game, 3) == "granada"
    assert [own_disc(game, seat) for seat in (0, 1, 2)] == [None, None, None]
    answer(game, {1: "granada", 2: "valencia"})
    shown = [event for event in game.events(0) if event["event"] == "disc_shown"]
    assert [(event["colour"], event["place"]) for event in shown] == list(DISCS.items())


@rule("Q6", "C-coup")
@pytest.mark.parametrize("edition", ["2023", "classic"])
def test_a_disc_on_the_kings_or_the_named_region_leads_to_the_court(edition: str) -> None:
    game = coup_in_toledo(edition=edition)
    assert offered(game, 1) == list(REGION_KEYS)
    answer(game, {1: "castilla", 2: "toledo", 3: "sevilla"})
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert there(game, "castilla") == [0, 0, 0, 0]
    assert there(game, "court") == [7, 9, 10, 7]
    assert there(game, "sevilla") == [0, 0, 0, 4]


@rule("Q14", "C-coup")
def test_a_player_without_caballeros_in_the_named_region_sets_no_disc() -> None:
    regions = {"toledo": [1, 0, 3, 0], "granada": [0, 5, 0, 0]}
    game = position(card="C-coup", regions=regions, grandes=["galicia"] + ["toledo"] * 3)
    assert take(game, "C-coup", "special", "toledo").waiting == (2,)
    assert offered(game, 1) == []


@rule("Q16", "V-2", "C-coup")
def test_the_dummy_is_not_driven_out() -> None:
    game = position(card="C-coup", players=2, regions={"toledo": [1, 2, 3]})
    take(game, "C-coup", "special", "toledo")
    assert game.waiting == (1,)
    answer(game, {1: "granada"})
    assert there(game, "toledo") == [1, 0, 3]
    assert there(game, "granada") == [0, 2, 0]


@rule("Q16", "Q20", "V-2", "C-coup")
def test_a_coup_against_the_dummy_alone_is_not_offered() -> None:
    game = position(card="C-coup", players=2, regions={"toledo": [1, 0, 3]})
    take(game, "C-coup")
    assert offered(game) == ["end", "place"]


@rule("Q14", "C-rivalries")
def test_every_player_picks_a_rivalry_even_without_pieces() -> None:
    game = position(card="C-rivalries", court=[0, 0, 0, 0], old_hands=("rivalries",))
    take(game, "C-rivalries", "special")
    assert game.waiting == (0, 1, 2, 3)
    assert [offered(game, seat) for seat in range(4)] == [list(REGION_KEYS)] * 4


@rule("Q16", "V-2", "C-rivalries")
def test_the_dummy_picks_no_rivalry_but_takes_its_place() -> None:
    game = position(
        card="C-rivalries",
        players=2,
        regions={"toledo": [1, 0, 3], "granada": [0, 2, 0]},
        grandes=["navarra", "navarra"],
        old_hands=("rivalries",),
    )
    take(game, "C-rivalries", "special")
    assert game.waiting == (0, 1)
    assert answer(game, {1: "granada", 0: "toledo"}).scores == [4, 6]


@rule("R13", "C-rivalries")
@pytest.mark.parametrize("order", [*permutations((0, 1, 2, 3))])
def test_rivalries_are_picked_in_any_order_and_scored_after_the_last(
    order: tuple[int, ...],
) -> None:
    regions = {"toledo": [2, 1, 0, 0], "granada": [0, 0, 1, 0]}
    game = position(
        card="C-rivalries", regions=regions, grandes=["navarra"] * 4, old_hands=("rivalries",)
    )
    take(game, "C-rivalries", "special")
    discs = {0: "toledo", 1: "granada", 2: "granada", 3: "sevilla"}
    answer(game, {seat: discs[seat] for seat in order[:3]})
    assert game.scores == [0, 0, 0, 0]
    answer(game, {order[3]: discs[order[3]]})
    assert game.scores == [7, 4, 0, 0]
