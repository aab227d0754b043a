"""What admins read: players, tables, bans, invitations, the audit log, but no secrets."""

from collections.abc import Sequence
from typing import Any, Final

from msgspec import Struct
from sqlalchemy import Connection, Select, and_, func, or_, select

from elgrande.server.storage.rows import Ban, Deed, DeedData, Player, Welcome
from elgrande.server.storage.schema import (
    audit,
    bans,
    players,
    seats,
    server_settings,
    tables,
    welcomes,
)

MOST_LISTED: Final = 200
STANDINGS: Final = ("all", "claimed", "guests", "admins", "muted", "banned")
TABLE_STATES: Final = ("all", "open", "running", "finished", "closed")


class PlayerSeen(Struct, frozen=True):
    """A player as admins see them."""

    id: str
    name: str
    claimed: bool
    admin: bool
    created: int
    seen: int
    muted: int | None
    banned: int | None
    ban_reason: str


class SeatSeen(Struct, frozen=True):
    """Who sits where, as admins see it."""

    seat: int
    kind: str
    name: str
    player: str | None
    bot: str | None


class TableSeen(Struct, frozen=True):
    """A table as admins see it, without its game."""

    id: str
    title: str
    state: str
    public: bool
    host: str
    host_name: str
    created: int
    started: int | None
    finished: int | None
    seats: list[SeatSeen]


class DeedSeen(Struct, frozen=True):
    """A line of the audit log with the current names of those concerned."""

    number: int
    time: int
    admin: str | None
    admin_name: str | None
    act: str
    kind: str
    target: str
    target_name: str | None
    reason: str
    data: DeedData


class WelcomeSeen(Struct, frozen=True):
    """An invitation to the server, without its secret."""

    id: str
    note: str
    uses: int
    used: int
    created: int
    expires: int | None
    revoked: bool


def without_hash(welcome: Welcome) -> WelcomeSeen:
    """An invitation as admins see it."""
    return WelcomeSeen(
        id=welcome.id,
        note=welcome.note,
        uses=welcome.uses,
        used=welcome.used,
        created=welcome.created,
        expires=welcome.expires,
        revoked=welcome.revoked,
    )


def as_seen(player: Player) -> PlayerSeen:
    """A row of the database without its secrets."""
    return PlayerSeen(
        id=player.id,
        name=player.name,
        claimed=player.password is not None,
        admin=player.admin,
        created=player.created,
        seen=player.seen,
        muted=player.muted,
        banned=player.banned,
        ban_reason=player.ban_reason,
    )


_PLAYER: Final = [players.c[name] for name in Player.__struct_fields__]


def find_players(
    connection: Connection, search: str, standing: str, now: int, limit: int, after: str | None
) -> list[PlayerSeen]:
    """Players whose name contains a text or whose id it is, the newest first."""
    chosen = select(*_PLAYER)
    if search:
        chosen = chosen.where(or_(_holds(players.c.name, search), players.c.id == search))
    wanted = {
        "claimed": players.c.password.is_not(None),
        "guests": players.c.password.is_(None),
        "admins": players.c.admin.is_(True),
        "muted": players.c.muted > now,
        "banned": players.c.banned > now,
    }.get(standing)
    if wanted is not None:
        chosen = chosen.where(wanted)
    rows = connection.execute(_page(chosen, players, limit, after))
    return [as_seen(Player(*row)) for row in rows]


def restricted_players(connection: Connection, now: int) -> list[PlayerSeen]:
    """The players who are muted or banned now."""
    chosen = select(*_PLAYER).where(or_(players.c.muted > now, players.c.banned > now))
    return [as_seen(Player(*row)) for row in connection.execute(chosen)]


def players_named(connection: Connection, name: str, limit: int = 10) -> list[PlayerSeen]:
    """The players of exactly this name, who may be several guests."""
    chosen = select(*_PLAYER).where(players.c.name == name).limit(limit)
    return [as_seen(Player(*row)) for row in connection.execute(chosen)]


def find_tables(
    connection: Connection, search: str, state: str, limit: int, after: str | None
) -> list[TableSeen]:
    """Tables whose title or players' names contain a text, the newest first."""
    chosen = select(tables)
    if search:
        named = select(seats.c.table_id).where(_holds(seats.c.name, search))
        chosen = chosen.where(
            or_(
                _holds(tables.c.title, search),
                tables.c.id == search,
                tables.c.host == search,
                tables.c.id.in_(named),
            )
        )
    if state != "all":
        chosen = chosen.where(tables.c.state == state)
    found = connection.execute(_page(chosen, tables, limit, after)).mappings().all()
    names = names_of(connection, [row["host"] for row in found])
    sitting = _seats_of(connection, [row["id"] for row in found])
    return [
        TableSeen(
            id=row["id"],
            title=row["title"],
            state=row["state"],
            public=row["public"],
            host=row["host"],
            host_name=names.get(row["host"], ""),
            created=row["created"],
            started=row["started"],
            finished=row["finished"],
            seats=sitting.get(row["id"], []),
        )
        for row in found
    ]


def _seats_of(connection: Connection, table_ids: Sequence[str]) -> dict[str, list[SeatSeen]]:
    columns = (seats.c.seat, seats.c.kind, seats.c.name, seats.c.player, seats.c.bot)
    chosen = select(seats.c.table_id, *columns).where(seats.c.table_id.in_(table_ids))
    found: dict[str, list[SeatSeen]] = {}
    for table_id, *values in connection.execute(chosen.order_by(seats.c.seat)):
        found.setdefault(table_id, []).append(SeatSeen(*values))
    return found


def all_bans(connection: Connection) -> list[Ban]:
    """All addresses and networks that are or were banned, the newest first."""
    return [Ban(*row) for row in connection.execute(select(bans).order_by(bans.c.created.desc()))]


def all_welcomes(connection: Connection, limit: int = MOST_LISTED) -> list[Welcome]:
    """The invitations to the server, the newest first."""
    chosen = select(welcomes).order_by(welcomes.c.created.desc(), welcomes.c.id).limit(limit)
    return [Welcome(*row) for row in connection.execute(chosen)]


def welcome(connection: Connection, identity: str) -> Welcome | None:
    """An invitation to the server by its id."""
    row = connection.execute(select(welcomes).where(welcomes.c.id == identity)).first()
    return None if row is None else Welcome(*row)


def all_settings(connection: Connection) -> dict[str, str]:
    """The settings that admins have changed."""
    return {row[0]: row[1] for row in connection.execute(select(server_settings))}


def newest_deed(connection: Connection) -> int:
    """The number of the last line of the audit log."""
    return int(connection.execute(select(func.max(audit.c.number))).scalar() or 0)


def deeds_after(connection: Connection, number: int) -> list[Deed]:
    """The lines of the audit log that follow a number."""
    chosen = select(audit).where(audit.c.number > number).order_by(audit.c.number)
    return [Deed(*row) for row in connection.execute(chosen)]


def find_deeds(
    connection: Connection, target: str | None, limit: int, before: int | None
) -> list[DeedSeen]:
    """Lines of the audit log, the newest first, of all or about one target."""
    chosen = select(audit).order_by(audit.c.number.desc()).limit(limit)
    if target is not None:
        chosen = chosen.where(or_(audit.c.target == target, audit.c.admin == target))
    if before is not None:
        chosen = chosen.where(audit.c.number < before)
    deeds = [Deed(*row) for row in connection.execute(chosen)]
    concerned = {deed.target for deed in deeds if deed.kind == "player"}
    concerned |= {deed.admin for deed in deeds if deed.admin is not None}
    names = names_of(connection, sorted(concerned))
    return [
        DeedSeen(
            number=deed.number,
            time=deed.time,
            admin=deed.admin,
            admin_name=None if deed.admin is None else names.get(deed.admin),
            act=deed.act,
            kind=deed.kind,
            target=deed.target,
            target_name=names.get(deed.target) if deed.kind == "player" else None,
            reason=deed.reason,
            data=deed.data,
        )
        for deed in deeds
    ]


def names_of(connection: Connection, ids: Sequence[str]) -> dict[str, str]:
    """The names of some players, if they exist."""
    chosen = select(players.c.id, players.c.name).where(players.c.id.in_(list(ids)))
    return {row[0]: row[1] for row in connection.execute(chosen)}


def _holds(column: Any, search: str) -> Any:
    """Whether a column contains a text, ignoring case."""
    return func.lower(column).contains(search.lower(), autoescape=True)


def _page(chosen: Select[Any], table: Any, limit: int, after: str | None) -> Select[Any]:
    """Some of the chosen rows, the newest first, from the one after `after` on."""
    if after is not None:
        created = select(table.c.created).where(table.c.id == after).scalar_subquery()
        same = and_(table.c.created == created, table.c.id < after)
        chosen = chosen.where(or_(table.c.created < created, same))
    return chosen.order_by(table.c.created.desc(), table.c.id.desc()).limit(limit)
