"""Every worked example of the rulebooks, as section 8 of the specification lists them."""

import pytest

from elgrande import Game, IllegalChoice, Options
from tests.support.marks import rule
from tests.support.playing import (
    edited,
    finish_round,
    happened,
    idle,
    idle_until,
    points,
    truth,
    with_modifiers,
)
from tests.support.positions import (
    REGION_KEYS,
    answer,
    king,
    offered,
    position,
    take,
    there,
    use,
)


def turns_of(game: Game) -> list[int]:
    """The seats in the order in which they pick their cards, the round played to its end."""
    number = game.round
    order: list[int] = []
    while game.round == number:
        if game.decision == "card":
            order += game.waiting
        idle(game)
    return order


def placing_with_king_in(region: str, edition: str) -> set[str]:
    game = take(position("C-king", king=region, edition=edition), "C-king", "place")
    return set(offered(game)) - {"stop"}


@rule("R3", "R9")
def test_2023_p4_turn_order_of_powers_8_3_5_9() -> None:
    green, blue, orange, you = 0, 1, 2, 3
    game = Game.new(Options(first_player=green), 1)
    use(game, "power 8", "power 3", "power 5", "power 9")
    assert turns_of(game) == [you, green, orange, blue]
    assert game.waiting == (blue,)


@rule("R3", "R4", "R9", "S5")
def test_classic_turn_order_of_powers_7_3_2_8() -> None:
    ramon, benita, gabriel, ricarda = 0, 1, 2, 3
    game = Game.new(Options(edition="classic", first_player=ramon), 1)
    use(game, "power 7", "power 3", "power 2", "power 8")
    takes = []
    for seat in (ricarda, ramon, benita, gabriel):
        idle_until(game, "take", seat)
        takes.append(len(offered(game)) - 1)
    assert truth(game)["turn_order"] == [ricarda, ramon, benita, gabriel]
    assert takes == [2, 3, 5, 5]
    assert finish_round(game).waiting == (gabriel,)


@rule("R4")
def test_classic_benita_may_take_5_with_3_in_her_province() -> None:
    benita = 1
    game = Game.new(Options(edition="classic", first_player=0), 1)
    use(game, "power 7", "power 3", "power 2", "power 8")
    idle_until(game, "take", benita)
    data = truth(game)
    home = next(key for key in REGION_KEYS if benita in data["regions"][key]["grandes"])
    data["regions"][home]["caballeros"][benita] += data["province"][benita] - 3
    data["province"][benita] = 3
    game = edited(game, regions=data["regions"], province=data["province"])
    assert offered(game) == ["take 0", "take 1", "take 2", "take 3"]
    use(game, "take 3")
    content = game.clone()
    assert use(content, "stop").decision == "card"
    assert there(content, "court")[benita] == 7 + 3
    use(game, home, home)
    assert game.decision == "card"
    assert there(game, "court")[benita] == 7 + 3 + 2


@rule("R6")
def test_2023_p5_placing_with_the_king_in_castilla() -> None:
    expected = {"galicia", "navarra", "aragon", "toledo", "castillo"}
    assert placing_with_king_in("castilla", "2023") == expected


@rule("R6")
def test_classic_placing_with_the_king_in_toledo_or_in_galicia() -> None:
    from_toledo = {"aragon", "castilla", "granada", "sevilla", "valencia", "castillo"}
    assert placing_with_king_in("toledo", "classic") == from_toledo
    assert placing_with_king_in("galicia", "classic") == {"navarra", "castilla", "castillo"}


@rule("R5", "R6")
def test_2023_p6_placing_before_the_king_moves() -> None:
    game = position("C-king", king="valencia")
    take(game, "C-king", "place", "granada", "granada", "toledo", "toledo", "castillo")
    use(game, "special", "toledo")
    assert king(game) == "toledo"
    assert there(game, "granada") == [2, 0, 0, 0]
    assert there(game, "toledo") == [2, 0, 0, 0]
    assert there(game, "castillo") == [1, 0, 0, 0]


@rule("R15")
def test_2023_p7_castillo_with_3_2_1_0() -> None:
    assert points("castillo", [3, 2, 1, 0]) == [5, 3, 1, 0]


@rule("R15")
def test_classic_castillo_with_2_2_1_0() -> None:
    assert points("castillo", [2, 2, 1, 0], edition="classic") == [3, 3, 1, 0]


@rule("R15")
def test_2023_p8_galicia_with_4_3_2_and_fewer() -> None:
    assert points("galicia", [4, 3, 2, 1]) == [4, 2, 0, 0]
    assert points("galicia", [4, 3, 2, 0]) == [4, 2, 0, 0]


@rule("R15")
def test_2023_p8_navarra_with_2_2_2_1() -> None:
    assert points("navarra", [2, 2, 2, 1]) == [3, 3, 3, 1]


@rule("R15")
def test_classic_navarra_with_3_3_3_2() -> None:
    assert points("navarra", [3, 3, 3, 2], edition="classic") == [3, 3, 3, 1]


@rule("R15")
def test_classic_aragon_with_3_3_2_2() -> None:
    assert points("aragon", [3, 3, 2, 2], edition="classic") == [4, 4, 0, 0]


@rule("R15", "R16")
def test_2023_p8_sevilla_tie_of_blue_at_home_with_green() -> None:
    grandes = ["sevilla", "galicia", "galicia", "galicia"]
    assert points("sevilla", [2, 2, 1], grandes=grandes) == [3, 3, 1, 0]


@rule("R15", "R16")
def test_2023_p8_granada_with_both_bonuses() -> None:
    grandes = ["granada", "galicia", "galicia", "galicia"]
    assert points("granada", [3, 1, 1], king="granada", grandes=grandes) == [10, 1, 1, 0]


@rule("R16")
def test_classic_cataluna_is_the_kings_region() -> None:
    assert points("cataluna", [2, 1], king="cataluna", edition="classic") == [6, 2, 0, 0]


@rule("R16", "Q7")
def test_classic_granada_is_home_of_the_first() -> None:
    grandes = ["granada", "galicia", "galicia", "galicia"]
    assert points("granada", [4, 1, 1], grandes=grandes, edition="classic") == [8, 1, 1, 0]


@rule("R17")
def test_2023_p11_tiles_decide_which_regions_score_4() -> None:
    game = position(
        "C-score-4",
        king="castilla",
        regions={key: [1] for key in REGION_KEYS},
        tiles={"4/0/0": "toledo", "8/4/0": "galicia"},
        grandes=["castilla"] * 4,
        events=True,
    )
    take(game, "C-score-4", "special")
    assert {event["place"] for event in happened(game, "scored")} == {
        "sevilla",
        "cataluna",
        "toledo",
    }
    assert game.scores == [12, 0, 0, 0]


@rule("R13", "C-coup")
def test_2023_p11_coup_in_toledo() -> None:
    game = position("C-coup", king="castilla", regions={"toledo": [2, 1, 3, 2]})
    take(game, "C-coup", "special", "toledo")
    assert game.waiting == (1, 2, 3)
    answer(game, {1: "granada", 2: "valencia", 3: "granada"})
    assert there(game, "toledo") == [2, 0, 0, 0]
    assert there(game, "granada") == [0, 1, 0, 2]
    assert there(game, "valencia") == [0, 0, 3, 0]


@rule("R7", "C-withdrawal")
def test_2023_p11_withdrawal_from_courts_and_regions() -> None:
    game = position(
        "C-withdrawal",
        court=[7, 5, 2, 0],
        regions={"valencia": [1, 0, 1, 1], "toledo": [0, 0, 0, 2]},
    )
    before = there(game, "province")
    take(game, "C-withdrawal", "special")
    for seat, texts in {
        1: ["court", "court", "court"],
        2: ["court", "court", "valencia"],
        3: ["toledo", "toledo", "valencia"],
    }.items():
        assert game.waiting == (seat,)
        use(game, *texts)
    assert there(game, "court") == [7, 2, 0, 0]
    assert there(game, "valencia") == [1, 0, 0, 0]
    assert there(game, "toledo") == [0, 0, 0, 0]
    assert there(game, "province") == [before[0], *(count + 3 for count in before[1:])]


@rule("R2")
def test_2023_p10_power_shift_totals() -> None:
    nine = with_modifiers({1: ["+1 plain"]})
    use(nine, "power 9", "end", "power 9", "modifier +1 plain")
    assert truth(nine)["totals"][:2] == [9, 10]
    eight = with_modifiers({1: ["+1 plain"]})
    use(eight, "power 8", "end", "power 7")
    with pytest.raises(IllegalChoice):
        use(eight, "modifier +1 plain")


@rule("R10", "R11", "C-two-two")
def test_2023_p10_intrigue_moves_two_own_and_two_foreign() -> None:
    game = position(
        "C-two-two", king="galicia", regions={"granada": [2, 1], "toledo": [0, 0, 0, 1]}
    )
    take(game, "C-two-two", "special", "carmine@granada", "castilla", "carmine@granada", "castillo")
    use(game, "green@toledo", "valencia", "azure@granada", "castilla")
    assert game.decision == "act"
    assert there(game, "castilla") == [1, 1, 0, 0]
    assert there(game, "castillo") == [1, 0, 0, 0]
    assert there(game, "valencia") == [0, 0, 0, 1]
    assert there(game, "granada") == [0, 0, 0, 0]


@rule("R15")
def test_classic_galicia_with_3_2_1() -> None:
    assert points("galicia", [3, 2, 1], edition="classic") == [4, 2, 0, 0]


@rule("V-veto", "C-any4")
def test_classic_veto_against_the_third_move() -> None:
    game = position("C-any4", regions={"toledo": [2, 3]}, vetoes=[1], edition="classic")
    take(game, "C-any4", "special", "allow")
    use(game, "azure@toledo", "granada", "allow", "azure@toledo", "sevilla", "allow")
    use(game, "azure@toledo", "valencia", "veto")
    assert there(game, "granada") == [0, 1, 0, 0]
    assert there(game, "sevilla") == [0, 1, 0, 0]
    assert there(game, "valencia") == [0, 0, 0, 0]
    assert there(game, "toledo") == [2, 1, 0, 0]
    assert game.waiting == (0,)
    assert offered(game) == ["end", "place"]
    use(game, "place", "toledo")
    assert there(game, "toledo") == [3, 1, 0, 0]
