"""`elgrande admin list` and `elgrande admin audit`: what exists, and what was done."""

from typing import Annotated, Any, Final

import typer

from elgrande.cli.admin.common import (
    DatabaseUrl,
    Verb,
    find_player,
    now_ms,
    read,
    show_end,
    show_rows,
    show_time,
)
from elgrande.cli.common import AsJson, BadInput, check_at_least_one
from elgrande.rules.fields import short

WHAT: Final = ("players", "tables", "bans", "invitations")
MOST: Final = 200
Many = Annotated[int, typer.Option(metavar="N", help=f"Show at most N, up to {MOST}.")]


def list_what(
    what: Annotated[str, typer.Argument(metavar="|".join(WHAT), help="What to list.")],
    search: Annotated[
        str, typer.Option(metavar="TEXT", help="Part of a name or a title, or an id.")
    ] = "",
    only: Annotated[
        str,
        typer.Option(
            metavar="WHICH",
            help="Players: claimed, guests, admins, muted or banned."
            " Tables: open, running, finished or closed.",
        ),
    ] = "all",
    limit: Many = 50,
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """List players, tables, banned addresses or invitations to the server, newest first.

    Nothing is shown of games that a stranger may not see.
    """
    if what not in WHAT:
        raise BadInput(f"You can list {', '.join(WHAT)}, not {short(what)}.")
    check_at_least_one(limit, "--limit", MOST)
    if what in ("bans", "invitations") and (search or only != "all"):
        raise BadInput(f"--search and --only work for players and tables, not for {what}.")
    {
        "players": _list_players,
        "tables": _list_tables,
        "bans": _list_bans,
        "invitations": _list_invitations,
    }[what](search=search, only=only, limit=limit, url=database_url, as_json=as_json)


def _list_players(*, search: str, only: str, limit: int, url: str | None, as_json: bool) -> None:
    from elgrande.server.storage.oversight import STANDINGS, find_players

    _check_only(only, STANDINGS, "players")
    found = read(url, lambda opened: find_players(opened, search, only, now_ms(), limit, None))
    lines = [["id", "name", "kind", "last seen", "muted", "banned"]]
    for one in found:
        kind = "admin" if one.admin else "claimed" if one.claimed else "guest"
        times = [show_time(one.seen), show_end(one.muted), show_end(one.banned)]
        lines.append([one.id, one.name, kind, *times])
    show_rows(as_json, "players", found, lines)


def _list_tables(*, search: str, only: str, limit: int, url: str | None, as_json: bool) -> None:
    from elgrande.server.storage.oversight import TABLE_STATES, find_tables

    _check_only(only, TABLE_STATES, "tables")
    found = read(url, lambda opened: find_tables(opened, search, only, limit, None))
    lines = [["id", "state", "opened", "title", "host", "seats"]]
    for one in found:
        seats = ", ".join(seat.name or seat.kind for seat in one.seats)
        opened = show_time(one.created)
        lines.append([one.id, one.state, opened, one.title, one.host_name, seats])
    show_rows(as_json, "tables", found, lines)


def _list_bans(*, url: str | None, as_json: bool, **others: Any) -> None:
    from elgrande.server.storage.oversight import all_bans

    found = read(url, all_bans)
    lines = [["address", "banned", "reason"]]
    for one in found:
        lines.append([one.network, show_end(one.until) or "expired", one.reason])
    show_rows(as_json, "bans", found, lines)


def _list_invitations(*, limit: int, url: str | None, as_json: bool, **others: Any) -> None:
    from elgrande.server.storage.oversight import all_welcomes, without_hash

    found = [without_hash(one) for one in read(url, lambda opened: all_welcomes(opened, limit))]
    lines = [["id", "used", "made", "valid", "for"]]
    for one in found:
        end = "permanently" if one.expires is None else show_end(one.expires) or "expired"
        state = "withdrawn" if one.revoked else end
        used = f"{one.used} of {one.uses}"
        lines.append([one.id, used, show_time(one.created), state, one.note])
    show_rows(as_json, "invitations", found, lines)


def _check_only(only: str, known: tuple[str, ...], what: str) -> None:
    if only not in known:
        raise BadInput(f"For {what}, --only takes {', '.join(known)}, not {short(only)}.")


def audit(
    player: Annotated[
        str | None,
        typer.Option(metavar="PLAYER", help="Only what this player did, or what was done to them."),
    ] = None,
    limit: Many = 50,
    database_url: DatabaseUrl = None,
    as_json: AsJson = False,
) -> None:
    """Show the audit log: who did what, when, to whom and why, newest first."""
    from elgrande.server.storage.oversight import DeedSeen, find_deeds

    check_at_least_one(limit, "--limit", MOST)

    def find(connection: Any) -> list[DeedSeen]:
        target = None if player is None else find_player(connection, player).id
        return find_deeds(connection, target, limit, None)

    found = read(database_url, find)
    lines = [["number", "time", "by", "what", "whom", "until", "reason"]]
    for one in found:
        who = "command line" if one.admin is None else one.admin_name or "former player"
        whom = one.target_name or one.target
        end = show_time(one.data.get("until")) if one.data.get("until") else ""
        line = [str(one.number), show_time(one.time), who, one.act, whom, end, one.reason]
        lines.append(line)
    show_rows(as_json, "lines", found, lines)


VERBS = (
    Verb("list", list_what, "elgrande admin list players --only banned"),
    Verb("audit", audit, "elgrande admin audit --limit 20"),
)
