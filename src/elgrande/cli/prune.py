"""`elgrande prune`: remove expired data."""

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from elgrande.cli.common import AsJson, BadInput, open_progress
from elgrande.cli.export_data import DatabaseUrl

if TYPE_CHECKING:
    from elgrande.server.retention import Keep

EXAMPLE = "elgrande prune --keep guests=30d --dry-run --database-url sqlite:///games.db"
# What is done to a kind, where it is not removed.
VERBS = {"chat": "emptied", "long_chats": "shortened", "idle_tables": "closed"}


def prune(
    database_url: DatabaseUrl = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=TIME",
            envvar="ELGRANDE_KEEP",
            show_envvar=True,
            help="How long to keep what, as guests=90d; repeatable; see docs/host/retention.md.",
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            envvar="ELGRANDE_LIMITS",
            show_envvar=True,
            help="The server's limits; only chat_lines_of_table matters here.",
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only count; the server may be running.")
    ] = False,
    vacuum: Annotated[
        bool,
        typer.Option(
            "--vacuum", help="Then rewrite the SQLite file to make it as small as possible."
        ),
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Remove guests, tables and chat that have expired, as a running server does by itself.

    If the database is SQLite, stop its server first.
    """
    if vacuum and dry_run:
        raise BadInput("--vacuum changes the file, so it does not go with --dry-run.")
    done = asyncio.run(_prune(database_url, keep or [], limit or [], dry_run, vacuum))
    if as_json:
        print(json.dumps(done))
        return
    _tell(done)


def _tell(done: dict[str, Any]) -> None:
    would = "would be " if done["dry_run"] else ""
    found = {kind: count for kind, count in done["removed"].items() if count}
    for kind, count in found.items():
        print(f"{kind}: {count} {would}{VERBS.get(kind, 'removed')}")
    if not found:
        print("Nothing has expired.")
    if done["bytes"] is not None:
        before, after = done["bytes"]
        print(f"The file shrank from {before} to {after} bytes.")


async def _prune(
    url: str | None, keep: list[str], limits: list[str], dry_run: bool, vacuum: bool
) -> dict[str, Any]:
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.retention import read_keep
    from elgrande.server.settings import SIZES, read_limits
    from elgrande.server.storage.database import default_url, path_of, read_url
    from elgrande.server.storage.on_sqlite import vacuum_file

    address = read_url(url or default_url())
    path = path_of(address) if address.get_backend_name() == "sqlite" else None
    if vacuum and path is None:
        raise BadInput("--vacuum is for SQLite; PostgreSQL does this by itself.")
    times, (_, sizes) = read_keep(keep), read_limits(limits)
    most_lines = sizes.get("chat_lines_of_table", SIZES["chat_lines_of_table"].default)
    done: dict[str, Any] = {"dry_run": dry_run, "removed": {}, "bytes": None}
    if path is None or dry_run:
        done["removed"] = await _run(url or default_url(), times, most_lines, dry_run)
        return done
    with _alone(path):
        before = path.stat().st_size
        done["removed"] = await _run(url or default_url(), times, most_lines, dry_run)
        if vacuum:
            vacuum_file(path)
        done["bytes"] = [before, path.stat().st_size]
    return done


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    """Lock a SQLite file for this command; BadInput if a server is using it."""
    from elgrande.server.storage.file_lock import HeldByAnother, serving_alone

    if not path.exists():
        raise BadInput(f"There is no database {path}.")
    try:
        with serving_alone(path, ""):
            yield
    except HeldByAnother:
        raise BadInput(
            f"A server is using {path.name} and prunes it itself; stop it first, or use --dry-run."
        ) from None


async def _run(url: str, keep: "Keep", most_lines: int, dry_run: bool) -> dict[str, int]:
    from elgrande.server.background.pruning import give_space_back, round_alone
    from elgrande.server.storage import Storage

    storage = await Storage.open(url, migrate=False)
    try:
        pruning = round_alone(storage, keep, most_lines)
        if dry_run:
            return await pruning.count()
        with open_progress() as progress:
            bars: dict[str, Any] = {}

            def show(kind: str, removed: int) -> None:
                if kind not in bars:
                    bars[kind] = progress.add_task(kind, total=None)
                progress.update(bars[kind], completed=removed)

            pruning.progress = show
            removed = await pruning.run()
        await give_space_back(storage, lambda: False)
        return removed
    finally:
        await storage.close()


COMMAND = prune
