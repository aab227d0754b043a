"""All ways to place the caballeros of a turn."""

from elgrande.puzzles.answers import attempt_with
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.placings import judged_placings
from elgrande.puzzles.puzzle import PLACING


def test_no_way_comes_twice_and_each_can_be_played() -> None:
    puzzle = next(one for one in puzzles() if one.kind == PLACING)
    ways = judged_placings(puzzle.imagined(), puzzle.seat)
    assert [way.chance for way in ways] == sorted((way.chance for way in ways), reverse=True)
    assert len({way.choices for way in ways}) == len(ways)
    assert all(attempt_with(puzzle, way.choices).over for way in ways)


def test_where_nothing_is_placed_there_are_no_ways() -> None:
    puzzle = next(one for one in puzzles() if one.kind != PLACING)
    assert judged_placings(puzzle.imagined(), puzzle.seat) == []
