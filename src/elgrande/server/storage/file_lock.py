"""One server per SQLite file: a second would not hear of what the first one does.

The lock is the operating system's, so it ends with the process, however that ends. The locked file
says where its server is, for a second one that is started.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elgrande.server.errors import BadSetting

LONGEST_ADDRESS = 300


class HeldByAnother(BadSetting):
    """Another server has the file; `address` is where it says it is, or empty."""

    def __init__(self, database: Path, address: str) -> None:
        super().__init__(
            f"Another server uses {database.name} already; several servers need PostgreSQL."
        )
        self.address = address


@contextmanager
def serving_alone(database: Path, address: str) -> Iterator[None]:
    """Lock the file for a server at this address; HeldByAnother if another one has it."""
    # Not emptied on opening: its content may be another server's.
    with database.with_name(f"{database.name}.lock").open("a+", encoding="utf-8") as lock:
        # Windows has no such lock, and without it nothing is corrupted.
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                lock.seek(0)
                raise HeldByAnother(database, lock.read(LONGEST_ADDRESS).strip()) from None
        lock.truncate(0)
        lock.write(address)
        lock.flush()
        yield
