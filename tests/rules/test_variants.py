"""Numbers of players and variants but the dummy and Power Shift (section 6, V-rebellion)."""

import pytest

from elgrande import BadOptions, Game, Options
from tests.support.marks import rule
from tests.support.playing import (
    finish_round,
    happened,
    idle,
    idle_until,
    play_out,
    points,
    score_generally,
    seen,
    truth,
)
from tests.support.positions import (
    REGION_KEYS,
    grande,
    king,
    offered,
    position,
    take,
    there,
    tile_at,
    use,
)


@rule("V-short")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_short_game_has_six_rounds_and_scores_after_each_second(players: int) -> None:
    game = play_out(Game.new(Options(players=players, short=True), 4, events=True))
    assert [event["round"] for event in happened(game, "round")] == [2, 3, 5, 6, 8, 9]
    assert [event["round"] for event in happened(game, "general_scoring")] == [3, 6, 9]
    assert [len(cards) for cards in truth(game)["discards"]] == [6] * players


@rule("V-short")
def test_short_game_reveals_six_cards_of_each_stack() -> None:
    game = play_out(Game.new(Options(short=True), 4, events=True))
    shown = happened(game, "revealed")
    assert len([event for event in shown if event["card"] != "C-king"]) == 24


@rule("V-5")
def test_last_of_five_players_gets_the_card_that_is_left() -> None:
    game = Game.new(Options(players=5, first_player=0), 1)
    use(game, "power 13", "power 12", "power 11", "power 10", "power 9")
    left = []
    for seat in range(5):
        idle_until(game, "card", seat)
        left.append(len(offered(game)))
        idle(game)
    assert left == [5, 4, 3, 2, 1]


@rule("V-4", "V-5")
@pytest.mark.parametrize("players", [4, 5])
def test_four_and_five_players_use_five_stacks_and_score_three_places(players: int) -> None:
    game = Game.new(Options(players=players), 1)
    assert truth(game)["available"] == [1, 2, 3, 4, 5]
    assert points("toledo", [4, 3, 2, 1], players=players)[:4] == [7, 4, 2, 0]
    with pytest.raises(BadOptions):
        Options(players=players, merged_stacks=True)


@rule("V-3")
@pytest.mark.parametrize("edition", ["2023", "classic"])
@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ([3, 2, 1], [5, 3, 0]),
        ([2, 2, 1], [3, 3, 0]),
        ([2, 2, 2], [3, 3, 3]),
        ([3, 2, 2], [5, 0, 0]),
        ([1, 0, 0], [5, 0, 0]),
    ],
)
def test_three_players_score_only_two_places(
    edition: str, counts: list[int], expected: list[int]
) -> None:
    assert points("navarra", counts, players=3, edition=edition) == expected
    assert points("castillo", counts, players=3, edition=edition) == expected


@rule("V-3")
def test_three_players_score_only_two_places_in_general() -> None:
    game = score_generally(players=3, regions={"toledo": [3, 2, 1]}, grandes=["sevilla"] * 3)
    assert game.scores == [7, 4, 0]


@rule("V-3")
def test_three_players_may_play_with_four_stacks() -> None:
    game = Game.new(Options(players=3, merged_stacks=True), 1)
    assert truth(game)["available"] == [1, 2, 4, 5]
    assert truth(Game.new(Options(players=3), 1))["available"] == [1, 2, 3, 4, 5]
    with pytest.raises(BadOptions):
        Options(players=3, merged_stacks=True, edition="classic")


@rule("V-2-classic")
@pytest.mark.parametrize(
    ("counts", "expected"), [([3, 2], [5, 0]), ([2, 2], [0, 0]), ([0, 1], [0, 5])]
)
@pytest.mark.parametrize("place", ["navarra", "castillo"])
def test_two_classic_players_score_only_the_first_place(
    place: str, counts: list[int], expected: list[int]
) -> None:
    assert points(place, counts, players=2, edition="classic") == expected


@rule("V-2-classic")
def test_two_classic_players_have_bonuses_and_five_stacks() -> None:
    home = ["toledo", "galicia"]
    scores = points("toledo", [2, 1], king="toledo", grandes=home, players=2, edition="classic")
    assert scores == [11, 0]
    game = Game.new(Options(players=2, edition="classic"), 1)
    assert truth(game)["available"] == [1, 2, 3, 4, 5]
    assert seen(game)["dummy"] is None


@rule("V-2-classic")
def test_two_classic_players_score_only_first_places_in_general() -> None:
    game = score_generally(
        players=2,
        edition="classic",
        regions={"toledo": [3, 2], "navarra": [1, 1]},
        grandes=["sevilla", "sevilla"],
    )
    assert game.scores == [7, 0]


@rule("V-veto")
def test_veto_cancels_a_special_action_but_not_the_placing() -> None:
    game = position("C-king", king="castilla", vetoes=[2], old_hands=("veto",))
    take(game, "C-king", "special")
    assert (game.waiting, game.decision) == ((2,), "veto")
    use(game, "veto")
    assert king(game) == "castilla"
    assert game.waiting == (0,)
    assert offered(game) == ["end", "place"]


@rule("V-rebellion")
def test_rebellion_sends_the_king_to_the_castillo() -> None:
    game = position("C-rebellion", king="castilla", new_regency=True)
    take(game, "C-rebellion", "special")
    assert king(game) == "castillo"
    use(game, "place")
    assert offered(game) == ["stop", *REGION_KEYS]


@rule("V-rebellion")
@pytest.mark.parametrize(
    ("card", "further"),
    [
        ("C-own4", ["carmine@toledo"]),
        ("C-tile", ["tile 8/4/0"]),
        ("C-grande", []),
        ("C-militia", []),
    ],
)
def test_guarded_castillo_takes_nothing_in(card: str, further: list[str]) -> None:
    game = position(card, king="castillo", regions={"toledo": [4]}, new_regency=True)
    take(game, card, "special", *further)
    assert game.decision != "act"
    assert "castillo" not in offered(game)


@rule("V-rebellion")
def test_tile_of_the_guarded_castillo_stays() -> None:
    game = position("C-tile", king="castillo", tiles={"8/4/0": "castillo"}, new_regency=True)
    take(game, "C-tile", "special")
    assert offered(game) == ["tile 4/0/0"]
    assert tile_at(game, "castillo") == "8/4/0"


@rule("V-rebellion")
def test_no_region_is_taboo_while_the_king_is_at_the_castillo() -> None:
    everywhere = {key: [0, 1] for key in REGION_KEYS}
    game = position("C-foreign3", king="castillo", regions=everywhere, new_regency=True)
    take(game, "C-foreign3", "special")
    assert offered(game) == ["stop", *(f"azure@{key}" for key in REGION_KEYS)]


@rule("V-rebellion")
def test_every_region_neighbours_the_king_for_the_advisor() -> None:
    game = position("C-advisor", king="castillo", new_regency=True)
    assert offered(take(game, "C-advisor", "special")) == list(REGION_KEYS)


@rule("V-rebellion", "R16")
def test_guarded_castillo_earns_the_kings_bonus() -> None:
    assert points("castillo", [2, 1], king="castillo", new_regency=True) == [7, 3, 0, 0]
    assert points("castillo", [2, 2], king="castillo", new_regency=True) == [3, 3, 0, 0]


@rule("V-rebellion", "R13")
def test_guarded_castillo_is_scored_generally_and_keeps_all_without_discs() -> None:
    game = score_generally(
        king="castillo",
        castillo=[3, 1],
        regions={"toledo": [0, 0, 1]},
        new_regency=True,
        grandes=["castillo", "sevilla", "sevilla", "sevilla"],
    )
    assert (game.round, game.decision) == (4, "power")
    assert game.scores == [5 + 2 + 2, 3, 7, 0]
    assert there(game, "castillo") == [3, 1, 0, 0]
    assert grande(game, 0) == "castillo"


@rule("V-castillo-grande")
def test_grande_in_the_castillo_earns_its_bonus_there_and_stays_at_a_revelation() -> None:
    game = position(
        "C-revelation",
        castillo=[2, 1],
        new_regency=True,
        grandes=["castillo", "castillo", "sevilla", "sevilla"],
    )
    take(game, "C-revelation", "special")
    assert game.scores == [7, 3, 0, 0]
    assert (grande(game, 0), grande(game, 1)) == ("castillo", "castillo")


@rule("V-castillo-grande")
def test_tie_in_the_castillo_earns_no_grandes_bonus() -> None:
    scores = points("castillo", [2, 2], grandes=["castillo"] * 4, new_regency=True)
    assert scores == [3, 3, 0, 0]


@rule("V-castillo-grande", "V-rebellion")
def test_grande_leaves_the_castillo_at_the_next_scoring_without_the_king() -> None:
    game = position(
        king="castillo",
        round_number=3,
        castillo=[1],
        new_regency=True,
        grandes=["castillo", "sevilla", "sevilla", "sevilla"],
    )
    finish_round(game)
    assert grande(game, 0) == "castillo"
    later = score_generally(
        discs={0: "granada"},
        round_number=6,
        king="castilla",
        castillo=[1],
        new_regency=True,
        grandes=["castillo", "sevilla", "sevilla", "sevilla"],
    )
    assert grande(later, 0) == "granada"
    assert there(later, "granada") == [1, 0, 0, 0]
