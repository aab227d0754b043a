"""Files of older versions: their rows go into the tables of their time, and these are migrated."""

from typing import Any

from sqlalchemy import JSON, Connection, MetaData, Table, event, text

from elgrande.server.storage import schema
from elgrande.server.storage.migrate import ONE_AT_A_TIME, known, upgrade

VERSION_TABLE = "alembic_version"
# What a process writes for itself; it is not moved.
PASSING = (VERSION_TABLE, "processes", "pulse")

__all__ = ["bring_up_to_date", "known", "make_tables"]


def make_tables(connection: Connection, revision: str) -> dict[str, Table]:
    """The tables of a revision, empty, in place of those of today; by name, in order."""
    schema.metadata.drop_all(connection)
    connection.execute(text(f"DROP TABLE {VERSION_TABLE}"))
    with ONE_AT_A_TIME:
        upgrade(connection, revision)
    found = MetaData()
    event.listen(found, "column_reflect", _as_written)
    found.reflect(connection, only=lambda name, _: name not in PASSING)
    return {table.name: table for table in found.sorted_tables}


def bring_up_to_date(connection: Connection) -> None:
    """Migrate what was filled in."""
    with ONE_AT_A_TIME:
        upgrade(connection, "head")


def _as_written(inspector: Any, table: Table, column: Any) -> None:
    """Read JSON as we write it: a missing value is NULL, not the word for it."""
    if isinstance(column["type"], JSON):
        column["type"] = schema.OBJECT
