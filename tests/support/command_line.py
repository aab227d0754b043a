"""Running the command line, in this process or as people do."""

import io
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from elgrande.cli import main
from tests.support.forking import forker

SECONDS_TO_BEGIN = 60
SECONDS_TO_STOP = 30


class Outcome(NamedTuple):
    """What a command left behind."""

    code: object
    out: str
    err: str

    def data(self) -> Any:
        """The one JSON object on stdout."""
        return json.loads(self.out)


def run(*arguments: str, answers: str = "") -> Outcome:
    """Run the command line in this process."""
    with pytest.MonkeyPatch.context() as patch:
        streams = io.StringIO(answers), io.StringIO(), io.StringIO()
        for name, stream in zip(("stdin", "stdout", "stderr"), streams, strict=True):
            patch.setattr(sys, name, stream)
        with pytest.raises(SystemExit) as stopped:
            main(arguments)
    return Outcome(stopped.value.code or 0, streams[1].getvalue(), streams[2].getvalue())


def run_outside(
    *arguments: str,
    answers: str = "",
    environment: dict[str, str] | None = None,
    seconds: float | None = None,
) -> Outcome:
    """Run the command line as people do."""
    done = subprocess.run(
        [sys.executable, "-m", "elgrande", *arguments],
        input=answers,
        capture_output=True,
        encoding="utf-8",
        env=environment,
        timeout=seconds,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def run_forked(*arguments: str, environment: Mapping[str, str] | None = None) -> Outcome:
    """Run the command line in a process of its own that need not import it first."""
    with tempfile.TemporaryDirectory(prefix="elgrande-forked-") as folder:
        out, err = Path(folder) / "out", Path(folder) / "err"
        code = forker().start(arguments, err, out, environment).wait(SECONDS_TO_BEGIN)
        return Outcome(code, out.read_text("utf-8"), err.read_text("utf-8"))


def stop_when(ready: Callable[[], bool], line: list[str], environment: dict[str, str]) -> Outcome:
    """Run a command and press Ctrl-C once it has come so far."""
    with subprocess.Popen(
        [sys.executable, "-m", "elgrande", *line],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        env=environment,
        start_new_session=True,
    ) as process:
        deadline = time.monotonic() + SECONDS_TO_BEGIN
        while not ready():
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.005)
        # To all processes of the terminal, as a terminal does it.
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=SECONDS_TO_STOP)
    return Outcome(process.returncode, out, err)


def is_refused(outcome: Outcome) -> bool:
    """Whether a command ended as it must on bad input: one line and exit code 2."""
    one_line = outcome.err.startswith("elgrande: ") and outcome.err.count("\n") == 1
    readable = len(outcome.err) < 450 and outcome.err.endswith((".\n", "?\n"))
    return (outcome.code, outcome.out) == (2, "") and one_line and readable
