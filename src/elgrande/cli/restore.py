"""`elgrande restore`: load a backup into a database."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from elgrande.cli.backup import tell
from elgrande.cli.common import AsJson, BadInput, open_progress
from elgrande.cli.export_data import DatabaseUrl

if TYPE_CHECKING:
    from elgrande.server.storage.backups import Summary
    from elgrande.server.storage.database import Database

EXAMPLE = "elgrande restore club.backup --database-url sqlite:///games.db"
# A server on PostgreSQL reports every two seconds.
SERVED_MS = 10_000


def restore(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file written by `elgrande backup`.")
    ],
    database_url: DatabaseUrl = None,
    replace: Annotated[bool, typer.Option("--replace", help="Remove existing data first.")] = False,
    check: Annotated[
        bool, typer.Option("--check", help="Only check that the backup is intact.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Load a backup into an empty database, SQLite or PostgreSQL: all of it or nothing.

    The file is checked first, and backups from older versions are upgraded. No server may be
    using the database.
    """
    if check and replace:
        raise BadInput("--check changes nothing, so it does not go with --replace.")
    if check:
        from elgrande.server.storage.backups import check_backup

        tell(check_backup(file), file, "are whole in", as_json)
        return
    tell(asyncio.run(_restore(file, database_url, replace)), file, "restored from", as_json)


async def _restore(path: Path, url: str | None, replace: bool) -> "Summary":
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.storage.backups import check_backup, restore_backup
    from elgrande.server.storage.database import default_url

    check_backup(path)  # before a database is made for it
    async with _unserved(url or default_url()) as database:
        with open_progress() as progress:
            bar = progress.add_task("Reading", total=None)
            return await restore_backup(
                database,
                path,
                lambda done, total: progress.update(bar, completed=done, total=total),
                replace=replace,
            )


@asynccontextmanager
async def _unserved(url: str) -> AsyncIterator["Database"]:
    """A database that no server is using; BadInput otherwise."""
    from elgrande.server.storage.database import open_database
    from elgrande.server.storage.file_lock import HeldByAnother, serving_alone
    from elgrande.server.storage.on_sqlite import SqliteDatabase
    from elgrande.server.storage.queries import live_processes
    from elgrande.server.timestamps import now_ms

    database = await open_database(url)
    try:
        if isinstance(database, SqliteDatabase):
            try:
                with serving_alone(database.path, ""):
                    yield database
            except HeldByAnother:
                raise _is_served(database.path.name) from None
        else:
            since = now_ms() - SERVED_MS
            if await database.read(lambda connection: live_processes(connection, since)):
                raise _is_served("the database")
            yield database
    finally:
        await database.close()


def _is_served(name: str) -> BadInput:
    return BadInput(f"A server is using {name}; stop it before you restore.")


COMMAND = restore
