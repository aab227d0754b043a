"""The puzzles that come with the package."""

from collections import Counter
from datetime import date, timedelta
from math import gcd
from pathlib import Path

import pytest

from elgrande.puzzles.explaining import theme_title
from elgrande.puzzles.library import (
    DAILY,
    FIRST_DAY,
    STEP,
    exam,
    puzzle_of,
    puzzle_of_the_day,
    puzzles,
)
from elgrande.puzzles.puzzle import (
    CASTILLO,
    DIFFICULTIES,
    KINDS,
    KING,
    MOST_BYTES,
    SCORING,
    THEMES,
    Puzzle,
    id_of,
)
from elgrande.rules.errors import BadArgument, BadRecord


def test_every_puzzle_is_small_and_survives_writing() -> None:
    for puzzle in puzzles():
        line = puzzle.to_line()
        assert len(line.encode()) <= MOST_BYTES
        assert Puzzle.from_line(line).to_line() == line


def test_kinds_themes_and_difficulties_are_known() -> None:
    for puzzle in puzzles():
        assert puzzle.kind in KINDS
        assert puzzle.theme in THEMES
        assert puzzle.difficulty in DIFFICULTIES


def test_no_two_puzzles_are_the_same() -> None:
    places = {(puzzle.options, puzzle.seed, puzzle.prefix, puzzle.seat) for puzzle in puzzles()}
    views = {puzzle.imagined().view(puzzle.seat).to_json() for puzzle in puzzles()}
    assert len(places) == len(views) == len({puzzle.id for puzzle in puzzles()}) == len(puzzles())


def test_ids_come_from_the_position() -> None:
    for puzzle in puzzles():
        assert puzzle.id == id_of(puzzle.options, puzzle.seed, puzzle.prefix, puzzle.seat)


def test_the_seat_is_asked_and_the_game_is_under_way() -> None:
    for puzzle in puzzles():
        assert puzzle.seat in puzzle.position.waiting


def test_puzzles_are_found_by_id() -> None:
    puzzle = puzzles()[-1]
    assert puzzle_of(puzzle.id) is puzzle
    with pytest.raises(BadArgument, match="There is no puzzle"):
        puzzle_of("nothing")


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"id": "x"}', "nothing"])
def test_a_damaged_line_is_refused(line: str) -> None:
    with pytest.raises(BadRecord):
        Puzzle.from_line(line)


def test_every_puzzle_of_the_first_edition_has_its_day() -> None:
    assert gcd(STEP, DAILY) == 1
    assert len(puzzles()) >= DAILY
    days = [puzzle_of_the_day(FIRST_DAY + timedelta(days=day)).id for day in range(DAILY)]
    assert len(set(days)) == DAILY
    assert puzzle_of_the_day(date(2025, 12, 31)).id == days[-1]


def test_the_exam_is_about_scoring_the_king_and_the_castillo() -> None:
    assert [puzzle.theme for puzzle in exam()] == [SCORING, KING, CASTILLO]


def test_there_are_at_least_400_of_every_sort() -> None:
    assert len(puzzles()) >= 400
    assert {puzzle.kind for puzzle in puzzles()} == set(KINDS)
    assert {puzzle.theme for puzzle in puzzles()} == set(THEMES)
    games = Counter((puzzle.options, puzzle.seed) for puzzle in puzzles())
    assert max(games.values()) <= 3


def test_the_page_about_puzzles_tells_how_many_there_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "play" / "puzzles.md").read_text(encoding="utf-8")
    assert f"{len(puzzles())} puzzles come with the package" in page
    assert f"{STEP}) modulo {DAILY}" in page
    for theme in THEMES:
        count = sum(puzzle.theme == theme for puzzle in puzzles())
        assert f"| {theme_title(theme)} | {count} |" in page
