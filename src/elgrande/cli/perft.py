"""`elgrande perft`: count the sequences of choices from a deal, to check rules and speed."""

import json
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.progress import Progress

from elgrande.cli.common import (
    AsJson,
    check_at_least_one,
    open_console,
    open_progress,
    plain_table,
)
from elgrande.cli.game_options import with_game_options
from elgrande.game import Game
from elgrande.rules.options import Options

EXAMPLE = "elgrande perft --depth 5 --players 2 --seed 7"


@with_game_options
def perft(
    options: Options,
    depth: Annotated[int, typer.Option(metavar="D", help="How many choices deep.")] = 4,
    seed: Annotated[int, typer.Option(metavar="N", help="Number of the deal.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Count the sequences of choices after a deal, by depth."""
    check_at_least_one(depth, "--depth")
    game = Game.new(options, seed)
    with open_progress() as progress:
        rows = [_measure(game, ply, progress) for ply in range(1, depth + 1)]
    if as_json:
        print(json.dumps({"options": options.to_data(), "seed": seed, "depths": rows}))
        return
    table = plain_table(f"Deal {seed}")
    for name in ("Depth", "Sequences", "Seconds"):
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(str(row["depth"]), f"{row['count']:,}", f"{row['seconds']:.3f}")
    open_console().print(table)


def _measure(game: Game, depth: int, progress: Progress) -> dict[str, Any]:
    """Count one depth, one first choice at a time to show progress."""
    started = perf_counter()
    count = 0
    for choice in progress.track(game.legal(), description=f"Depth {depth}"):
        after = game.clone()
        after.play(choice)
        count += after.perft(depth - 1)
    return {"depth": depth, "count": count, "seconds": round(perf_counter() - started, 6)}


COMMAND = perft
