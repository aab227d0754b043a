"""What is printed and what is stored: the tables and the JSON of a run."""

import datetime
import os
import platform
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from bench.load.course import Memory, Outcome
from bench.load.drive import Measurement

# The project's targets: 500 tables with 2,000 sockets, one choice per table per second.
TARGETS = {"p50_ms": 20.0, "p99_ms": 150.0, "errors": 0.0, "kib_per_idle_table": 64.0}
# Cores that other processes may keep busy before it is worth mentioning.
BUSY = 0.3
KIB, MIB = 1024, 1024 * 1024


def print_outcomes(outcomes: list[Outcome]) -> None:
    """Print everything that was measured."""
    console = Console(width=140)
    console.print(load_table(outcomes))
    console.print()
    console.print(memory_table(outcomes))
    for outcome in outcomes:
        console.print(f"{outcome.name}: {outcome.failure or outcome.end}", soft_wrap=True)
    if max((row.other_cores for outcome in outcomes for row in phases(outcome)), default=0) > BUSY:
        console.print("This machine was busy with other things; the figures are worse for it.")


def load_table(outcomes: list[Outcome]) -> Table:
    """Latency by load, one row per phase."""
    table = Table(title="From a choice to the opponents' update", box=None, header_style="bold")
    table.add_column("server")
    for column in (
        "tables", "sockets", "choices/s", "p50 ms", "p99 ms", "max ms", "errors", "unseen",
        "skipped", "server", "client", "others", "pace ms", "B/frame", "MiB",
    ):  # fmt: skip
        table.add_column(column, justify="right")
    for outcome in outcomes:
        for row in phases(outcome):
            table.add_row(
                outcome.name,
                f"{row.tables:,}",
                f"{row.sockets:,}",
                f"{row.offered_per_second:,.0f}",
                f"{row.p50_ms:.1f}",
                f"{row.p99_ms:.1f}",
                f"{row.max_ms:.0f}",
                str(len(row.errors)),
                str(row.unseen),
                str(row.skipped),
                f"{row.server_cores:.2f}",
                f"{row.client_cores:.2f}",
                f"{row.other_cores:.2f}",
                f"{row.pace_p99_ms:.1f}",
                f"{row.bytes_per_update:,.0f}",
                f"{row.memory / MIB:.0f}",
            )
    return table


def memory_table(outcomes: list[Outcome]) -> Table:
    """Memory by table, one row per server."""
    table = Table(title="Memory of the server", box=None, header_style="bold")
    table.add_column("server")
    for column in (
        "tables",
        "base MiB",
        "KiB per idle table",
        "with four sockets",
        "after the load",
    ):
        table.add_column(column, justify="right")
    for outcome in outcomes:
        memory = outcome.memory
        if memory is not None:
            table.add_row(
                outcome.name,
                f"{memory.tables:,}",
                f"{memory.base / MIB:.0f}",
                f"{memory.per_idle_table / KIB:.1f}",
                f"{memory.per_connected_table / KIB:.1f}",
                f"{(outcome.promised.memory - memory.base) / memory.tables / KIB:.1f}"
                if outcome.promised
                else "",
            )
    return table


def targets_table(outcome: Outcome) -> Table:
    """The targets and the results."""
    reached = figures(outcome)
    table = Table(title="elgrande at the load promised", box=None, header_style="bold")
    table.add_column("figure")
    table.add_column("target", justify="right")
    table.add_column("reached", justify="right")
    table.add_column("")
    for name, target in TARGETS.items():
        good = name in reached and reached[name] <= target
        value = f"{reached[name]:,.1f}" if name in reached else "not measured"
        table.add_row(name, f"<= {target:g}", value, "yes" if good else "NO")
    return table


def figures(outcome: Outcome) -> dict[str, float]:
    """The result for each target."""
    found: dict[str, float] = {}
    if outcome.memory is not None:
        found["kib_per_idle_table"] = outcome.memory.per_idle_table / KIB
    if outcome.promised is not None:
        found["p50_ms"] = outcome.promised.p50_ms
        found["p99_ms"] = outcome.promised.p99_ms
        found["errors"] = len(outcome.promised.errors) + outcome.promised.unseen
    return found


def phases(outcome: Outcome) -> list[Measurement]:
    """All phases of load, in order."""
    return [*([outcome.promised] if outcome.promised else []), *outcome.doubled]


def to_data(outcomes: list[Outcome]) -> dict[str, Any]:
    """The results as plain data."""
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": describe_machine(),
        "targets": TARGETS,
        "servers": [
            {
                "name": outcome.name,
                "versions": outcome.versions,
                "setup_seconds": outcome.setup_seconds,
                "memory": memory_data(outcome.memory),
                "phases": [phase_data(row) for row in phases(outcome)],
                "end": outcome.end,
                "failure": outcome.failure,
            }
            for outcome in outcomes
        ],
    }


def phase_data(row: Measurement) -> dict[str, Any]:
    """One phase; if there are many errors, the first few are enough."""
    return {**asdict(row), "errors": len(row.errors), "first_errors": row.errors[:5]}


def memory_data(memory: Memory | None) -> dict[str, float] | None:
    """Memory, in total and per table."""
    if memory is None:
        return None
    return {
        **asdict(memory),
        "per_idle_table": memory.per_idle_table,
        "per_connected_table": memory.per_connected_table,
    }


def describe_machine() -> dict[str, Any]:
    """The machine the figures were measured on."""
    processors = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    models = {
        line.partition(":")[2].strip() for line in processors if line.startswith("model name")
    }
    return {
        "processor": ", ".join(sorted(models)),
        "cores": os.cpu_count(),
        "memory_mib": os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // MIB,
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
    }
