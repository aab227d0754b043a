"""Puzzles in words, made from facts when somebody asks: question, solution, and why not."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from elgrande.bots.sentences import sentence_for
from elgrande.editions.wording import colour_words, texts
from elgrande.puzzles.answers import start, verdict
from elgrande.puzzles.puzzle import PLACING, Puzzle
from elgrande.rules.choices import PIECE_BASE, PLACE_BASE

PER_CENT = 100


def question_for(puzzle: Puzzle, language: str = "en") -> str:
    """Who decides, when, and what is asked."""
    words = _texts(language)
    colour = colour_words(puzzle.seat, puzzle.options, language)
    begins = words["you_are"].format(colour=colour, round=puzzle.position.round)
    return f"{begins} {words['questions'][puzzle.kind]}"


def theme_title(theme: str, language: str = "en") -> str:
    """What a theme is called."""
    return str(_texts(language)["themes"][theme])


def difficulty_title(difficulty: int, language: str = "en") -> str:
    """What a difficulty is called."""
    return str(_texts(language)["difficulties"][str(difficulty)])


def steps_for(
    puzzle: Puzzle,
    choices: Sequence[int],
    language: str = "en",
    names: Sequence[str] | None = None,
) -> list[str]:
    """An answer step by step; the same step several times in a row is one, with its count."""
    attempt = start(puzzle)
    said = []
    for choice in choices:
        if choice in attempt.legal:
            line = attempt.game.describe(choice, language, puzzle.seat, names)
            # A card's own text follows a colon; whoever looks at the board sees the card.
            said.append(line.partition(": ")[0].rstrip("."))
            attempt.play(choice)
    counted = ((line, len([*same])) for line, same in groupby(said))
    return [
        line if count == 1 else f"{line} (\N{MULTIPLICATION SIGN}{count})"
        for line, count in counted
    ]


def explanation_for(
    puzzle: Puzzle, language: str = "en", names: Sequence[str] | None = None
) -> str:
    """Why the solution is best."""
    best = puzzle.solutions[0]
    key = "explanation_placing" if puzzle.kind == PLACING else "explanation"
    return str(_texts(language)[key]).format(
        choice=first_step(puzzle, best, language, names),
        sentence=_sentence(puzzle, best, language, names),
        chance=round(PER_CENT * puzzle.chance),
        other=max(0, round(PER_CENT * puzzle.second)),
    )


def why_not(
    puzzle: Puzzle,
    choices: Sequence[int],
    language: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """What is wrong with an answer, or that it is right."""
    lost, solved, idea = _marks(puzzle, choices)
    words = _texts(language)
    key = "right" if solved else "nearly" if idea else "wrong"
    return str(words[key]).format(
        choice=first_step(puzzle, choices, language, names),
        sentence=_sentence(puzzle, choices, language, names),
        lost=max(1, round(PER_CENT * lost)),
    )


def first_step(
    puzzle: Puzzle,
    choices: Sequence[int],
    language: str = "en",
    names: Sequence[str] | None = None,
) -> str:
    """What an answer begins with: its card or single choice, or all that it places."""
    count = 1
    if puzzle.kind == PLACING:
        count = next(
            (at for at, choice in enumerate(choices) if not PLACE_BASE <= choice < PIECE_BASE),
            len(choices),
        )
    first, *others = steps_for(puzzle, choices[: max(1, count)], language, names)
    return ", ".join([first, *(step[0].lower() + step[1:] for step in others)])


def _marks(puzzle: Puzzle, choices: Sequence[int]) -> tuple[float, bool, bool]:
    """What is lost, whether it is right, and whether at least the idea is.

    What was found out about a tempting answer when the puzzle was made is said of it, too.
    """
    for tempting in puzzle.tempting:
        if tempting.choices == tuple(choices):
            return tempting.lost, False, verdict(puzzle, choices).idea
    found = verdict(puzzle, choices)
    return found.lost, found.solved, found.idea


def _sentence(
    puzzle: Puzzle, choices: Sequence[int], language: str, names: Sequence[str] | None
) -> str:
    state = puzzle.imagined().state
    return sentence_for(state, puzzle.seat, choices, language=language, names=names)


def _texts(language: str) -> dict[str, Any]:
    found: dict[str, Any] = texts(language)["puzzles"]
    return found
