"""Play at many tables for an hour, and see whether the server's memory stays stable.

    python -m bench.soak [--tables 200] [--minutes 60] [--pause 2] [--json FILE] [--picture FILE]

Two people and a bot at every table, who play one short game after another, chat, lose their
connection and come back; some watch, some leave in mid-game. docs/host/load.md has the results.
"""

import argparse
import asyncio
import datetime
import json
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import uvloop

from bench.attacks.victim import Victim
from bench.load.__main__ import INTERRUPTED, allow_many_files
from bench.load.failures import LoadFailure
from bench.load.report import describe_machine
from bench.soak.memory import MIB, Sample, growth_per_hour, take_sample
from bench.soak.picture import Line, draw
from bench.soak.play import Company
from elgrande.server.settings import RATES

# Until then tables are still being opened for the first time, and none has been unloaded.
LONGEST_WARM_UP = 15 * 60.0
WARM_UP_SHARE = 0.3
# All clients come from one address, so its limits are lifted; those of a player stay as they are.
LIFTED = (
    *(f"{name}=off" for name, row in RATES.items() if "address" in row.sentence),
    "sockets=100000",
    "sockets_of_address=100000",
)


@dataclass
class Soak:
    """A run: its arguments and the samples so far."""

    tables: int
    minutes: float
    pause: float
    seed: int
    seconds_between_samples: float = 5.0
    samples: list[Sample] = field(default_factory=list)
    failure: str | None = None

    @property
    def warm_up(self) -> float:
        """Seconds that do not count for the slope."""
        return min(LONGEST_WARM_UP, WARM_UP_SHARE * 60 * self.minutes)

    def settled(self) -> list[Sample]:
        """The samples that count."""
        return [sample for sample in self.samples if sample.seconds >= self.warm_up]

    def growth(self) -> dict[str, float]:
        """MiB an hour for the server, the bot processes and the database."""
        times = [sample.seconds for sample in self.settled()]
        return {
            part: growth_per_hour(times, [getattr(s, part) / MIB for s in self.settled()])
            for part in ("server", "bots", "database")
        }


async def run(soak: Soak, company: Company) -> None:
    """Play until the time is up or the server is gone, taking samples all the while."""
    tasks = [asyncio.create_task(company.keep_table()) for _ in range(soak.tables)]
    begun = perf_counter()
    told = begun
    try:
        while (seconds := perf_counter() - begun) < 60 * soak.minutes:
            await asyncio.sleep(soak.seconds_between_samples)
            company.victim.process.check()
            database = company.victim.database_bytes()
            soak.samples.append(take_sample(company.victim.process, seconds, database))
            if perf_counter() - told >= 60 or len(soak.samples) == 1:
                told = perf_counter()
                say(soak.samples[-1], company)
    except LoadFailure as error:
        soak.failure = str(error)
    finally:
        company.stopping = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def say(sample: Sample, company: Company) -> None:
    """A line about the progress."""
    counts = ", ".join(f"{count} {name}" for name, count in company.counts().items())
    sizes = f"server {sample.server / MIB:.1f} MiB, bots {sample.bots / MIB:.1f} MiB"
    print(f"{sample.seconds / 60:5.1f} min: {sizes}, {counts}", file=sys.stderr, flush=True)


async def soak_server(soak: Soak) -> Company:
    """Start a server, play at it, and end it."""
    with tempfile.TemporaryDirectory(prefix="elgrande-soak-") as folder:
        options = [word for limit in LIFTED for word in ("--limit", limit)]
        victim = Victim(sys.executable, Path(folder), tuple(options))
        company = Company(victim, soak.pause, soak.seed)
        try:
            await victim.start()
            await run(soak, company)
        finally:
            await victim.stop()
    return company


def to_data(soak: Soak, company: Company) -> dict[str, Any]:
    """The run as plain data."""
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "machine": describe_machine(),
        "tables": soak.tables,
        "minutes": soak.minutes,
        "pause": soak.pause,
        "warm_up_seconds": soak.warm_up,
        "growth_mib_per_hour": soak.growth(),
        "counts": company.counts(),
        "first_errors": company.first_errors,
        "failure": soak.failure,
        "columns": list(Sample._fields),
        "samples": [list(sample) for sample in soak.samples],
    }


def picture_of(soak: Soak) -> str:
    """Memory over time."""
    growth = soak.growth()
    lines = [
        Line(
            f"{name}, {growth[part]:+.1f} MiB an hour",
            [getattr(sample, part) / MIB for sample in soak.samples],
            colour,
            dash,
        )
        for part, name, colour, dash in (
            ("server", "server", "#b3324b", ""),
            ("bots", "bot processes", "#3a76b5", "7 4"),
        )
    ]
    minutes = [sample.seconds / 60 for sample in soak.samples]
    title = f"Memory in use with {soak.tables} tables (shaded: warming up)"
    return draw(title, minutes, lines, soak.warm_up / 60)


def parse_arguments() -> argparse.Namespace:
    """The command line's arguments."""
    parser = argparse.ArgumentParser(description="Hours of play, and the server's memory.")
    parser.add_argument("--tables", type=int, default=200, help="tables at a time")
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--pause", type=float, default=2.0, help="mean seconds before a choice")
    parser.add_argument("--seed", type=int, default=1, help="seed for what the players do")
    parser.add_argument("--json", type=Path, help="write the samples to this file")
    parser.add_argument("--picture", type=Path, help="write the picture (SVG) to this file")
    return parser.parse_args()


def main() -> int:
    """Play, print how memory grew, write the files; 1 if something went wrong."""
    asked = parse_arguments()
    soak = Soak(asked.tables, asked.minutes, asked.pause, asked.seed)
    allow_many_files()
    try:
        company = uvloop.run(soak_server(soak))
    except KeyboardInterrupt:
        return INTERRUPTED
    if asked.json:
        asked.json.write_text(json.dumps(to_data(soak, company)) + "\n", encoding="utf-8")
    if asked.picture and soak.samples:
        asked.picture.write_text(picture_of(soak), encoding="utf-8")
    for part, slope in soak.growth().items():
        print(f"{part}: {slope:+.2f} MiB an hour after the first {soak.warm_up / 60:.0f} minutes")
    print(", ".join(f"{count} {name}" for name, count in company.counts().items()))
    for error in (*company.first_errors, *filter(None, [soak.failure])):
        print(error, file=sys.stderr)
    return int(bool(company.errors or soak.failure))


if __name__ == "__main__":
    sys.exit(main())
