"""Measure peer game libraries in throw-away environments, for comparison with our own speed.

Each peer gets its own environment, so that neither a failed installation nor a clash
of dependencies can take another peer down. Whatever fails becomes a row with its error set.
"""

import contextlib
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
from typing import Any, TypedDict, cast

PEERS = ("open_spiel", "catanatron", "rlcard")
PROBE = pathlib.Path(__file__).with_name("peers_probe.py")

ENVIRONMENT_TIMEOUT = 120.0
INSTALL_TIMEOUT = 300.0
# The largest peer has six rows of three repeats; the rest is room for a busy machine.
PROBE_TIMEOUT_BASE = 120.0
PROBE_TIMEOUT_PER_SECOND = 36.0


class PeerRow(TypedDict):
    """One measured line of the table of peers, as the probe prints it."""

    name: str
    how: str
    decisions_per_second: float
    games_per_second: float
    decisions_per_game: float
    clone_ns: float | None
    version: str
    error: str | None


class StepError(Exception):
    """A step that ran outside this process did not succeed."""


def measure_peers(seconds: float, workdir: pathlib.Path | None = None) -> list[PeerRow]:
    """Install and measure every peer; each repeat of a measurement takes that many seconds.

    The environments live below the work directory, or below the system's temporary
    directory, and are gone afterwards.
    """
    rows: list[PeerRow] = []
    for peer in PEERS:
        try:
            with tempfile.TemporaryDirectory(prefix=f"peer-{peer}-", dir=workdir) as directory:
                rows += measure_peer(peer, seconds, pathlib.Path(directory))
        except (StepError, OSError) as error:
            rows.append(describe_failure(peer, str(error)))
    return rows


def measure_peer(peer: str, seconds: float, directory: pathlib.Path) -> list[PeerRow]:
    """Install one peer into a new environment and run the probe there."""
    return parse_rows(run_probe(peer, [peer], PROBE, seconds, directory))


def measure_in_environment(
    peer: str, packages: list[str], probe: pathlib.Path, seconds: float
) -> list[dict[str, Any]]:
    """The rows that another probe prints in a throw-away environment with these packages."""
    with tempfile.TemporaryDirectory(prefix=f"peer-{peer}-") as directory:
        output = run_probe(peer, packages, probe, seconds, pathlib.Path(directory))
    return [dict(row) for row in parse_rows(output)]


def run_probe(
    peer: str, packages: list[str], probe: pathlib.Path, seconds: float, directory: pathlib.Path
) -> str:
    """What a probe prints in a new environment with these packages."""
    run_step(
        f"create a throw-away environment for {peer}",
        [sys.executable, "-m", "venv", str(directory)],
        ENVIRONMENT_TIMEOUT,
        directory,
    )
    # Isolated mode keeps this project and the user's own packages out of the measurement.
    python = [str(directory / "bin" / "python"), "-I"]
    run_step(
        f"install {peer}",
        [*python, "-m", "pip", "install", "--quiet", "--no-input", "--prefer-binary", *packages],
        INSTALL_TIMEOUT,
        directory,
    )
    return run_step(
        f"measure {peer}",
        [*python, str(probe), "--seconds", str(seconds), "--only", peer],
        PROBE_TIMEOUT_BASE + PROBE_TIMEOUT_PER_SECOND * seconds,
        directory,
    )


def run_step(step: str, command: list[str], timeout: float, directory: pathlib.Path) -> str:
    """Announce a step, run its command to the end and return its standard output."""
    print(f"peers: {step}, at most {timeout:.0f} s", file=sys.stderr, flush=True)
    # Its own session, because an installation can start compilers that outlive it.
    with subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # A command that is killed leaves its temporary files behind: they go with the directory.
        env={**os.environ, "TMPDIR": str(directory)},
    ) as process:
        try:
            output, complaints = process.communicate(timeout=timeout)
        except subprocess.TimeoutExpired as error:
            raise StepError(f"{step}: took longer than {timeout:.0f} s") from error
        finally:
            end_session(process)
    if process.returncode != 0:
        last_line = complaints.strip().rpartition("\n")[2]
        raise StepError(f"{step}: exit status {process.returncode}: {last_line}")
    return output


def end_session(process: subprocess.Popen[str]) -> None:
    """Stop a process that is still running, together with everything it started."""
    if process.poll() is None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def parse_rows(output: str) -> list[PeerRow]:
    """Read the rows that the probe printed."""
    try:
        return cast(list[PeerRow], json.loads(output))
    except json.JSONDecodeError as error:
        raise StepError(f"the probe printed no rows: {error}") from error


def describe_failure(peer: str, error: str) -> PeerRow:
    """Return the row of a peer that could not be measured at all."""
    return PeerRow(
        name=peer,
        how="Python",
        decisions_per_second=0.0,
        games_per_second=0.0,
        decisions_per_game=0.0,
        clone_ns=None,
        version="",
        error=error,
    )
