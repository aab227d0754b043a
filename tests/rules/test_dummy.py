"""Two players of edition 2023 and the dummy (V-2, Q9, Q16)."""

import pytest

from elgrande import Game, Options
from tests.support.marks import rule
from tests.support.playing import (
    begin_with_dummy,
    edited,
    finish_round,
    happened,
    idle,
    idle_until,
    play_out,
    points,
    score_generally,
    seen,
    truth,
    with_level_deck,
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

DUMMY = 2


def next_regions(game: Game, *regions: str) -> Game:
    """The same position with these region cards on top of the dummy's stack."""
    dummy = truth(game)["dummy"]
    period = (game.round - 1) // 3
    rest = [key for key in REGION_KEYS if key not in regions]
    drawn = dummy["drawn"]
    dummy["regions"][period] = [*rest[:drawn], *regions, *rest[drawn:]]
    return edited(game, dummy=dummy)


def dummies(game: Game) -> dict[str, int]:
    """Where the dummy's caballeros are in the regions."""
    counts = {key: there(game, key)[DUMMY] for key in REGION_KEYS}
    return {key: count for key, count in counts.items() if count}


@rule("V-2")
def test_dummy_has_no_court_no_grande_and_thirty_caballeros() -> None:
    for seed in range(20):
        data = truth(Game.new(Options(players=2), seed))
        assert data["court"] == [7, 7, 0]
        on_board = sum(spot["caballeros"][DUMMY] for spot in data["regions"].values())
        assert data["province"][DUMMY] == 30 - on_board
        assert not any(DUMMY in spot["grandes"] for spot in data["regions"].values())


@rule("V-2")
def test_stacks_two_and_three_are_one() -> None:
    game = Game.new(Options(players=2), 1)
    assert truth(game)["available"] == [1, 2, 4, 5]
    assert game.options.merged_stacks


@rule("V-2")
def test_first_round_starts_with_two_dummy_caballeros_on_each_of_two_regions() -> None:
    for seed in range(40):
        data = truth(Game.new(Options(players=2), seed))
        drawn = data["dummy"]["regions"][0][:2]
        expected = {key: 2 for key in drawn if key != data["king"]}
        counts = {key: spot["caballeros"][DUMMY] for key, spot in data["regions"].items()}
        assert {key: count for key, count in counts.items() if count} == expected


@rule("V-2")
def test_every_later_round_starts_with_two_more_cards() -> None:
    game = next_regions(position(players=2, king="castilla"), "toledo", "granada")
    finish_round(game)
    assert dummies(game) == {"toledo": 2, "granada": 2}
    assert there(game, "province")[DUMMY] == 26


@rule("V-2")
def test_kings_region_gets_none_and_its_card_is_used_up() -> None:
    game = next_regions(position(players=2, king="castilla"), "castilla", "granada")
    finish_round(game)
    assert dummies(game) == {"granada": 2}
    assert truth(game)["dummy"]["drawn"] == 4


@rule("V-2")
def test_dummy_stops_when_all_thirty_are_on_the_board() -> None:
    game = position(players=2, king="castilla", regions={"sevilla": [0, 0, 27]})
    finish_round(game := next_regions(game, "toledo", "granada"))
    assert dummies(game) == {"sevilla": 27, "toledo": 2, "granada": 1}
    full = position(players=2, king="castilla", regions={"sevilla": [0, 0, 30]})
    assert dummies(finish_round(full)) == {"sevilla": 30}


@rule("V-2")
def test_used_region_cards_come_back_only_after_a_general_scoring() -> None:
    game = play_out(Game.new(Options(players=2), 9, events=True))
    drawn = [event["place"] for event in happened(game, "dummy_drew")]
    periods = [drawn[:6], drawn[6:12], drawn[12:]]
    assert [len(set(period)) for period in periods] == [6, 6, len(periods[2])]
    assert periods[0] != periods[1]


@rule("V-2")
@pytest.mark.parametrize("value", [1, 7, 13])
def test_dummys_power_card_lies_open_before_the_players_play_theirs(value: int) -> None:
    game = begin_with_dummy(value)
    assert game.waiting == (0,)
    assert seen(game, 0)["dummy"]["power"] == value
    assert f"power {value}" not in offered(game)
    assert len(offered(game)) == 12


@rule("V-2")
def test_dummy_turns_up_its_next_power_card_every_round() -> None:
    game = begin_with_dummy(7)
    powers = truth(game)["dummy"]["powers"]
    finish_round(game)
    assert truth(game)["played"][DUMMY] == powers[1]
    assert seen(game)["dummy"]["played"] == [7]


@rule("V-2")
def test_dummy_takes_the_largest_card_and_does_nothing_with_it() -> None:
    game = begin_with_dummy(13)
    before = truth(game)
    use(game, "power 12", "power 1")
    assert offered(game) == ["card 1", "card 2", "card 4"]
    after = truth(game)
    for field in ("king", "regions", "castillo", "court", "province", "scores"):
        assert after[field] == before[field]


@rule("V-2")
def test_dummy_takes_the_largest_card_that_remains() -> None:
    game = use(begin_with_dummy(12), "power 13", "power 1", "card 5", "end")
    idle_until(game, "card", 1)
    assert offered(game) == ["card 1", "card 2"]


@rule("V-2")
def test_dummy_takes_its_turn_by_its_power_card() -> None:
    game = use(begin_with_dummy(5), "power 13", "power 4")
    assert truth(game)["turn_order"] == [0, DUMMY, 1]
    use(game, "card 1", "end")
    idle_until(game, "card", 1)
    assert offered(game) == ["card 2", "card 4"]


@rule("V-2", "R9")
def test_dummy_never_becomes_first_player() -> None:
    game = finish_round(use(begin_with_dummy(1), "power 2", "power 9"))
    assert truth(game)["first_player"] == 0
    assert game.waiting == (0,)
    other = finish_round(use(begin_with_dummy(1), "power 9", "power 2"))
    assert other.waiting == (1,)


@rule("V-2")
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([2, 1, 3], [3, 0]),
        ([3, 1, 2], [5, 0]),
        ([3, 2, 1], [5, 3]),
        ([2, 1, 2], [3, 0]),
        ([2, 2, 3], [0, 0]),
        ([2, 2, 2], [3, 3]),
        ([1, 0, 1], [3, 0]),
        ([2, 2, 0], [3, 3]),
    ],
)
@pytest.mark.parametrize("place", ["navarra", "castillo"])
def test_dummy_takes_places_but_no_points(
    place: str, counts: list[int], expected: list[int]
) -> None:
    """Only the 1st and the 2nd place score."""
    assert points(place, counts, players=2) == expected


@rule("V-2", "R16")
def test_tie_with_the_dummy_earns_no_bonus() -> None:
    home = ["toledo", "galicia"]
    assert points("toledo", [2, 0, 2], players=2, king="toledo", grandes=home) == [4, 0]
    assert points("toledo", [2, 0, 1], players=2, king="toledo", grandes=home) == [11, 0]


@rule("V-2")
def test_dummy_counts_in_general_scorings() -> None:
    game = score_generally(
        players=2, regions={"toledo": [1, 2, 3], "aragon": [1, 0, 1]}, grandes=["sevilla"] * 2
    )
    assert game.scores == [4, 4]


@rule("V-2", "Q16")
def test_dummys_caballeros_are_moved_like_an_opponents() -> None:
    game = position("C-foreign3", players=2, regions={"toledo": [1, 0, 2]})
    take(game, "C-foreign3", "special")
    assert offered(game) == ["stop", "bone@toledo"]
    use(game, "bone@toledo", "granada", "stop")
    assert dummies(game) == {"toledo": 1, "granada": 1}


@rule("V-2", "Q16")
def test_dummys_caballeros_are_sent_back_like_an_opponents() -> None:
    game = position("C-arrest", players=2, regions={"toledo": [1, 1, 2]})
    take(game, "C-arrest", "special")
    assert offered(game) == ["azure@toledo", "bone@toledo"]
    use(game, "bone@toledo", "azure@toledo")
    assert there(game, "toledo") == [1, 0, 1]
    assert there(game, "province")[DUMMY] == 29


@rule("Q16")
def test_withdrawal_skips_the_dummy() -> None:
    game = position("C-withdrawal", players=2, regions={"toledo": [0, 4, 4]}, court=[7, 0])
    take(game, "C-withdrawal", "special", "toledo", "toledo", "toledo")
    assert game.decision == "act"
    assert there(game, "toledo") == [0, 1, 4]


@rule("Q16")
@pytest.mark.parametrize(("card", "left"), [("C-civil-war", 0), ("C-skirmish", 2)])
def test_returning_by_disc_skips_the_dummy(card: str, left: int) -> None:
    game = position(card, players=2, regions={"toledo": [0, 4, 4]})
    take(game, card, "special")
    assert game.waiting == (1,)
    use(game, "toledo")
    assert there(game, "toledo") == [0, left, 4]


@rule("Q16")
def test_coup_skips_the_dummy() -> None:
    game = position("C-coup", players=2, regions={"toledo": [1, 4, 4]})
    take(game, "C-coup", "special", "toledo")
    answer(game, {1: "granada"})
    assert there(game, "toledo") == [1, 0, 4]


@rule("Q16")
def test_rivalries_asks_only_the_players() -> None:
    game = position("C-rivalries", players=2, old_hands=("rivalries",), regions={"toledo": [1]})
    take(game, "C-rivalries", "special")
    assert game.waiting == (0, 1)
    answer(game, {0: "toledo", 1: "granada"})
    assert game.scores == [7, 0]


@rule("Q9")
def test_dummy_takes_the_lower_stack_of_equal_cards() -> None:
    """No two stacks of the real decks show equal cards, so the deck here is made up."""
    game = with_level_deck(use(begin_with_dummy(12), "power 13", "power 1"))
    use(game, "card 1", "end")
    idle_until(game, "card", 1)
    assert offered(game) == ["card 4", "card 5"]


@rule("V-2")
def test_two_players_play_a_whole_short_game_with_the_dummy() -> None:
    game = Game.new(Options(players=2, short=True, new_regency=True), 5, events=True)
    while not game.over:
        idle(game)
    assert len(happened(game, "dummy_took")) == 6
    assert king(game) in REGION_KEYS
