"""Positions set up by hand become complete ones, or everything wrong with them is told."""

import copy
import random
from typing import Any

import pytest

from elgrande import Game, Options
from elgrande.editions.wording import LANGUAGES, texts
from elgrande.position_setup import arrange, cards_of, hand_sizes, setup_of

KINDS: list[dict[str, Any]] = [
    {"players": 2},
    {"players": 3, "short": True, "merged_stacks": True},
    {"players": 4, "new_regency": True},
    {"players": 5, "power_shift": True},
    {"players": 4, "edition": "classic"},
]


def fresh(**options: Any) -> Any:
    """The setup of a new game."""
    return copy.deepcopy(setup_of(Game.new(Options(**options), seed=7)))


def keys_of(setup: Any) -> list[str]:
    """Which sentences say what is wrong with a setup."""
    found = arrange(setup)
    assert (found.snapshot is None) == bool(found.problems)
    for problem in found.problems:
        assert all(problem.tell(language) for language in LANGUAGES)
    return [problem.key for problem in found.problems]


@pytest.mark.parametrize("options", KINDS)
def test_any_position_is_put_together_as_it_was(options: dict[str, Any]) -> None:
    luck = random.Random(3)
    game = Game.new(Options(**options), seed=3)
    while not game.over:
        if luck.random() < 0.04:
            found = arrange(setup_of(game), game.snapshot())
            assert found.problems == []
            assert found.snapshot == game.snapshot()
        seat = luck.choice(game.waiting)
        game.play(luck.choice(game.legal(seat)), seat)


@pytest.mark.parametrize("options", [kind for kind in KINDS if not kind.get("power_shift")])
@pytest.mark.parametrize("moment", ["power", "turn"])
def test_every_round_can_be_set_up_and_played_on(options: dict[str, Any], moment: str) -> None:
    luck = random.Random(8)
    for number, size in hand_sizes(Options(**options)).items():
        setup = fresh(**options)
        players = options["players"]
        powers = luck.sample(range(5, 14), players) if moment == "turn" else [None] * players
        others = [[v for v in range(1, 14) if v != power] for power in powers]
        hands = [luck.sample(hand, size - (moment == "turn")) for hand in others]
        first = luck.randrange(players)
        highest = max(range(players), key=lambda seat: powers[seat] or 0)
        setup |= {
            "round": number,
            "moment": moment,
            "first_player": first,
            "turn": highest if moment == "turn" else first,
            "powers": powers,
            "hands": [sorted(hand) for hand in hands],
            "cards": {s: luck.choice(cards) for s, cards in cards_of(Options(**options)).items()},
            "scores": [luck.randrange(100) for _ in range(players)],
        }
        found = arrange(setup)
        if [one.key for one in found.problems] in (["power_now"], ["taken_many"]):
            assert players == 2  # the neutral colour played the same card, or came first
            continue
        assert found.problems == []
        game = Game.from_snapshot(found.snapshot)
        assert setup_of(game) == setup
        while not game.over:
            game.play(luck.choice(game.legal()))


def test_those_who_came_before_have_taken_cards() -> None:
    setup = fresh(players=4)
    powers = [13, 12, 11, 10]
    hands = [[v for v in range(1, 14) if v != power] for power in powers]
    setup |= {"moment": "turn", "powers": powers, "hands": hands, "turn": 2, "taken": [1, 4]}
    found = arrange(setup)
    assert found.problems == []
    game = Game.from_snapshot(found.snapshot)
    assert game.waiting == (2,)
    assert game.snapshot()["available"] == [2, 3, 5]
    assert keys_of(setup | {"taken": [1]}) == ["taken"]
    assert keys_of(setup | {"taken": [1, 2, 3]}) == ["taken_many"]
    assert keys_of(setup | {"taken": [9]}) == ["stack"]


def test_impossible_pieces_are_refused_with_a_sentence() -> None:
    setup = fresh(players=3)
    setup["regions"]["toledo"]["caballeros"][1] += 1
    found = arrange(setup)
    assert [one.field for one in found.problems] == ["province.1"]
    assert found.problems[0].tell() == "Azure has 31 caballeros in all, but must have 30."

    setup = fresh(players=3)
    home = next(key for key, place in setup["regions"].items() if 0 in place["grandes"])
    other = next(key for key in setup["regions"] if key != home)
    setup["regions"][other]["grandes"].append(0)
    assert keys_of(setup) == ["two_grandes"]
    setup["regions"][other]["grandes"].remove(0)
    setup["regions"][home]["grandes"].remove(0)
    assert keys_of(setup) == ["no_grande"]
    setup["castillo"]["grandes"].append(0)
    assert keys_of(setup) == ["grande_in_castillo"]

    setup = fresh(players=3)
    setup["regions"]["toledo"]["tile"] = setup["castillo"]["tile"] = "8/4/0"
    assert keys_of(setup) == ["tile_twice"]
    assert keys_of(fresh(players=3) | {"king": "france"}) == ["king_outside"]
    assert keys_of(fresh(players=3) | {"king": "court"}) == ["king_outside"]
    assert keys_of(fresh(players=3) | {"scores": [0, -1, 2000]}) == ["points", "points"]
    setup = fresh(players=3)
    setup["court"][0] = -5
    assert keys_of(setup) == ["caballeros_here", "caballeros"]
    setup = fresh(players=2)
    setup["court"][2], setup["province"][2] = 1, setup["province"][2] - 1
    assert keys_of(setup) == ["dummy_court"]


def test_impossible_cards_are_refused_with_a_sentence() -> None:
    setup = fresh(players=2)
    assert keys_of(setup | {"hands": [[1, 1, *range(3, 14)], [*range(1, 14)]]}) == ["same_power"]
    assert keys_of(setup | {"hands": [[*range(1, 15)], [*range(1, 14)]]}) == ["same_power"]
    assert keys_of(setup | {"round": 3}) == ["hand_size", "hand_size"]
    assert keys_of(setup | {"powers": [5, None]}) == ["power_early"]
    turn = setup | {"moment": "turn", "hands": [[*range(1, 13)]] * 2, "powers": [13, 13]}
    assert keys_of(turn) == ["power_twice"]
    assert keys_of(turn | {"powers": [13, 12]}) == ["power_in_hand"]
    assert keys_of(turn | {"powers": [13, None]}) == ["no_power"]
    assert keys_of(setup | {"cards": {}})[0] == "no_card"
    stack = next(iter(setup["cards"]))
    assert keys_of(setup | {"cards": setup["cards"] | {stack: "nothing"}}) == ["card"]


def test_impossible_moments_are_refused_with_a_sentence() -> None:
    setup = fresh(players=3)
    assert keys_of(setup | {"round": 0}) == ["round"]
    assert keys_of(setup | {"moment": "other"}) == ["other_moment"]
    assert keys_of(setup | {"turn": (setup["first_player"] + 1) % 3}) == ["first_player"]
    assert keys_of(setup | {"turn": None}) == ["seat"]
    assert keys_of(setup | {"first_player": 7}) == ["seat"]
    assert keys_of(setup | {"scores": [1]}) == ["entries"]
    assert keys_of(setup | {"options": {"players": 9}}) == ["rules"]
    assert keys_of(fresh(players=3, short=True) | {"round": 4}) == ["short_round"]


def test_every_sentence_about_setups_is_written_in_every_language() -> None:
    english = texts("en")["setup"]
    for language in LANGUAGES:
        assert set(texts(language)["setup"]) == set(english)
