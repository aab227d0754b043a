"""What processes of a pool do in tests: they fail when told to by a path."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def act(task: str) -> str:
    """Do what the first word says; the rest is a path that is written."""
    verb, _, path = task.partition(" ")
    if verb == "die" or (verb == "die-once" and not Path(path).exists()):
        if path:
            Path(path).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if verb == "raise":
        raise ValueError("so it is")
    if verb == "sleep":
        Path(path).touch()
        time.sleep(600)
    return f"{verb} done"


@contextmanager
def open_worker() -> Iterator[Callable[[str], str]]:
    """A worker that acts tasks out."""
    yield act


@contextmanager
def open_telling_shop() -> Iterator[Callable[[str], str]]:
    """A worker that tells, in a file beside that of its first task, when it is closed."""
    paths: list[Path] = []

    def noted(task: str) -> str:
        paths.append(Path(task.partition(" ")[2]))
        return act(task)

    try:
        yield noted
    finally:
        paths[0].with_suffix(".closed").touch()
