"""What admins do, each a function over a connection that writes the audit log as well.

An act and its line in the log are one transaction. The lines are numbered 1, 2, 3 … in the order
of their commits, so that every server finds what is new by the number it saw last.
"""

import ipaddress
from collections.abc import Callable
from typing import Any, Final, TypeVar, Unpack

from msgspec import Struct
from msgspec.structs import asdict
from sqlalchemy import Connection, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from elgrande.server.errors import (
    BadInvitation,
    BadRequest,
    NoSuchTable,
    NotAllowed,
    NotFound,
    StorageDown,
    WrongState,
)
from elgrande.server.storage import queries
from elgrande.server.storage.database import Database
from elgrande.server.storage.rows import Ban, DeedData, Entry, Player, Welcome
from elgrande.server.storage.schema import (
    audit,
    bans,
    entries,
    players,
    server_settings,
    sessions,
    tables,
    welcomes,
)

Result = TypeVar("Result")
FOREVER: Final = 253_402_300_799_000  # the end of the year 9999
INVITE_ONLY: Final = "invite_only"
LONGEST_REASON: Final = 300
WIDEST: Final = {4: 8, 6: 19}  # a wider ban would shut out half the world
MOST_USES: Final = 10_000
MOST_TRIES: Final = 10


class By(Struct, frozen=True):
    """Who does something, when and why; without an admin it is the command line."""

    time: int
    admin: str | None = None
    reason: str = ""


async def act(database: Database, work: Callable[[Connection], Result]) -> Result:
    """Run an act; once more if a table was changed by somebody else at the same moment."""
    for _ in range(MOST_TRIES):
        try:
            return await database.write(lambda connection: _in_turn(connection, work))
        except IntegrityError:
            continue
    raise StorageDown("Too many others are writing to this table; try again.")


def _in_turn(connection: Connection, work: Callable[[Connection], Result]) -> Result:
    if connection.dialect.name == "postgresql":
        # SQLite lets one write at a time; here a later number must not show up before an earlier
        # one.
        connection.execute(text("LOCK TABLE audit IN EXCLUSIVE MODE"))
    return work(connection)


def clean_reason(given: str) -> str:
    """A reason in one line; it is kept for good, so it should not name anybody."""
    return " ".join(given.split())[:LONGEST_REASON]


def note(
    connection: Connection, by: By, done: str, kind: str, target: str, **data: Unpack[DeedData]
) -> int:
    """Write a line of the audit log; returns its number."""
    last = connection.execute(select(func.max(audit.c.number))).scalar()
    row = {
        "number": (last or 0) + 1,
        "time": by.time,
        "admin": by.admin,
        "act": done,
        "kind": kind,
        "target": target,
        "reason": by.reason,
        "data": data,
    }
    connection.execute(insert(audit), [row])
    return (last or 0) + 1


# Players.


def subject(connection: Connection, by: By, player: str) -> Player:
    """The player an act is about; admins have no power over each other."""
    found = queries.players(connection, [player]).get(player)
    if found is None:
        raise NotFound("There is no such player.")
    if found.admin and by.admin is not None:
        raise NotAllowed("This player is an admin; remove that role first.")
    return found


def mute(connection: Connection, by: By, player: str, until: int) -> None:
    """Mute a player for a while."""
    _check_until(by, until)
    subject(connection, by, player)
    _set(connection, player, muted=until)
    note(connection, by, "mute", "player", player, until=until)


def unmute(connection: Connection, by: By, player: str) -> None:
    """Let a player write again."""
    subject(connection, by, player)
    _set(connection, player, muted=None)
    note(connection, by, "unmute", "player", player)


def ban(connection: Connection, by: By, player: str, until: int) -> None:
    """Ban a player for a while; the sessions stay, because a guest has nothing else."""
    _check_until(by, until)
    subject(connection, by, player)
    _set(connection, player, banned=until, ban_reason=by.reason)
    note(connection, by, "ban", "player", player, until=until)


def unban(connection: Connection, by: By, player: str) -> None:
    """Unban a player."""
    subject(connection, by, player)
    _set(connection, player, banned=None, ban_reason="")
    note(connection, by, "unban", "player", player)


def reset_password(connection: Connection, by: By, player: str, hashed: str) -> None:
    """Give a claimed name a new password, and end all sessions."""
    if subject(connection, by, player).password is None:
        raise WrongState("This player is a guest; only claimed names have a password.")
    _set(connection, player, password=hashed)
    connection.execute(delete(sessions).where(sessions.c.player == player))
    note(connection, by, "reset_password", "player", player)


def grant(connection: Connection, by: By, player: str) -> None:
    """Make a player an admin."""
    found = queries.players(connection, [player]).get(player)
    if found is None:
        raise NotFound("There is no such player.")
    if found.password is None:
        raise WrongState("This player is a guest; an admin needs a claimed name.")
    _set(connection, player, admin=True)
    note(connection, by, "grant", "player", player)


def revoke(connection: Connection, by: By, player: str) -> None:
    """Make an admin an ordinary player."""
    found = queries.players(connection, [player]).get(player)
    if found is None:
        raise NotFound("There is no such player.")
    _set(connection, player, admin=False)
    note(connection, by, "revoke", "player", player)


def _set(connection: Connection, player: str, **values: Any) -> None:
    connection.execute(update(players).where(players.c.id == player).values(**values))


def _check_until(by: By, until: int) -> None:
    if not by.time < until <= FOREVER:
        raise BadRequest("The end must be in the future and before the year 10000.")


# Addresses.


def read_network(given: str) -> str:
    """An address or a network in its canonical form; BadRequest if it is invalid or too wide."""
    try:
        network = ipaddress.ip_network(given.strip(), strict=False)
    except ValueError:
        raise BadRequest(
            "Write an address as 203.0.113.7, or a network as 2001:db8::/48."
        ) from None
    if isinstance(network, ipaddress.IPv6Network):
        mapped = network.network_address.ipv4_mapped
        if mapped is not None and network.prefixlen >= 96:
            network = ipaddress.ip_network((mapped, network.prefixlen - 96), strict=False)
    if network.prefixlen < WIDEST[network.version]:
        raise BadRequest(
            f"This network is too large to be banned; /{WIDEST[network.version]} is the largest."
        )
    return str(network)


def ban_network(connection: Connection, by: By, given: str, until: int) -> str:
    """Ban an address or a network for a while; returns it in its stored form."""
    _check_until(by, until)
    network = read_network(given)
    connection.execute(delete(bans).where(bans.c.network == network))
    connection.execute(insert(bans), [asdict(Ban(network, until, by.reason, by.time))])
    note(connection, by, "ban", "network", network, until=until)
    return network


def unban_network(connection: Connection, by: By, given: str) -> str:
    """Unban an address or a network."""
    network = read_network(given)
    found = connection.execute(delete(bans).where(bans.c.network == network))
    if not found.rowcount:
        raise NotFound("This address is not banned; name a network exactly as it was banned.")
    note(connection, by, "unban", "network", network)
    return network


# Tables.


def close_table(connection: Connection, by: By, table_id: str) -> None:
    """Close a table that is not over, whoever plays at it; the log says so."""
    table = queries.table(connection, table_id)
    if table is None:
        raise NoSuchTable("There is no such table.")
    if table.state not in ("open", "running"):
        raise WrongState("This table is already over or closed.")
    number = queries.last_numbers(connection, [table_id]).get(table_id, 0) + 1
    add_entries(
        connection,
        table_id,
        [Entry(number, "closed", None, None, by.time, {"reason": "moderator"})],
    )
    connection.execute(update(tables).where(tables.c.id == table_id).values(state="closed"))
    note(connection, by, "close", "table", table_id, number=number)


def add_entries(connection: Connection, table_id: str, added: list[Entry]) -> None:
    """Write entries after those a table has."""
    rows = [{"table_id": table_id, **asdict(entry)} for entry in added]
    if rows:
        connection.execute(insert(entries), rows)


# Who may come in.


def set_invite_only(connection: Connection, by: By, wanted: bool) -> None:
    """Let new guests come by invitation only, or let everybody come."""
    value = "on" if wanted else "off"
    connection.execute(delete(server_settings).where(server_settings.c.name == INVITE_ONLY))
    connection.execute(insert(server_settings), [{"name": INVITE_ONLY, "value": value}])
    note(connection, by, "invite_only", "server", value)


def invite(
    connection: Connection,
    by: By,
    *,
    identity: str,
    hashed: bytes,
    uses: int,
    expires: int | None,
    remark: str,
) -> None:
    """Store an invitation to the server for a number of new guests."""
    if not 1 <= uses <= MOST_USES:
        raise BadRequest(f"An invitation can be for 1 to {MOST_USES} guests.")
    if expires is not None:
        _check_until(by, expires)
    row = Welcome(identity, hashed, remark, uses, 0, by.time, expires, revoked=False)
    connection.execute(insert(welcomes), [asdict(row)])
    note(connection, by, "invite", "invitation", identity, uses=uses, expires=expires)


def uninvite(connection: Connection, by: By, identity: str) -> None:
    """Take an invitation back."""
    found = connection.execute(
        update(welcomes)
        .where(welcomes.c.id == identity, welcomes.c.revoked.is_(False))
        .values(revoked=True)
    )
    if not found.rowcount:
        raise NotFound("There is no such invitation, or it has already been withdrawn.")
    note(connection, by, "uninvite", "invitation", identity)


def use_invitation(connection: Connection, identity: str, now: int) -> None:
    """Count one more guest; BadInvitation if the invitation is used up, too old or taken back."""
    welcome = welcomes.c
    found = connection.execute(
        update(welcomes)
        .where(
            welcome.id == identity,
            welcome.revoked.is_(False),
            welcome.used < welcome.uses,
            (welcome.expires.is_(None)) | (welcome.expires > now),
        )
        .values(used=welcome.used + 1)
    )
    if not found.rowcount:
        raise BadInvitation("This invitation has been used up, has expired or was withdrawn.")
