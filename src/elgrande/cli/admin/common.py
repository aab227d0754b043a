"""What the `elgrande admin` commands share: options, players by name, times, output."""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple, TypeVar

import typer

from elgrande.cli.common import BadInput
from elgrande.cli.export_data import DatabaseUrl as DatabaseUrl
from elgrande.rules.fields import short
from elgrande.server.timestamps import now_ms as now_ms

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from elgrande.server.storage.database import Database
    from elgrande.server.storage.oversight import PlayerSeen

Result = TypeVar("Result")
LONGEST_NAME: Final = 100
_UNITS: Final = {"m": 60, "h": 3600, "d": 86400, "w": 7 * 86400}

PlayerArgument = Annotated[
    str, typer.Argument(metavar="PLAYER", help="A claimed name, a guest's name, or an id.")
]
Reason = Annotated[
    str, typer.Option(metavar="TEXT", help="Why. Kept in the audit log, so name nobody.")
]
Until = Annotated[
    str | None,
    typer.Option(
        metavar="WHEN",
        help="How long (30m, 12h, 7d, 2w) or until when (2026-12-31). [default: permanently]",
    ),
]


class Verb(NamedTuple):
    """A command of the group, with an example."""

    name: str
    command: Callable[..., None]
    example: str


def on_database(url: str | None, work: Callable[["Database"], Awaitable[Result]]) -> Result:
    """Work on the database of a server, which may be running."""
    # Imported here because they are slow to load and --help needs none of them.
    from elgrande.server.storage.database import default_url, open_database

    async def run() -> Result:
        database = await open_database(url or default_url(), migrate=False)
        try:
            return await work(database)
        finally:
            await database.close()

    return asyncio.run(run())


def read(url: str | None, query: Callable[["Connection"], Result]) -> Result:
    """Read something from the database."""
    return on_database(url, lambda database: database.read(query))


def act_on_player(
    url: str | None, player: str, work: Callable[["Connection", str], object]
) -> "PlayerSeen":
    """Find a player and act on them in one transaction; return the player."""
    from elgrande.server.storage.moderating import act

    def find_and_work(connection: "Connection") -> "PlayerSeen":
        found = find_player(connection, player)
        work(connection, found.id)
        return found

    return on_database(url, lambda database: act(database, find_and_work))


def find_player(connection: "Connection", given: str) -> "PlayerSeen":
    """The player with an id, a claimed name, or a name that no other guest has."""
    from elgrande.server.storage import oversight, queries
    from elgrande.server.storage.store import fold_name

    if not 0 < len(given) <= LONGEST_NAME:
        raise BadInput("Give a player's name or id.")
    by_id = queries.players(connection, [given]).get(given)
    claimed = by_id or queries.player_claiming(connection, fold_name(given))
    if claimed is not None:
        return oversight.as_seen(claimed)
    guests = oversight.players_named(connection, given)
    if not guests:
        raise BadInput(f"There is no player {short(given)}. See elgrande admin list players.")
    if len(guests) > 1:
        ids = ", ".join(guest.id for guest in guests)
        raise BadInput(f"Several guests are called {short(given)}. Give an id: {ids}.")
    return guests[0]


def by(reason: str = "") -> Any:
    """An action from the command line, now."""
    from elgrande.server.storage.moderating import By, clean_reason

    return By(now_ms(), None, clean_reason(reason))


def read_end(text: str | None) -> int:
    """When something ends: after a duration, at a time in UTC, or never."""
    from elgrande.server.storage.moderating import FOREVER

    if text is None:
        return FOREVER
    found = re.fullmatch(r"(\d{1,5})([mhdw])", text, flags=re.ASCII)
    if found is not None and int(found[1]) > 0:
        return now_ms() + int(found[1]) * _UNITS[found[2]] * 1000
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise BadInput(
            f"Write a time as 12h, 7d, 2026-12-31 or 2026-12-31T18:00, not {short(text)}."
        ) from None
    end = int(moment.replace(tzinfo=moment.tzinfo or UTC).timestamp() * 1000)
    if end <= now_ms():
        raise BadInput(f"The end must be in the future, not {short(text)}.")
    return end


def show_end(end: int | None) -> str:
    """A time as people write it; empty if it is past or was never set."""
    from elgrande.server.storage.moderating import FOREVER

    if end is None or end <= now_ms():
        return ""
    return "permanently" if end >= FOREVER else f"until {show_time(end)}"


def show_time(moment: int | None) -> str:
    """A moment as people write it, in UTC."""
    if moment is None:
        return ""
    return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def tell(as_json: bool, sentence: str, **data: Any) -> None:
    """Report what was done, to people or to programs."""
    print(json.dumps(data, ensure_ascii=False) if as_json else sentence)


def show_rows(as_json: bool, what: str, rows: list[Any], lines: list[list[str]]) -> None:
    """Print a list: as a table with a heading for people, as JSON for programs."""
    import msgspec

    if as_json:
        print(json.dumps({what: msgspec.to_builtins(rows)}, ensure_ascii=False))
    elif not rows:
        print(f"No {what} found.")
    else:
        # Never truncated as tables in the terminal are: ids are there to be copied.
        widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
        for line in lines:
            cells = zip(line, widths, strict=True)
            print("  ".join(cell.ljust(width) for cell, width in cells).rstrip())
