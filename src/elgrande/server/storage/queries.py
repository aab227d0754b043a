"""All reads, each a function over a connection; one statement each, so one moment each.

The statements are built once: building them takes longer than running them.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Select, and_, bindparam, exists, func, or_, select, update

from elgrande.server.storage import schema
from elgrande.server.storage.rows import (
    Checkpoint,
    Delivery,
    Entry,
    Invitation,
    KeptReview,
    Player,
    Seat,
    Session,
    Table,
)

Found = TypeVar("Found")
# Databases limit how many values one statement may name.
MOST_IDS: Final = 500


def _columns(table: Any, kind: Any) -> list[Any]:
    """The columns of a table in the order of the fields of what they become."""
    names = [name for name in kind.__struct_fields__ if name != "seats"]
    return [table.c["table_id" if name == "table" else name] for name in names]


_TABLE: Final = _columns(schema.tables, Table)
_SEAT: Final = _columns(schema.seats, Seat)


def _with_seats(chosen: Select[Any]) -> Select[Any]:
    """Tables with their seats, read together so that they agree."""
    found = chosen.subquery()
    seats = schema.seats
    return (
        select(*[found.c[column.name] for column in _TABLE], *_SEAT)
        .select_from(found.outerjoin(seats, seats.c.table_id == found.c.id))
        .order_by(found.c.created.desc(), found.c.id.desc(), seats.c.seat)
    )


def _paged(chosen: Select[Any]) -> tuple[Select[Any], Select[Any]]:
    """Some of the chosen tables, from the newest on or from the one after `after` on."""
    tables, mark = schema.tables.c, schema.tables.alias("mark")
    created = select(mark.c.created).where(mark.c.id == bindparam("after")).scalar_subquery()
    older = or_(
        tables.created < created,
        and_(tables.created == created, tables.id < bindparam("after")),
    )
    ordered = chosen.order_by(tables.created.desc(), tables.id.desc()).limit(bindparam("limit"))
    return _with_seats(ordered), _with_seats(ordered.where(older))


_tables, _seats, _log = schema.tables.c, schema.seats.c, schema.entries.c
# The host of an event has opened none of its tables.
_of_event: Final = exists().where(schema.event_games.c.table_id == _tables.id)
_TABLE_BY_ID: Final = _with_seats(select(*_TABLE).where(_tables.id == bindparam("key")))
_LOBBY: Final = _paged(
    select(*_TABLE).where(
        _tables.public.is_(True),
        _tables.state.in_(bindparam("states", expanding=True)),
        _tables.created >= bindparam("since"),
    )
)
_TABLES_OF: Final = _paged(
    select(*_TABLE).where(
        _tables.id.in_(
            select(_seats.table_id)
            .where(_seats.player == bindparam("player"))
            .union(select(_tables.id).where(_tables.host == bindparam("player"), ~_of_event))
        )
    )
)
_RUNNING: Final = select(_tables.id).where(_tables.state == "running").order_by(_tables.id)
_ENTRIES: Final = (
    select(*_columns(schema.entries, Entry))
    .where(_log.table_id == bindparam("key"), _log.number > bindparam("after"))
    .order_by(_log.number)
)
_SOME_ENTRIES: Final = _ENTRIES.limit(bindparam("limit"))
_LAST_NUMBERS: Final = (
    select(_log.table_id, func.max(_log.number))
    .where(_log.table_id.in_(bindparam("keys", expanding=True)))
    .group_by(_log.table_id)
)
_CHECKPOINTS: Final = (
    select(*_columns(schema.checkpoints, Checkpoint))
    .where(schema.checkpoints.c.table_id == bindparam("key"))
    .order_by(schema.checkpoints.c.number.desc())
    .limit(bindparam("limit"))
)
_REVIEW: Final = select(*_columns(schema.reviews, KeptReview)).where(
    schema.reviews.c.table_id == bindparam("key")
)
_PLAYER: Final = select(*_columns(schema.players, Player))
_PLAYERS: Final = _PLAYER.where(schema.players.c.id.in_(bindparam("keys", expanding=True)))
_CLAIMING: Final = _PLAYER.where(schema.players.c.claimed == bindparam("key"))
_RESEMBLING: Final = select(schema.players.c.id).where(
    schema.players.c.claimed.is_not(None),
    or_(
        schema.players.c.claimed == bindparam("key"),
        schema.players.c.shape.in_(bindparam("shapes", expanding=True)),
    ),
)
_WITH_WEBHOOK: Final = select(schema.players.c.id).where(schema.players.c.webhook.is_not(None))
_session: Final = select(*_columns(schema.sessions, Session))
_SESSION: Final = _session.where(schema.sessions.c.id == bindparam("key"))
_SESSIONS_OF: Final = (
    _session.where(schema.sessions.c.player == bindparam("key"))
    .order_by(schema.sessions.c.created.desc(), schema.sessions.c.id)
    .limit(bindparam("limit"))
)
_LIVING: Final = select(schema.sessions.c.id).where(
    schema.sessions.c.id.in_(bindparam("keys", expanding=True))
)
_invitation: Final = select(*_columns(schema.invitations, Invitation))
_INVITATION: Final = _invitation.where(schema.invitations.c.id == bindparam("key"))
_INVITATIONS_OF: Final = (
    _invitation.where(schema.invitations.c.table_id == bindparam("key"))
    .order_by(schema.invitations.c.created, schema.invitations.c.id)
    .limit(bindparam("limit"))
)
_watcher: Final = select(schema.watchers.c.player).where(
    schema.watchers.c.table_id == bindparam("key")
)
_WATCHES: Final = _watcher.where(schema.watchers.c.player == bindparam("player"))
_WATCHERS: Final = _watcher.order_by(schema.watchers.c.player).limit(bindparam("limit"))
_DUE: Final = (
    select(*_columns(schema.deliveries, Delivery))
    .where(schema.deliveries.c.state == "waiting", schema.deliveries.c.due <= bindparam("now"))
    .order_by(schema.deliveries.c.due, schema.deliveries.c.id)
    .limit(bindparam("limit"))
)
_CLAIM: Final = (
    update(schema.deliveries)
    .where(
        schema.deliveries.c.id.in_(_DUE.with_only_columns(schema.deliveries.c.id)),
        # Checked again: another process may have claimed it while this one waited for the row.
        schema.deliveries.c.state == "waiting",
        schema.deliveries.c.due <= bindparam("now"),
    )
    .values(due=bindparam("until"))
    .returning(*_columns(schema.deliveries, Delivery))
)
_HOSTED: Final = select(func.count()).where(
    _tables.host == bindparam("player"), _tables.state.in_(("open", "running")), ~_of_event
)
_BOT_TABLES: Final = select(func.count()).where(
    _tables.host == bindparam("player"),
    _tables.state == "running",
    ~exists().where(schema.seats.c.table_id == _tables.id, schema.seats.c.kind != "bot"),
    ~_of_event,
)
_LIVE: Final = (
    select(schema.processes.c.id)
    .where(schema.processes.c.time >= bindparam("since"))
    .order_by(schema.processes.c.id)
)

_PEOPLE_OF_PROCESSES: Final = select(schema.processes.c.time, schema.processes.c.present)


def table(connection: Connection, table_id: str) -> Table | None:
    """A table with its seats."""
    found = _read_tables(connection, _TABLE_BY_ID, key=table_id)
    return found[0] if found else None


def lobby(
    connection: Connection, limit: int, after: str | None, states: Sequence[str], since: int
) -> list[Table]:
    """Public tables, the newest first; those that come after a certain one in this order."""
    chosen = {"limit": limit, "states": list(states), "since": since}
    return _read_page(connection, _LOBBY, after, chosen)


def tables_of(connection: Connection, player: str, limit: int, before: str | None) -> list[Table]:
    """The tables a player hosts or sits at, the newest first; those older than a certain one."""
    return _read_page(connection, _TABLES_OF, before, {"limit": limit, "player": player})


def running_ids(connection: Connection) -> list[str]:
    """The ids of all tables that are being played."""
    return [row[0] for row in connection.execute(_RUNNING)]


def entries(connection: Connection, table_id: str, after: int, limit: int | None) -> list[Entry]:
    """The entries of a table that follow a number."""
    given = {"key": table_id, "after": after}
    if limit is None:
        return _all(connection, Entry, _ENTRIES, **given)
    return _all(connection, Entry, _SOME_ENTRIES, limit=limit, **given)


def last_numbers(connection: Connection, table_ids: Iterable[str]) -> dict[str, int]:
    """The number of the last entry of each of these tables that has any."""
    rows = _for_ids(connection, _LAST_NUMBERS, table_ids)
    return {row[0]: row[1] for row in rows}


def checkpoints(connection: Connection, table_id: str, limit: int) -> list[Checkpoint]:
    """The checkpoints of a table, the newest last."""
    return _all(connection, Checkpoint, _CHECKPOINTS, key=table_id, limit=limit)[::-1]


def review(connection: Connection, table_id: str) -> KeptReview | None:
    """The review of a game, if there is one."""
    return _first(connection, KeptReview, _REVIEW, key=table_id)


def players(connection: Connection, ids: Iterable[str]) -> dict[str, Player]:
    """The players with these ids, if they exist."""
    return {row[0]: _as(Player, row) for row in _for_ids(connection, _PLAYERS, ids)}


def players_with_webhook(connection: Connection) -> list[str]:
    """The ids of all players who have a webhook."""
    return [row[0] for row in connection.execute(_WITH_WEBHOOK)]


def player_claiming(connection: Connection, claimed: str) -> Player | None:
    """Who claimed a name, given as it is compared."""
    return _first(connection, Player, _CLAIMING, key=claimed)


def players_resembling(connection: Connection, claimed: str, shapes: Sequence[str]) -> list[str]:
    """The ids of those who claimed a name, or one that looks like it."""
    given = {"key": claimed, "shapes": list(shapes)}
    return [row[0] for row in connection.execute(_RESEMBLING, given)]


def session(connection: Connection, session_id: str) -> Session | None:
    """A session by its id."""
    return _first(connection, Session, _SESSION, key=session_id)


def sessions_of(connection: Connection, player: str, limit: int) -> list[Session]:
    """The sessions of a player, the newest first."""
    return _all(connection, Session, _SESSIONS_OF, key=player, limit=limit)


def living_sessions(connection: Connection, ids: Iterable[str]) -> set[str]:
    """Which of these sessions exist."""
    return {row[0] for row in _for_ids(connection, _LIVING, ids)}


def invitation(connection: Connection, invitation_id: str) -> Invitation | None:
    """An invitation by its id."""
    return _first(connection, Invitation, _INVITATION, key=invitation_id)


def invitations_of(connection: Connection, table_id: str, limit: int) -> list[Invitation]:
    """The invitations to a table, the oldest first."""
    return _all(connection, Invitation, _INVITATIONS_OF, key=table_id, limit=limit)


def watches(connection: Connection, table_id: str, player: str) -> bool:
    """Whether a player may watch a table."""
    given = {"key": table_id, "player": player}
    return connection.execute(_WATCHES, given).first() is not None


def watchers(connection: Connection, table_id: str, limit: int) -> list[str]:
    """The players who may watch a table."""
    given = {"key": table_id, "limit": limit}
    return [row[0] for row in connection.execute(_WATCHERS, given)]


def deliveries_due(connection: Connection, now: int, limit: int) -> list[Delivery]:
    """Notices that wait and are due, the longest overdue first."""
    return _all(connection, Delivery, _DUE, now=now, limit=limit)


def claim_deliveries(connection: Connection, now: int, limit: int, until: int) -> list[Delivery]:
    """Notices that wait and are due; from now on they are due at another time."""
    given = {"now": now, "limit": limit, "until": until}
    return [Delivery(*row) for row in connection.execute(_CLAIM, given)]


def count_hosted(connection: Connection, player: str) -> int:
    """How many tables of a host are not over."""
    return int(connection.execute(_HOSTED, {"player": player}).scalar_one())


def count_bot_tables(connection: Connection, player: str) -> int:
    """How many running tables of a host have nothing but bots on their seats."""
    return int(connection.execute(_BOT_TABLES, {"player": player}).scalar_one())


def live_processes(connection: Connection, since: int) -> list[str]:
    """The processes that have reported since then."""
    return [row[0] for row in connection.execute(_LIVE, {"since": since})]


def people_of_processes(connection: Connection) -> list[tuple[int, list[str]]]:
    """The time of each process's last beat, and who was there."""
    rows = connection.execute(_PEOPLE_OF_PROCESSES)
    return [(time, present or []) for time, present in rows]


def _as(kind: Callable[..., Found], row: Sequence[Any]) -> Found:
    return kind(*row)


def _all(
    connection: Connection, kind: Callable[..., Found], chosen: Select[Any], **given: Any
) -> list[Found]:
    """All selected rows, as their types."""
    return [kind(*row) for row in connection.execute(chosen, given)]


def _first(
    connection: Connection, kind: Callable[..., Found], chosen: Select[Any], **given: Any
) -> Found | None:
    """The one row, as its type, or None."""
    row = connection.execute(chosen, given).first()
    return None if row is None else kind(*row)


def _for_ids(
    connection: Connection, chosen: Select[Any], ids: Iterable[str]
) -> list[Sequence[Any]]:
    """The selected rows for any number of ids."""
    wanted = list(dict.fromkeys(ids))
    found: list[Sequence[Any]] = []
    for first in range(0, len(wanted), MOST_IDS):
        found += connection.execute(chosen, {"keys": wanted[first : first + MOST_IDS]}).all()
    return found


def _read_page(
    connection: Connection,
    paged: tuple[Select[Any], Select[Any]],
    after: str | None,
    chosen: dict[str, Any],
) -> list[Table]:
    newest, older = paged
    if after is None:
        return _read_tables(connection, newest, **chosen)
    return _read_tables(connection, older, after=after, **chosen)


def _read_tables(connection: Connection, chosen: Select[Any], **given: Any) -> list[Table]:
    """Tables with their seats, from rows that hold a table and one of its seats each."""
    tables: dict[str, Table] = {}
    for row in connection.execute(chosen, given):
        values: list[Any] = list(row)
        if values[0] not in tables:
            tables[values[0]] = _as(Table, [*values[: len(_TABLE)], []])
        if values[len(_TABLE)] is not None:
            tables[values[0]].seats.append(_as(Seat, values[len(_TABLE) :]))
    return list(tables.values())
