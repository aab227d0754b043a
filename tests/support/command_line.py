"""Running the command line, in this process or as people do."""

import io
import json
import subprocess
import sys
from typing import Any, NamedTuple

import pytest

from elgrande.cli import main


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
    *arguments: str, answers: str = "", environment: dict[str, str] | None = None
) -> Outcome:
    """Run the command line as people do."""
    done = subprocess.run(
        [sys.executable, "-m", "elgrande", *arguments],
        input=answers,
        capture_output=True,
        encoding="utf-8",
        env=environment,
    )
    return Outcome(done.returncode, done.stdout, done.stderr)


def is_refused(outcome: Outcome) -> bool:
    """Whether a command ended as it must on bad input: one line and exit code 2."""
    one_line = outcome.err.startswith("elgrande: ") and outcome.err.count("\n") == 1
    return (outcome.code, outcome.out) == (2, "") and one_line and outcome.err.endswith(".\n")
