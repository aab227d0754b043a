"""Measure how much load the table server can handle, compared with boardgame.io, in one run.

    python -m bench.load [--tables 500] [--seconds 60] [--only SERVER] [--json FILE]

Server and clients run on this machine, the clients in this process on one core. docs/host/load.md
explains what is measured and how.
"""

import argparse
import json
import os
import resource
import sys
import tempfile
from pathlib import Path

import uvloop
from rich.console import Console

from bench.load.boardgame_io import BoardgamePeer
from bench.load.course import Outcome, Plan, measure
from bench.load.elgrande_server import ElgrandePeer
from bench.load.peer import Peer
from bench.load.report import figures, print_outcomes, targets_table, to_data

INTERRUPTED = 130
PEERS = (ElgrandePeer.name, BoardgamePeer.name)


def make_peer(name: str, folder: Path) -> Peer:
    """The server of that name."""
    return ElgrandePeer(folder) if name == ElgrandePeer.name else BoardgamePeer(folder)


async def measure_all(names: list[str], plan: Plan) -> list[Outcome]:
    """Measure one server after another, with nothing left running in between."""
    outcomes = []
    for name in names:
        with tempfile.TemporaryDirectory(prefix="elgrande-load-") as folder:
            outcomes.append(await measure(make_peer(name, Path(folder)), plan))
    return outcomes


def allow_many_files() -> None:
    """Every socket is a file: allow as many as the system permits, here and in the servers."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def stay_on_one_core() -> None:
    """Keep the clients on one core, so that they cannot crowd the server out of both."""
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def parse_arguments() -> argparse.Namespace:
    """The command line's arguments."""
    parser = argparse.ArgumentParser(description="The table server under load.")
    parser.add_argument("--tables", type=int, default=500, help="running tables, four seats each")
    parser.add_argument("--seconds", type=float, default=60.0, help="length of the target load")
    parser.add_argument(
        "--doubling-seconds", type=float, default=20.0, help="length of each doubled load"
    )
    parser.add_argument(
        "--budget", type=float, default=200.0, help="no doubling begins after this many seconds"
    )
    parser.add_argument("--only", choices=PEERS, help="measure only this server")
    parser.add_argument("--json", type=Path, help="write the results to this file")
    return parser.parse_args()


def main() -> int:
    """Measure, print the tables, write the JSON; 1 if our server made an error."""
    arguments = parse_arguments()
    if not sys.platform.startswith("linux"):
        print("The load is measured through /proc, which only Linux has.", file=sys.stderr)
        return 1
    plan = Plan(arguments.tables, arguments.seconds, arguments.doubling_seconds, arguments.budget)
    allow_many_files()
    stay_on_one_core()
    names = [arguments.only] if arguments.only else list(PEERS)
    try:
        outcomes = uvloop.run(measure_all(names, plan))
    except KeyboardInterrupt:
        return INTERRUPTED
    print_outcomes(outcomes)
    if arguments.json:
        text = json.dumps(to_data(outcomes), indent=2)
        arguments.json.write_text(text + "\n", encoding="utf-8")
    ours = next((outcome for outcome in outcomes if outcome.name == ElgrandePeer.name), None)
    if ours is None:
        return 0
    Console(width=140).print(targets_table(ours))
    return int(figures(ours).get("errors", 1) > 0)


if __name__ == "__main__":
    sys.exit(main())
