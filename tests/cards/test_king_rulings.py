"""Rulings on the King and the Grandes: abroad, in the Castillo, and what moving them means."""

from typing import Any

import pytest

from elgrande import Game, Options
from tests.support.marks import rule
from tests.support.playing import finish_round
from tests.support.positions import (
    REGION_KEYS,
    grande,
    king,
    offered,
    position,
    take,
    there,
    use,
)

FRENCH = {"navarra", "aragon", "cataluna"}
PORTUGUESE = {"galicia", "castilla", "toledo", "sevilla"}


def regency(card: str = "C-king", **arrangement: Any) -> Game:
    """A position of a game with New Regency."""
    return position(card=card, new_regency=True, **arrangement)


def last_round_of_a_period(**arrangement: Any) -> Game:
    """A position after whose round there is a general scoring, with no points so far."""
    return regency(round_number=3, changes={"scores": [0, 0, 0, 0]}, **arrangement)


@rule("S3", "R6")
@pytest.mark.parametrize(("abroad", "regions"), [("france", FRENCH), ("portugal", PORTUGUESE)])
def test_caballeros_are_placed_next_to_the_country_of_exile(abroad: str, regions: set[str]) -> None:
    game = take(regency(king=abroad), "C-king", "place")
    assert set(offered(game)) == regions | {"castillo", "stop"}


@rule("S3", "C-advisor")
@pytest.mark.parametrize(("abroad", "regions"), [("france", FRENCH), ("portugal", PORTUGUESE)])
def test_the_advisor_brings_the_king_home_over_the_border(abroad: str, regions: set[str]) -> None:
    game = take(regency("C-advisor", king=abroad), "C-advisor", "special")
    assert set(offered(game)) == regions


@rule("S3", "C-advisor")
def test_the_advisor_never_sends_the_king_abroad() -> None:
    game = take(regency("C-advisor", king="galicia"), "C-advisor", "special")
    assert offered(game) == ["navarra", "castilla"]


@rule("S3", "C-king", "C-grande", "C-militia")
@pytest.mark.parametrize(
    ("card", "allowed"),
    [
        ("C-king", {*REGION_KEYS}),
        ("C-grande", {*REGION_KEYS} - {"toledo"}),
        ("C-militia", {*REGION_KEYS, "stop"}),
    ],
)
def test_with_the_king_abroad_all_regions_are_open_and_no_country(
    card: str, allowed: set[str]
) -> None:
    game = regency(card, king="france", grandes=["toledo"] * 4)
    assert set(offered(take(game, card, "special"))) == allowed


@rule("S3", "R12", "R16")
def test_nobody_gets_a_kings_bonus_while_the_king_is_abroad() -> None:
    regions = {"navarra": [2, 1, 0, 0]}
    game = last_round_of_a_period(
        king="france", regions=regions, castillo=[0, 0, 3, 0], grandes=["toledo"] * 4
    )
    finish_round(game)
    assert offered(game) == list(REGION_KEYS)
    use(game, "granada")
    assert game.scores == [5, 3, 5 + 6, 0]


@rule("Q11", "Q17")
@pytest.mark.parametrize(
    ("card", "stays"),
    [
        ("C-chalet", True),
        ("C-king", False),
        ("C-entourage", False),
        ("C-competition", False),
        ("C-advisor", False),
    ],
)
def test_only_the_chalet_may_leave_the_king_where_he_is(card: str, stays: bool) -> None:
    regions = {"castilla": [1, 0, 0, 0], "toledo": [1, 0, 0, 0]}
    game = take(regency(card, king="castilla", regions=regions), card, "special")
    assert ("castilla" in offered(game)) is stays


@rule("Q11", "C-chalet")
@pytest.mark.parametrize("place", ["france", "castillo"])
def test_the_chalet_brings_the_king_back_from_elsewhere(place: str) -> None:
    game = regency("C-chalet", king=place, regions={"castilla": [1, 0, 0, 0]})
    assert king(take(game, "C-chalet", "special", "castilla")) == "castilla"


@rule("Q12", "C-entourage")
@pytest.mark.parametrize("place", ["france", "portugal", "castillo"])
def test_nobody_follows_the_king_from_abroad_or_from_the_castillo(place: str) -> None:
    game = regency("C-entourage", king=place, castillo=[2, 2, 0, 0])
    take(game, "C-entourage", "special")
    assert offered(game) == list(REGION_KEYS)
    use(game, "toledo")
    assert (king(game), game.decision) == ("toledo", "act")
    assert there(game, "castillo") == [2, 2, 0, 0]


@rule("V-2", "C-entourage")
def test_the_dummys_caballeros_may_be_taken_along() -> None:
    game = regency("C-entourage", players=2, king="castilla", regions={"castilla": [0, 1, 1]})
    take(game, "C-entourage", "special", "toledo", "bone@castilla", "azure@castilla")
    assert there(game, "toledo") == [0, 1, 1]


@rule("Q17", "C-competition")
def test_a_king_who_leaves_the_castillo_can_send_grandes_into_it() -> None:
    game = regency("C-competition", king="castillo", grandes=["toledo"] * 4)
    take(game, "C-competition", "special", "toledo")
    assert {grande(game, seat) for seat in range(4)} == {"castillo"}


@rule("Q17", "C-stand-in")
@pytest.mark.parametrize("place", ["france", "portugal", "castillo"])
def test_the_stand_in_needs_the_king_in_a_region(place: str) -> None:
    game = take(regency("C-stand-in", king=place), "C-stand-in")
    assert offered(game) == ["end", "place"]


@rule("Q18", "C-grande")
def test_a_grande_in_the_castillo_cannot_adopt_a_home() -> None:
    grandes = ["castillo", "galicia", "galicia", "galicia"]
    game = take(regency("C-grande", king="castilla", grandes=grandes), "C-grande")
    assert offered(game) == ["end", "place"]


@rule("Q18")
def test_a_modifier_cannot_move_a_grande_out_of_the_castillo() -> None:
    game = _about_to_move_a_grande(castillo=1, taboo=2)
    assert game.decision == "grande"
    assert offered(game) == ["end", "grande carmine", "grande green"]


def _about_to_move_a_grande(castillo: int, taboo: int) -> Game:
    """Seat 0 may move a Grande by modifier; one is in the Castillo, one in the King's region."""
    options = Options(new_regency=True, power_shift=True, first_player=0)
    for seed in range(1000):
        game = Game.new(options, seed)
        while game.decision == "pass_modifier":
            game.play(game.legal()[0])
        use(game, "power 13")
        able = [text for text in offered(game) if text.endswith("grande")]
        if not able:
            continue
        use(game, able[0])
        data: Any = game.snapshot()
        for seat, place in ((castillo, "castillo"), (taboo, data["king"])):
            for spot in data["regions"].values():
                spot["grandes"] = [other for other in spot["grandes"] if other != seat]
            spot = data["castillo"] if place == "castillo" else data["regions"][place]
            spot["grandes"].append(seat)
        game = Game.from_snapshot(data)
        while game.decision in ("power", "modifier"):
            game.play(game.legal()[0])
        if game.waiting == (0,):
            return game
    raise AssertionError("no deal gives seat 0 such a modifier")


@rule("Q19", "V-rebellion", "C-infiltration")
def test_infiltration_opens_the_castillo_while_the_king_is_there() -> None:
    game = regency("C-infiltration", king="castillo", castillo=[1, 1, 0, 0])
    take(game, "C-infiltration", "special", "place")
    assert set(offered(game)) == {*REGION_KEYS, "castillo", "stop"}
    use(game, "castillo", "castillo", "toledo", "stop")
    assert there(game, "castillo") == [3, 1, 0, 0]


@rule("Q20", "C-infiltration")
def test_infiltration_is_not_offered_when_it_could_change_nothing() -> None:
    abroad = take(regency("C-infiltration", king="france"), "C-infiltration")
    assert offered(abroad) == ["end", "place"]
    placed = take(regency("C-infiltration"), "C-infiltration", "place", "toledo", "stop")
    assert placed.waiting == (3,)


@rule("V-castillo-grande", "R16", "R18", "C-revelation")
@pytest.mark.parametrize(
    ("castillo", "points"), [([3, 2, 1, 0], [7, 3, 1, 0]), ([2, 2, 1, 0], [3, 3, 1, 0])]
)
def test_a_grande_in_the_castillo_earns_its_bonus_there_and_stays(
    castillo: list[int], points: list[int]
) -> None:
    grandes = ["castillo", "galicia", "galicia", "galicia"]
    game = regency("C-revelation", castillo=castillo, grandes=grandes)
    assert take(game, "C-revelation", "special").scores == points
    assert grande(game, 0) == "castillo"
    assert there(game, "castillo") == castillo


@rule("V-castillo-grande", "R12", "R14", "Q14")
def test_a_grande_moves_out_with_its_caballeros_and_earns_its_bonus_there() -> None:
    game = last_round_of_a_period(
        king="sevilla",
        regions={"granada": [0, 2, 0, 0]},
        castillo=[1, 0, 0, 0],
        grandes=["castillo", "castillo", "galicia", "galicia"],
    )
    finish_round(game)
    assert game.waiting == (0, 1)
    use(game, "toledo", "granada")
    assert [grande(game, 0), grande(game, 1)] == ["toledo", "granada"]
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert game.scores == [5 + 2 + 7 + 2, 6 + 2, 0, 0]


@rule("Q5", "R14")
def test_a_grande_whose_disc_shows_the_kings_region_stays_in_the_castillo() -> None:
    game = last_round_of_a_period(
        king="sevilla",
        castillo=[1, 0, 0, 0],
        grandes=["castillo", "galicia", "galicia", "galicia"],
    )
    finish_round(game)
    use(game, "sevilla")
    assert grande(game, 0) == "castillo"
    assert there(game, "castillo") == there(game, "sevilla") == [0, 0, 0, 0]
    assert there(game, "court") == [8, 7, 7, 7]
    assert game.scores == [5 + 2, 0, 0, 0]
