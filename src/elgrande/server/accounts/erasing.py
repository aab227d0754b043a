"""Deleting a player with everything personal; the games they played still make sense."""

from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, select, text, union, update

from elgrande.server.errors import NotFound
from elgrande.server.storage import club_events, queries
from elgrande.server.storage.moderating import By, add_entries, note, subject
from elgrande.server.storage.results import forget_record
from elgrande.server.storage.rows import Table
from elgrande.server.storage.schema import (
    PERSONAL_ENTRIES,
    deliveries,
    entries,
    event_entrants,
    metadata,
    players,
    seat_results,
    seats,
    sessions,
    tables,
)
from elgrande.server.tables.decisions.erasure import FORMER, Erasure, erase

# These keep the rows of games; all other rows that belong to a player go with the player.
_GAMES: Final = (seats, entries, event_entrants, seat_results)
_REWRITE: Final = (
    update(entries)
    .where(
        entries.c.table_id == bindparam("b_table"),
        entries.c.number == bindparam("b_number"),
    )
    .values(player=bindparam("b_player"), data=bindparam("b_data"))
)


def end_sessions(connection: Connection, by: By, player: str) -> None:
    """Sign a player out everywhere, before anything is removed; NotFound if there is none."""
    subject(connection, by, player)
    connection.execute(delete(sessions).where(sessions.c.player == player))
    note(connection, by, "sign_out", "player", player)


def delete_player(connection: Connection, by: By, player: str, done: str = "delete") -> int:
    """Remove a player and all that is personal; returns how many tables they were at."""
    subject(connection, by, player)
    found = tables_with(connection, player)
    titles = [_leave_table(connection, by, player, table_id) for table_id in found]
    _clear_copied_titles(connection, {title for title in titles if title})
    club_events.forget_player(connection, player, FORMER, by.time)
    forget_record(connection, [player])
    for table in metadata.sorted_tables:
        if "player" in table.c and table not in _GAMES:
            connection.execute(delete(table).where(table.c.player == player))
    connection.execute(delete(players).where(players.c.id == player))
    note(connection, by, done, "player", player)
    return len(found)


def tables_with(connection: Connection, player: str) -> list[str]:
    """The tables where a player sat, sits, is the host or has said something."""
    sitting = select(seats.c.table_id).where(seats.c.player == player)
    hosting = select(tables.c.id).where(tables.c.host == player)
    # Worded exactly as in the index, or it would not be used.
    named = select(entries.c.table_id).where(entries.c.player == player, text(PERSONAL_ENTRIES))
    return [row[0] for row in connection.execute(union(sitting, hosting, named))]


def _leave_table(connection: Connection, by: By, player: str, table_id: str) -> str:
    """Take a player out of one table; the title that was theirs."""
    table = queries.table(connection, table_id)
    if table is None:
        raise NotFound("There is no such table.")
    log = queries.entries(connection, table_id, 0, None)
    erasure = erase(table, log, player, by.time)
    _write(connection, table, erasure)
    return table.title if table.host == player else ""


def _write(connection: Connection, table: Table, erasure: Erasure) -> None:
    rewritten = [
        {"b_number": entry.number, "b_player": entry.player, "b_data": entry.data}
        for entry in erasure.rewritten
    ]
    if rewritten:
        connection.execute(_REWRITE, [{"b_table": table.id, **row} for row in rewritten])
    add_entries(connection, table.id, erasure.added)
    for seat in erasure.seats:
        connection.execute(
            update(seats)
            .where(seats.c.table_id == table.id, seats.c.seat == seat.seat)
            .values(kind=seat.kind, player=seat.player, name=seat.name, local=seat.local)
        )
    changed: dict[str, Any] = {"host": erasure.host, "title": erasure.title}
    changed["state"] = erasure.state
    connection.execute(update(tables).where(tables.c.id == table.id).values(**changed))
    if erasure.title != table.title:
        _clear_notices(connection, table.id)


def _clear_notices(connection: Connection, table_id: str) -> None:
    """Turn notices to others contain the title of the table."""
    chosen = select(deliveries.c.id, deliveries.c.body).where(deliveries.c.table_id == table_id)
    for key, body in connection.execute(chosen).all():
        clean = {**body, "title": ""} if "title" in body else body
        connection.execute(update(deliveries).where(deliveries.c.id == key).values(body=clean))


def _clear_copied_titles(connection: Connection, titles: set[str]) -> None:
    """A game that goes on from another has its title."""
    for title in titles:
        copied = (tables.c.title == title, tables.c.source.is_not(None))
        connection.execute(update(tables).where(*copied).values(title=""))
