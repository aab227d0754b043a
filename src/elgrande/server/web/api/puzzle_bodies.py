"""The bodies and answers of requests about puzzles."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from elgrande.editions.wording import LanguageKey
from elgrande.rules.keys import Edition
from elgrande.server.presentation.messages import Body
from elgrande.server.web.api.position_bodies import PlayedOn

LONGEST_ANSWER = 60  # choices; no turn has as many

Kind = Literal["turn", "placing", "power", "disc", "veto"]
Theme = Literal["scoring", "king", "castillo", "veto", "power", "endgame"]
Choices = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=255)], ...],
    Meta(max_length=LONGEST_ANSWER, description="The solver's own choices, in order."),
]


class PuzzleBody(Body, frozen=True):
    """The choices somebody has made in a puzzle."""

    choices: Choices = ()
    language: LanguageKey = "en"


class SolutionBody(Body, frozen=True):
    """Somebody would rather see the solution."""

    language: LanguageKey = "en"


class PuzzleShown(Struct, frozen=True):
    """A puzzle of the list."""

    id: str
    kind: Kind
    theme: Theme
    difficulty: Annotated[int, Meta(description="From 1, easy, to 5.")]
    rating: Annotated[int, Meta(description="It falls when people solve it, and rises if not.")]
    players: int
    edition: Edition
    solved: Annotated[
        bool | None, Meta(description="How my first attempt ended; null: there was none.")
    ]


class ThemeShown(Struct, frozen=True):
    """A theme and what it is called."""

    theme: Theme
    title: str


class DifficultyShown(Struct, frozen=True):
    """A difficulty and what it is called."""

    difficulty: int
    title: str


class DailyShown(Struct, frozen=True):
    """How the puzzle of a day is found: days since the first, times the step, modulo the count."""

    first_day: Annotated[str, Meta(description="A date, such as 2026-01-01.")]
    step: int
    count: Annotated[
        int, Meta(description="How many puzzles of the list take part, from the first on.")
    ]


class PuzzleList(Struct, frozen=True):
    """All puzzles in a fixed order, and what their themes and difficulties are called."""

    puzzles: list[PuzzleShown]
    themes: list[ThemeShown]
    difficulties: list[DifficultyShown]
    daily: DailyShown
    exam: Annotated[list[str], Meta(description="The puzzles of the lessons' final exam.")]


class DayShown(Struct, frozen=True):
    """The puzzle of a day, which begins and ends by UTC."""

    day: Annotated[str, Meta(description="A date, such as 2026-11-18.")]
    puzzle: str


class PuzzleTask(Struct, frozen=True):
    """A puzzle after some choices: others who were asked on the way have answered."""

    puzzle: PuzzleShown
    question: Annotated[str, Meta(description="What is asked, in words.")]
    position: PlayedOn
    complete: Annotated[bool, Meta(description="Whether nothing is left to choose.")]


class PuzzleRating(Struct, frozen=True):
    """A rating on the scale of chess, and how far it may be off nineteen times out of twenty."""

    rating: int
    margin: int


class PuzzleTempting(Struct, frozen=True):
    """A wrong answer that many would give, and why it is wrong."""

    choice: Annotated[str, Meta(description="What it begins with.")]
    why: str


class PuzzleResult(Struct, frozen=True):
    """What an answer was worth, and the solution."""

    solved: bool
    shown: Annotated[bool, Meta(description="Whether the solution was asked for instead.")]
    why: Annotated[str, Meta(description="What is right or wrong with the answer.")]
    explanation: Annotated[str, Meta(description="Why the solution is best.")]
    solution: Annotated[list[int], Meta(description="The choices of the solution.")]
    steps: Annotated[list[str], Meta(description="The solution in words.")]
    tempting: Annotated[
        PuzzleTempting | None, Meta(description="What else tempts, unless it was the answer.")
    ]
    counted: Annotated[bool, Meta(description="Whether it was my first attempt.")]
    before: PuzzleRating
    after: PuzzleRating


class StreakShown(Struct, frozen=True):
    """How many in a row: now, and at best."""

    now: int
    best: int


class RowShown(Struct, frozen=True):
    """The puzzles of a theme and difficulty, and how far I am with them."""

    theme: Theme
    difficulty: int
    total: int
    tried: int
    solved: int
    run: Annotated[StreakShown, Meta(description="Solved one after another.")]


class PuzzleRecord(Struct, frozen=True):
    """What I have done with puzzles."""

    day: Annotated[str, Meta(description="Today's date by UTC.")]
    today: Annotated[
        bool | None, Meta(description="How my answer to today's puzzle ended; null: none yet.")
    ]
    streak: Annotated[StreakShown, Meta(description="Days with the puzzle of the day solved.")]
    run: Annotated[StreakShown, Meta(description="Puzzles of any kind solved one after another.")]
    rating: PuzzleRating
    tried: int
    solved: int
    rows: Annotated[list[RowShown], Meta(description="By theme and difficulty.")]
