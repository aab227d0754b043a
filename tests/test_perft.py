"""Perft: how many sequences of choices there are from named positions, as in chess."""

import pytest

from elgrande import Game, Options
from tests.support.positions import position, take
from tests.support.walks import OLD_HANDS, every_variant, somewhere

VARIANTS = list(every_variant())
EVERYTHING = Options(new_regency=True, power_shift=True, old_hands=OLD_HANDS)


def slow_perft(game: Game, depth: int) -> int:
    """The same count through the public interface."""
    if depth == 0 or game.over:
        return 1
    count = 0
    for choice in game.legal():
        after = game.clone()
        after.play(choice)
        count += slow_perft(after, depth - 1)
    return count


@pytest.mark.parametrize("number", range(12))
def test_perft_agrees_with_playing_every_choice(number: int) -> None:
    game = somewhere(VARIANTS[number * 43 % len(VARIANTS)], number)
    for depth in (0, 1, 2):
        assert game.perft(depth) == slow_perft(game, depth)


def moving() -> Game:
    return take(position("C-any4", regions={"toledo": [2, 2], "granada": [1, 0, 1]}), "C-any4")


def start_of(options: Options) -> Game:
    return Game.new(options, seed=7)


def placing() -> Game:
    return take(position("C-king"), "C-king", "place")


# Counted once with `slow_perft`. Some can be checked by hand: four players play different power
# cards of 13 in 13 * 12 * 11 * 10 ways, and four times one of three modifiers is passed.
COUNTS = {
    "four players": (start_of(Options()), [13, 156, 1716, 17160, 66024]),
    "two players and the dummy": (start_of(Options(players=2)), [12, 132, 448, 1612, 5348]),
    "passing modifiers": (start_of(EVERYTHING), [3, 9, 27, 81, 1053]),
    "five players, classic": (
        start_of(Options(edition="classic", players=5)),
        [13, 156, 1716, 17160, 154440],
    ),
    "moving four of any colours": (moving(), [3, 17, 70, 323, 2068]),
    "placing five": (placing(), [6, 32, 174, 942, 4974]),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_from_named_positions(name: str) -> None:
    game, counts = COUNTS[name]
    assert [game.perft(depth) for depth in range(1, len(counts) + 1)] == counts
