"""What all commands share: usual options, bad input, where to write, progress."""

import sys
import textwrap
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from elgrande.editions.wording import LANGUAGES, texts
from elgrande.record import Record
from elgrande.rules.errors import BadRecord, GameError
from elgrande.rules.fields import short
from elgrande.terminal_tables import plain_table as plain_table

Seed = Annotated[
    int | None, typer.Option(metavar="N", help="Number of the deal. [default: random]")
]
Language = Annotated[
    str, typer.Option(metavar="|".join(LANGUAGES), help="Language of the sentences.")
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        "--bot",
        metavar="NAME,...",
        help="One for all seats, or one for each; see elgrande bots.",
    ),
]
Limit = Annotated[float, typer.Option(metavar="S", help="Seconds a plug-in has for a choice.")]
Workers = Annotated[
    int, typer.Option(metavar="W", help="How many processes; the results are the same.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]

NARROWEST, USUAL_WIDTH, WIDEST = 10, 80, 1000


class BadInput(Exception):
    """Something on the command line is invalid; the message says what is allowed."""


def check_language(language: str) -> None:
    """Reject a language that has no texts."""
    texts(language)


def bot_names(text: str) -> list[str]:
    """The bots named on the command line, in their order."""
    return [name.strip() for name in text.split(",")]


def bots_by_seat(names: str, seats: Collection[int]) -> dict[int, str]:
    """Who plays which seat: one name for all seats, or one for each in order."""
    given = bot_names(names)
    if len(given) == 1:
        given *= len(seats)
    if len(given) != len(seats):
        raise BadInput(f"--bots takes one bot, or {len(seats)} for the seats, not {len(given)}.")
    return dict(zip(seats, given, strict=True))


def check_at_least_one(value: int, name: str, most: int | None = None) -> None:
    """Reject a count below one or above the maximum."""
    if value < 1:
        raise BadInput(f"{name} must be at least 1, not {short(value)}.")
    if most is not None and value > most:
        raise BadInput(f"{name} must be at most {most}, not {short(value)}.")


def read_record(path: Path) -> Record:
    """The record in a file, .egn or JSON."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord(f"{path} is not a text file.") from None
    try:
        return Record.from_json(text) if text.lstrip().startswith("{") else Record.from_text(text)
    except GameError as error:
        raise BadRecord(f"{path}: {error}") from None


def write_record(record: Record, path: Path) -> None:
    """Write a record to a file: as JSON if the name ends in .json, otherwise as .egn text."""
    text = record.to_json() + "\n" if path.suffix.lower() == ".json" else record.to_text()
    path.write_text(text, encoding="utf-8")


def open_console(plain: bool = False) -> Console:
    """A console for people; plain means no colours and no line breaks of ours."""
    console = Console(
        file=sys.stdout,
        highlight=False,
        markup=False,
        emoji=False,
        no_color=plain or None,
        color_system=None if plain else "auto",
        soft_wrap=plain,
    )
    # A terminal that does not know its width may report 0, or anything.
    if not NARROWEST <= console.width <= WIDEST:
        console.width = USUAL_WIDTH
    return console


def print_item(console: Console, label: str, sentence: str, plain: bool) -> None:
    """Print one item of a list, with its lines aligned."""
    if plain:
        console.print(f"{label.lstrip()}{sentence}")
        return
    indent = " " * len(label)
    text = textwrap.fill(f"{label}{sentence}", console.width, subsequent_indent=indent)
    console.print(text)


def open_progress() -> Progress:
    """A progress bar on stderr, if a person is watching."""
    console = Console(stderr=True)
    console.quiet = not console.is_terminal
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=console.quiet,
    )
