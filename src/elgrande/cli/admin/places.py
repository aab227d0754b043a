"""`elgrande admin` commands that ban players and addresses, and close tables."""

from typing import Annotated

import typer

from elgrande.cli.admin.common import (
    DatabaseUrl,
    Reason,
    Until,
    Verb,
    act_on_player,
    by,
    on_database,
    read_end,
    show_end,
    tell,
)
from elgrande.cli.common import AsJson, BadInput

SomePlayer = Annotated[
    str | None,
    typer.Argument(metavar="PLAYER", help="A claimed name, a guest's name, or an id."),
]
Address = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="An address or network instead of a player."),
]


def ban(
    player: SomePlayer = None,
    address: Address = None,
    until: Until = None,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Ban a player, an address or a network, for a while or permanently.

    The reason is shown to whoever is banned. Open sockets are closed within a second or two.
    """
    from elgrande.server.storage import moderating

    end, who = read_end(until), by(reason)
    if _names_player(player, address):
        found = act_on_player(
            database_url, str(player), lambda opened, key: moderating.ban(opened, who, key, end)
        )
        tell(as_json, f"{found.name} is banned {show_end(end)}.", player=found.id, until=end)
        return
    network = on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.ban_network(opened, who, str(address), end)
        ),
    )
    tell(as_json, f"{network} is banned {show_end(end)}.", network=network, until=end)


def unban(
    player: SomePlayer = None,
    address: Address = None,
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Lift the ban of a player, an address or a network."""
    from elgrande.server.storage import moderating

    who = by(reason)
    if _names_player(player, address):
        found = act_on_player(
            database_url, str(player), lambda opened, key: moderating.unban(opened, who, key)
        )
        tell(as_json, f"{found.name} is no longer banned.", player=found.id)
        return
    network = on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.unban_network(opened, who, str(address))
        ),
    )
    tell(as_json, f"{network} is no longer banned.", network=network)


def _names_player(player: str | None, address: str | None) -> bool:
    if (player is None) == (address is None):
        raise BadInput("Give a player, or an address with --address.")
    return player is not None


def close(
    table: Annotated[str, typer.Argument(metavar="TABLE", help="The id of a table.")],
    reason: Reason = "",
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Close a table whose game is not over, whoever plays there. Nobody wins."""
    from elgrande.server.storage import moderating

    who = by(reason)
    on_database(
        database_url,
        lambda database: moderating.act(
            database, lambda opened: moderating.close_table(opened, who, table)
        ),
    )
    tell(as_json, f"Table {table} is closed.", table=table, state="closed")


VERBS = (
    Verb("ban", ban, "elgrande admin ban --address 203.0.113.7 --until 1w --reason spam"),
    Verb("unban", unban, "elgrande admin unban --address 203.0.113.7"),
    Verb("close", close, "elgrande admin close 1f0c9ab2d4e56788 --reason abandoned"),
)
