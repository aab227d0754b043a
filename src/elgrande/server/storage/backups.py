"""A backup: an export of one moment, packed, with a checksum; it restores to either database.

The file is gzip. Unpacked it is a file of `elgrande export` with one more line at its end, which
holds the SHA-256 of all before it. It is checked after it is written and before it is read.
"""

import gzip
import zlib
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any, BinaryIO, Final

import msgspec
from sqlalchemy import Connection, delete

from elgrande.server.errors import BadRequest, StorageDown
from elgrande.server.storage.database import Database
from elgrande.server.storage.schema import LASTING
from elgrande.server.storage.transfer import (
    FileFailed,
    Progress,
    Writable,
    is_empty,
    lines_of,
    read_header,
    read_rows,
    stoppable,
    whole_file,
    write_rows,
)

LEVEL: Final = 6
NOT_OURS: Final = "This file was not written by `elgrande backup`, or it is damaged."


class Summary(msgspec.Struct):
    """What a backup holds: rows by kind, the revision of its tables and its checksum."""

    rows: dict[str, int]
    schema: str
    sha256: str


class _End(msgspec.Struct, forbid_unknown_fields=True):
    """The last line of a backup."""

    sha256: str


class _Digesting:
    """Passes on what is written, and computes its checksum."""

    def __init__(self, file: Writable) -> None:
        self._file: Final = file
        self.digest: Final = sha256()

    def write(self, data: bytes, /) -> int:
        self.digest.update(data)
        return self._file.write(data)


async def write_backup(database: Database, path: Path, progress: Progress) -> Summary:
    """Back up everything into a file, which is checked and then gets its final name."""
    stop = Event()
    with whole_file(path) as file:
        with gzip.GzipFile(
            filename="", fileobj=file, mode="wb", compresslevel=LEVEL, mtime=0
        ) as packed:
            passing = _Digesting(packed)
            work = partial(_write_sound, passing, progress, stop)
            rows = await stoppable(database, work, stop)
            packed.write(msgspec.json.encode(_End(passing.digest.hexdigest())) + b"\n")
        file.flush()
        file.seek(0)
        found = _check(file)
        if sum(found.rows.values()) != rows:
            raise StorageDown("The backup differs from what was written; the disk may be failing.")
        return found


def _write_sound(file: Writable, progress: Progress, stop: Event, connection: Connection) -> int:
    """Write all rows of a database that is sound; StorageDown if it is not."""
    if connection.dialect.name == "sqlite":
        said = connection.exec_driver_sql("PRAGMA integrity_check(1)").scalar()
        if said != "ok":
            raise StorageDown("The database is damaged; restore an older backup.")
        if connection.exec_driver_sql("PRAGMA foreign_key_check").first() is not None:
            raise StorageDown("The database is damaged: it has rows that belong to nothing.")
    return write_rows(file, progress, stop, connection)


def check_backup(path: Path) -> Summary:
    """What is in a backup; BadRequest if it is incomplete."""
    with path.open("rb") as file:
        return _check(file)


async def restore_backup(
    database: Database, path: Path, progress: Progress, *, replace: bool
) -> Summary:
    """Put a backup into a database, all of it or nothing; it is checked first.

    BadRequest if the database is not empty, unless its contents are to be replaced.
    """
    stop = Event()
    with path.open("rb") as file:
        found = _check(file)
        file.seek(0)
        with _unpacked(file) as packed:
            work = partial(_read_into, _rows_of(packed), replace, progress, stop)
            await stoppable(database, work, stop)
    return found


def _read_into(
    lines: Iterator[bytes], replace: bool, progress: Progress, stop: Event, connection: Connection
) -> int:
    if not is_empty(connection):
        if not replace:
            raise BadRequest("The database is not empty; use --replace to remove its data.")
        for table in reversed(LASTING):
            connection.execute(delete(table))
    return read_rows(lines, progress, stop, connection)


def _check(file: BinaryIO) -> Summary:
    """Read a backup from end to end."""
    digest, rows = sha256(), Counter[str]()
    with _unpacked(file) as packed:
        lines = lines_of(packed)
        line = next(lines, b"")
        header = read_header(line)
        for following in lines:
            digest.update(line)
            line = following
            kind = _kind_of(line)
            if kind != "sha256":
                rows[kind] += 1
    try:
        promised = msgspec.json.decode(line, type=_End).sha256
    except msgspec.MsgspecError:
        raise BadRequest("The backup is incomplete: its end is missing.") from None
    if promised != digest.hexdigest():
        raise BadRequest("The backup is damaged: its checksum does not match.")
    if sum(rows.values()) != header.rows:
        raise BadRequest("The backup contains fewer or more rows than it says.")
    return Summary(dict(rows), header.schema, promised)


def _kind_of(line: bytes) -> str:
    """The first word of a line: the kind of row."""
    return line[2:40].partition(b'"')[0].decode(errors="replace")


def _rows_of(packed: BinaryIO) -> Iterator[bytes]:
    """All lines but the last, which is the checksum."""
    for line, _ in pairwise(lines_of(packed)):
        yield line


@contextmanager
def _unpacked(file: BinaryIO) -> Iterator[Any]:
    """What is in a packed file; BadRequest if it cannot be unpacked."""
    try:
        with gzip.GzipFile(fileobj=file, mode="rb") as packed:
            yield packed
    except (EOFError, zlib.error):
        raise BadRequest(NOT_OURS) from None
    except FileFailed as error:
        if isinstance(error.reason, gzip.BadGzipFile):
            raise BadRequest(NOT_OURS) from None
        raise error.reason from None
