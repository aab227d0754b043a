"""Choosing a library from all puzzles found: checked, none like another, of every sort."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from elgrande.puzzles.making import FOUND_FILE
from elgrande.puzzles.puzzle import PLACING, POWER_CARD, Puzzle
from elgrande.puzzles.ratings import difficulty_of, rating_of

MOST_PER_GAME: Final = 3
# What part of the library may be of a kind, at the most.
MOST_OF_KIND: Final = {POWER_CARD: 0.1, PLACING: 0.15}


def found_in(folders: Iterable[Path]) -> list[Puzzle]:
    """The puzzles of some folders, each once, with ratings as they are computed now."""
    found: dict[str, Puzzle] = {}
    for folder in folders:
        for line in (folder / FOUND_FILE).read_text(encoding="utf-8").splitlines():
            puzzle = Puzzle.from_line(line)
            rating = rating_of(puzzle.solved)
            found[puzzle.id] = replace(puzzle, rating=rating, difficulty=difficulty_of(rating))
    return [*found.values()]


def choose(puzzles: Sequence[Puzzle], count: int) -> list[Puzzle]:
    """That many puzzles, those of rare themes, difficulties and tables first.

    Each step takes the puzzle whose sorts are the rarest among those chosen so far, the clearest
    one of equals; so the order of the library is a mixture.
    """
    left = sorted(puzzles, key=lambda puzzle: (-puzzle.margin, puzzle.id))
    chosen: list[Puzzle] = []
    seen: Counter[tuple[str, object]] = Counter()
    games: Counter[tuple[object, int]] = Counter()
    while left and len(chosen) < count:
        fitting = [one for one in left if _fits(one, seen, games, count)]
        if not fitting:
            break
        best = min(fitting, key=lambda one: sum(seen[sort] for sort in _sorts(one)))
        chosen.append(best)
        left.remove(best)
        seen.update(_sorts(best))
        games[best.options, best.seed] += 1
    return chosen


def _fits(
    puzzle: Puzzle,
    seen: Counter[tuple[str, object]],
    games: Counter[tuple[object, int]],
    count: int,
) -> bool:
    """Whether there is room for a puzzle of this kind and of this game."""
    most = MOST_OF_KIND.get(puzzle.kind, 1.0) * count
    few_of_game = games[puzzle.options, puzzle.seed] < MOST_PER_GAME
    return few_of_game and seen["kind", puzzle.kind] < most


def _sorts(puzzle: Puzzle) -> Iterator[tuple[str, object]]:
    yield "kind", puzzle.kind
    yield "theme", puzzle.theme
    yield "difficulty", puzzle.difficulty
    yield "players", puzzle.options.players
    yield "edition", puzzle.options.edition
