"""The round: reveal, power cards, turns, taking caballeros, discards (R1 to R4, R8, R9)."""

import pytest

from elgrande import Game, IllegalChoice, NotYourTurn, Options
from tests.support.marks import rule
from tests.support.playing import finish_round, happened, idle, idle_until, seen, truth
from tests.support.positions import offered, position, take, there, use


def begin(players: int = 4, first_player: int = 0, edition: str = "2023") -> Game:
    options = Options(players=players, first_player=first_player, edition=edition)
    return Game.new(options, 2)


@rule("R1")
def test_top_card_of_every_stack_is_turned_up() -> None:
    game = begin()
    before = truth(game)
    assert set(before["revealed"]) == {"1", "2", "3", "4", "5"}
    assert before["available"] == [1, 2, 3, 4, 5]
    after = truth(finish_round(game))
    for stack in ("1", "2", "3", "4"):
        assert after["revealed"][stack] == before["stacks"][stack][0]
        assert after["stacks"][stack] == before["stacks"][stack][1:]


@rule("R1", "R8")
def test_kings_card_is_there_every_round() -> None:
    game = begin()
    rounds = 0
    while not game.over:
        if game.decision == "card":
            assert truth(game)["revealed"]["5"] == "C-king"
        if game.decision == "power" and game.waiting == (truth(game)["first_player"],):
            rounds += 1
            assert 5 in truth(game)["available"]
        idle(game)
    assert rounds == 9


@rule("R1")
def test_new_regency_cards_are_revealed_and_discarded_like_others() -> None:
    game = Game.new(Options(new_regency=True, first_player=0), 2)
    before = truth(game)
    after = truth(finish_round(game))
    assert after["revealed"]["5"] == before["stacks"]["5"][0]
    assert after["seen"]["5"] == [before["revealed"]["5"]]


@rule("R2")
def test_power_cards_are_played_clockwise_from_the_first_player() -> None:
    game = begin(first_player=2)
    asked: list[int] = []
    for value in (9, 4, 12, 1):
        asked += game.waiting
        use(game, f"power {value}")
    assert asked == [2, 3, 0, 1]
    assert truth(game)["played"] == [12, 1, 9, 4]


@rule("R2")
def test_power_card_must_differ_from_all_played_this_round() -> None:
    game = use(begin(), "power 8", "power 3")
    allowed = [f"power {value}" for value in range(1, 14) if value not in (3, 8)]
    assert offered(game) == allowed
    with pytest.raises(IllegalChoice):
        use(game, "power 8")
    assert seen(game)["players"][2]["power"] is None


@rule("R2")
def test_power_cards_lie_face_up() -> None:
    game = use(begin(), "power 8")
    assert seen(game)["players"][0]["power"] == 8
    assert seen(game, 3)["players"][0]["power"] == 8


@rule("R2")
def test_last_of_five_has_a_legal_power_card_even_in_the_last_round() -> None:
    """All have played 1 to 8, so the five hands are alike in round 9."""
    game = begin(players=5)
    while game.round < 9:
        if game.decision == "power":
            use(game, f"power {(game.round + game.waiting[0]) % 8 + 1}")
        else:
            idle(game)
    assert truth(game)["hands"] == [[9, 10, 11, 12, 13]] * 5
    use(game, "power 9", "power 10", "power 11", "power 12")
    assert offered(game) == ["power 13"]


@rule("R3")
def test_highest_power_card_has_the_first_turn() -> None:
    game = use(begin(first_player=1), "power 2", "power 13", "power 7", "power 10")
    turns: list[int] = []
    while game.round == 1:
        if game.decision == "card":
            turns += game.waiting
        idle(game)
    assert turns == [2, 0, 3, 1]


@rule("R3")
def test_nobody_acts_out_of_turn() -> None:
    game = use(begin(), "power 13", "power 1", "power 2", "power 3")
    assert game.legal(1) == []
    with pytest.raises(NotYourTurn):
        game.play(game.parse("card 1"), 1)


@rule("R4")
def test_caballeros_are_taken_from_the_province_into_the_court() -> None:
    game = position(players=3, power=3)
    assert game.decision == "take"
    use(game, "take 5")
    assert there(game, "court") == [12, 7, 7]
    assert there(game, "province") == [18, 23, 23]
    assert game.decision == "card"


@rule("R4")
def test_fewer_or_none_may_be_taken() -> None:
    assert there(use(position(players=3, power=3), "take 2"), "court") == [9, 7, 7]
    assert there(use(position(players=3, power=3), "take 0"), "court") == [7, 7, 7]


@rule("R4")
def test_regions_are_not_offered_while_the_province_covers_the_number() -> None:
    game = position(players=3, power=3, regions={"toledo": [6]}, province=[5, 20, 20])
    assert use(game, "take 5").decision == "card"


@rule("R4")
def test_what_the_province_lacks_may_come_from_regions_after_it_is_emptied() -> None:
    regions = {"toledo": [6, 3], "granada": [1], "castilla": [5]}
    game = position(
        players=3, power=3, king="castilla", regions=regions, castillo=[2], province=[3, 20, 20]
    )
    assert offered(game) == ["take 0", "take 1", "take 2", "take 3"]
    use(game, "take 3")
    assert offered(game) == ["stop", "toledo", "granada"]
    use(game, "granada")
    assert offered(game) == ["stop", "toledo"]
    use(game, "toledo")
    assert game.decision == "card"
    assert there(game, "toledo") == [5, 3, 0]
    assert there(game, "castillo") == [2, 0, 0]
    assert there(game, "castilla") == [5, 0, 0]
    assert there(game, "court")[0] == 30 - 3 - 14 + 3 + 2


@rule("R4")
def test_taking_from_regions_is_optional() -> None:
    game = position(players=3, power=3, regions={"toledo": [6]}, province=[3, 20, 20])
    use(game, "take 3", "stop")
    assert game.decision == "card"
    assert there(game, "toledo") == [6, 0, 0]


@rule("R4")
def test_nothing_comes_from_regions_while_some_stay_in_the_province() -> None:
    game = position(players=3, power=3, regions={"toledo": [6]}, province=[3, 20, 20])
    use(game, "take 2")
    assert game.decision == "card"


@rule("R4")
def test_empty_province_leads_straight_to_the_regions() -> None:
    """Seat 2 has the next turn, with power card 2."""
    game = position("C-king", players=3, regions={"toledo": [0, 0, 6]}, province=[9, 9, 0])
    take(game, "C-king", "end")
    assert (game.waiting, game.decision) == ((2,), "take_from")
    use(game, "toledo", "toledo", "toledo", "toledo", "toledo")
    assert game.decision == "card"
    assert there(game, "toledo") == [0, 0, 1]


@rule("R4", "R10", "R11")
def test_castillo_and_kings_region_give_nothing_to_an_empty_province() -> None:
    game = position(
        "C-king",
        players=3,
        king="castilla",
        regions={"castilla": [0, 0, 9]},
        castillo=[0, 0, 9],
        province=[9, 9, 0],
    )
    take(game, "C-king", "end")
    assert (game.waiting, game.decision) == ((2,), "card")


@rule("R4")
def test_cards_that_take_caballeros_follow_the_same_rule() -> None:
    game = position("C-recruit", regions={"toledo": [4], "castilla": [4]}, province=[1, 9, 9, 9])
    take(game, "C-recruit", "special")
    assert offered(game) == ["take 0", "take 1"]
    use(game, "take 1")
    assert offered(game) == ["stop", "toledo"]
    use(game, "toledo")
    assert game.decision == "act"
    assert there(game, "toledo") == [3, 0, 0, 0]


@rule("R8")
def test_card_in_use_is_gone_for_the_others() -> None:
    game = take(position("C-tile"), "C-tile", "end")
    idle_until(game, "card", game.waiting[0])
    assert offered(game) == ["card 1", "card 2", "card 3", "card 5"]
    with pytest.raises(IllegalChoice):
        use(game, "card 4")


@rule("R8")
def test_kings_card_serves_one_player_a_round_and_returns() -> None:
    game = take(position("C-king"), "C-king", "end")
    idle_until(game, "card", game.waiting[0])
    assert "card 5" not in offered(game)
    finish_round(game)
    idle_until(game, "card", truth(use_powers(game))["turn_order"][0])
    assert "card 5" in offered(game)


def use_powers(game: Game) -> Game:
    while game.decision == "power":
        idle(game)
    return game


@rule("R9")
def test_unused_cards_are_discarded() -> None:
    game = begin()
    shown = truth(game)["revealed"]
    after = truth(finish_round(game))
    for stack in ("1", "2", "3", "4"):
        assert after["seen"][stack] == [shown[stack]]


@rule("R9")
def test_lowest_power_card_makes_the_next_first_player() -> None:
    game = finish_round(use(begin(), "power 9", "power 6", "power 2", "power 11"))
    assert truth(game)["first_player"] == 2
    assert game.waiting == (2,)


@rule("R9")
def test_played_power_cards_are_not_used_again() -> None:
    game = finish_round(use(begin(), "power 9", "power 6", "power 2", "power 11"))
    data = truth(game)
    assert data["discards"] == [[9], [6], [2], [11]]
    assert data["played"] == [None] * 4
    assert "power 9" in offered(game)
    with pytest.raises(IllegalChoice):
        use(game, "power 2")


@rule("R9")
def test_discard_lies_face_down_for_all_but_its_owner() -> None:
    game = finish_round(use(begin(), "power 9", "power 6", "power 2", "power 11"))
    assert [seen(game, seat)["mine"]["discard"] for seat in range(4)] == [[9], [6], [2], [11]]
    assert seen(game)["mine"] is None
    assert all("discard" not in player for player in seen(game)["players"])


@rule("R9")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_game_has_nine_rounds_and_scores_after_every_third(players: int) -> None:
    game = Game.new(Options(players=players), 6, events=True)
    while not game.over:
        idle(game)
    assert [event["round"] for event in happened(game, "round")] == list(range(1, 10))
    assert [event["round"] for event in happened(game, "general_scoring")] == [3, 6, 9]


@rule("R9")
def test_next_first_player_is_set_before_a_general_scoring() -> None:
    game = finish_round(position(round_number=3, castillo=[1]))
    data = truth(game)
    assert game.decision == "disc_scoring"
    lowest = min(range(4), key=lambda seat: int(data["totals"][seat]))
    assert data["first_player"] == lowest
    assert use(game, "toledo").waiting == (lowest,)
