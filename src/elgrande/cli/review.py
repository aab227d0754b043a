"""`elgrande review`: how well a finished game was played, in the terminal, as JSON or as a page."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from elgrande.cli.common import (
    AsJson,
    BadInput,
    Language,
    Workers,
    check_at_least_one,
    check_language,
    open_console,
    open_progress,
    plain_table,
    print_item,
    read_record,
)
from elgrande.game import Game
from elgrande.record import Record
from elgrande.review import DEFAULT_ITERATIONS, GameNotOver, Review, review_game
from elgrande.review.data import BEST, WORST
from elgrande.review.report import Report

EXAMPLE = "elgrande review evening.egn --html evening.html"
MOST_ITERATIONS: Final = 1_000_000
MOST_WORKERS: Final = 256
LONGEST_NAME: Final = 40


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, .egn or .json.")],
    iterations: Annotated[
        int, typer.Option(metavar="N", help="How long to think about each moment.")
    ] = DEFAULT_ITERATIONS,
    workers: Workers = 1,
    names: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="What the players are called, seat by seat."),
    ] = None,
    language: Language = "en",
    html: Annotated[
        Path | None, typer.Option(metavar="PAGE", help="Write the review as a page of its own.")
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Review a finished game: accuracy, best and worst moments, luck, and the story."""
    check_language(language)
    check_at_least_one(iterations, "--iterations", MOST_ITERATIONS)
    check_at_least_one(workers, "--workers", MOST_WORKERS)
    record = read_record(file)
    called = _names(names, record.options.players)
    if html is not None and not html.parent.is_dir():
        raise BadInput(f"There is no folder {html.parent} to write {html.name} to.")
    start, line = _replayed(record, file)
    found = _review(start, line, iterations, workers)
    report = Report(found, start, line, language=language, names=called)
    if html is not None:
        from elgrande.review.page import page_of

        html.write_text(page_of(report), encoding="utf-8")
    if as_json:
        print(json.dumps({**found.to_data(), "story": report.story()}))
        return
    show(open_console(plain), report, plain)
    if html is not None:
        print(f"The page is in {html}.")


def _names(text: str | None, players: int) -> list[str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != players or not all(0 < len(name) <= LONGEST_NAME for name in names):
        raise BadInput(
            f"--names takes {players} names of at most {LONGEST_NAME} letters, with commas between."
        )
    return names


def _replayed(record: Record, file: Path) -> tuple[Game, list[tuple[int, int]]]:
    """The game before its first choice, and its choices; it must replay to an end."""
    if not record.replay().over:
        raise GameNotOver(f"{file}: only a finished game can be reviewed; this one is not over.")
    return record.replay(0), [*zip(record.seats, record.choices, strict=True)]


def _review(start: Game, line: Sequence[tuple[int, int]], iterations: int, workers: int) -> Review:
    with open_progress() as progress:
        task = progress.add_task("Reviewing", total=None)
        return review_game(
            start,
            line,
            iterations=iterations,
            workers=workers,
            progress=lambda done, total: progress.update(task, completed=done, total=total),
        )


def show(console: Console, report: Report, plain: bool = False) -> None:
    """Print the review."""
    headings = report.headings()
    if plain:
        console.print(report.word("heading"))
        for name, *figures in report.rows():
            said = ", ".join(
                f"{head} {one}" for head, one in zip(headings[1:], figures, strict=True)
            )
            console.print(f"{name}: {said}")
    else:
        table = plain_table(report.word("heading"))
        for number, head in enumerate(headings):
            table.add_column(head, justify="right" if number else "left")
        for row in report.rows():
            table.add_row(*row)
        console.print(table)
    _show_moments(console, report, plain)
    console.print(f"\n{report.word('story')}", style="bold")
    for paragraph in report.story():
        print_item(console, "", paragraph, plain)
        console.print()
    print_item(console, "", report.how(), plain)


def _show_moments(console: Console, report: Report, plain: bool) -> None:
    told = {kind: [*report.moments(kind)] for kind in (WORST, BEST)}
    for kind, heading in ((WORST, "worst"), (BEST, "best_moments")):
        if not told[kind]:
            continue
        console.print(f"\n{report.word(heading)}", style="bold")
        for one in told[kind]:
            place = f"[{one.moment.position}] {one.name}, {one.when}, {one.figure}."
            print_item(console, "  ", f"{place} {one.sentence}", plain)
    if not any(told.values()):
        console.print(f"\n{report.word('none')}")


COMMAND = review
