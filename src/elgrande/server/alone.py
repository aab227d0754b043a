"""One server for one SQLite file: a second would not hear of what the first one does.

The lock is the operating system's, so that it ends with the process, however that ends.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elgrande.server.errors import BadSetting


@contextmanager
def serving_alone(database: Path) -> Iterator[None]:
    """Hold the file for this server; BadSetting if another one has it."""
    with database.with_name(f"{database.name}.lock").open("w") as lock:
        # Windows has no such lock, and without it nothing is corrupted.
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise BadSetting(
                    f"Another server uses {database.name} already; several need PostgreSQL."
                ) from None
        yield
