"""SQLite: one file, one thread that writes, a few that read.

The standard library's driver in threads of our own, not aiosqlite: aiosqlite switches threads for
every cursor and statement, we do so once for a transaction.
"""

import asyncio
import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from shutil import disk_usage
from time import monotonic, sleep
from typing import Any, Final

from sqlalchemy import Connection, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from elgrande.server.errors import BadSetting, StorageDown
from elgrande.server.storage.database import (
    LOCK_SECONDS,
    Database,
    Result,
    decode,
    encode,
    usual_path,
)
from elgrande.server.storage.failures import (
    FULL,
    GONE,
    REPLACED,
    sqlite_name_of,
    storage_down,
    told_in_a_sentence,
)
from elgrande.server.storage.migrate import ONE_AT_A_TIME, bring_up_to_date

READERS: Final = 3
LEAST_ROOM: Final = 1024 * 1024  # bytes
INCREMENTAL: Final = 2  # the free pages of a file can be given back one by one


class SqliteDatabase(Database):
    """A database in one file."""

    kind = "sqlite"

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        self._identity = _identity_of(path)
        self._writing = ThreadPoolExecutor(1, "elgrande-writer")
        self._reading = ThreadPoolExecutor(READERS, "elgrande-reader")
        self._transferring = ThreadPoolExecutor(1, "elgrande-transfer")
        self._writer = _engine(path, "BEGIN IMMEDIATE", NullPool)
        self._connection: Connection | None = None
        self._reader = _engine(path, None, QueuePool, pool_size=READERS, max_overflow=0)

    @classmethod
    async def open(cls, path: Path, migrate: bool) -> "SqliteDatabase":
        """Open the file, or make it; BadSetting if it cannot be a database of ours."""
        await asyncio.to_thread(_prepare, path, migrate)
        return cls(path)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Read, off the event loop."""
        return await self._in_thread(self._reading, self._read, work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Write, in the one thread that does."""
        return await self._in_thread(self._writing, self._write, work)

    async def transfer(self, work: Callable[[Connection], Result]) -> Result:
        """Run something long next to all that."""
        return await self._in_thread(self._transferring, self._transfer, work)

    async def purge(self) -> None:
        """Move the write-ahead log, where older pages stay, into the file and empty it."""
        await asyncio.get_running_loop().run_in_executor(self._writing, self._purge)

    async def check_room(self) -> None:
        """Refuse if the disk is nearly full: small writes may still fit where a game does not."""
        await asyncio.get_running_loop().run_in_executor(self._reading, self._check_room)

    async def size(self) -> int:
        """The bytes of the file and of the write-ahead log."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, self._size)

    def _size(self) -> int:
        with told_in_a_sentence():
            ahead = self.path.with_name(f"{self.path.name}-wal")
            return self.path.stat().st_size + (ahead.stat().st_size if ahead.exists() else 0)

    async def shrink(self, pages: int) -> bool:
        """Give free pages back to the disk; a file from before 0.5.0 keeps them."""
        return await self.write(lambda connection: _shrink(connection, pages))

    async def close(self) -> None:
        """Wait for the threads and close the file."""
        await asyncio.to_thread(self._close)

    async def _in_thread(
        self,
        pool: ThreadPoolExecutor,
        run: Callable[[Callable[[Connection], Result]], Result],
        work: Callable[[Connection], Result],
    ) -> Result:
        return await asyncio.get_running_loop().run_in_executor(pool, run, work)

    def _read(self, work: Callable[[Connection], Result]) -> Result:
        with told_in_a_sentence():
            self._check_file()
            with self._reader.connect() as connection:
                return work(connection)

    def _write(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with told_in_a_sentence():
                # SQLite would go on writing to a file that was moved away or removed.
                self._check_file()
                if self._connection is None:
                    self._connection = self._writer.connect()
                with self._connection.begin():
                    return work(self._connection)
        except StorageDown:
            self._hang_up()
            raise

    def _hang_up(self) -> None:
        """Drop the connection that writes, whatever state it is in."""
        if self._connection is not None:
            with suppress(Exception):
                self._connection.invalidate()
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _transfer(self, work: Callable[[Connection], Result]) -> Result:
        with told_in_a_sentence():
            self._check_file()
            with _engine(self.path, "BEGIN", NullPool).begin() as connection:
                return work(connection)

    def _purge(self) -> None:
        with told_in_a_sentence(), closing(_connect(self.path, "rw")) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def _check_room(self) -> None:
        with told_in_a_sentence():
            if disk_usage(self.path).free < LEAST_ROOM:
                raise StorageDown(FULL)

    def _check_file(self) -> None:
        """Refuse to go on with a file that is no longer in its place."""
        if (now := _identity_of(self.path)) != self._identity:
            raise StorageDown(REPLACED if now else GONE)

    def _close(self) -> None:
        for pool in (self._writing, self._reading, self._transferring):
            pool.shutdown()
        # The last connection to close moves the write-ahead log into the file: the one that may.
        self._reader.dispose()
        self._hang_up()


def _identity_of(path: Path) -> tuple[int, int] | None:
    """Which file is at a place now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _engine(path: Path, begin: str | None, pool: Any, **settings: Any) -> Engine:
    """Connections to a file that is there; `begin` starts their transactions."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: _connect(path, "rw"),
        poolclass=pool,
        json_serializer=encode,
        json_deserializer=decode,
        **settings,
    )
    if begin is not None:
        # The driver's own transactions would begin late, and fail where they could wait.
        event.listen(engine, "begin", lambda opened: opened.connection.execute(begin))
    return engine


def _shrink(connection: Connection, pages: int) -> bool:
    if connection.exec_driver_sql("PRAGMA auto_vacuum").scalar() != INCREMENTAL:
        return False
    # Each row that is fetched is a page that is given back; to SQLAlchemy there are no rows.
    driver: sqlite3.Connection = connection.connection.driver_connection  # type: ignore[assignment]
    driver.execute(f"PRAGMA incremental_vacuum({pages})").fetchall()
    free = connection.exec_driver_sql("PRAGMA freelist_count").scalar()
    return bool(free)


def vacuum_file(path: Path) -> None:
    """Rewrite the whole file without free space; nobody else may be using it."""
    try:
        connection = _connect(path, "rw")
        try:
            connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()
    except (sqlite3.Error, OSError) as error:
        raise _refusal(path, error) from error


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    """A connection that keeps what it commits, whatever happens to the machine."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}",
        uri=True,
        timeout=LOCK_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = FULL")
    # What is removed is overwritten: a player who leaves for good leaves nothing in the file.
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _prepare(path: Path, migrate: bool) -> None:
    """Create the file if allowed, and bring its tables up to date."""
    try:
        _check_folder(path)
        if not migrate and not path.exists():
            raise BadSetting(f"There is no database {path}.")
        if migrate:
            # Nobody else on this machine may read seeds and password hashes.
            with suppress(FileExistsError):
                os.close(os.open(path, os.O_CREAT | os.O_EXCL, 0o600))
        connection = _connect(path, "rwc" if migrate else "rw")
        try:
            # Of use only before a file has its first table.
            connection.execute(f"PRAGMA auto_vacuum = {INCREMENTAL}")
            _write_ahead(connection)
        finally:
            connection.close()
        engine = _engine(path, "BEGIN IMMEDIATE", NullPool)
        try:
            with ONE_AT_A_TIME, engine.begin() as opened:
                bring_up_to_date(opened, migrate)
        finally:
            engine.dispose()
    except (sqlite3.Error, DBAPIError, OSError) as error:
        raise _refusal(path, error) from error


def _check_folder(path: Path) -> None:
    """Refuse a folder that does not exist: a typo must not become an empty server.

    Only the folder of the default database is created.
    """
    if path == usual_path():
        path.parent.mkdir(parents=True, exist_ok=True)
    elif not path.parent.exists():
        raise BadSetting(
            f"The folder {path.parent} does not exist; create it, or correct the database URL."
        )


def _write_ahead(connection: sqlite3.Connection) -> None:
    """Let readers read while somebody writes.

    When two processes want this at once, SQLite does not wait but refuses one.
    """
    deadline = monotonic() + LOCK_SECONDS
    while True:
        with suppress(sqlite3.OperationalError):
            if connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",):
                return
        if monotonic() > deadline:
            connection.execute("PRAGMA journal_mode = WAL")
            raise StorageDown("The database is in a folder that several programs cannot share.")
        sleep(0.02)


def _refusal(path: Path, error: Exception) -> Exception:
    """What is wrong with a file that cannot be opened."""
    name = sqlite_name_of(error)
    if name.startswith("NOTADB"):
        return BadSetting(f"{path} is not a SQLite database.")
    if path == usual_path() and (isinstance(error, OSError) or name.startswith("CANTOPEN")):
        reason = (getattr(error, "strerror", None) or "it cannot be opened").lower()
        return BadSetting(
            f"Games cannot be kept in {path}: {reason};"
            " set ELGRANDE_DATABASE_URL=sqlite:///FILE to keep them elsewhere."
        )
    if name.startswith("CANTOPEN"):
        return BadSetting(f"{path} cannot be opened as a database.")
    if isinstance(error, OSError):
        return BadSetting(f"{error.filename or path}: {error.strerror or error}.")
    return storage_down(error) or error
