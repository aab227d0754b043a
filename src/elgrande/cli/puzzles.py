"""`elgrande puzzles`: list, show, make, choose and check puzzles."""

import json
import sys
from datetime import date
from pathlib import Path
from typing import Annotated, Final

import typer

from elgrande.cli.board import Board, show_board
from elgrande.cli.common import (
    AsJson,
    BadInput,
    Language,
    check_at_least_one,
    check_language,
    open_console,
    open_progress,
)
from elgrande.puzzles.checking import TIMES, Check, check
from elgrande.puzzles.choosing import choose, found_in
from elgrande.puzzles.explaining import (
    difficulty_title,
    explanation_for,
    question_for,
    steps_for,
    theme_title,
    why_not,
)
from elgrande.puzzles.library import puzzle_of, puzzle_of_the_day, puzzles
from elgrande.puzzles.making import make
from elgrande.puzzles.puzzle import DIFFICULTIES, THEMES, Puzzle

MOST_GAMES: Final = 100_000
MOST_TIMES: Final = 1000
MOST_SEED: Final = 2**31
TODAY: Final = "today"

app = typer.Typer(
    name="puzzles",
    help="Puzzles: positions with one clearly best answer. List, show, make and check them.",
    epilog="Example: elgrande puzzles show today",
    rich_markup_mode=None,
    context_settings={"help_option_names": ["--help", "-h"]},
)

Theme = Annotated[
    str | None, typer.Option(metavar="|".join(THEMES), help="Only those of this theme.")
]
Difficulty = Annotated[
    int | None, typer.Option(metavar="1-5", help="Only those of this difficulty.")
]


@app.command("list", epilog="Example: elgrande puzzles list --theme king --difficulty 2")
def list_puzzles(
    theme: Theme = None,
    difficulty: Difficulty = None,
    language: Language = "en",
    as_json: AsJson = False,
) -> None:
    """List the puzzles of the library, in its order."""
    check_language(language)
    if theme is not None and theme not in THEMES:
        raise BadInput(f"--theme must be one of {', '.join(THEMES)}, not {theme[:20]!r}.")
    if difficulty is not None and difficulty not in DIFFICULTIES:
        raise BadInput("--difficulty must be from 1 to 5.")
    chosen = [
        puzzle
        for puzzle in puzzles()
        if theme in (None, puzzle.theme) and difficulty in (None, puzzle.difficulty)
    ]
    if as_json:
        print(json.dumps([as_data(puzzle) for puzzle in chosen]))
        return
    for puzzle in chosen:
        hard = difficulty_title(puzzle.difficulty, language)
        title = theme_title(puzzle.theme, language)
        table = f"{puzzle.options.players} / {puzzle.options.edition}"
        print(f"{puzzle.id}  {puzzle.kind:8}{title:24}{hard:12}{puzzle.rating:5}  {table}")


def as_data(puzzle: Puzzle) -> dict[str, object]:
    """What the list says about a puzzle."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "theme": puzzle.theme,
        "difficulty": puzzle.difficulty,
        "rating": puzzle.rating,
        "players": puzzle.options.players,
        "edition": puzzle.options.edition,
        "bytes": len(puzzle.to_line().encode()),
    }


@app.command("show", epilog="Example: elgrande puzzles show today --solution")
def show_puzzle(
    id: Annotated[str, typer.Argument(metavar="ID", help="Its id, or `today`.")],
    solution: Annotated[
        bool, typer.Option("--solution", help="Also the solution, and why not something else.")
    ] = False,
    language: Language = "en",
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Show the position as its player sees it, and what is asked."""
    check_language(language)
    puzzle = puzzle_of_the_day(date.today()) if id == TODAY else puzzle_of(id)
    said = _solution_in_words(puzzle, language) if solution else []
    question = question_for(puzzle, language)
    if as_json:
        view = puzzle.imagined().view(puzzle.seat).data
        told = {**as_data(puzzle), "seat": puzzle.seat, "question": question, "view": view}
        print(json.dumps({**told, "solution": said} if solution else told))
        return
    console = open_console(plain)
    view = puzzle.imagined().view(puzzle.seat).data
    show_board(console, Board(view, puzzle.options, language), plain)
    for line in ("", question, *said):
        console.print(line)


def _solution_in_words(puzzle: Puzzle, language: str) -> list[str]:
    """The best answer step by step, why it is best, and what is wrong with the tempting ones."""
    steps = steps_for(puzzle, puzzle.solutions[0], language)
    said = [f"{number}. {step}." for number, step in enumerate(steps, start=1)]
    said.append(explanation_for(puzzle, language))
    return said + [why_not(puzzle, one.choices, language) for one in puzzle.tempting]


@app.command("make", epilog="Example: elgrande puzzles make --games 50 --out found --seed 1")
def make_puzzles(
    out: Annotated[
        Path, typer.Option(metavar="DIR", help="Where to write; the same command resumes the run.")
    ],
    games: Annotated[int, typer.Option(metavar="N", help="How many games to search.")] = 10,
    seed: Annotated[int, typer.Option(metavar="S", help="Seed of the first game.")] = 0,
) -> None:
    """Play games of our strongest bots and look for puzzles in them."""
    check_at_least_one(games, "--games", MOST_GAMES)
    if not 0 <= seed <= MOST_SEED:
        raise BadInput(f"--seed must be from 0 to {MOST_SEED}.")
    count = 0
    with open_progress() as progress:
        bar = progress.add_task("Playing", total=games)
        for found in make(out, games, seed):
            count += len(found)
            progress.advance(bar)
    print(f"{count} new puzzles are in {out}.")


@app.command("choose", epilog="Example: elgrande puzzles choose found --count 50 --out mine.jsonl")
def choose_puzzles(
    folders: Annotated[list[Path], typer.Argument(metavar="DIR...", help="Folders of `make`.")],
    out: Annotated[Path, typer.Option(metavar="FILE", help="The file to write.")],
    count: Annotated[int, typer.Option(metavar="N", help="How many puzzles.")] = 400,
) -> None:
    """Choose a mixture of all kinds, themes and difficulties from the puzzles found."""
    check_at_least_one(count, "--count")
    chosen = choose(found_in(folders), count)
    out.write_text("".join(f"{puzzle.to_line()}\n" for puzzle in chosen), encoding="utf-8")
    print(f"{len(chosen)} puzzles are in {out}.")


@app.command("check", epilog="Example: elgrande puzzles check --times 10")
def check_puzzles(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID...", help="Which ones. [default: all]")
    ] = None,
    times: Annotated[
        int, typer.Option(metavar="N", help="How many times the search that made them.")
    ] = TIMES,
    folder: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Check those that `make` found instead of the library."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Search puzzles again, longer and in other worlds; the exit code is 1 if one fails."""
    check_at_least_one(times, "--times", MOST_TIMES)
    chosen = [*puzzles()] if folder is None else found_in([folder])
    if ids:
        chosen = [puzzle_of(id) for id in ids]
    results: list[tuple[Puzzle, Check]] = []
    with open_progress() as progress:
        for puzzle in progress.track(chosen, description="Checking"):
            results.append((puzzle, check(puzzle, times)))
    failed = [(puzzle, result) for puzzle, result in results if not result.holds]
    if as_json:
        told = [
            {"id": puzzle.id, "holds": result.holds, "lead": round(result.lead, 3)}
            for puzzle, result in results
        ]
        print(json.dumps(told))
    else:
        for puzzle, result in failed:
            print(f"{puzzle.id}: the solution leads by {100 * result.lead:.1f} points only.")
        print(f"{len(results) - len(failed)} of {len(results)} puzzles hold.")
    if failed:
        sys.exit(1)
