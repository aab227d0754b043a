"""`elgrande import`: load all data of a server from one file."""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from elgrande.cli.common import AsJson, open_progress
from elgrande.cli.export_data import DatabaseUrl

EXAMPLE = "elgrande import games.jsonl --database-url postgresql+asyncpg://me@localhost/games"


def import_data(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A file written by `elgrande export`.")
    ],
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Load all data from a file into a database: all of it or nothing.

    Existing data is not changed. If the database already contains something from the file, the
    import is refused.
    """
    rows = asyncio.run(_import(file, database_url))
    if as_json:
        print(json.dumps({"file": str(file), "rows": rows}))
    else:
        print(f"{rows} {'row' if rows == 1 else 'rows'} read from {file}.")


async def _import(path: Path, url: str | None) -> int:
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.storage.database import default_url, open_database
    from elgrande.server.storage.transfer import import_data as read_file

    # Do not create a database for a file that cannot be read.
    path.open("rb").close()
    database = await open_database(url or default_url())
    try:
        with open_progress() as progress:
            bar = progress.add_task("Reading", total=None)
            return await read_file(
                database,
                path,
                lambda done, total: progress.update(bar, completed=done, total=total),
            )
    finally:
        await database.close()


COMMAND = import_data
