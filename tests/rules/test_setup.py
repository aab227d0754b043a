"""Pieces, places and setup: S1 to S10, and Q13."""

import random
from typing import Any

import pytest

from elgrande import BadOptions, Game, Options
from elgrande.editions.wording import place_name
from tests.support.marks import rule
from tests.support.playing import idle_until, seen, truth
from tests.support.positions import REGION_KEYS, offered, position, take, use

# key: name of 2023, name of classic, scoreboard, neighbours
MAP = {
    "galicia": ("Galicia", "Galicia", [4, 2, 0], "navarra castilla"),
    "navarra": ("Navarra", "País Vasco", [5, 3, 1], "galicia aragon castilla"),
    "aragon": ("Aragón", "Aragón", [5, 4, 1], "navarra cataluna castilla toledo valencia"),
    "cataluna": ("Cataluña", "Cataluña", [4, 2, 1], "aragon valencia"),
    "castilla": ("Castilla", "Castilla la Vieja", [6, 4, 2], "galicia navarra aragon toledo"),
    "toledo": (
        "Toledo", "Castilla la Nueva", [7, 4, 2], "aragon castilla valencia sevilla granada"
    ),
    "valencia": ("Valencia", "Valencia", [5, 3, 2], "aragon cataluna toledo granada"),
    "sevilla": ("Sevilla", "Sevilla", [4, 3, 1], "toledo granada"),
    "granada": ("Granada", "Granada", [6, 3, 1], "toledo valencia sevilla"),
}  # fmt: skip
TAKES = {1: 6, 2: 5, 3: 5, 4: 4, 5: 4, 6: 3, 7: 3, 8: 2, 9: 2, 10: 1, 11: 1, 12: 0, 13: 0}
TABLES = [
    {},
    {"players": 2},
    {"players": 3, "merged_stacks": True},
    {"players": 5, "new_regency": True, "power_shift": True},
    {"edition": "classic"},
    {"edition": "classic", "players": 2},
]


def placing_targets(**arrangement: Any) -> set[str]:
    game = position("C-king", **arrangement)
    take(game, "C-king", "place")
    return set(offered(game)) - {"stop"}


@rule("S1")
def test_nine_regions_are_listed_in_the_order_of_the_table() -> None:
    assert list(truth(Game.new())["regions"]) == list(MAP)


@rule("S1")
@pytest.mark.parametrize("key", MAP)
def test_region_has_its_names_scoreboard_and_neighbours(key: str) -> None:
    name, classic, board, neighbours = MAP[key]
    assert place_name(key, "2023") == name
    assert place_name(key, "classic") == classic
    assert seen(Game.new())["regions"][key]["points"] == board
    assert placing_targets(king=key) == {*neighbours.split(), "castillo"}


@rule("S2")
def test_castillo_has_its_own_scoreboard_and_is_no_region() -> None:
    game = position("C-king")
    assert seen(game)["castillo"]["points"] == [5, 3, 1]
    assert "castillo" not in offered(take(game, "C-king", "special"))
    assert "castillo" not in offered(take(position("C-fair"), "C-fair", "special"))


@rule("S3")
def test_countries_abroad_border_their_regions_and_take_no_caballeros() -> None:
    france = placing_targets(king="france", new_regency=True)
    assert france == {"navarra", "aragon", "cataluna", "castillo"}
    portugal = placing_targets(king="portugal", new_regency=True)
    assert portugal == {"galicia", "castilla", "toledo", "sevilla", "castillo"}


@rule("S3")
def test_only_exile_sends_the_king_abroad() -> None:
    king = take(position("C-king", king="aragon", new_regency=True), "C-king", "special")
    assert not {"france", "portugal"} & set(offered(king))
    advisor = take(position("C-advisor", king="navarra"), "C-advisor", "special")
    assert not {"france", "portugal"} & set(offered(advisor))
    exile = take(position("C-exile", new_regency=True), "C-exile", "special")
    assert set(offered(exile)) == {"france", "portugal"}


@rule("S4")
def test_each_player_has_thirty_caballeros_a_grande_and_thirteen_power_cards() -> None:
    data = truth(Game.new(Options(players=5), 3))
    for seat in range(5):
        in_regions = sum(spot["caballeros"][seat] for spot in data["regions"].values())
        assert in_regions + data["court"][seat] + data["province"][seat] == 30
        assert sum(spot["grandes"].count(seat) for spot in data["regions"].values()) == 1
        assert data["hands"][seat] == list(range(1, 14))
    assert data["scores"] == [0] * 5
    assert data["discs"] == [None] * 5


@rule("S4")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_no_caballero_is_ever_lost_or_gained(table: dict[str, Any]) -> None:
    options = Options(**table)
    game = Game.new(options, 11)
    chance = random.Random(11)
    while not game.over:
        seat = chance.choice(game.waiting)
        game.play(chance.choice(game.legal(seat)), seat)
        data = truth(game)
        spots = [spot["caballeros"] for spot in [*data["regions"].values(), data["castillo"]]]
        sums = [sum(column) for column in zip(*spots, data["court"], data["province"], strict=True)]
        assert sums == [30] * options.colours


@rule("S5")
@pytest.mark.parametrize("value", TAKES)
def test_power_card_lets_its_player_take_so_many(value: int) -> None:
    game = Game.new(Options(edition="classic", players=2, first_player=0), 1)
    use(game, f"power {value}", "power 2" if value == 1 else "power 1")
    if TAKES[value] == 0:
        assert game.decision == "card"
        assert game.waiting == (0,)
        return
    idle_until(game, "take", 0)
    assert offered(game) == [f"take {count}" for count in range(TAKES[value] + 1)]


@rule("S6")
def test_two_scoring_tiles_start_beside_the_board() -> None:
    new = truth(Game.new())
    assert all(spot["tile"] is None for spot in [*new["regions"].values(), new["castillo"]])
    game = take(position("C-tile"), "C-tile", "special")
    assert set(offered(game)) == {"tile 8/4/0", "tile 4/0/0"}
    assert seen(use(game, "tile 4/0/0", "toledo"))["regions"]["toledo"]["points"] == [4, 0, 0]
    other = take(position("C-tile"), "C-tile", "special", "tile 8/4/0", "castillo")
    assert seen(other)["castillo"]["points"] == [8, 4, 0]


@rule("S8")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_king_and_grandes_start_apart_each_grande_with_two_caballeros(players: int) -> None:
    for seed in range(30):
        data = truth(Game.new(Options(edition="classic", players=players), seed))
        homes = [
            key
            for seat in range(players)
            for key in REGION_KEYS
            if seat in data["regions"][key]["grandes"]
        ]
        assert len({data["king"], *homes}) == players + 1
        for seat, home in enumerate(homes):
            expected = [2 if other == seat else 0 for other in range(players)]
            assert data["regions"][home]["caballeros"] == expected
        others = set(REGION_KEYS) - set(homes)
        assert not any(sum(data["regions"][key]["caballeros"]) for key in others)


@rule("S8")
def test_every_region_can_become_the_kings_and_a_grandes() -> None:
    deals = [truth(Game.new(seed=seed)) for seed in range(200)]
    assert {data["king"] for data in deals} == set(REGION_KEYS)
    assert {
        key for data in deals for key in REGION_KEYS if 0 in data["regions"][key]["grandes"]
    } == set(REGION_KEYS)


@rule("S9")
@pytest.mark.parametrize("edition", ["2023", "classic"])
def test_court_starts_with_seven_and_province_with_the_rest(edition: str) -> None:
    data = truth(Game.new(Options(edition=edition), 5))
    assert data["court"] == [7, 7, 7, 7]
    assert data["province"] == [21, 21, 21, 21]


@rule("S10")
def test_first_player_is_drawn_at_random() -> None:
    assert {Game.new(seed=seed).waiting for seed in range(60)} == {(0,), (1,), (2,), (3,)}


@rule("S10")
@pytest.mark.parametrize("seat", range(4))
def test_host_may_name_the_first_player(seat: int) -> None:
    for seed in range(10):
        assert Game.new(Options(first_player=seat), seed).waiting == (seat,)


@rule("S10")
def test_naming_the_first_player_changes_nothing_else_of_the_deal() -> None:
    drawn = truth(Game.new(seed=8))
    named = truth(Game.new(Options(first_player=2), seed=8))
    for field in ("king", "regions", "stacks", "revealed"):
        assert drawn[field] == named[field]


@rule("S10")
def test_first_player_must_be_a_seat_of_the_table() -> None:
    with pytest.raises(BadOptions):
        Options(players=3, first_player=3)


@rule("S7", "S8", "S10")
@pytest.mark.parametrize("table", TABLES, ids=str)
def test_same_options_and_seed_deal_the_same_game(table: dict[str, Any]) -> None:
    options = Options(**table)
    digests = [Game.new(options, seed).digest() for seed in range(20)]
    assert digests == [Game.new(options, seed).digest() for seed in range(20)]
    assert len(set(digests)) == 20


@rule("Q13")
@pytest.mark.parametrize("players", [2, 3])
def test_small_games_use_the_same_map(players: int) -> None:
    view = seen(Game.new(Options(players=players), 1))
    for key, (_, _, board, neighbours) in MAP.items():
        assert view["regions"][key]["points"] == board[:2]
        assert placing_targets(king=key, players=players) == {*neighbours.split(), "castillo"}
    assert view["castillo"]["points"] == [5, 3]
