"""All that the server keeps about one player, for that player to take away; without secrets."""

from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from sqlalchemy import Connection, LargeBinary, Table, select, text

from elgrande.server.accounts.erasing import tables_with
from elgrande.server.errors import NotFound
from elgrande.server.storage.schema import (
    PERSONAL_ENTRIES,
    audit,
    entries,
    metadata,
    players,
    seats,
    sessions,
    tables,
)

FORMAT: Final = "elgrande personal data 1"
_SECRET: Final = frozenset({"password", "webhook_secret", "claimed", "shape"})
# What a table is; its deal stays sealed while the game runs.
_OF_TABLES: Final = ("id", "title", "state", "public", "options", "settings", "created")
_TIMES: Final = ("started", "finished", "result")


class PersonalData(Struct, frozen=True):
    """All that the server keeps about a player."""

    format: Annotated[str, Meta(description="What this file is.")]
    time: Annotated[int, Meta(description="When it was made, in milliseconds since 1970.")]
    account: dict[str, Any]
    sessions: list[dict[str, Any]]
    tables: list[dict[str, Any]]
    written: Annotated[
        list[dict[str, Any]], Meta(description="Chat, and the names used at tables.")
    ]
    decisions: Annotated[list[dict[str, Any]], Meta(description="What admins did about it.")]
    others: Annotated[
        dict[str, list[dict[str, Any]]], Meta(description="Tables watched, turn notices …")
    ]


def personal_data(connection: Connection, player: str, now: int) -> PersonalData:
    """Everything about a player, from all tables of the database."""
    row = connection.execute(select(players).where(players.c.id == player)).mappings().first()
    if row is None:
        raise NotFound("There is no such player.")
    account = {name: value for name, value in row.items() if name not in _SECRET}
    account["claimed"] = row["password"] is not None
    others = {
        table.name: _rows_of(connection, table, player)
        for table in metadata.sorted_tables
        if "player" in table.c and table not in (sessions, seats, entries)
    }
    return PersonalData(
        format=FORMAT,
        time=now,
        account=account,
        sessions=_rows_of(connection, sessions, player),
        tables=[_table_of(connection, key, player) for key in tables_with(connection, player)],
        written=_written(connection, player),
        decisions=_decisions(connection, player),
        others=others,
    )


def _rows_of(connection: Connection, table: Table, player: str) -> list[dict[str, Any]]:
    """The rows of a table that belong to a player, without hashes."""
    shown = [column for column in table.c if not isinstance(column.type, LargeBinary)]
    chosen = select(*shown).where(table.c.player == player)
    return [
        {str(name): value for name, value in row.items() if name != "player"}
        for row in connection.execute(chosen).mappings()
    ]


def _table_of(connection: Connection, table_id: str, player: str) -> dict[str, Any]:
    """A table, and which seats of it are the player's."""
    names = (*_OF_TABLES, *_TIMES)
    chosen = select(tables.c.host, *(tables.c[name] for name in names))
    row = connection.execute(chosen.where(tables.c.id == table_id)).mappings().one()
    sitting = select(seats.c.seat, seats.c.name).where(
        seats.c.table_id == table_id, seats.c.player == player
    )
    own = [{"seat": seat, "name": name} for seat, name in connection.execute(sitting)]
    is_host = row["host"] == player
    shown = {name: row[name] for name in names if is_host or name != "title"}
    return {**shown, "host": is_host, "seats": own}


def _written(connection: Connection, player: str) -> list[dict[str, Any]]:
    """What a player said, and under which names they sat down."""
    columns = (entries.c.table_id, entries.c.number, entries.c.kind, entries.c.time, entries.c.data)
    chosen = (
        select(*columns)
        .where(entries.c.player == player, text(PERSONAL_ENTRIES))
        .order_by(entries.c.time, entries.c.table_id, entries.c.number)
    )
    return [
        {
            "table": table_id,
            "number": number,
            "kind": kind,
            "time": time,
            **{name: data[name] for name in ("name", "who", "text") if name in data},
        }
        for table_id, number, kind, time, data in connection.execute(chosen)
    ]


def _decisions(connection: Connection, player: str) -> list[dict[str, Any]]:
    """What admins did about a player, and the player as an admin; not who the others are."""
    columns = (audit.c.time, audit.c.act, audit.c.kind, audit.c.reason, audit.c.data)
    chosen = select(*columns).where(audit.c.target == player).order_by(audit.c.number)
    return [
        {str(name): value for name, value in row.items()}
        for row in connection.execute(chosen).mappings()
    ]
