"""All data in one file and back: JSON, one row per line.

The first line says what the file is and how many rows follow, so that a truncated file is noticed.
The rows have a fixed order, so the same data makes the same file with either database. The file
holds seeds and password hashes: only its owner may read it.
"""

import os
import secrets
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from itertools import islice
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final, Protocol

import msgspec
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Connection,
    Double,
    Integer,
    LargeBinary,
    Table,
    func,
    insert,
    select,
)
from sqlalchemy.exc import IntegrityError

from elgrande.rules.fields import short
from elgrande.server.errors import BadRequest
from elgrande.server.storage import older
from elgrande.server.storage.database import Database
from elgrande.server.storage.migrate import newest_revision
from elgrande.server.storage.schema import LASTING

FORMAT: Final = "elgrande data 1"
ROWS_AT_ONCE: Final = 500
LONGEST_LINE: Final = 1 << 26
Progress = Callable[[int, int], None]
_LARGEST: Final = {Integer: 2**31 - 1, BigInteger: 2**63 - 1}
# How the values of a column appear in JSON, by type; more specific types come first.
_KINDS: Final[dict[Any, Any]] = {
    LargeBinary: str,
    JSON: dict,
    Boolean: bool,
    Double: float,
    BigInteger: int,
    Integer: int,
}


class Stopped(Exception):
    """Somebody interrupted it."""


class FileFailed(Exception):
    """It is the file that cannot be read or written, not the database."""

    def __init__(self, reason: OSError) -> None:
        super().__init__(str(reason))
        self.reason: Final = reason


class Header(msgspec.Struct):
    """The first line of a file."""

    format: str
    schema: str
    rows: int


async def export_data(database: Database, path: Path, progress: Progress) -> int:
    """Write all that is worth keeping to a file, all or nothing; returns the number of rows.

    `progress` is called now and then with how many rows of how many are done.
    """
    stop = Event()
    with whole_file(path) as file:
        return await stoppable(database, partial(write_rows, file, progress, stop), stop)


async def import_data(database: Database, path: Path, progress: Progress) -> int:
    """Put all rows of a file into a database, all or none; returns their number.

    BadRequest if the file is not one of ours, or the database already holds some of it.
    """
    stop = Event()
    with path.open("rb") as file:
        work = partial(read_rows, lines_of(file), progress, stop)
        return await stoppable(database, work, stop)


async def stoppable(database: Database, work: Callable[[Connection], int], stop: Event) -> int:
    """Run something long; cancelling it stops it."""
    try:
        return await database.transfer(work)
    except FileFailed as error:
        raise error.reason from None
    finally:
        stop.set()


class Writable(Protocol):
    """Where rows are written."""

    def write(self, data: bytes, /) -> int:
        """Take some bytes."""
        ...


def write_rows(file: Writable, progress: Progress, stop: Event, connection: Connection) -> int:
    """Write all rows, after a line that says how many."""
    total = sum(
        connection.execute(select(func.count()).select_from(table)).scalar_one()
        for table in LASTING
    )
    _write_line(file, Header(FORMAT, newest_revision(), total))
    done = 0
    for table in LASTING:
        chosen = select(table).order_by(*table.primary_key.columns)
        rows = connection.execute(chosen, execution_options={"yield_per": ROWS_AT_ONCE})
        for part in rows.mappings().partitions():
            if stop.is_set():
                raise Stopped
            for row in part:
                _write_line(file, {str(table.name): _plain(row)})
            done += len(part)
            progress(done, total)
    return done


def _write_line(file: Writable, value: object) -> None:
    line = msgspec.json.encode(value) + b"\n"
    try:
        file.write(line)
    except OSError as error:
        raise FileFailed(error) from error


def _plain(row: Any) -> dict[str, Any]:
    """The values of a row as JSON has them."""
    return {
        str(name): b64encode(value).decode() if isinstance(value, bytes) else value
        for name, value in row.items()
    }


def read_rows(
    lines: Iterator[bytes], progress: Progress, stop: Event, connection: Connection
) -> int:
    """Put the rows of these lines into a database; older versions only into an empty one."""
    header = read_header(next(lines, b""))
    total, is_older = header.rows, header.schema != newest_revision()
    tables = {str(table.name): table for table in LASTING}
    if is_older:
        if not is_empty(connection):
            raise BadRequest(
                "A file from an older version can only be imported into an empty database."
            )
        tables = older.make_tables(connection, header.schema)
    rows = (_read_row(tables, line, number) for number, line in enumerate(lines, start=2))
    done = 0
    waiting: dict[str, list[dict[str, Any]]] = {}
    while part := list(islice(rows, ROWS_AT_ONCE)):
        if stop.is_set():
            raise Stopped
        for kind, values in part:
            waiting.setdefault(kind, []).append(values)
        for kind in [name for name in tables if name in waiting]:
            _insert(connection, tables[kind], waiting.pop(kind))
        done += len(part)
        progress(min(done, total), total)
    if done != total:
        raise BadRequest(f"The file is incomplete: it should have {total} rows but has {done}.")
    if is_older:
        older.bring_up_to_date(connection)
    return done


def is_empty(connection: Connection) -> bool:
    """Whether a database holds nothing that is worth keeping."""
    return all(connection.execute(select(table).limit(1)).first() is None for table in LASTING)


def lines_of(file: BinaryIO) -> Iterator[bytes]:
    """The lines of a file, none of them larger than we want to hold in memory."""
    while True:
        try:
            line = file.readline(LONGEST_LINE)
        except OSError as error:
            raise FileFailed(error) from error
        if not line:
            return
        if len(line) == LONGEST_LINE:
            raise BadRequest("The file has a line that is too long to be a row.")
        yield line


def read_header(line: bytes) -> Header:
    """What the first line says; BadRequest if the file is not one of ours."""
    try:
        header = msgspec.json.decode(line, type=Header)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise BadRequest("This file was not written by `elgrande export`.") from None
    if header.format != FORMAT:
        raise BadRequest(f"The file starts with {short(header.format)}, not with {FORMAT!r}.")
    if header.schema not in older.known():
        raise BadRequest(
            f"The file is of revision {short(header.schema)} of the tables, which this version"
            f" does not know: it knows those up to {newest_revision()}."
        )
    return header


def _read_row(tables: dict[str, Table], line: bytes, number: int) -> tuple[str, dict[str, Any]]:
    """The kind and the values of a row; BadRequest names the line and what is wrong with it."""
    try:
        found = msgspec.json.decode(line, type=dict[str, Any])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise BadRequest(f"Line {number} of the file is not a JSON object.") from None
    kind = next(iter(found), "")
    if len(found) != 1 or kind not in tables:
        raise BadRequest(f"Line {number} of the file is not a row of one of: {', '.join(tables)}.")
    table, values = tables[kind], found[kind]
    if not isinstance(values, dict) or values.keys() != {column.name for column in table.c}:
        raise BadRequest(f"Line {number} of the file does not have the fields of {kind}.")
    for column in table.c:
        try:
            values[column.name] = _checked(column, values[column.name])
        except (TypeError, ValueError):
            raise BadRequest(
                f"Line {number} of the file: {column.name} of {kind} is invalid."
            ) from None
    return kind, values


def _checked(column: Any, value: Any) -> Any:
    """A value as its column expects it; ValueError or TypeError if it does not fit."""
    if value is None:
        if not column.nullable:
            raise TypeError
        return None
    kind = next((one for one in _KINDS if isinstance(column.type, one)), None)
    if kind is LargeBinary:
        try:
            return b64decode(value, validate=True)
        except NotBase64:
            raise ValueError from None
    expected = _KINDS.get(kind, str)
    if type(value) is not expected:
        raise TypeError
    if isinstance(value, int) and kind in _LARGEST and abs(value) > _LARGEST[kind]:
        raise ValueError
    if isinstance(value, str) and "\0" in value:
        raise ValueError  # PostgreSQL cannot store it
    return value


def _insert(connection: Connection, table: Table, rows: list[dict[str, Any]]) -> None:
    try:
        connection.execute(insert(table), rows)
    except IntegrityError as error:
        said = str(error.orig)
        if "FOREIGN KEY" in said or "fk_" in said:
            sentence = f"The file has {table.name} that belong to nothing in it."
        else:
            sentence = f"The database has some of these {table.name} already; use an empty one."
        raise BadRequest(sentence) from None


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file for its owner alone that gets its final name when it is complete."""
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
    try:
        descriptor = os.open(unfinished, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w+b") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except OSError as error:
        # Nobody knows of the temporary name.
        raise OSError(error.errno, error.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            unfinished.unlink()
