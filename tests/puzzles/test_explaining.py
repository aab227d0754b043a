"""Puzzles in words."""

import pytest

from elgrande.editions.wording import LANGUAGES, texts
from elgrande.puzzles.explaining import (
    difficulty_title,
    explanation_for,
    question_for,
    steps_for,
    theme_title,
    why_not,
)
from elgrande.puzzles.library import puzzles
from elgrande.puzzles.puzzle import DIFFICULTIES, KINDS, PLACING, THEMES

SAMPLE = puzzles()[::60] + tuple(one for one in puzzles() if one.kind == PLACING)[:2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sample_is_explained_in_every_language(language: str) -> None:
    for puzzle in SAMPLE:
        said = [question_for(puzzle, language), explanation_for(puzzle, language)]
        said += [why_not(puzzle, one.choices, language) for one in puzzle.tempting]
        for sentence in said:
            assert sentence.endswith((".", "?"))
            assert "{" not in sentence
        assert all(steps_for(puzzle, puzzle.solutions[0], language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_has_a_title(language: str) -> None:
    words = texts(language)["puzzles"]
    assert set(words["questions"]) == set(KINDS)
    assert set(words["themes"]) == set(THEMES)
    assert all(theme_title(theme, language) for theme in THEMES)
    assert len({difficulty_title(step, language) for step in DIFFICULTIES}) == len(DIFFICULTIES)


def test_names_replace_colours() -> None:
    names = [f"Don {letter}" for letter in "ABCDE"]
    said = [explanation_for(puzzle, names=names) for puzzle in puzzles()[:10]]
    assert any("Don " in sentence for sentence in said)


def test_a_right_answer_is_called_right() -> None:
    puzzle = puzzles()[0]
    assert ": right." in why_not(puzzle, puzzle.solutions[0])
