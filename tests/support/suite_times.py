"""What `make test` and `make proofs` say first: what is checked, and how long it takes here.

    python -m tests.support.suite_times begin test
    python -m tests.support.suite_times end test 1763460000    (when it began, in Unix time)

How long it took is kept in `.venv`, so that the next run can say so. This needs nothing installed.
"""

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TIMES = ROOT / ".venv" / ".suite_times.json"
INSTALLED = ROOT / ".venv" / ".installed"
SECONDS_TO_SET_UP = 190
# What each suite checks, and the seconds it usually takes on two cores.
SUITES = {
    "test": (
        "formatting, lint and types of the code and the pages, then every part once: rules, bots,"
        " server, command line, and the pages in Chromium",
        200,
    ),
    "proofs": (
        "the long tests: kills, leaks, races, attacks, random games in bulk, fresh installations,"
        " the documentation, whole games in Chromium",
        30 * 60,
    ),
}


def announcement(suite: str, times: dict[str, Any], *, is_set_up: bool, cores: int) -> str:
    """What is checked and how long it takes.

    >>> print(announcement("test", {"test": 201.4}, is_set_up=True, cores=2)[-38:])
    Here it took 3 min 21 s the last time.
    """
    checked, usual = SUITES[suite]
    lines = [f"make {suite} checks {checked}."]
    if suite in times:
        lines.append(f"Here it took {in_words(times[suite])} the last time.")
    else:
        # The browser and the servers in tests wait as much as they compute.
        expected = usual * (2 / min(cores, 4))
        lines.append(f"It takes about {in_words(expected)} on {cores} cores.")
    if not is_set_up:
        lines.append(
            f"Setting up comes first, once, and takes about {in_words(SECONDS_TO_SET_UP)}."
        )
    return " ".join(lines)


def in_words(seconds: float) -> str:
    """A duration for people.

    >>> in_words(41.6), in_words(201), in_words(2100)
    ('42 s', '3 min 21 s', '35 min')
    """
    minutes, rest = divmod(round(seconds), 60)
    if minutes == 0:
        return f"{rest} s"
    return f"{minutes} min {rest} s" if rest and minutes < 10 else f"{minutes} min"


def read_times() -> dict[str, Any]:
    """How long each suite took here; nothing if that was never measured."""
    try:
        times = json.loads(TIMES.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return times if isinstance(times, dict) else {}


def main(arguments: list[str]) -> None:
    """Announce a suite, or keep how long it took."""
    if arguments[0] == "begin":
        cores = os.cpu_count() or 1
        print(announcement(arguments[1], read_times(), is_set_up=INSTALLED.exists(), cores=cores))
        return
    seconds = time.time() - float(arguments[2])
    TIMES.write_text(json.dumps({**read_times(), arguments[1]: seconds}), encoding="utf-8")
    print(f"make {arguments[1]}: all green in {in_words(seconds)}.")


if __name__ == "__main__":
    main(sys.argv[1:])
