"""What all commands of training have in common: bad input is one line and exit code 2."""

import sys
from collections.abc import Callable
from typing import Final

from elgrande.arena.errors import ArenaError
from elgrande.process_pool import WorkFailed
from elgrande.rules.errors import GameError
from training.errors import TrainingError

BAD_INPUT: Final = 2


def run_command(main: Callable[[], None]) -> None:
    """Run a command; instead of a traceback, say in one line what was wrong with its input."""
    try:
        main()
    except (TrainingError, GameError, ArenaError, WorkFailed, OSError) as error:
        print(f"training: {' '.join(str(error).split())}", file=sys.stderr)
        sys.exit(BAD_INPUT)
