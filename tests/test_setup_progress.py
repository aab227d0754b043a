"""Setting up: steps side by side, told as they go, and what helps when one fails."""

import io
import time
from pathlib import Path

import pytest

from setup_progress import Progress, SetupFailed, Step, explain, run_side_by_side

# The last lines of real failures, and the words that must be in the sentence about them.
FAILURES = {
    "ERROR: Could not find a version that satisfies the requirement six (from versions: none)": (
        "network"
    ),
    "npm error network request failed, reason: getaddrinfo ENOTFOUND nowhere.invalid": "network",
    "npm error FetchError: connect ECONNREFUSED 127.0.0.1:9": "HTTPS_PROXY",
    "Could not fetch URL: (Caused by SSLError(1, '[SSL: CERTIFICATE_VERIFY_FAILED] verify')) -"
    " skipping\nERROR: Could not find a version that satisfies the requirement six": "PIP_CERT",
    "npm error code DEPTH_ZERO_SELF_SIGNED_CERT": "NODE_EXTRA_CA_CERTS",
    "OSError: [Errno 28] No space left on device": "disk is full",
    "The virtual environment was not created successfully because ensurepip is not available.": (
        "python3-venv"
    ),
    "npm error code EROFS\nnpm error Read-only file system": "npm_config_cache",
    "elgrande: the pages cannot be built: Node 20.19 or newer is missing; install it": "Node",
    "Segmentation fault": "lines above",
}


def shell(title: str, script: str) -> Step:
    return Step(title, 1, ["sh", "-c", script])


@pytest.mark.parametrize("output", FAILURES)
def test_a_failure_is_explained_with_what_helps(output: str) -> None:
    text = explain("the pages", output)
    assert output.splitlines()[-1] in text
    sentence = text.splitlines()[-1]
    assert sentence.startswith("elgrande: the pages could not be set up. ")
    assert FAILURES[output] in sentence


def test_steps_run_side_by_side_and_each_is_told(tmp_path: Path) -> None:
    # Each waits for the other: one after the other, they would fail.
    wait = "touch {0}; for i in $(seq 600); do [ -e {1} ] && exit 0; sleep 0.1; done; exit 1"
    here, there = tmp_path / "here", tmp_path / "there"
    steps = [shell("one", wait.format(here, there)), shell("two", wait.format(there, here))]
    out = io.StringIO()
    run_side_by_side(steps, Progress(out))
    lines = out.getvalue().splitlines()
    assert lines[:2] == ["  one (usually 1 s) ...", "  two (usually 1 s) ..."]
    assert sorted(line.partition(":")[0] for line in lines[2:]) == ["  one", "  two"]


def test_one_failure_ends_the_others() -> None:
    steps = [shell("long", "exec sleep 600"), shell("short", "echo EROFS; exit 1")]
    began = time.monotonic()
    with pytest.raises(SetupFailed, match="short could not be set up"):
        run_side_by_side(steps, Progress(io.StringIO()))
    assert time.monotonic() - began < 300


def test_a_terminal_shows_the_steps_under_way() -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    out = Terminal()
    progress = Progress(out)
    progress.begin(shell("pages", "true"))
    progress.tick([shell("pages", "true"), shell("packages", "true")])
    shown = out.getvalue().rpartition("\x1b[K")[2]
    assert shown == "    0 s: pages (usually 1 s), packages (usually 1 s)"
    progress.end(shell("pages", "true"), 3.2)
    assert out.getvalue().endswith("\r\x1b[K  pages: done in 3 s\n")
