"""A puzzle under way shows what its seat knows, and nothing once the answer is complete."""

import pytest

from elgrande.puzzles.answers import start
from elgrande.puzzles.library import puzzles
from elgrande.rules.errors import IllegalChoice
from elgrande.server.presentation.puzzle_views import describe_attempt, try_choices

PUZZLE = next(one for one in puzzles() if one.kind == "turn")


def test_choices_are_offered_until_the_answer_is_complete() -> None:
    solution = start(PUZZLE)
    solution.play_all(PUZZLE.solutions[0])
    solution.finish()
    game, is_over, since = try_choices(PUZZLE, [])
    view, names, told = describe_attempt(PUZZLE, game, is_over, since, "en")
    assert (is_over, told) == (False, [])
    assert view["legal"] == game.legal(PUZZLE.seat)
    assert len(names) == PUZZLE.options.players
    game, is_over, since = try_choices(PUZZLE, solution.choices)
    view, names, told = describe_attempt(PUZZLE, game, is_over, since, "de")
    assert is_over
    assert (view["legal"], view["choices"]) == ([], [])
    assert all(line["says"] for line in told)  # type: ignore[typeddict-item]
    with pytest.raises(IllegalChoice):
        try_choices(PUZZLE, [*solution.choices, 0])
