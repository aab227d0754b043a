"""Choosing a library from all puzzles found."""

from collections import Counter
from pathlib import Path

from elgrande.puzzles.choosing import MOST_PER_GAME, choose, found_in
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.making import FOUND_FILE


def test_no_theme_or_game_crowds_out_the_others() -> None:
    chosen = choose(puzzles(), 30)
    assert len(chosen) == 30
    assert len({puzzle.id for puzzle in chosen}) == 30
    themes = {puzzle.theme for puzzle in puzzles()}
    assert {puzzle.theme for puzzle in chosen} == themes
    games = Counter((puzzle.options, puzzle.seed) for puzzle in chosen)
    assert max(games.values()) <= MOST_PER_GAME


def test_a_puzzle_found_twice_counts_once(tmp_path: Path) -> None:
    line = puzzles()[0].to_line()
    (tmp_path / FOUND_FILE).write_text(f"{line}\n{line}\n", encoding="utf-8")
    assert [puzzle.id for puzzle in found_in([tmp_path, tmp_path])] == [puzzles()[0].id]
