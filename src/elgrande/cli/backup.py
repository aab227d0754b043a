"""`elgrande backup`: everything a server stores, in one verified file."""

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from elgrande.cli.common import AsJson, open_progress
from elgrande.cli.export_data import DatabaseUrl

if TYPE_CHECKING:
    from elgrande.server.storage.backups import Summary

EXAMPLE = "elgrande backup club.backup --database-url sqlite:///games.db"


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write it.")],
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Back up a database, even while its server runs. `elgrande restore` reads the file.

    The backup captures a single moment. It is verified before it replaces an existing file. Only
    you can read it, because it contains the seeds of running games and password hashes.
    """
    found = asyncio.run(_backup(file, database_url))
    tell(found, file, "backed up to", as_json)


def tell(found: "Summary", file: Path, done: str, as_json: bool) -> None:
    """Say what a backup contains."""
    total = sum(found.rows.values())
    if as_json:
        told = {"file": str(file), "rows": found.rows, "total": total, "schema": found.schema}
        print(json.dumps({**told, "sha256": found.sha256}))
        return
    counts = ", ".join(f"{count} {kind}" for kind, count in found.rows.items())
    print(
        f"{total} {'row' if total == 1 else 'rows'} {done} {file}{f': {counts}' if counts else ''}."
    )


async def _backup(path: Path, url: str | None) -> "Summary":
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.storage.backups import write_backup
    from elgrande.server.storage.database import default_url, open_database

    database = await open_database(url or default_url(), migrate=False)
    try:
        with open_progress() as progress:
            bar = progress.add_task("Writing", total=None)
            return await write_backup(
                database,
                path,
                lambda done, total: progress.update(bar, completed=done, total=total),
            )
    finally:
        await database.close()


COMMAND = backup
