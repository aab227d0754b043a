"""`elgrande admin` commands for players: mute, reset a password, make an admin, delete."""

import asyncio
import secrets
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from elgrande.cli.admin.common import (
    DatabaseUrl,
    PlayerArgument,
    Reason,
    Until,
    Verb,
    act_on_player,
    by,
    find_player,
    on_database,
    read,
    read_end,
    show_end,
    tell,
)
from elgrande.cli.common import AsJson, BadInput

if TYPE_CHECKING:
    from elgrande.server.storage.database import Database

TEMPORARY_BYTES = 12


def mute(
    player: PlayerArgument,
    until: Until = None,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Stop a player from chatting, for a while or permanently."""
    from elgrande.server.storage import moderating

    end, who = read_end(until), by(reason)
    found = act_on_player(
        database_url, player, lambda opened, key: moderating.mute(opened, who, key, end)
    )
    tell(as_json, f"{found.name} is muted {show_end(end)}.", player=found.id, until=end)


def unmute(
    player: PlayerArgument,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Let a player chat again."""
    from elgrande.server.storage import moderating

    who = by(reason)
    found = act_on_player(
        database_url, player, lambda opened, key: moderating.unmute(opened, who, key)
    )
    tell(as_json, f"{found.name} can chat again.", player=found.id)


def reset_password(
    player: PlayerArgument,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Give a claimed name a new password, shown only once, and end all its sessions."""
    from elgrande.server.accounts.passwords import Passwords
    from elgrande.server.storage import moderating

    who, password = by(reason), secrets.token_urlsafe(TEMPORARY_BYTES)
    passwords = Passwords()
    hashed = asyncio.run(passwords.hash(password))
    passwords.close()
    found = act_on_player(
        database_url,
        player,
        lambda opened, key: moderating.reset_password(opened, who, key, hashed),
    )
    sentence = f"The new password for {found.name} is {password}"
    tell(as_json, sentence, player=found.id, password=password)


def grant(
    player: PlayerArgument,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make a player with a claimed name an admin, who can moderate in the browser."""
    from elgrande.server.storage import moderating

    who = by(reason)
    found = act_on_player(
        database_url, player, lambda opened, key: moderating.grant(opened, who, key)
    )
    tell(as_json, f"{found.name} is now an admin.", player=found.id, admin=True)


def revoke(
    player: PlayerArgument,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Make an admin an ordinary player again."""
    from elgrande.server.storage import moderating

    who = by(reason)
    found = act_on_player(
        database_url, player, lambda opened, key: moderating.revoke(opened, who, key)
    )
    tell(as_json, f"{found.name} is no longer an admin.", player=found.id, admin=False)


def delete(
    player: PlayerArgument,
    reason: Reason = "",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Delete a player and all personal data. Their games stay, without the name.

    At tables their name becomes "Former player" and their messages are removed. A bot takes over
    in running games, and open tables they host are closed. This cannot be undone.
    """
    found = read(database_url, lambda opened: find_player(opened, player))
    if not yes:
        if as_json or not sys.stdin.isatty():
            raise BadInput("Deleting cannot be undone. Confirm with --yes.")
        typer.confirm(f"Permanently delete {found.name} ({found.id})?", abort=True)
    tables = on_database(database_url, lambda database: _delete(database, found.id, reason))
    games = f"{tables} table{'' if tables == 1 else 's'}"
    tell(as_json, f"{found.name} has been deleted from {games}.", player=found.id, tables=tables)


async def _delete(database: "Database", player: str, reason: str) -> int:
    from elgrande.server.accounts.admins import NOTICED_SECONDS
    from elgrande.server.accounts.erasing import delete_player, end_sessions
    from elgrande.server.storage.moderating import act

    who = by(reason)
    await act(database, lambda opened: end_sessions(opened, who, player))
    # They could still write something until every running server has signed them out.
    await asyncio.sleep(NOTICED_SECONDS)
    tables = await act(database, lambda opened: delete_player(opened, who, player))
    await database.purge()
    return tables


VERBS = (
    Verb("mute", mute, "elgrande admin mute Isabel --until 2d --reason insults"),
    Verb("unmute", unmute, "elgrande admin unmute Isabel"),
    Verb("reset-password", reset_password, "elgrande admin reset-password Isabel"),
    Verb("grant", grant, "elgrande admin grant Isabel"),
    Verb("revoke", revoke, "elgrande admin revoke Isabel"),
    Verb("delete", delete, "elgrande admin delete Isabel --yes"),
)
