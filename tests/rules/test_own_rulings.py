"""Our own rulings, P1 to P15 of docs/rules/rulings.md; P13 has more tests of its own."""

from typing import Any

from elgrande import Game, Options
from elgrande.rules.rng import Rng
from tests.support.marks import rule
from tests.support.playing import edited, with_modifiers
from tests.support.positions import (
    REGION_KEYS,
    answer,
    grande,
    king,
    offered,
    position,
    take,
    there,
    use,
)

VETO: dict[str, Any] = {"edition": "classic", "vetoes": [2]}


@rule("P1")
def test_secret_discs_and_their_effect_are_one_step_with_the_announcement() -> None:
    game = position("C-civil-war", regions={"toledo": [0, 2, 2, 2]}, **VETO)
    take(game, "C-civil-war", "special")
    assert game.waiting == (2,)
    use(game, "allow")
    answer(game, {1: "toledo", 2: "toledo", 3: "toledo"})
    assert there(game, "toledo") == [0, 0, 0, 0]


@rule("P1")
def test_every_returned_caballero_is_a_step_of_a_classic_withdrawal() -> None:
    game = position("C-withdrawal", **VETO)
    take(game, "C-withdrawal", "special", "allow", "court", "allow", "court")
    assert game.waiting == (2,)
    use(game, "veto")
    assert there(game, "court") == [7, 6, 7, 7]
    assert offered(game) == ["end", "place"]


@rule("P1")
def test_taking_a_power_card_back_is_asked_about_once() -> None:
    game = take(position("C-power", **VETO), "C-power", "special", "allow", "power 13")
    assert game.waiting == (0,)


@rule("P2")
def test_the_answers_to_a_veto_window() -> None:
    game = take(position("C-king", **VETO), "C-king", "special")
    assert offered(game) == ["allow", "allow all", "veto"]
    game = take(position("C-king", old_hands=("veto",), vetoes=[2]), "C-king", "special")
    assert offered(game) == ["allow", "veto"]


@rule("P2")
def test_the_older_of_two_vetoes_goes_first() -> None:
    game = position("C-king", edition="classic", changes={"vetoes": {"fresh": [1], "old": [1]}})
    take(game, "C-king", "special", "veto")
    assert game.snapshot()["vetoes"] == {"fresh": [1], "old": []}


@rule("P3")
def test_the_chalet_is_offered_when_only_the_kings_region_has_the_fewest() -> None:
    game = position("C-chalet", king="toledo", regions={"toledo": [1]}, new_regency=True)
    take(game, "C-chalet", "special")
    assert offered(game) == ["toledo"]
    assert king(use(game, "toledo")) == "toledo"


@rule("P4")
def test_a_coup_names_only_regions_with_opponents_who_have_discs() -> None:
    regions = {"toledo": [1, 0, 3], "granada": [0, 1, 0], "sevilla": [2, 0, 0]}
    game = take(position("C-coup", players=2, regions=regions), "C-coup", "special")
    assert offered(game) == ["granada"]


@rule("P5")
def test_everybody_sees_how_many_modifiers_a_hand_holds() -> None:
    game = position("C-power", power_shift=True, seat=1)
    truth: Any = game.snapshot()["modifiers"]
    for seat in (None, 0, 2):
        players: Any = game.view(seat).data["players"]
        counts = [player["modifiers_in_hand"] for player in players]
        assert counts == [len(hand) for hand in truth["hands"]]


@rule("P5")
def test_with_modifiers_in_hand_one_is_asked_for_after_every_power_card() -> None:
    game = Game.new(Options(power_shift=True, first_player=0), seed=3)
    for seat in range(4):
        game.play(game.legal(seat)[0], seat)
    use(game, "power 7")
    assert game.waiting == (0,)
    assert offered(game)[0] == "end"
    assert len(offered(game)) == 4


@rule("P6")
def test_a_recruiting_modifier_takes_from_regions_when_the_province_is_empty() -> None:
    game = with_modifiers({0: ["+1 recruit"]})
    game = edited(game, court=[28, 7, 7], province=[0, 21, 21])
    use(game, "power 13", "modifier +1 recruit", "power 1", "end", "power 2", "end")
    home = grande(game, 0)
    assert game.decision == "take_from"
    assert offered(game) == ["stop", home]
    assert there(use(game, home), "court")[0] == 29
    assert game.decision == "card"


@rule("P7")
def test_a_caballero_may_be_moved_twice_by_one_card() -> None:
    game = take(position("C-own4", regions={"toledo": [1]}), "C-own4", "special")
    use(game, "carmine@toledo", "granada", "carmine@granada", "sevilla", "stop")
    assert there(game, "sevilla") == [1, 0, 0, 0]


@rule("P8")
def test_arrests_are_made_in_any_order() -> None:
    game = position("C-arrest", regions={"toledo": [0, 1, 1], "granada": [0, 1, 0, 1]})
    take(game, "C-arrest", "special", "green@granada", "azure@toledo", "ochre@toledo")
    assert there(game, "toledo") == [0, 0, 0, 0]
    assert there(game, "granada") == [0, 1, 0, 0]


@rule("P9")
def test_old_hands_change_their_own_stack_before_stacks_are_merged() -> None:
    from elgrande.editions.cards import CARDS

    stack_of = {card.key: card.stack for card in CARDS}
    for seed in range(20):
        game = Game.new(Options(players=3, merged_stacks=True, old_hands=("veto", "veto")), seed)
        data: Any = game.snapshot()
        cards = [*data["stacks"]["2"], data["revealed"]["2"]]
        assert [stack_of[card] for card in cards].count(3) == 10
        assert cards.count("C-veto") == 2
        assert len(cards) == 20
        assert "3" not in data["stacks"]


@rule("P10")
def test_a_dummy_that_runs_out_places_what_is_left_and_draws_no_more() -> None:
    game = position(players=2, round_number=1)
    data: Any = game.snapshot()
    full = {"galicia": 9, "navarra": 10, "aragon": 10}
    for key, place in data["regions"].items():
        place["caballeros"][2] = full.get(key, 0)
    data["province"][2] = 1
    drawn = data["dummy"]["drawn"]
    game = Game.from_snapshot(data)
    rng = Rng(1)
    while game.round == 1:
        legal = [choice for choice in game.legal() if game.notation(choice) != "special"]
        game.play(legal[rng.below(len(legal))])
    after: Any = game.snapshot()
    region = after["dummy"]["regions"][0][drawn]
    if region == after["king"]:
        assert after["province"][2] == 1
    else:
        assert after["province"][2] == 0
        assert after["regions"][region]["caballeros"][2] == full.get(region, 0) + 1
        assert after["dummy"]["drawn"] == drawn + 1


@rule("P11")
def test_infiltration_is_offered_only_where_it_matters() -> None:
    for changes, offered_then in (
        ({}, True),
        ({"court": [0, 7, 7, 7]}, False),
        ({"king": "france"}, False),
        ({"king": "castillo"}, True),
    ):
        options: dict[str, Any] = {"new_regency": True, **changes}
        game = take(position("C-infiltration", **options), "C-infiltration")
        assert ("special" in offered(game)) == offered_then
    game = take(position("C-infiltration", new_regency=True), "C-infiltration", "place", "stop")
    assert game.waiting != (0,) or "special" not in offered(game)


@rule("P12")
def test_a_decision_with_nothing_to_do_is_not_asked() -> None:
    game = position("C-militia", court=[0, 7, 7, 7])
    take(game, "C-militia")
    assert game.waiting != (0,)
    game = take(position("C-militia", court=[1, 7, 7, 7]), "C-militia", "place", "navarra")
    assert game.waiting != (0,)


@rule("P13")
def test_the_order_of_a_classic_scoring_is_asked_for_while_a_veto_may_stop_it() -> None:
    regions = {"navarra": [2, 1, 0, 0], "aragon": [0, 2, 1, 0], "valencia": [0, 0, 2, 1]}
    for vetoes, asked in (([2], True), ([0], False), ([], False)):
        arrangement: dict[str, Any] = {"edition": "classic", "king": "galicia", "vetoes": vetoes}
        game = take(position("C-score-5", regions=regions, **arrangement), "C-score-5", "special")
        if asked:
            use(game, "allow")
        assert (game.decision == "score_region") == asked


@rule("P14")
def test_classic_militia_and_delegation_do_not_place_in_the_castillo() -> None:
    elsewhere = ["stop", *(key for key in REGION_KEYS if key != "castilla")]
    for card, texts in (("C-militia", ["special"]), ("C-delegation", ["special", "second"])):
        game = position(card, edition="classic", regions={"granada": [1]})
        take(game, card, *texts)
        assert game.decision == "muster"
        assert offered(game) == elsewhere


@rule("P15")
def test_the_classic_setup_is_that_of_2023() -> None:
    for players in (2, 3, 4, 5):
        game = Game.new(Options(edition="classic", players=players), 3)
        assert there(game, "court") == [7] * players
        assert there(game, "province") == [21] * players
        for seat in range(players):
            assert there(game, grande(game, seat))[seat] == 2
