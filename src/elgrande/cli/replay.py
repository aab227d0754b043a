"""`elgrande replay`: read and check a record, and show the position it leads to."""

import json
from pathlib import Path
from typing import Annotated

import typer

from elgrande.cli.board import Board, open_view, show_board
from elgrande.cli.common import AsJson, Language, check_language, open_console, read_record
from elgrande.game import Game
from elgrande.record import Record

EXAMPLE = "elgrande replay evening.egn --upto 40"


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record, .egn or .json.")],
    upto: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after this many choices. [default: all]")
    ] = None,
    log: Annotated[
        bool, typer.Option("--log", help="Also print everything that happened.")
    ] = False,
    language: Language = "en",
    plain: Annotated[
        bool, typer.Option("--plain", help="No colours and no tables; for screen readers.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Replay a record and show the board and the scores."""
    check_language(language)
    record = read_record(file)
    game = record.replay(upto, events=log)
    sentences = [game.tell(event, language) for event in game.events(None)]
    if as_json:
        print(json.dumps(_as_data(record, game, sentences if log else None)))
        return
    console = open_console(plain)
    for sentence in sentences:
        console.print(sentence)
    show_board(console, Board(open_view(game), game.options, language), plain)
    console.print()
    console.print(_say_how_far(record, game))


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
