"""`elgrande bench`: the speed of this build on this machine."""

import json
import platform
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table

import elgrande
from elgrande.build_info import rules_are_compiled
from elgrande.cli.common import AsJson, BadInput, open_console, open_progress, plain_table
from elgrande.speed import REPEATS, measure, standard_games

EXAMPLE = "elgrande bench --seconds 0.1"
MOST_SECONDS = 60.0


def bench(
    seconds: Annotated[
        float,
        typer.Option(metavar="S", help="Length of one repeat; all of them take 300 times as long."),
    ] = 0.2,
    as_json: AsJson = False,
) -> None:
    """Measure the speed of this build, in about a minute."""
    if not 0 < seconds <= MOST_SECONDS:
        raise BadInput(
            f"--seconds must be more than 0 and at most {MOST_SECONDS:g}, not {seconds:g}."
        )
    rows = _measure_all(seconds)
    report = {
        "version": elgrande.__version__,
        "rules": "compiled" if rules_are_compiled() else "interpreted",
        "python": platform.python_version(),
        "machine": platform.machine(),
        "seconds": seconds,
        "repeats": REPEATS,
        "rows": rows,
    }
    if as_json:
        print(json.dumps(report))
        return
    console = open_console()
    console.print(_table(f"elgrande {report['version']}, rules {report['rules']}", rows))
    console.print("Games by edition, players and variants: none, or all of them.")
    console.print("From Python: one call at a time through Game. Otherwise in the rules' own loop.")
    console.print(f"Each number is the best of {REPEATS} repeats of {seconds:g} s.")


def _measure_all(seconds: float) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    with open_progress() as progress:
        for game in progress.track(standard_games(), description="Measuring"):
            speed = measure(game["options"], seconds)
            rows.append({**game, "options": game["options"].to_data(), **speed})
    return rows


def _table(title: str, rows: Sequence[dict[str, Any]]) -> Table:
    table = plain_table(title, gap=2)
    table.add_column("Game")
    for heading in (
        "Decisions\nper s",
        "from\nPython",
        "Games\nper s",
        "Decisions\nper game",
        "Clone\nns",
        "from\nPython",
        "View\nµs",
    ):
        table.add_column(heading, justify="right", no_wrap=True)
    for row in rows:
        variants = ", all" if row["variants"] == "all" else ""
        table.add_row(
            f"{row['edition']}, {row['players']}{variants}",
            _in_short(row["decisions_per_second"]),
            _in_short(row["python_decisions_per_second"]),
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_game']:.0f}",
            f"{row['clone_ns']:,.0f}",
            f"{row['python_clone_ns']:,.0f}",
            f"{row['view_us']:.1f}",
        )
    return table


def _in_short(number: float) -> str:
    return f"{number / 1e6:.2f} M" if number >= 1e6 else f"{number / 1e3:.0f} k"


COMMAND = bench
