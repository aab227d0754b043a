"""Power Shift: modifiers passed, played, used and taken back (section 5)."""

import pytest

from elgrande import Game, IllegalChoice, Options
from tests.support.marks import rule
from tests.support.playing import (
    finish_round,
    happened,
    idle,
    idle_until,
    seen,
    truth,
    with_modifiers,
)
from tests.support.positions import (
    REGION_KEYS,
    answer,
    grande,
    king,
    offered,
    put_card,
    take,
    there,
    use,
)


def dealt(seed: int = 1, players: int = 4) -> Game:
    return Game.new(Options(players=players, power_shift=True, first_player=0), seed)


def first_turn(modifier: str, power: int = 13) -> Game:
    """Seat 0 plays the modifier with this power card and has the first turn."""
    game = with_modifiers({0: [modifier]})
    use(game, f"power {power}", f"modifier {modifier}")
    return use(game, "power 1", "end", "power 2", "end")


def pass_on(game: Game, own: dict[int, int]) -> None:
    """Every seat passes the modifier with this index of its hand."""
    hands = truth(game)["modifiers"]["hands"]
    answer(game, {seat: f"modifier {hands[seat][index]}" for seat, index in own.items()})


def test_three_modifiers_are_dealt_and_one_passed_to_the_left() -> None:
    game = dealt()
    before = truth(game)["modifiers"]["hands"]
    assert game.decision == "pass_modifier"
    assert game.waiting == (0, 1, 2, 3)
    for seat in range(4):
        assert offered(game, seat) == [f"modifier {card}" for card in before[seat]]
    pass_on(game, {2: 1, 0: 0, 3: 2, 1: 0})
    after = truth(game)["modifiers"]["hands"]
    kept = [before[0][1:], before[1][1:], [before[2][0], before[2][2]], before[3][:2]]
    given = [before[3][2], before[0][0], before[1][0], before[2][1]]
    assert [set(hand) for hand in after] == [
        {*cards, card} for cards, card in zip(kept, given, strict=True)
    ]
    assert (game.round, game.decision) == (1, "power")


def test_modifiers_are_passed_unseen() -> None:
    one, other = dealt(), dealt()
    pass_on(one, {0: 0, 1: 0, 2: 0, 3: 0})
    pass_on(other, {0: 2, 1: 0, 2: 0, 3: 0})
    assert one.view(2) == other.view(2)
    assert one.view() == other.view()
    assert one.view(1) != other.view(1)


def test_nobody_sees_what_is_being_passed() -> None:
    one, other = dealt(), dealt()
    pass_on(one, {0: 0})
    pass_on(other, {0: 2})
    assert one.view(1) == other.view(1)


@rule("R2")
def test_modifier_is_optional_and_only_one() -> None:
    game = with_modifiers({0: ["-2 plain", "+1 plain", "+2 move"]})
    use(game, "power 8")
    assert offered(game) == ["end", "modifier -2 plain", "modifier +1 plain", "modifier +2 move"]
    use(game, "modifier +2 move")
    assert game.waiting == (1,)
    assert seen(game, 2)["players"][0]["modifier"] == "+2 move"
    assert seen(game, 2)["players"][0]["total"] == 10


def test_events_name_a_modifier_as_views_do() -> None:
    game = with_modifiers({0: ["+2 move"]})
    game.listen()
    use(game, "power 8", "modifier +2 move")
    assert happened(game, "modifier", 1) == [
        {"event": "modifier", "colour": 0, "modifier": "+2 move"}
    ]
    told = game.tell(happened(game, "modifier", 1)[0])
    assert told == "Carmine adds the modifier +2 (move one)."


@rule("R3")
def test_total_sets_the_turn_order() -> None:
    game = with_modifiers({0: ["+2 plain"], 2: ["-2 plain"]})
    use(game, "power 9", "modifier +2 plain", "power 10", "end")
    use(game, "power 11", "modifier -2 plain")
    assert truth(game)["totals"] == [11, 10, 9]
    assert truth(game)["turn_order"] == [0, 1, 2]


@rule("R4")
def test_caballeros_taken_are_those_of_the_power_card() -> None:
    game = with_modifiers({0: ["+2 plain"]})
    use(game, "power 9", "modifier +2 plain", "power 1", "end", "power 2", "end")
    assert offered(game) == ["take 0", "take 1", "take 2"]


@rule("R9")
def test_lowest_total_becomes_first_player() -> None:
    game = with_modifiers({1: ["-2 plain"], 2: ["+2 plain"]})
    use(game, "power 6", "end", "power 5", "modifier -2 plain")
    use(game, "power 2", "modifier +2 plain")
    assert truth(game)["totals"] == [6, 3, 4]
    finish_round(game)
    assert game.waiting == (1,)


@rule("R2")
def test_total_must_differ_from_all_totals_played() -> None:
    game = with_modifiers({0: ["+1 plain"], 1: ["-1 plain", "+2 plain", "+1 move"]})
    use(game, "power 7", "modifier +1 plain")
    assert "power 7" in offered(game)
    use(game, "power 7")
    assert offered(game) == ["end", "modifier -1 plain", "modifier +2 plain"]
    with pytest.raises(IllegalChoice):
        use(game, "modifier +1 move")


@rule("R2")
def test_value_already_there_needs_a_modifier() -> None:
    game = with_modifiers({1: ["-1 plain", "+2 plain", "+1 move"]})
    use(game, "power 8", "end", "power 8")
    assert offered(game) == ["modifier -1 plain", "modifier +2 plain", "modifier +1 move"]


@rule("R2")
def test_power_card_that_no_modifier_makes_fit_is_refused() -> None:
    game = with_modifiers({2: ["+1 plain", "+1 recruit", "+1 move"]})
    use(game, "power 8", "end", "power 9", "end")
    assert "power 8" not in offered(game)
    assert "power 9" in offered(game)


@rule("Q3")
def test_plain_modifier_has_no_ability() -> None:
    assert first_turn("+1 plain").decision == "card"


@rule("Q3")
def test_recruiting_ability_takes_one_after_the_power_card() -> None:
    game = first_turn("+1 recruit", power=9)
    use(game, "take 2")
    assert offered(game) == ["take 0", "take 1"]
    use(game, "take 1")
    assert there(game, "court") == [10, 7, 7]
    assert game.decision == "card"


@rule("Q3")
def test_moving_ability_moves_one_of_your_own() -> None:
    game = first_turn("+1 move")
    home = grande(game, 0)
    assert offered(game) == ["stop", f"carmine@{home}"]
    use(game, f"carmine@{home}")
    targets = {*REGION_KEYS, "castillo"} - {home, king(game)}
    assert set(offered(game)) == targets
    use(game, "castillo")
    assert there(game, "castillo") == [1, 0, 0]
    assert game.decision == "card"


@rule("Q3")
def test_grandes_ability_moves_any_grande() -> None:
    game = first_turn("+1 grande")
    assert offered(game) == ["end", "grande carmine", "grande azure", "grande ochre"]
    old = grande(game, 1)
    use(game, "grande azure")
    assert set(offered(game)) == set(REGION_KEYS) - {old, king(game)}
    target = offered(game)[0]
    use(game, target)
    assert grande(game, 1) == target
    assert there(game, old)[1] == 2
    assert game.decision == "card"


@rule("Q3")
@pytest.mark.parametrize("modifier", ["+1 recruit", "+1 move", "+1 grande"])
def test_ability_may_be_left_unused(modifier: str) -> None:
    game = first_turn(modifier)
    before = truth(game)
    quiet = next(text for text in ("take 0", "stop", "end") if text in offered(game))
    use(game, quiet)
    after = truth(game)
    assert game.decision == "card"
    for field in ("regions", "castillo", "court", "province"):
        assert after[field] == before[field]


@rule("Q18")
def test_ability_does_not_reach_a_grande_in_the_castillo_or_the_kings_region() -> None:
    game = with_modifiers({0: ["+1 grande"]}, new_regency=True)
    data = truth(game)
    for key in REGION_KEYS:
        data["regions"][key]["grandes"] = []
    data["castillo"]["grandes"] = [0]
    data["regions"][data["king"]]["grandes"] = [1]
    other = next(key for key in REGION_KEYS if key != data["king"])
    data["regions"][other]["grandes"] = [2]
    game = Game.from_snapshot(data)
    use(game, "power 13", "modifier +1 grande", "power 1", "end", "power 2", "end")
    assert offered(game) == ["end", "grande ochre"]


@rule("R9")
def test_modifier_is_discarded_with_the_power_card() -> None:
    game = finish_round(first_turn("+1 plain"))
    modifiers = truth(game)["modifiers"]
    assert modifiers["spent"][0] == ["+1 plain"]
    assert "+1 plain" not in modifiers["hands"][0]
    assert modifiers["played"] == [None, None, None]


@rule("R2")
def test_without_modifiers_the_power_card_alone_counts() -> None:
    game = with_modifiers({})
    while game.round < 4:
        if game.decision == "modifier":
            game.play(game.legal()[-1])
        else:
            idle(game)
    (first,) = game.waiting
    power = offered(game)[0]
    use(game, power)
    assert (game.waiting, game.decision) == (((first + 1) % 3,), "power")
    assert power not in offered(game)


def holding_empowerment(game: Game) -> Game:
    """The same position with C-power face up."""
    data = truth(game)
    put_card(data, "C-power", game.options)
    return Game.from_snapshot(data)


@rule("C-power")
def test_empowerment_takes_back_the_modifier_just_played() -> None:
    card = "+1 plain"
    game = holding_empowerment(first_turn(card))
    take(game, "C-power", "special")
    assert f"modifier {card}" in offered(game)
    use(game, f"modifier {card}", "end")
    finish_round(game)
    after = truth(game)["modifiers"]
    assert card in after["hands"][0]
    assert after["spent"][0] == []


@rule("C-power")
def test_empowerment_takes_back_a_modifier_or_a_power_card() -> None:
    spent = "+1 plain"
    game = idle_until(first_turn(spent, power=11), "power", 0)
    use(game, "power 13", "end")
    game = holding_empowerment(idle_until(game, "card", 0))
    discard = truth(game)["discards"][0]
    take(game, "C-power", "special")
    powers = [f"power {value}" for value in sorted([*discard, 13])]
    assert offered(game) == [*powers, f"modifier {spent}"]
    use(game, f"modifier {spent}")
    assert game.decision == "act"
    assert spent in truth(game)["modifiers"]["hands"][0]


@rule("R3")
def test_ability_comes_before_the_action_card_only_in_the_turn_of_its_owner() -> None:
    game = with_modifiers({1: ["-1 move"]})
    use(game, "power 13", "end", "power 12", "modifier -1 move", "power 2", "end")
    assert (game.waiting, game.decision) == ((0,), "card")
    use(game, "card 1", "end")
    assert (game.waiting, game.decision) == ((1,), "move_from")
    assert use(game, "stop").decision == "card"
