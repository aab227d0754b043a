"""`elgrande export`: write all data of a server to one file."""

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from elgrande.cli.common import AsJson, open_progress

EXAMPLE = "elgrande export games.jsonl --database-url sqlite:///games.db"
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        metavar="URL",
        envvar="ELGRANDE_DATABASE_URL",
        show_envvar=True,
        help="The database. [default: the file elgrande serve uses]",
    ),
]


def export_data(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write, one row per line.")],
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Write all tables, games and players to a file that `elgrande import` reads.

    Only you can read the file, because it contains the seeds of running games and password
    hashes. The server may be running; the file captures a single moment.
    """
    rows = asyncio.run(_export(file, database_url))
    if as_json:
        print(json.dumps({"file": str(file), "rows": rows}))
    else:
        print(f"{rows} {'row' if rows == 1 else 'rows'} written to {file}.")


async def _export(path: Path, url: str | None) -> int:
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.storage.database import default_url, open_database
    from elgrande.server.storage.transfer import export_data as write_file

    database = await open_database(url or default_url(), migrate=False)
    try:
        with open_progress() as progress:
            bar = progress.add_task("Writing", total=None)
            return await write_file(
                database,
                path,
                lambda done, total: progress.update(bar, completed=done, total=total),
            )
    finally:
        await database.close()


COMMAND = export_data
