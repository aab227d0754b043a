"""`elgrande replay`: read and check a record, and show the position it leads to.

The games to learn from can be named in place of a file; the coach's comments are told then.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from elgrande.cli.board import Board, open_view, show_board
from elgrande.cli.common import (
    AsJson,
    BadInput,
    Language,
    check_language,
    open_console,
    read_record,
)
from elgrande.editions.wording import colour_words
from elgrande.game import Game
from elgrande.model_games.comments import Said, said_about, summary_of, title_of
from elgrande.model_games.library import NAMES, ModelGame, model_game, model_games
from elgrande.pictures.moments import Course
from elgrande.pictures.page import page_of
from elgrande.record import Record

EXAMPLE = "elgrande replay evening.egn --upto 40"


def replay(
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="A record, .egn or .json, or the name of a game to learn from."
        ),
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List the games to learn from, with comments.")
    ] = False,
    upto: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after this many choices. [default: all]")
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="Also print everything that happened.")
    ] = False,
    page: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Write the game as a page for any browser, which needs no server."
        ),
    ] = None,
    language: Language = "en",
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay a record, or a game to learn from, and show the board and the scores."""
    check_language(language)
    if listed:
        _list_games(language, as_json)
        return
    if file is None:
        raise typer.BadParameter("Name a FILE, or see the games to learn from with --list.")
    model = _model_game(file)
    record = read_record(file) if model is None else model.record
    if page is not None:
        title = title_of(model, language) if model else ""
        size = _write_page(page, record, title, language)
        told = {"page": str(page), "bytes": size}
        print(json.dumps(told) if as_json else f"{page} holds the game; any browser opens it.")
        return
    comments = [] if model is None else [*said_about(model, language)]
    game, sentences = _replay(record, upto, log, language, comments)
    if as_json:
        print(json.dumps(_as_data(record, game, sentences if log else None)))
        return
    console = open_console(plain)
    for sentence in sentences:
        console.print(sentence)
    show_board(console, Board(open_view(game), game.options, language), plain)
    console.print()
    console.print(_say_how_far(record, game))


def _model_game(file: Path) -> ModelGame | None:
    """The game to learn from of this name, unless there is such a file."""
    return model_game(str(file)) if str(file) in NAMES and not file.exists() else None


def _write_page(target: Path, record: Record, title: str, language: str) -> int:
    """Write the game as one HTML file; how many bytes it has."""
    record.replay()  # a record that cannot be replayed is refused before anything is written
    course = Course(
        record.replay(0).snapshot(), 0, [*zip(record.seats, record.choices, strict=True)]
    )
    try:
        return target.write_bytes(page_of(course, title=title, language=language).encode())
    except OSError as error:
        raise BadInput(f"{target} cannot be written: {error.strerror}.") from None


def _list_games(language: str, as_json: bool) -> None:
    """The games to learn from."""
    games = model_games()
    if as_json:
        names = ({"name": game.name, "title": title_of(game, language)} for game in games)
        print(json.dumps([*names]))
        return
    for game in games:
        print(f"{game.name:13} {title_of(game, language)}. {summary_of(game, language)}")


def _replay(
    record: Record, upto: int | None, log: bool, language: str, comments: Sequence[Said]
) -> tuple[Game, list[str]]:
    """The game so far and what is told on the way: what happened, and what the coach says."""
    game = record.replay(upto, events=log)
    if not log and not comments:
        return game, []
    told: list[str] = []
    heard = 0
    follows = record.replay(0, events=log)
    waiting = [comment for comment in comments if comment.position <= game.step]
    while True:
        if log:
            told += [follows.tell(event, language) for event in follows.events(None, heard)]
            heard = follows.event_count
        while waiting and waiting[0].position <= follows.step:
            told.append(_say_comment(follows, waiting.pop(0), language))
        if follows.step == game.step:
            return game, told
        follows.play(record.choices[follows.step], record.seats[follows.step])


def _say_comment(game: Game, comment: Said, language: str) -> str:
    """A comment with its place in the game and whom it is for."""
    if comment.seat is None:
        return f"[{comment.position}] {comment.text}"
    name = colour_words(comment.seat, game.options, language).capital
    return f"[{comment.position}] {name}: {comment.text}"


def _is_verified(record: Record, game: Game) -> bool:
    """Whether the whole record was replayed and has a digest for `Record.replay` to compare."""
    return game.step == len(record.choices) and bool(record.digest)


def _say_how_far(record: Record, game: Game) -> str:
    count = len(record.choices)
    if game.step < count:
        return f"Replayed {game.step} of {count} choices."
    if _is_verified(record, game):
        return f"Replayed all {count} choices; the position matches the record's digest."
    return f"Replayed all {count} choices; the record has no digest to check against."


def _as_data(record: Record, game: Game, sentences: list[str] | None) -> dict[str, object]:
    data: dict[str, object] = {
        "options": record.options.to_data(),
        "seed": record.seed,
        "choices": len(record.choices),
        "replayed": game.step,
        "verified": _is_verified(record, game),
        "over": game.over,
        "scores": game.scores,
        "winners": list(game.winners),
        "digest": game.digest(),
        "snapshot": game.snapshot(),
    }
    if sentences is not None:
        data["log"] = sentences
    return data


COMMAND = replay
