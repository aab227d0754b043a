"""Removing expired rows, a few at a time, as functions over a connection.

Every statement checks the rows again as it removes them, so it does no harm if two processes do the
same. A table is removed with everything that belongs to it.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    Table,
    and_,
    bindparam,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)

from elgrande.server.storage import schema
from elgrande.server.storage.results import forget_record

# Somebody seen this recently may be looking at a table now, in any process.
HERE_MS: Final = 5 * 60 * 1000
ROWS_AT_ONCE: Final = 500
TABLES_AT_ONCE: Final = 5
Key = tuple[Any, ...]

_tables, _players, _seats = schema.tables, schema.players, schema.seats
_entries, _watchers = schema.entries, schema.watchers

# When anything last happened at a table.
_last_time: Final = (
    select(_entries.c.time)
    .where(_entries.c.table_id == _tables.c.id)
    .order_by(_entries.c.number.desc())
    .limit(1)
    .correlate(_tables)
    .scalar_subquery()
)
_is_quiet: Final = func.coalesce(_last_time, _tables.c.created) < bindparam("before")
# Found once for a statement: few people are here at a time.
_those_here: Final = select(_players.c.id).where(_players.c.seen >= bindparam("here"))
_is_here: Final = or_(
    _tables.c.host.in_(_those_here),
    exists().where(_seats.c.table_id == _tables.c.id, _seats.c.player.in_(_those_here)),
    exists().where(_watchers.c.table_id == _tables.c.id, _watchers.c.player.in_(_those_here)),
)
_has_person: Final = exists().where(_seats.c.table_id == _tables.c.id, _seats.c.kind == "human")
_has_table: Final = or_(
    exists().where(_seats.c.player == _players.c.id),
    exists().where(_tables.c.host == _players.c.id),
    exists().where(schema.events.c.host == _players.c.id),
    exists().where(schema.event_entrants.c.player == _players.c.id),
)
_has_text: Final = _entries.c.data["text"].as_string().is_not(None)
# Not a bound value: only this way do databases see that their index of chat applies.
_is_chat: Final = _entries.c.kind == literal_column("'chat'")
_is_said: Final = (_is_chat, _has_text)


def _tables_in(state: str, *more: ColumnElement[bool]) -> Select[Any]:
    """Tables in one state where nobody is present."""
    return select(_tables.c.id).where(_tables.c.state == state, ~_is_here, *more)


_is_over: Final = _tables.c.finished < bindparam("before")
_chat_of_ended: Final = (
    select(_entries.c.table_id, _entries.c.number)
    .join(_tables, _tables.c.id == _entries.c.table_id)
    .where(
        *_is_said,
        _entries.c.time < bindparam("before"),
        or_(_is_over, and_(_tables.c.state == "closed", _is_quiet)),
    )
)

# For each kind of what is kept for a time, which rows are past it.
PAST: Final[dict[str, Select[Any]]] = {
    "sessions": select(schema.sessions.c.id).where(schema.sessions.c.expires < bindparam("before")),
    "invitations": select(schema.invitations.c.id).where(
        schema.invitations.c.revoked.is_(True), schema.invitations.c.created < bindparam("before")
    ),
    "deliveries": select(schema.deliveries.c.id).where(
        schema.deliveries.c.state != "waiting", schema.deliveries.c.due < bindparam("before")
    ),
    "chat": _chat_of_ended,
    "idle_tables": _tables_in("running", _is_quiet),
    "open_tables": _tables_in("open", _is_quiet),
    "closed_tables": _tables_in("closed", _is_quiet),
    "bot_games": _tables_in("finished", _is_over, ~_has_person),
    "finished_tables": _tables_in("finished", _is_over, _has_person),
    "guests": select(_players.c.id).where(
        _players.c.password.is_(None), _players.c.seen < bindparam("before"), ~_has_table
    ),
}
_PLAIN: Final = {
    "sessions": schema.sessions,
    "invitations": schema.invitations,
    "deliveries": schema.deliveries,
}
TABLES: Final = ("open_tables", "closed_tables", "bot_games", "finished_tables")
# Tables with enough entries to hold more lines of chat than they may keep: the last number of each
# is found at once, while counting lines would read every entry.
_LONG_LOGS: Final = select(_tables.c.id).where(
    select(_entries.c.number)
    .where(_entries.c.table_id == _tables.c.id)
    .order_by(_entries.c.number.desc())
    .limit(1)
    .scalar_subquery()
    > bindparam("most")
)
_OLDEST_LINES: Final = (
    select(_entries.c.table_id, _entries.c.number)
    .where(*_is_said, _entries.c.table_id == bindparam("table"))
    .order_by(_entries.c.number.desc())
    .offset(bindparam("most"))
    .limit(ROWS_AT_ONCE)
)
_LINE: Final = select(_entries.c.data).where(
    _entries.c.table_id == bindparam("table"), _entries.c.number == bindparam("number")
)
_BLANK: Final = (
    update(_entries)
    .where(_entries.c.table_id == bindparam("b_table"), _entries.c.number == bindparam("b_number"))
    .values(data=bindparam("b_data"))
)


def count(connection: Connection, kind: str, before: int, now: int) -> int:
    """How many rows of a kind have expired."""
    found = PAST[kind].subquery()
    given = _given(PAST[kind], before, now)
    return int(connection.execute(select(func.count()).select_from(found), given).scalar_one())


def find(connection: Connection, kind: str, before: int, now: int, limit: int) -> list[Key]:
    """The keys of some expired rows of a kind."""
    chosen = PAST[kind].limit(limit)
    return [tuple(row) for row in connection.execute(chosen, _given(PAST[kind], before, now))]


def remove(
    connection: Connection, kind: str, keys: Sequence[Key], before: int, now: int
) -> list[Key]:
    """Remove those of these rows that are still expired; returns the keys of what was removed."""
    if kind == "chat":
        return blank(connection, keys)
    chosen = PAST[kind]
    (column,) = chosen.selected_columns
    wanted = chosen.where(column.in_([key[0] for key in keys]))
    rows = connection.execute(wanted, _given(chosen, before, now))
    found = [str(row[0]) for row in rows]
    if not found:
        return []
    if kind in TABLES:
        _remove_with(connection, schema.tables, "id", found)
    elif kind == "guests":
        forget_record(connection, found)
        connection.execute(delete(_watchers).where(_watchers.c.player.in_(found)))
        connection.execute(delete(schema.deliveries).where(schema.deliveries.c.player.in_(found)))
        _remove_with(connection, _players, "id", found)
    else:
        connection.execute(delete(_PLAIN[kind]).where(_PLAIN[kind].c.id.in_(found)))
    return [(key,) for key in found]


def _remove_with(connection: Connection, table: Table, key: str, found: list[str]) -> None:
    """Remove rows of a table after all that refers to them."""
    for other in schema.metadata.sorted_tables:
        for column in other.columns:
            if any(foreign.references(table) for foreign in column.foreign_keys):
                connection.execute(delete(other).where(column.in_(found)))
    connection.execute(delete(table).where(table.c[key].in_(found)))


def long_chats(connection: Connection, most: int) -> list[str]:
    """The tables that keep more lines of chat than they may."""
    found = [str(row[0]) for row in connection.execute(_LONG_LOGS, {"most": most})]
    return [table_id for table_id in found if lines_beyond(connection, table_id, most)]


def lines_beyond(connection: Connection, table_id: str, most: int) -> list[Key]:
    """Some lines of a table's chat that are older than the newest it may keep."""
    given = {"table": table_id, "most": most}
    return [tuple(row) for row in connection.execute(_OLDEST_LINES, given)]


def blank(connection: Connection, keys: Sequence[Key]) -> list[Key]:
    """Take the text out of lines of chat: who spoke, and when, stays in the log."""
    rows = []
    for table_id, number in keys:
        data = connection.execute(_LINE, {"table": table_id, "number": number}).scalar()
        if isinstance(data, dict) and "text" in data:
            left = {name: data[name] for name in data if name not in ("text", "key")}
            rows.append({"b_table": table_id, "b_number": number, "b_data": left})
    if rows:
        connection.execute(_BLANK, rows)
    return [(row["b_table"], row["b_number"]) for row in rows]


def _given(chosen: Select[Any], before: int, now: int) -> dict[str, int]:
    """The values a statement asks for."""
    asked = chosen.compile().params
    values: dict[str, int] = {"before": before, "here": now - HERE_MS}
    return {name: value for name, value in values.items() if name in asked}
