"""The rulings Q1 to Q21, each shown directly."""

from collections import Counter
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.editions.cards import CARDS
from tests.support.marks import rule
from tests.support.playing import (
    MODIFIERS,
    begin_with_dummy,
    finish_round,
    idle_until,
    points,
    score_generally,
    seen,
    truth,
    with_level_deck,
    with_modifiers,
)
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

REGENCY: dict[str, Any] = {"new_regency": True}
EDITIONS = pytest.mark.parametrize("edition", ["2023", "classic"])


@rule("Q1")
def test_q1_stacks_of_2023_hold_ten_cards_with_choose_a_region_only_in_stack_two() -> None:
    copies = {card.key: card.copies for card in CARDS}
    sizes: Counter[int] = Counter()
    for card in CARDS:
        sizes[card.stack] += card.copies.get("2023", 0)
    assert [sizes[stack] for stack in (1, 2, 3, 4, 5)] == [10, 10, 10, 10, 1]
    assert copies["C-fair"] == {"classic": 3, "2023": 4}
    assert copies["C-fair-3"] == {"classic": 1}
    old_hands = {key: row["old_hands"] for key, row in copies.items() if "old_hands" in row}
    assert old_hands == {"C-delegation": 1, "C-veto": 2, "C-rivalries": 1}


@rule("Q2")
def test_q2_three_new_regency_cards_are_plain_king_moves() -> None:
    data = truth(Game.new(Options(new_regency=True), 1))
    fifth = Counter([data["revealed"]["5"], *data["stacks"]["5"]])
    assert fifth["C-king"] == 3
    assert fifth.total() == 10
    game = take(position("C-king", king="castilla", **REGENCY), "C-king", "special")
    assert offered(game) == [key for key in REGION_KEYS if key != "castilla"]


@rule("Q3")
def test_q3_modifiers_are_four_values_in_four_kinds() -> None:
    assert len(set(MODIFIERS)) == 16
    for card in MODIFIERS:
        game = with_modifiers({0: [card]})
        use(game, "power 7", f"modifier {card}")
        assert seen(game)["players"][0]["total"] == 7 + int(card.split()[0])


@rule("Q4")
@EDITIONS
def test_q4_exodus_may_leave_some_behind(edition: str) -> None:
    game = position("C-exodus", regions={"toledo": [4], "granada": [2]}, edition=edition)
    take(game, "C-exodus", "special", "carmine@toledo", "sevilla", "carmine@toledo", "castillo")
    assert offered(game) == ["stop", "carmine@toledo"]
    use(game, "stop")
    assert there(game, "toledo") == [2, 0, 0, 0]


@rule("Q5")
def test_q5_grande_stays_in_the_castillo_when_its_disc_shows_the_kings_region() -> None:
    game = score_generally(
        discs={1: "toledo"},
        king="toledo",
        castillo=[0, 1],
        court=[7, 0, 7, 7],
        grandes=["sevilla", "castillo", "sevilla", "sevilla"],
        **REGENCY,
    )
    assert grande(game, 1) == "castillo"
    assert there(game, "court") == [7, 1, 7, 7]


@rule("Q6")
def test_q6_moving_out_to_the_kings_region_ends_in_the_court() -> None:
    game = score_generally(discs={0: "toledo"}, king="toledo", castillo=[3], court=[0, 7, 7, 7])
    assert there(game, "toledo") == [0, 0, 0, 0]
    assert there(game, "court") == [3, 7, 7, 7]


@rule("Q6", "Q21")
@EDITIONS
def test_q6_coup_with_a_disc_at_the_kings_or_the_named_region_ends_in_the_court(
    edition: str,
) -> None:
    game = position("C-coup", king="castilla", regions={"toledo": [1, 2, 3, 1]}, edition=edition)
    take(game, "C-coup", "special", "toledo")
    answer(game, {1: "castilla", 2: "toledo", 3: "granada"})
    assert there(game, "toledo") == [1, 0, 0, 0]
    assert there(game, "castilla") == [0, 0, 0, 0]
    assert there(game, "court") == [7, 9, 10, 7]
    assert there(game, "granada") == [0, 0, 0, 1]


@rule("Q7")
@EDITIONS
def test_q7_first_place_in_granada_is_worth_six(edition: str) -> None:
    assert points("granada", [1], edition=edition) == [6, 0, 0, 0]


@rule("Q8")
@EDITIONS
def test_q8_civil_war_offers_own_regions_outside_the_kings(edition: str) -> None:
    regions = {"castilla": [1, 5, 5], "toledo": [2, 1], "granada": [1, 3], "sevilla": [1, 0, 2]}
    game = position("C-civil-war", king="castilla", regions=regions, edition=edition)
    take(game, "C-civil-war", "special")
    assert offered(game, 1) == ["toledo", "granada"]
    assert offered(game, 2) == ["sevilla"]
    answer(game, {1: "granada", 2: "sevilla"})
    assert there(game, "granada") == [1, 0, 0, 0]
    assert there(game, "toledo") == [2, 1, 0, 0]


@rule("Q8", "Q21")
def test_q8_skirmish_offers_own_regions_with_two_outside_the_kings() -> None:
    regions = {"castilla": [0, 5], "toledo": [0, 1], "granada": [0, 3], "sevilla": [0, 2]}
    game = position("C-skirmish", king="castilla", regions=regions)
    take(game, "C-skirmish", "special")
    assert offered(game, 1) == ["sevilla", "granada"]
    answer(game, {1: "granada"})
    assert there(game, "granada") == [0, 1, 0, 0]


@rule("Q9")
def test_q9_dummy_prefers_the_lower_stack_of_equal_cards() -> None:
    game = with_level_deck(use(begin_with_dummy(12), "power 13", "power 1"))
    use(game, "card 4", "end")
    idle_until(game, "card", 1)
    assert offered(game) == ["card 2", "card 5"]


@rule("Q10")
@pytest.mark.parametrize(
    "options", [{"old_hands": ("veto", "veto")}, {"edition": "classic"}], ids=["2023", "classic"]
)
def test_q10_taking_a_veto_can_itself_be_vetoed(options: dict[str, Any]) -> None:
    game = position("C-veto", vetoes=[1], **options)
    take(game, "C-veto", "special")
    assert (game.waiting, game.decision) == ((1,), "veto")
    cancelled, allowed = game.clone(), game.clone()
    use(cancelled, "veto")
    assert [player["vetoes"] for player in seen(cancelled)["players"]] == [0, 0, 0, 0]
    use(allowed, "allow")
    assert [player["vetoes"] for player in seen(allowed)["players"]] == [1, 1, 0, 0]


@rule("Q11")
def test_q11_chalet_may_leave_the_king_where_he_is() -> None:
    regions = {"castilla": [1], "toledo": [0, 1], "granada": [2]}
    game = position("C-chalet", king="castilla", regions=regions, **REGENCY)
    take(game, "C-chalet", "special")
    assert offered(game) == ["castilla", "toledo"]
    assert king(use(game, "castilla")) == "castilla"


@rule("Q12")
@pytest.mark.parametrize("place", ["france", "portugal", "castillo"])
def test_q12_entourage_from_outside_the_regions_moves_the_king_only(place: str) -> None:
    game = position(
        "C-entourage", king=place, regions={"navarra": [3, 3]}, castillo=[4, 4], **REGENCY
    )
    take(game, "C-entourage", "special", "granada")
    assert king(game) == "granada"
    assert game.decision == "act"
    assert there(game, "granada") == [0, 0, 0, 0]
    assert there(game, "castillo") == [4, 4, 0, 0]


@rule("Q13")
@pytest.mark.parametrize("players", [2, 3])
def test_q13_small_games_differ_only_in_the_places_that_score(players: int) -> None:
    large, small = seen(Game.new()), seen(Game.new(Options(players=players)))
    assert list(small["regions"]) == list(large["regions"])
    for key in REGION_KEYS:
        assert small["regions"][key]["points"] == large["regions"][key]["points"][:2]
        targets = [
            offered(take(position("C-king", king=key, players=number), "C-king", "place"))
            for number in (players, 4)
        ]
        assert targets[0] == targets[1]


@rule("Q14")
def test_q14_only_those_with_something_in_the_castillo_set_a_disc() -> None:
    game = finish_round(
        position(
            round_number=3,
            castillo=[0, 1],
            **REGENCY,
            grandes=["sevilla", "sevilla", "castillo", "sevilla"],
        )
    )
    assert game.waiting == (1, 2)


@rule("Q14")
def test_q14_only_those_who_can_lose_something_set_a_disc_for_a_card() -> None:
    regions = {"toledo": [1, 2, 0, 0], "granada": [0, 0, 2, 0], "castilla": [0, 0, 0, 2]}
    coup = take(position("C-coup", regions=regions), "C-coup", "special", "toledo")
    assert coup.waiting == (1,)
    for card in ("C-civil-war", "C-skirmish"):
        game = take(position(card, king="castilla", regions=regions), card, "special")
        assert game.waiting == (1, 2)


@rule("Q14")
def test_q14_everyone_picks_for_rivalries() -> None:
    game = position("C-rivalries", old_hands=("rivalries",))
    assert take(game, "C-rivalries", "special").waiting == (0, 1, 2, 3)


@rule("Q15")
def test_q15_dummy_takes_its_place_in_the_castillo_and_stays() -> None:
    game = score_generally(
        discs={0: "castilla", 1: "castilla"}, players=2, castillo=[1, 2, 2], king="castilla"
    )
    assert game.scores == [0, 3]
    assert there(game, "castillo") == [0, 0, 2]


@rule("Q16")
def test_q16_dummy_is_skipped_where_it_would_choose_and_hit_where_another_chooses() -> None:
    regions = {"toledo": [0, 3, 3]}
    war = take(position("C-civil-war", players=2, regions=regions), "C-civil-war", "special")
    assert there(answer(war, {1: "toledo"}), "toledo") == [0, 0, 3]
    arrest = take(position("C-arrest", players=2, regions=regions), "C-arrest", "special")
    assert there(use(arrest, "azure@toledo", "bone@toledo"), "toledo") == [0, 2, 2]


@rule("Q17")
@pytest.mark.parametrize(
    "card", ["C-king", "C-entourage", "C-competition", "C-advisor", "C-exile", "C-grande"]
)
@pytest.mark.parametrize("place", ["toledo", "france"])
def test_q17_to_move_means_to_another_place(card: str, place: str) -> None:
    game = position(card, king=place, grandes=["granada"] * 4, **REGENCY)
    take(game, card, "special")
    standing = "granada" if card == "C-grande" else place
    assert offered(game)
    assert standing not in offered(game)


@rule("Q17")
def test_q17_stand_in_needs_a_grande_in_another_region() -> None:
    game = position(
        "C-stand-in", king="toledo", grandes=["toledo", "castillo", "granada", "sevilla"], **REGENCY
    )
    take(game, "C-stand-in", "special")
    assert offered(game) == ["grande ochre", "grande green"]


@rule("Q18", "Q20")
def test_q18_grande_in_the_castillo_is_not_moved_by_a_card() -> None:
    game = position("C-grande", grandes=["castillo", *["granada"] * 3], **REGENCY)
    assert "special" not in offered(take(game, "C-grande"))


@rule("Q19")
def test_q19_infiltration_opens_the_castillo_the_king_guards() -> None:
    game = position("C-infiltration", king="castillo", **REGENCY)
    take(game, "C-infiltration", "special", "place")
    assert offered(game) == ["stop", *REGION_KEYS, "castillo"]
    assert there(use(game, "castillo"), "castillo") == [1, 0, 0, 0]


IDLE_CARDS: dict[str, dict[str, Any]] = {
    "C-stand-in": {"king": "toledo", "grandes": ["toledo", "toledo", "castillo", "castillo"]},
    "C-grande": {"king": "toledo", "grandes": ["toledo", "granada", "granada", "granada"]},
    "C-chalet": {},
    "C-any3": {"king": "toledo", "regions": {"toledo": [1, 1, 1, 1]}},
    "C-own4": {"regions": {"toledo": [0, 1]}},
    "C-foreign3": {"regions": {"toledo": [1]}},
    "C-arrest": {"king": "toledo", "regions": {"toledo": [1, 1]}},
    "C-court-all": {"court": [7, 0, 0, 0]},
    "C-court-three": {"court": [7, 0, 0, 0]},
    "C-withdrawal": {"court": [7, 0, 0, 0]},
    "C-civil-war": {"regions": {"castilla": [0, 2], "toledo": [2]}},
    "C-skirmish": {"regions": {"castilla": [0, 2], "toledo": [2]}},
    "C-coup": {"regions": {"castilla": [0, 2], "toledo": [2]}},
    "C-infiltration": {"king": "france"},
    "C-rebellion": {"king": "castillo"},
}


@rule("Q20")
@pytest.mark.parametrize("card", IDLE_CARDS)
def test_q20_action_that_could_change_nothing_is_not_offered(card: str) -> None:
    game = position(card, vetoes=[1], old_hands=("veto",), **REGENCY, **IDLE_CARDS[card])
    assert offered(take(game, card)) == ["end", "place"]


@rule("Q20")
def test_q20_swap_is_not_offered_while_the_king_is_in_no_region() -> None:
    for place in ("france", "castillo"):
        game = position("C-stand-in", king=place, **REGENCY)
        assert "special" not in offered(take(game, "C-stand-in"))


@rule("Q20")
@pytest.mark.parametrize("card", ["C-score-4", "C-score-first", "C-revelation", "C-score-most"])
def test_q20_scoring_nothing_is_still_a_scoring(card: str) -> None:
    game = position(card)
    assert "special" in offered(take(game, card))
    assert use(game, "special").scores == [0, 0, 0, 0]


@rule("Q21")
@EDITIONS
def test_q21_arrest_takes_one_of_each_opponent_outside_the_kings_region(edition: str) -> None:
    regions = {"toledo": [2, 2], "granada": [0, 1, 1], "castilla": [0, 0, 0, 3]}
    game = position("C-arrest", king="castilla", regions=regions, edition=edition)
    take(game, "C-arrest", "special")
    assert offered(game) == ["azure@toledo", "azure@granada", "ochre@granada"]
    use(game, "azure@granada")
    assert offered(game) == ["ochre@granada"]
    use(game, "ochre@granada")
    assert game.decision == "act"
    assert there(game, "castilla") == [0, 0, 0, 3]
    assert there(game, "granada") == [0, 0, 0, 0]


@rule("Q21")
@EDITIONS
def test_q21_skirmish_returns_one_where_no_region_has_two(edition: str) -> None:
    regions = {"castilla": [0, 4], "toledo": [0, 1], "granada": [0, 1]}
    game = position("C-skirmish", king="castilla", regions=regions, edition=edition)
    take(game, "C-skirmish", "special")
    assert offered(game, 1) == ["toledo", "granada"]
    answer(game, {1: "toledo"})
    assert there(game, "toledo") == [0, 0, 0, 0]
    assert there(game, "granada") == [0, 1, 0, 0]
