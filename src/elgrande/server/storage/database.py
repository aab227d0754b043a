"""Which database: its address, and what the two kinds of database have in common.

Work is a plain function over a SQLAlchemy connection. SQLite runs it in a thread, PostgreSQL in a
greenlet on the event loop; either way a whole transaction is one call.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, TypeVar

import msgspec
from platformdirs import user_data_path
from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from elgrande.server.errors import BadSetting

Result = TypeVar("Result")
# How long to wait for a lock before saying that the database is locked.
LOCK_SECONDS: Final = 5.0
FORMS: Final = "sqlite:///file.db or postgresql+asyncpg://user:password@host/database"
_SQLITE: Final = ("sqlite", "sqlite+aiosqlite", "sqlite+pysqlite")
_POSTGRESQL: Final = ("postgresql+asyncpg", "postgresql", "postgres")


class Database(ABC):
    """An open database. Any failure is a StorageDown, or the caller's own mistake."""

    kind: str

    @abstractmethod
    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Run something that only reads."""

    @abstractmethod
    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Run something in one transaction of its own, durable when this returns.

        Only one connection writes: calls take turns.
        """

    @abstractmethod
    async def transfer(self, work: Callable[[Connection], Result]) -> Result:
        """Run something long in a transaction of its own; it sees a single moment."""

    async def check_room(self) -> None:
        """Refuse with StorageDown if there is hardly any space left, as far as that is known."""
        return

    async def purge(self) -> None:
        """Leave no trace of what was removed, as far as that is up to us."""
        return

    @abstractmethod
    async def size(self) -> int:
        """The bytes it takes up on disk."""

    async def shrink(self, pages: int) -> bool:
        """Give some free space back to the disk; returns whether there is more."""
        return False

    @abstractmethod
    async def close(self) -> None:
        """Close all connections."""


def usual_path() -> Path:
    """The default database: a file among the user's data."""
    return user_data_path("elgrande", appauthor=False) / "elgrande.db"


def default_url() -> str:
    """The address of the default database."""
    return f"sqlite:///{usual_path()}"


def missing_file(url: str) -> Path | None:
    """The file of a SQLite database that does not exist yet, and would be created."""
    address = read_url(url)
    if address.get_backend_name() != "sqlite":
        return None
    path = path_of(address)
    return None if path.exists() else path


async def open_database(url: str, migrate: bool = True) -> Database:
    """Open a database and bring its tables up to date; BadSetting or StorageDown if it fails.

    Without `migrate` its tables must already be what this version needs.
    """
    address = read_url(url)
    if address.get_backend_name() == "sqlite":
        from elgrande.server.storage.on_sqlite import SqliteDatabase

        return await SqliteDatabase.open(path_of(address), migrate)
    if find_spec("asyncpg") is None:
        raise BadSetting("PostgreSQL needs more packages: pip install 'elgrande[hosting]'.")
    from elgrande.server.storage.on_postgresql import PostgresqlDatabase

    return await PostgresqlDatabase.open(address, migrate)


def read_url(text: str) -> URL:
    """The address of a database; its password never appears in messages."""
    try:
        url = make_url(text.strip())
    except (ArgumentError, ValueError):
        raise BadSetting(f"A database URL must look like {FORMS}.") from None
    if url.drivername in _SQLITE:
        path_of(url)
        return url
    if url.drivername in _POSTGRESQL:
        if not url.database:
            raise BadSetting(f"The URL of a PostgreSQL database must contain its name: {FORMS}.")
        return _with_ssl(url.set(drivername="postgresql+asyncpg"))
    raise BadSetting(
        f"A database of the kind {url.drivername[:40]!r} is not supported; use {FORMS}."
    )


def path_of(url: URL) -> Path:
    """The file of a SQLite database."""
    name = url.database or ""
    if url.host or not name or name == ":memory:" or name.startswith("file:") or url.query:
        raise BadSetting(
            "A SQLite database is a file: sqlite:///games.db or sqlite:////var/games.db."
        )
    return Path(name).expanduser().absolute()


def hide_password(url: URL) -> str:
    """An address as people may read it: who and where, without secrets."""
    return url.set(query={}).render_as_string(hide_password=True)


def _with_ssl(url: URL) -> URL:
    """The driver calls `ssl` what everybody else calls `sslmode`."""
    query: dict[str, Any] = dict(url.query)
    if "sslmode" in query:
        query["ssl"] = query.pop("sslmode")
    return url.set(query=query)


def encode(value: object) -> str:
    """The text of a JSON column."""
    return msgspec.json.encode(value).decode()


def decode(text: str | bytes) -> Any:
    """The value of a JSON column."""
    return msgspec.json.decode(text)
