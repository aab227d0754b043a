"""PostgreSQL: a few connections that read, one that writes."""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any, Final

from sqlalchemy import URL, Connection, NullPool, event, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from elgrande.server.errors import BadSetting, ServerError, StorageDown
from elgrande.server.storage.database import (
    LOCK_SECONDS,
    Database,
    Result,
    decode,
    encode,
    hide_password,
)
from elgrande.server.storage.failures import GONE, state_of, storage_down, told_in_a_sentence
from elgrande.server.storage.migrate import ONE_AT_A_TIME, bring_up_to_date

READERS: Final = 5
CONNECT_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 15.0
IDLE_SECONDS: Final = 30
# Any number that no other program is likely to lock.
MIGRATION_LOCK: Final = 0x656C6772616E6465
# The operator may have traded durability for speed for all databases; here a commit is a commit.
DURABLE: Final = (
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') = 'off'"
)


class PostgresqlDatabase(Database):
    """A database on a PostgreSQL server."""

    kind = "postgresql"

    def __init__(self, url: URL) -> None:
        self._url: Final = url
        self._reader = _engine(
            url,
            pool_size=READERS,
            max_overflow=0,
            pool_timeout=CONNECT_SECONDS,
            isolation_level="AUTOCOMMIT",
        )
        self._writer = _engine(url, poolclass=NullPool)
        self._connection: AsyncConnection | None = None
        self._turn: Final = asyncio.Lock()

    @classmethod
    async def open(cls, url: URL, migrate: bool) -> "PostgresqlDatabase":
        """Connect and migrate; BadSetting for a wrong address, StorageDown without an answer."""
        # A migration may take its time.
        engine = _engine(url, patient=True, poolclass=NullPool)
        try:
            async with _alone(), engine.begin() as connection:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
                await connection.run_sync(bring_up_to_date, migrate)
        except ServerError:
            raise
        except Exception as error:
            raise _refusal(url, error) from error
        finally:
            await engine.dispose()
        return cls(url)

    async def read(self, work: Callable[[Connection], Result]) -> Result:
        """Read; retry once if the server has been away since the last time."""
        with suppress(_Lost):
            return await self._read(work)
        return await self._read(work)

    async def _read(self, work: Callable[[Connection], Result]) -> Result:
        with told_in_a_sentence(), noticing_loss():
            async with self._reader.connect() as connection:
                return await connection.run_sync(work)

    async def write(self, work: Callable[[Connection], Result]) -> Result:
        """Write; retry once if the connection was lost before the commit."""
        async with self._turn:
            with suppress(_Lost):
                return await self._write(work)
            return await self._write(work)

    async def _write(self, work: Callable[[Connection], Result]) -> Result:
        try:
            with told_in_a_sentence():
                with noticing_loss():
                    if self._connection is None:
                        self._connection = await self._writer.connect()
                    connection = self._connection
                    result = await connection.run_sync(work)
                # If this fails, nobody knows whether it was committed: it is not tried again.
                await connection.commit()
                return result
        except BaseException as error:
            await self._part(for_good=isinstance(error, _Lost | StorageDown))
            raise

    async def _part(self, for_good: bool) -> None:
        """Undo what is not committed; with `for_good`, use another connection next time."""
        if (connection := self._connection) is None:
            return
        if not for_good:
            try:
                await connection.rollback()
            except Exception:
                for_good = True
        if for_good:
            self._connection = None
            with suppress(Exception):
                await connection.invalidate()
            with suppress(Exception):
                await connection.close()

    async def size(self) -> int:
        """The bytes of all its tables and indexes."""
        asked = text("SELECT pg_database_size(current_database())")
        return await self.read(lambda connection: int(connection.execute(asked).scalar_one()))

    async def transfer(self, work: Callable[[Connection], Result]) -> Result:
        """Run something long on a connection of its own."""
        engine = _engine(
            self._url, patient=True, poolclass=NullPool, isolation_level="REPEATABLE READ"
        )
        with told_in_a_sentence():
            async with engine.begin() as connection:
                return await connection.run_sync(work)

    async def close(self) -> None:
        """Close all connections."""
        if self._connection is not None:
            with suppress(Exception):
                await self._connection.close()
            self._connection = None
        for engine in (self._reader, self._writer):
            await engine.dispose()


class _Lost(StorageDown):
    """The connection was lost, and nothing is committed."""


@contextmanager
def noticing_loss() -> Iterator[None]:
    """Raise _Lost if the connection was lost rather than anything else going wrong."""
    try:
        yield
    except Exception as error:
        if _is_lost(error):
            raise _Lost(GONE) from error
        raise


def _engine(url: URL, *, patient: bool = False, **settings: Any) -> AsyncEngine:
    """Connections that do not wait for ever, unless they are for something long."""
    server_settings = {"application_name": "elgrande"}
    given: dict[str, Any] = {"timeout": CONNECT_SECONDS, "server_settings": server_settings}
    if not patient:
        given["command_timeout"] = ANSWER_SECONDS
        server_settings["lock_timeout"] = f"{LOCK_SECONDS:.0f}s"
        # A process that hangs must not hold up the others.
        server_settings["idle_in_transaction_session_timeout"] = f"{IDLE_SECONDS}s"
    engine = create_async_engine(
        url, connect_args=given, json_serializer=encode, json_deserializer=decode, **settings
    )

    def make_durable(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        cursor.execute(DURABLE)
        cursor.close()

    event.listen(engine.sync_engine, "connect", make_durable)
    return engine


@asynccontextmanager
async def _alone() -> AsyncIterator[None]:
    """Wait for whoever else in this process migrates, without holding up the event loop."""
    while not ONE_AT_A_TIME.acquire(blocking=False):
        await asyncio.sleep(0.02)
    try:
        yield
    finally:
        ONE_AT_A_TIME.release()


def _is_lost(error: BaseException) -> bool:
    """Whether an error means that the connection is gone."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    found = storage_down(error)
    return found is not None and str(found) == GONE


def _refusal(url: URL, error: Exception) -> Exception:
    """What is wrong with an address that cannot be used."""
    where, state = hide_password(url), state_of(error)
    if state.startswith("28"):
        return BadSetting(f"{where} does not accept this user and password.")
    if state.startswith("3D"):
        return BadSetting(f"There is no database {url.database!r} at {where}.")
    if isinstance(error, TypeError | ValueError):
        return BadSetting(f"{where} cannot be used: its URL has an unknown setting.")
    found = storage_down(error)
    if found is not None and str(found) == GONE:
        return StorageDown(f"No PostgreSQL server answers at {where}.")
    return found or error
