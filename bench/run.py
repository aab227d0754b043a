"""One table from one run on one core: this library, compiled and interpreted, and its peers.

    python -m bench.run [--seconds 0.3] [--no-peers] [--json FILE]

The rules are measured by `elgrande.speed`, the peers by `peers_probe.py` in their own
environments. Ratios compare decisions a second inside the loop with ours for four players,
edition 2023.
"""

import argparse
import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

import elgrande
from bench.peers import measure_peers
from bench.state_messages import measure_messages
from elgrande import Game, Options
from elgrande.build_info import rules_are_compiled
from elgrande.rules.state import SIZE
from elgrande.speed import measure, standard_games

HEADLINE = "elgrande 2023 4p"
ROOT = Path(__file__).parent.parent
Row = dict[str, Any]
# The project's targets with four players, edition 2023, on one core.
TARGETS = {
    "decisions_per_second": 8_000_000,
    "python_decisions_per_second": 1_200_000,
    "clone_ns": 150,
    "python_clone_ns": 300,
    "interpreted_decisions_per_second": 200_000,
    "state_bytes": 2048,
    "import_ms": 150,
    "view_us": 150,
    "message_us": 150,
    "further_message_us": 25,
}
# Peers play fewer games a second, so theirs get more time.
PEER_SECONDS = 4
AT_LEAST = {name for name in TARGETS if name.endswith("per_second")}


def measure_this_build(seconds: float) -> list[Row]:
    """A row for every kind of game, in the build this process runs.

    Machines sometimes have noisy neighbours for minutes, so the game that the targets are about is
    measured again between the others, and its best result counts.
    """
    build = "compiled" if rules_are_compiled() else "interpreted"
    rows: list[Row] = []
    again: list[Row] = []
    for game in standard_games():
        variants = " all variants" if game["variants"] == "all" else ""
        name = f"elgrande {game['edition']} {game['players']}p{variants}"
        say(f"measuring {name}, {build}")
        rows.append({"name": name, "how": build, **measure(game["options"], seconds)})
        if game["players"] % 2 == 0:
            again.append({"name": HEADLINE, "how": build, **measure(Options(), seconds)})
    return [keep_best([row, *again]) if row["name"] == HEADLINE else row for row in rows]


def keep_best(rows: list[Row]) -> Row:
    """The best of every figure."""
    best = dict(rows[0])
    for name in best:
        if name.endswith("per_second"):
            best[name] = max(row[name] for row in rows)
        elif name.endswith(("_ns", "_us")):
            best[name] = min(row[name] for row in rows)
    return best


def measure_interpreted(seconds: float) -> list[Row]:
    """The same rows for a copy of the package without its compiled files."""
    with tempfile.TemporaryDirectory() as folder:
        package = Path(elgrande.__file__).parent
        ignore = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(package, Path(folder) / "elgrande", ignore=ignore)
        code = (
            "import json; from bench.run import measure_this_build as rows\n"
            f"print(json.dumps(rows({seconds})))"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([folder, str(ROOT)])},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    rows: list[Row] = json.loads(done.stdout)
    return rows


def measure_import() -> float:
    """Milliseconds to import the library in a fresh process, the best of seven."""
    code = (
        "from time import perf_counter as now; start = now(); import elgrande;"
        "print((now() - start) * 1000)"
    )
    times = []
    for _ in range(7):
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        times.append(float(done.stdout))
    return min(times)


def state_bytes() -> int:
    """The size of a position: its vector and the numbers beside it."""
    return SIZE * 8 + sys.getsizeof(Game.new().state)


def figures(rows: list[Row], messages: Mapping[str, float]) -> dict[str, float]:
    """The result for each target."""
    ours = next(row for row in rows if row["name"] == HEADLINE)
    plain = [row for row in rows if row["name"] == HEADLINE]
    names = ("decisions_per_second", "python_decisions_per_second", "clone_ns", "python_clone_ns")
    return {
        **{name: ours[name] for name in names},
        "interpreted_decisions_per_second": plain[-1]["decisions_per_second"],
        "state_bytes": state_bytes(),
        "import_ms": measure_import(),
        "view_us": ours["view_us"],
        **{name: cost for name, cost in messages.items() if name in TARGETS},
    }


def table_of_rows(rows: list[Row]) -> Table:
    """The table people read."""
    ours = next(row for row in rows if row["name"] == HEADLINE)
    table = Table(title="Random play on one core", box=None, header_style="bold")
    table.add_column("game")
    table.add_column("how")
    for column in ("decisions/s", "from Python", "games/s", "decisions/game", "clone ns", "ratio"):
        table.add_column(column, justify="right")
    for row in rows:
        if row.get("error"):
            table.add_row(row["name"], f"failed: {row['error'][:40]}")
            continue
        python = row.get("python_decisions_per_second")
        table.add_row(
            row["name"],
            row["how"],
            f"{row['decisions_per_second']:,.0f}",
            f"{python:,.0f}" if python else "",
            f"{row['games_per_second']:,.0f}",
            f"{row['decisions_per_game']:.0f}",
            f"{row['clone_ns']:,.0f}" if row["clone_ns"] else "",
            f"{row['decisions_per_second'] / ours['decisions_per_second']:.4f}",
        )
    return table


def targets_table(reached: dict[str, float]) -> Table:
    """The targets and the results."""
    table = Table(title="Four players, edition 2023", box=None, header_style="bold")
    table.add_column("figure")
    table.add_column("target", justify="right")
    table.add_column("reached", justify="right")
    table.add_column("")
    for name, target in TARGETS.items():
        value = reached[name]
        good = value >= target if name in AT_LEAST else value <= target
        sign = ">=" if name in AT_LEAST else "<="
        table.add_row(name, f"{sign} {target:,}", f"{value:,.0f}", "yes" if good else "NO")
    return table


def stay_on_one_core() -> None:
    """Keep this process and its children on one core, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def say(line: str) -> None:
    """Report progress without touching the output."""
    print(line, file=sys.stderr)


def main() -> None:
    """Measure, print the tables, write the JSON."""
    parser = argparse.ArgumentParser(description="Speed compared with the peers, in one run.")
    parser.add_argument("--seconds", type=float, default=0.3, help="length of one repeat")
    parser.add_argument("--no-peers", action="store_true", help="measure only this library")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    arguments = parser.parse_args()
    if not rules_are_compiled():
        say("the rules are not compiled here; run `make compile` for the compiled rows")
    stay_on_one_core()
    rows = measure_this_build(arguments.seconds)
    rows += measure_interpreted(arguments.seconds)
    say("measuring the messages of a table")
    messages: Row = dict(measure_messages())
    reached = figures(rows, messages)
    if not arguments.no_peers:
        rows += [dict(row) for row in measure_peers(PEER_SECONDS * arguments.seconds)]
    console = Console(width=130)
    console.print(table_of_rows(rows))
    console.print()
    console.print(targets_table(reached))
    if arguments.json:
        data = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "rows": rows,
            "messages": messages,
            "targets": TARGETS,
            "reached": reached,
        }
        arguments.json.write_text(json.dumps(data, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
