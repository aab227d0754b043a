"""What goes wrong with a database, in one sentence each, and who lost a race."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import exc
from sqlalchemy.exc import DBAPIError, IntegrityError

from elgrande.server.errors import StorageDown

LOCKED: Final = (
    "The database is locked by another program; it can be used again when that has finished."
)
FULL: Final = "The disk of the database is full; free some space."
READ_ONLY: Final = "The database cannot be written to at the moment."
GONE: Final = "The database cannot be reached at the moment."
REPLACED: Final = "The database file has been moved or replaced; restart the server."
BROKEN: Final = "The database does not respond as expected; see its log."
BUSY: Final = "The database has too many connections at the moment."

# What the beginnings of SQLite's error names mean.
_SQLITE: Final = {
    "BUSY": LOCKED,
    "LOCKED": LOCKED,
    "FULL": FULL,
    "READONLY": READ_ONLY,
    "PERM": READ_ONLY,
    "CANTOPEN": GONE,
    "IOERR": BROKEN,
    "CORRUPT": BROKEN,
    "NOTADB": BROKEN,
    "PROTOCOL": LOCKED,
}
# What the beginnings of PostgreSQL's SQLSTATEs mean; the longest match counts.
_POSTGRESQL: Final = {
    "55P03": LOCKED,
    "57014": LOCKED,
    "40": LOCKED,
    "53100": FULL,
    "53300": BUSY,
    "53": BROKEN,
    "25006": READ_ONLY,
    "42501": READ_ONLY,
    "25": GONE,
    "08": GONE,
    "57P": GONE,
    "28": GONE,
    "3D": GONE,
    "58": BROKEN,
    "XX": BROKEN,
}
# A transaction that fails like this may succeed when its parts are tried alone.
_ENTANGLED: Final = ("40001", "40P01")


class NumberTaken(Exception):
    """Somebody else wrote an entry of this number first: read it and decide again."""


class RowGone(Exception):
    """What the row belongs to no longer exists."""


class ClaimedByOther(Exception):
    """Somebody else claimed this name first."""


def state_of(error: BaseException) -> str:
    """PostgreSQL's state for an error, or nothing."""
    found: BaseException | None = error
    while found is not None:
        state = getattr(found, "sqlstate", None)
        if isinstance(state, str):
            return state
        found = getattr(found, "orig", None) or found.__cause__
    return ""


def sqlite_name_of(error: BaseException) -> str:
    """SQLite's name for an error without its prefix, or nothing."""
    origin = error.orig if isinstance(error, DBAPIError) else error
    name = getattr(origin, "sqlite_errorname", "")
    return str(name).removeprefix("SQLITE_")


def sentence_of(error: BaseException) -> str | None:
    """What to say about an error of the database; None when the caller is to blame."""
    name, state = sqlite_name_of(error), state_of(error)
    if name:
        return _SQLITE.get(name.split("_")[0])
    if state:
        fitting = [known for known in _POSTGRESQL if state.startswith(known)]
        return _POSTGRESQL[max(fitting, key=len)] if fitting else None
    if isinstance(error, DBAPIError):
        # PostgreSQL's driver omits the state only when it has lost the connection.
        return None if isinstance(error.orig, sqlite3.Error) else GONE
    # An exhausted pool and a network failure have no state either.
    failed = isinstance(error, OSError | TimeoutError | exc.TimeoutError)
    return GONE if failed or type(error).__module__.startswith("asyncpg.") else None


def storage_down(error: BaseException) -> StorageDown | None:
    """The error to raise in place of the database's; None when the caller is to blame."""
    if isinstance(error, StorageDown):
        return error
    sentence = sentence_of(error)
    return None if sentence is None else StorageDown(sentence)


@contextmanager
def told_in_a_sentence() -> Iterator[None]:
    """Raise StorageDown in place of what the database is to blame for."""
    try:
        yield
    except StorageDown:
        raise
    except Exception as error:
        if (down := storage_down(error)) is None:
            raise
        raise down from error


def is_to_blame(error: BaseException) -> bool:
    """Whether one part of a joint transaction may be to blame for its failure, not the database."""
    return state_of(error) in _ENTANGLED or storage_down(error) is None


def lost_race(error: BaseException) -> Exception | None:
    """Which race was lost, when an error says that a row already exists."""
    if not isinstance(error, IntegrityError):
        return None
    said = str(error.orig)
    if "pk_entries" in said or "entries.number" in said:
        return NumberTaken("There is an entry of this number already.")
    if "players_claimed" in said or "players.claimed" in said:
        return ClaimedByOther("Somebody claimed this name.")
    if "FOREIGN KEY" in said or 'constraint "fk_' in said:
        return RowGone("What this belongs to is not there.")
    return None
