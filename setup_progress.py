"""Set-up steps that run side by side: what is under way, how long it takes, why it failed."""

import os
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from typing import IO, NamedTuple

SECONDS_BETWEEN_LOOKS = 0.2
LINES_SHOWN = 12
# What a failed step printed, and what helps. The first that fits is said.
CAUSES = (
    (
        r"CERTIFICATE_VERIFY_FAILED|SELF_SIGNED_CERT|UNABLE_TO_(GET_ISSUER|VERIFY)|SSLError",
        "A proxy on the way uses certificates of its own. Save its certificate in a file and run"
        " `PIP_CERT=FILE NODE_EXTRA_CA_CERTS=FILE make play`.",
    ),
    (
        r"No space left|ENOSPC",
        "The disk is full. Free two gigabytes, then run `make play` again.",
    ),
    (
        r"ensurepip is not available|No module named '?(venv|ensurepip|pip)\b",
        "This Python cannot make environments. `apt-get install python3-venv` adds that on Debian"
        " and Ubuntu; or name another Python: `make play PYTHON=python3.12`.",
    ),
    (
        r"EROFS|Read-only file system|EACCES|Permission denied",
        "A folder cannot be written. Caches can be elsewhere:"
        " `PIP_CACHE_DIR=/tmp/pip npm_config_cache=/tmp/npm make play`.",
    ),
    (
        r"Node 20\.19 or newer is missing",
        "Node is missing, and could not be installed from PyPI. Install Node 20.19 or newer,"
        " then run `make play` again.",
    ),
    (
        r"Failed to establish a new connection|Temporary failure in name resolution|ENOTFOUND"
        r"|ECONNREFUSED|EAI_AGAIN|ETIMEDOUT|ENETUNREACH|ProxyError|Could not find a version",
        "The package registries cannot be reached. Connect to the network, or set HTTPS_PROXY if"
        " there is a proxy, then run `make play` again.",
    ),
)


class SetupFailed(Exception):
    """A step failed; the text is the end of what it printed and a sentence about what helps."""


class Step(NamedTuple):
    """A command, what it provides, and the seconds it usually takes on two cores."""

    title: str
    usual: int
    command: Sequence[str]
    environment: Mapping[str, str] = {}


class Progress:
    """What is being done: a line that counts seconds on a terminal, plain lines elsewhere."""

    def __init__(self, out: IO[str]) -> None:
        self._out = out
        self._is_live = out.isatty()
        self._began = time.monotonic()

    def say(self, line: str) -> None:
        """Print a line that stays."""
        self._wipe()
        print(line, file=self._out, flush=True)

    def begin(self, step: Step) -> None:
        """A step begins."""
        if not self._is_live:
            self.say(f"  {step.title} (usually {step.usual} s) ...")

    def end(self, step: Step, seconds: float) -> None:
        """A step is done."""
        self.say(f"  {step.title}: done in {seconds:.0f} s")

    def tick(self, under_way: Sequence[Step]) -> None:
        """Show the steps under way, and the time since the beginning."""
        if self._is_live:
            self._wipe()
            steps = ", ".join(f"{step.title} (usually {step.usual} s)" for step in under_way)
            seconds = time.monotonic() - self._began
            self._out.write(f"  {seconds:3.0f} s: {steps}"[: _columns()])
            self._out.flush()

    def _wipe(self) -> None:
        if self._is_live:
            self._out.write("\r\x1b[K")


def _columns() -> int:
    try:
        return os.get_terminal_size().columns - 1
    except OSError:
        return 79


def run_side_by_side(steps: Sequence[Step], progress: Progress) -> None:
    """Run all steps at once; SetupFailed, with the others ended, as soon as one fails."""
    with ExitStack() as stack:
        running = [_Running(step, stack.enter_context(tempfile.TemporaryFile())) for step in steps]
        for one in running:
            stack.callback(one.stop)
            progress.begin(one.step)
        while under_way := [one for one in running if not one.is_done]:
            for one in under_way:
                if one.look():
                    progress.end(one.step, one.seconds)
            progress.tick([one.step for one in running if not one.is_done])
            time.sleep(SECONDS_BETWEEN_LOOKS)


class _Running:
    """A step under way, with what it printed."""

    def __init__(self, step: Step, printed: IO[bytes]) -> None:
        self.step = step
        self.is_done = False
        self.seconds = 0.0
        self._began = time.monotonic()
        self._printed = printed
        self._process = subprocess.Popen(
            step.command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=subprocess.STDOUT,
            env={**os.environ, **step.environment},
        )

    def look(self) -> bool:
        """Whether it has just finished; SetupFailed if it failed."""
        status = self._process.poll()
        self.seconds = time.monotonic() - self._began
        if status:
            raise SetupFailed(explain(self.step.title, self._output()))
        self.is_done = status == 0
        return self.is_done

    def _output(self) -> str:
        self._printed.seek(0)
        return self._printed.read().decode("utf-8", "replace")

    def stop(self) -> None:
        """End it, if another one failed."""
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()


def explain(title: str, output: str) -> str:
    """The end of what a failed step printed, and a sentence about what helps."""
    lines = [line for line in output.splitlines() if line.strip()]
    causes = (sentence for pattern, sentence in CAUSES if re.search(pattern, output))
    sentence = next(causes, "The lines above say why.")
    shown = [f"  {line}" for line in lines[-LINES_SHOWN:]]
    return "\n".join([*shown, f"elgrande: {title} could not be set up. {sentence}"])
