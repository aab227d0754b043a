"""What is printed and what is stored about the attacks."""

import datetime
import json
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.attacks.attack import Attack, Figure
from bench.load.report import describe_machine

VERDICTS = {True: "yes", False: "NO", None: ""}


class Outcome(NamedTuple):
    """The outcome of an attack."""

    attack: Attack
    figures: list[Figure]
    # Why the attack could not be carried out, if it was not.
    failure: str | None


def print_outcomes(server: str, outcomes: list[Outcome]) -> None:
    """Print every figure of every attack."""
    console = Console(width=140)
    table = Table(title=f"Attacks on {server}", box=None, header_style="bold")
    for column in ("attack", "what", "found", "withstood"):
        table.add_column(column, justify="right" if column == "found" else "left")
    for outcome in outcomes:
        for figure in outcome.figures:
            unit = "" if figure.value is None else figure.unit
            found = f"{shown(figure.value)} {unit}".strip()
            verdict = VERDICTS[figure.withstood]
            table.add_row(outcome.attack.name, figure.what, found, verdict)
        if outcome.failure:
            table.add_row(outcome.attack.name, outcome.failure, "", VERDICTS[False])
    console.print(table)


def shown(value: float | int | bool | str | None) -> str:
    """A value as people read it."""
    if value is None:
        return "never"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}"
    return f"{value:,}" if isinstance(value, int) else value


def keep(path: Path, label: str, server: str, outcomes: list[Outcome]) -> None:
    """Write the figures under the label; those of other runs stay."""
    kept: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    run = kept.setdefault(label, {"attacks": {}})
    run["date"] = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
    run["machine"] = describe_machine()
    run["server"] = server
    for outcome in outcomes:
        run["attacks"][outcome.attack.name] = {
            "summary": outcome.attack.summary,
            "figures": [asdict(figure) for figure in outcome.figures],
            "failure": outcome.failure,
        }
    path.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
