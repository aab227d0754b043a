"""Puzzles: the list, trying one, the answer with its explanation, and what one has solved.

Trying a puzzle keeps nothing: whoever asks says which choices they made. The solution is sent only
with an answer, or to whoever gives up, and the first attempt of every player counts.
"""

import asyncio
from collections.abc import Sequence
from typing import Annotated, Any

from litestar import get, post
from litestar.params import FromPath, JSONBody, Parameter
from msgspec import convert
from sqlalchemy import Connection

from elgrande.puzzles.answers import start, verdict
from elgrande.puzzles.explaining import (
    difficulty_title,
    explanation_for,
    first_step,
    question_for,
    steps_for,
    theme_title,
    why_not,
)
from elgrande.puzzles.library import (
    DAILY,
    EXAM,
    FIRST_DAY,
    STEP,
    puzzle_of,
    puzzle_of_the_day,
    puzzles,
)
from elgrande.puzzles.puzzle import DIFFICULTIES, THEMES, Puzzle
from elgrande.rules.errors import BadArgument, GameOver, IllegalChoice, NotYourTurn
from elgrande.server.accounts.puzzle_ratings import Rating, new_puzzle
from elgrande.server.accounts.puzzle_records import (
    Attempt,
    Counted,
    Tried,
    attempts_of,
    count_attempt,
    days_of,
    puzzle_points,
    rating_of,
    run_of,
    streak,
    today,
)
from elgrande.server.accounts.sessions import Asking, Caller, Visiting
from elgrande.server.errors import BadRequest, CrossOrigin, NotFound, NotSignedIn, TooLarge
from elgrande.server.presentation.puzzle_views import describe_attempt, try_choices
from elgrande.server.timestamps import now_ms
from elgrande.server.web.api.parameters import Language
from elgrande.server.web.api.position_bodies import ChoicePlayed, PlayedOn
from elgrande.server.web.api.puzzle_bodies import (
    DailyShown,
    DayShown,
    DifficultyShown,
    PuzzleBody,
    PuzzleList,
    PuzzleRating,
    PuzzleRecord,
    PuzzleResult,
    PuzzleShown,
    PuzzleTask,
    PuzzleTempting,
    RowShown,
    SolutionBody,
    StreakShown,
    ThemeShown,
)
from elgrande.server.web.error_responses import refusals
from elgrande.server.web.openapi import OPEN_TO_ALL
from elgrande.server.web.packing import PACKED
from elgrande.server.web.services import Services, Shared

PuzzleId = FromPath[Annotated[str, Parameter(description="The id of a puzzle.")]]


@get(
    "/api/puzzles",
    middleware=[PACKED],
    responses=refusals(),
    security=OPEN_TO_ALL,
    tags=["puzzles"],
)
async def list_puzzles(
    visitor: Visiting, services: Shared, language: Language = "en"
) -> PuzzleList:
    """All puzzles in a fixed order, with how my first attempts ended."""

    def look(connection: Connection) -> tuple[dict[str, Rating], list[Tried]]:
        tried = [] if visitor is None else attempts_of(connection, visitor.id)
        return puzzle_points(connection), tried

    ratings, tried = await services.storage.database.read(look)
    solved = {attempt.puzzle: attempt.solved for attempt in tried}
    return PuzzleList(
        puzzles=[_shown(one, ratings.get(one.id), solved.get(one.id)) for one in puzzles()],
        themes=[ThemeShown(one, theme_title(one, language)) for one in THEMES],
        difficulties=[
            DifficultyShown(one, difficulty_title(one, language)) for one in DIFFICULTIES
        ],
        daily=DailyShown(FIRST_DAY.isoformat(), STEP, DAILY),
        exam=[*EXAM],
    )


@get(
    "/api/puzzles/day",
    responses=refusals(),
    security=OPEN_TO_ALL,
    tags=["puzzles"],
    sync_to_thread=False,
)
def show_puzzle_of_the_day() -> DayShown:
    """Today's puzzle, the same for everybody; the day is that of UTC."""
    day = today(now_ms())
    return DayShown(day.isoformat(), puzzle_of_the_day(day).id)


@get("/api/puzzles/record", responses=refusals(NotSignedIn), tags=["puzzles"])
async def puzzle_record(caller: Asking, services: Shared) -> PuzzleRecord:
    """My rating, my streaks, and what I have solved of every theme and difficulty."""
    now = today(now_ms())
    tried, days, rating = await services.storage.database.read(
        lambda connection: (
            attempts_of(connection, caller.id),
            days_of(connection, caller.id),
            rating_of(connection, caller.id),
        )
    )
    return PuzzleRecord(
        day=now.isoformat(),
        today=days.get(now),
        streak=StreakShown(*streak(days, now)),
        run=StreakShown(*run_of(tried, [one.id for one in puzzles()])),
        rating=_rating(rating),
        tried=len(tried),
        solved=sum(attempt.solved for attempt in tried),
        rows=_rows(tried),
    )


@post(
    "/api/puzzles/{puzzle_id:str}/position",
    middleware=[PACKED],
    responses=refusals(CrossOrigin, TooLarge, NotFound, IllegalChoice, NotYourTurn, GameOver),
    status_code=200,
    security=OPEN_TO_ALL,
    tags=["puzzles"],
)
async def try_puzzle(
    puzzle_id: PuzzleId, data: JSONBody[PuzzleBody], visitor: Visiting, services: Shared
) -> PuzzleTask:
    """A puzzle after some choices of one's own, with what can be chosen next."""
    puzzle = find_puzzle(puzzle_id)
    game, is_over, events = try_choices(puzzle, data.choices)
    rating, tried = await services.storage.database.read(
        lambda connection: (
            puzzle_points(connection, puzzle.id).get(puzzle.id),
            [] if visitor is None else attempts_of(connection, visitor.id, puzzle.id),
        )
    )
    view, names, told = describe_attempt(puzzle, game, is_over, events, data.language)
    return PuzzleTask(
        puzzle=_shown(puzzle, rating, tried[0].solved if tried else None),
        question=question_for(puzzle, data.language),
        position=PlayedOn(
            seat=puzzle.seat,
            names=names,
            view=view,
            played=[ChoicePlayed(puzzle.seat, one, game.notation(one)) for one in data.choices],
            events=told,
            truth=game.snapshot(),
            digest=game.digest(),
        ),
        complete=is_over,
    )


@post(
    "/api/puzzles/{puzzle_id:str}/answer",
    responses=refusals(NotSignedIn, CrossOrigin, TooLarge, NotFound, IllegalChoice),
    status_code=200,
    tags=["puzzles"],
)
async def answer_puzzle(
    puzzle_id: PuzzleId, data: JSONBody[PuzzleBody], caller: Asking, services: Shared
) -> PuzzleResult:
    """Whether a complete answer is right, and why; the first one counts for the rating."""
    puzzle = find_puzzle(puzzle_id)
    services.limits.advice.take(caller.id)
    try:
        found = await asyncio.to_thread(verdict, puzzle, data.choices)
    except BadArgument:
        raise BadRequest("The answer is not complete: there is more to choose.") from None
    return await _settle(services, caller, puzzle, data, solved=found.solved)


@post(
    "/api/puzzles/{puzzle_id:str}/solution",
    responses=refusals(NotSignedIn, CrossOrigin, TooLarge, NotFound),
    status_code=200,
    tags=["puzzles"],
)
async def show_solution(
    puzzle_id: PuzzleId, data: JSONBody[SolutionBody], caller: Asking, services: Shared
) -> PuzzleResult:
    """The solution without an answer; as a first attempt it counts as not solved."""
    puzzle = find_puzzle(puzzle_id)
    services.limits.advice.take(caller.id)
    return await _settle(services, caller, puzzle, data, solved=False)


async def _settle(
    services: Services,
    caller: Caller,
    puzzle: Puzzle,
    data: PuzzleBody | SolutionBody,
    *,
    solved: bool,
) -> PuzzleResult:
    """Count an attempt, and say what there is to say about it."""
    now = now_ms()
    is_of_the_day = puzzle_of_the_day(today(now)) is puzzle
    attempt = Attempt(caller.id, puzzle.id, solved, now, is_of_the_day)
    counted = await services.storage.database.write(
        lambda connection: count_attempt(connection, attempt, new_puzzle(puzzle.rating))
    )
    choices = data.choices if isinstance(data, PuzzleBody) else ()
    return await asyncio.to_thread(_tell, puzzle, choices, solved, counted, data.language)


def _tell(
    puzzle: Puzzle, choices: Sequence[int], solved: bool, counted: Counted, language: str
) -> PuzzleResult:
    solution = start(puzzle)
    solution.play_all(puzzle.solutions[0])
    return PuzzleResult(
        solved=solved,
        shown=not choices,
        why=why_not(puzzle, choices, language) if choices else "",
        explanation=explanation_for(puzzle, language),
        solution=solution.choices,
        steps=steps_for(puzzle, solution.choices, language),
        tempting=_tempting(puzzle, choices, language),
        counted=counted.first,
        before=_rating(counted.before),
        after=_rating(counted.after),
    )


def _tempting(puzzle: Puzzle, choices: Sequence[int], language: str) -> PuzzleTempting | None:
    """The wrong answer that tempts most, unless it begins like a right one or the one given."""
    told = {
        first_step(puzzle, known, language)
        for known in (tuple(choices), *puzzle.solutions)
        if known
    }
    for wrong in puzzle.tempting:
        choice = first_step(puzzle, wrong.choices, language)
        if choice not in told:
            return PuzzleTempting(choice, why_not(puzzle, wrong.choices, language))
    return None


def find_puzzle(puzzle_id: str) -> Puzzle:
    """The puzzle of an id; NotFound if there is none."""
    try:
        return puzzle_of(puzzle_id)
    except BadArgument:
        raise NotFound("There is no such puzzle.") from None


def _shown(puzzle: Puzzle, rating: Rating | None, solved: bool | None) -> PuzzleShown:
    data = {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating if rating is None else rating.points,
        "players": puzzle.options.players,
        "edition": puzzle.options.edition,
        "solved": solved,
    }
    return convert(data, PuzzleShown)


def _rating(rating: Rating) -> PuzzleRating:
    return PuzzleRating(rating.points, rating.margin)


def _rows(tried: Sequence[Tried]) -> list[RowShown]:
    rows = []
    for theme in THEMES:
        for difficulty in DIFFICULTIES:
            row = {
                one.id for one in puzzles() if (one.theme, one.difficulty) == (theme, difficulty)
            }
            mine = [attempt for attempt in tried if attempt.puzzle in row]
            if row:
                shown = RowShown(
                    theme=theme,
                    difficulty=difficulty,
                    total=len(row),
                    tried=len(mine),
                    solved=sum(attempt.solved for attempt in mine),
                    run=StreakShown(*run_of(mine, row)),
                )
                rows.append(shown)
    return rows


HANDLERS: list[Any] = [
    list_puzzles,
    show_puzzle_of_the_day,
    puzzle_record,
    try_puzzle,
    answer_puzzle,
    show_solution,
]
