"""C-rebellion, and what holds while the King is at the Castillo (V-rebellion)."""

from typing import Any

import pytest

from tests.support.effects import effect
from tests.support.marks import rule, scenario
from tests.support.playing import finish_round
from tests.support.positions import (
    REGION_KEYS,
    grande,
    offered,
    position,
    take,
    there,
    tile_at,
    use,
)


@scenario("C-rebellion", "ordinary")
def test_rebellion_moves_the_king_to_the_castillo(options: dict[str, Any]) -> None:
    game = position(
        card="C-rebellion",
        king="castilla",
        regions={"castilla": [2, 1, 0, 0]},
        castillo=[3, 2, 1, 0],
        **options,
    )
    assert effect(game, "C-rebellion", "special") == {"king": "castillo"}
    use(game, "place")
    assert set(offered(game)) == {*REGION_KEYS, "stop"}


@scenario("C-rebellion", "as_much_as_possible")
def test_rebellion_lets_a_small_court_place_all_it_has(options: dict[str, Any]) -> None:
    game = position(card="C-rebellion", king="castilla", court=[2, 7, 7, 7], **options)
    assert effect(game, "C-rebellion", "special", "place", "castilla", "valencia") == {
        "king": "castillo",
        "castilla": [1, 0, 0, 0],
        "valencia": [1, 0, 0, 0],
        "court": [0, 7, 7, 7],
    }


@scenario("C-rebellion", "kings_region")
def test_rebellion_lets_you_throw_in_only_before_the_king_comes(
    options: dict[str, Any],
) -> None:
    game = position(card="C-rebellion", king="castilla", **options)
    assert effect(game, "C-rebellion", "place", "castillo", "stop", "special") == {
        "king": "castillo",
        "castillo": [1, 0, 0, 0],
        "court": [6, 7, 7, 7],
    }
    assert game.waiting == (3,)
    use(game, "take 0", "card 4", "place")
    assert "castillo" not in offered(game)


@scenario("C-rebellion", "empty")
def test_rebellion_is_not_offered_when_the_king_is_already_there(
    options: dict[str, Any],
) -> None:
    game = position(card="C-rebellion", king="castillo", **options)
    take(game, "C-rebellion")
    assert offered(game) == ["end", "place"]


@rule("V-rebellion", "R6")
def test_every_region_but_not_the_castillo_may_be_placed_in() -> None:
    game = position(card="C-king", king="castillo", new_regency=True)
    take(game, "C-king", "place")
    assert set(offered(game)) == {*REGION_KEYS, "stop"}


@rule("V-rebellion", "C-advisor")
def test_every_region_is_next_to_the_king_for_his_advisor() -> None:
    game = position(card="C-advisor", king="castillo", new_regency=True)
    take(game, "C-advisor", "special")
    assert offered(game) == list(REGION_KEYS)


@rule("V-rebellion", "C-own4")
def test_nothing_is_moved_into_the_kings_castillo() -> None:
    regions = {"toledo": [3, 0, 0, 0]}
    game = position(card="C-own4", king="castillo", regions=regions, new_regency=True)
    take(game, "C-own4", "special", "carmine@toledo")
    assert offered(game) == [region for region in REGION_KEYS if region != "toledo"]


@rule("V-rebellion", "C-tile")
def test_no_tile_enters_the_kings_castillo() -> None:
    game = position(card="C-tile", king="castillo", new_regency=True)
    take(game, "C-tile", "special", "tile 8/4/0")
    assert offered(game) == list(REGION_KEYS)


@rule("V-rebellion", "C-tile")
def test_no_tile_leaves_the_kings_castillo() -> None:
    tiles = {"8/4/0": "castillo"}
    game = position(card="C-tile", king="castillo", tiles=tiles, new_regency=True)
    take(game, "C-tile", "special")
    assert offered(game) == ["tile 4/0/0"]
    assert tile_at(game, "castillo") == "8/4/0"


@rule("V-rebellion", "C-grande")
def test_no_region_is_taboo_while_the_king_is_at_the_castillo() -> None:
    grandes = ["toledo", "galicia", "galicia", "galicia"]
    game = position(card="C-grande", king="castillo", grandes=grandes, new_regency=True)
    take(game, "C-grande", "special")
    assert offered(game) == [region for region in REGION_KEYS if region != "toledo"]


@rule("V-rebellion", "R16", "C-revelation")
@pytest.mark.parametrize(
    ("castillo", "points"), [([3, 2, 1, 0], [7, 3, 1, 0]), ([2, 2, 1, 0], [3, 3, 1, 0])]
)
def test_the_castillo_earns_the_kings_bonus_for_a_lone_first(
    castillo: list[int], points: list[int]
) -> None:
    game = position(card="C-revelation", king="castillo", castillo=castillo, new_regency=True)
    assert effect(game, "C-revelation", "special") == {"scores": points}


@rule("V-rebellion", "R12", "R16", "V-castillo-grande")
def test_a_general_scoring_scores_the_kings_castillo_and_lets_nothing_out() -> None:
    game = position(
        king="castillo",
        regions={"toledo": [0, 0, 0, 2]},
        castillo=[3, 2, 1, 0],
        grandes=["castillo", "castillo", "galicia", "galicia"],
        round_number=3,
        changes={"scores": [0, 0, 0, 0]},
        new_regency=True,
    )
    finish_round(game)
    assert game.round == 4  # so no disc was asked for
    assert game.scores == [5 + 2 + 2, 3, 1, 7]
    assert there(game, "castillo") == [3, 2, 1, 0]
    assert [grande(game, seat) for seat in (0, 1)] == ["castillo", "castillo"]


@rule("V-rebellion", "R14")
def test_the_castillo_lets_go_again_once_the_king_has_left() -> None:
    game = position(king="castillo", castillo=[0, 2, 0, 0], round_number=3, new_regency=True)
    take(game, "C-king", "special", "sevilla", "end")
    finish_round(game)
    assert game.waiting == (1,)
    use(game, "granada")
    assert there(game, "castillo") == [0, 0, 0, 0]
    assert there(game, "granada") == [0, 2, 0, 0]
