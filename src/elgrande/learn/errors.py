"""The errors of `elgrande.learn`, each with a stable code and one sentence that says what to do."""

from typing import Final

from elgrande.rules.errors import GameError


class IllegalAction(GameError, ValueError):
    """An action is not legal in its game; nothing was played."""

    code = "illegal_action"


class BadBatch(GameError, ValueError):
    """An array has the wrong shape or type, or a batch cannot be made like this."""

    code = "bad_batch"


class UnknownTask(GameError, ValueError):
    """There is no task of that name."""

    code = "unknown_task"


class MissingExtra(GameError, ImportError):
    """A package of an extra is not installed; the sentence has the command that installs it."""

    code = "missing_extra"


class WorkerDied(GameError, RuntimeError):
    """A process that plays a part of the games has ended."""

    code = "worker_died"


LEARN_ERRORS: Final[tuple[type[GameError], ...]] = (
    IllegalAction,
    BadBatch,
    UnknownTask,
    MissingExtra,
    WorkerDied,
)


def missing(package: str, extra: str) -> MissingExtra:
    """The error for a package that is not installed."""
    return MissingExtra(f"This needs {package}; install it with: pip install 'elgrande[{extra}]'")
