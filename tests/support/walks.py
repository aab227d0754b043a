"""Random games for properties: every edition, player count and variant, and a player of chance."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

from elgrande import Game, Options
from elgrande.rules.rng import Rng

SCORINGS = (
    *("C-score-4", "C-score-5", "C-score-67", "C-score-first", "C-score-most", "C-score-least"),
    "C-rivalries",
)
OLD_HANDS = ("delegation", "veto", "veto", "rivalries")


def old_hands_subsets() -> list[tuple[str, ...]]:
    """Every subset of the Old Hands, the two Vetoes not told apart."""
    subsets = {
        subset for size in range(len(OLD_HANDS) + 1) for subset in combinations(OLD_HANDS, size)
    }
    return sorted(subsets)


def every_variant() -> Iterator[Options]:
    """Every legal combination of edition, players and variants."""
    for players, short in product((2, 3, 4, 5), (False, True)):
        for castillo in ("secret", "open"):
            yield Options(edition="classic", players=players, short=short, castillo=castillo)
        for regency, power_shift, old_hands in product(
            (False, True), (False, True), old_hands_subsets()
        ):
            for merged in (False, True) if players == 3 else (False,):
                yield Options(
                    players=players,
                    short=short,
                    merged_stacks=merged,
                    new_regency=regency,
                    power_shift=power_shift,
                    old_hands=old_hands,
                    castillo="open" if len(old_hands) % 2 else "secret",
                )


def pick(rng: Rng, items: list[int] | tuple[int, ...]) -> int:
    """One of the items by chance."""
    return items[rng.below(len(items))]


def walk(game: Game, rng: Rng, steps: int | None = None) -> Game:
    """Play on at random, secret answers in any order of seats, to the end or for some steps."""
    while not game.over and steps != 0:
        seat = pick(rng, game.waiting)
        game.play(pick(rng, game.legal(seat)), seat)
        steps = None if steps is None else steps - 1
    return game


def lively_choice(game: Game, rng: Rng) -> int:
    """A choice by chance, but Vetoes and scorings are taken, performed and seldom stopped."""
    texts = [game.notation(choice) for choice in game.legal()]
    if game.decision == "card":
        truth: Any = game.snapshot()
        shown = {truth["revealed"][text.removeprefix("card ")]: text for text in texts}
        for card in ("C-veto", *SCORINGS):
            if card in shown:
                return game.parse(shown[card])
    for text in ("special", "allow" if rng.below(4) else "veto"):
        if text in texts:
            return game.parse(text)
    return pick(rng, game.legal())


def walk_lively(game: Game, rng: Rng) -> Game:
    """Play to the end with many special actions, so that Vetoes meet scorings."""
    while not game.over:
        game.play(lively_choice(game, rng))
    return game


def somewhere(options: Options, seed: int, most: int = 250) -> Game:
    """A game of these options after a random number of random choices."""
    rng = Rng(seed)
    game = walk(Game.new(options, seed), rng, rng.below(most))
    return game if not game.over else somewhere(options, seed + 1, most // 2)
