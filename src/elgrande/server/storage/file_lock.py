"""One server per SQLite file: a second would not hear of what the first one does.

The lock ends with the process, however that ends. The locked file says where its server is, for a
second one that is started.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from elgrande.server.errors import BadSetting
from elgrande.system import try_lock

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
        if not try_lock(lock):
            lock.seek(0)
            raise HeldByAnother(database, lock.read(LONGEST_ADDRESS).strip())
        lock.truncate(0)
        lock.write(address)
        lock.flush()
        yield
