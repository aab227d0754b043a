"""Attack a table server as strangers would, and report what it withstood.

    python -m bench.attacks [--server PYTHON] [--only ATTACK] [--json FILE] [--label NAME]

Every attack starts its own server on loopback with a new SQLite file. With --server, the same
clients attack another version: pass the Python of an environment that has it installed.
docs/host/load.md has the results.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path

from bench.attacks import growth, rewind, seats, sessions, thinking
from bench.attacks.attack import Attack
from bench.attacks.report import Outcome, keep, print_outcomes
from bench.attacks.victim import Victim
from bench.load.failures import LoadFailure

INTERRUPTED = 130
ATTACKS: tuple[Attack, ...] = (
    thinking.ATTACK,
    sessions.ATTACK,
    seats.ATTACK,
    growth.ATTACK,
    rewind.ATTACK,
)


async def carry_out(attack: Attack, python: str) -> Outcome:
    """Run one attack against a server started just for it."""
    print(f"{attack.name}: {attack.summary}", file=sys.stderr, flush=True)
    with tempfile.TemporaryDirectory(prefix="elgrande-attack-") as folder:
        victim = Victim(python, Path(folder), attack.options)
        try:
            await victim.start()
            async with asyncio.timeout(attack.seconds):
                return Outcome(attack, await attack.run(victim), None)
        except LoadFailure as error:
            return Outcome(attack, [], str(error))
        except TimeoutError:
            return Outcome(attack, [], f"not over after {attack.seconds:g} s")
        finally:
            await victim.stop()


async def carry_out_all(attacks: list[Attack], python: str) -> list[Outcome]:
    """Run one attack after another."""
    return [await carry_out(attack, python) for attack in attacks]


def version_of(python: str) -> str:
    """The version the server reports."""
    command = [python, "-m", "elgrande", "--version"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def parse_arguments() -> argparse.Namespace:
    """The command line's arguments."""
    names = [attack.name for attack in ATTACKS]
    parser = argparse.ArgumentParser(description="Attacks on a table server, on loopback only.")
    parser.add_argument("--server", default=sys.executable, help="the Python that runs the server")
    parser.add_argument(
        "--only", action="append", choices=names, help="run only this attack; repeatable"
    )
    parser.add_argument("--json", type=Path, help="add the results to this file")
    parser.add_argument("--label", help="their name there; the server's version by default")
    return parser.parse_args()


def main() -> int:
    """Attack, print the table, write the JSON; return 1 if an attack succeeded."""
    arguments = parse_arguments()
    server = version_of(arguments.server)
    attacks = [attack for attack in ATTACKS if not arguments.only or attack.name in arguments.only]
    try:
        outcomes = asyncio.run(carry_out_all(attacks, arguments.server))
    except KeyboardInterrupt:
        return INTERRUPTED
    print_outcomes(server, outcomes)
    if arguments.json:
        keep(arguments.json, arguments.label or server, server, outcomes)
    figures = [figure for outcome in outcomes for figure in outcome.figures]
    broken = any(figure.withstood is False for figure in figures)
    return int(broken or any(outcome.failure for outcome in outcomes))


if __name__ == "__main__":
    sys.exit(main())
