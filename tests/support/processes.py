"""Processes of tests: how they die, and whether any stay behind."""

import os
import time
import uuid
from pathlib import Path

MARK = "ELGRANDE_TEST_MARK"


def marked_environment(**more: str) -> dict[str, str]:
    """An environment whose processes can be found again."""
    return {**os.environ, MARK: uuid.uuid4().hex, **more}


def with_deadly(folder: Path, module: str, method: str) -> dict[str, str]:
    """An environment in which this method ends every process that was spawned to work."""
    return with_code(
        folder,
        f"""
import os, sys
if "spawn_main" in " ".join(sys.orig_argv):
    import {module} as module
    module.{method} = lambda *given: os._exit(9)
""",
    )


def with_slow(folder: Path, module: str, method: str, seconds: float) -> dict[str, str]:
    """An environment in which this method takes so much longer."""
    return with_code(
        folder,
        f"""
import time
import {module} as module
fast = module.{method}
module.{method} = lambda *given: (time.sleep({seconds}), fast(*given))[1]
""",
    )


def with_code(folder: Path, code: str) -> dict[str, str]:
    """An environment whose processes run this first."""
    folder.mkdir(exist_ok=True)
    (folder / "sitecustomize.py").write_text(code)
    return marked_environment(PYTHONPATH=str(folder))


def left_behind(environment: dict[str, str], seconds: float = 10.0) -> list[str]:
    """The command lines of processes with the mark that do not end within some seconds."""
    deadline = time.monotonic() + seconds
    while (found := _running(environment[MARK])) and time.monotonic() < deadline:
        time.sleep(0.1)
    return found


def _running(mark: str) -> list[str]:
    """Where /proc tells; elsewhere nothing is found."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if f"{MARK}={mark}".encode() in (folder / "environ").read_bytes():
                found.append((folder / "cmdline").read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue  # it has just ended, or is somebody else's
    return found
