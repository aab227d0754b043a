"""The statements that write. Each runs once for all rows that one transaction has for it.

Their order here is the order they run in, so that two processes never deadlock, and a row exists
before others refer to it.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    Executable,
    Table,
    bindparam,
    case,
    delete,
    func,
    null,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from elgrande.server.storage import schema

Values = dict[str, Any]


class Statement(NamedTuple):
    """A statement, when it runs, and by which values its rows are sorted."""

    rank: int
    sql: Executable
    key: tuple[str, ...]


class Step(NamedTuple):
    """A statement and the values of some rows."""

    statement: Statement
    rows: Sequence[Values]


class Statements:
    """All of them, in the dialect of one kind of database."""

    def __init__(self, kind: str) -> None:
        self._insert: Final = postgresql.insert if kind == "postgresql" else sqlite.insert
        self._count = 0
        players, tables = schema.players, schema.tables
        self.add_player: Final = self._add(schema.players)
        self.rename: Final = self._make(
            update(players)
            .where(players.c.id == bindparam("b_id"))
            .values(
                name=bindparam("b_name"),
                claimed=case((players.c.password.is_(None), null()), else_=bindparam("b_claimed")),
                shape=case((players.c.password.is_(None), null()), else_=bindparam("b_shape")),
            )
        )
        self.claim: Final = self._update(schema.players, "name", "claimed", "shape", "password")
        self.set_webhook: Final = self._update(schema.players, "webhook", "webhook_secret")
        self.seen: Final = self._make(
            update(players)
            .where(players.c.id == bindparam("b_id"), players.c.seen < bindparam("b_seen"))
            .values(seen=bindparam("b_seen"))
        )
        self.add_session: Final = self._add(schema.sessions)
        self.drop_session: Final = self._drop(schema.sessions)
        self.add_table: Final = self._add(schema.tables)
        self.change_table: Final = self._make(
            update(tables)
            .where(tables.c.id == bindparam("b_id"))
            .values(
                {
                    name: func.coalesce(
                        bindparam(f"b_{name}", type_=tables.c[name].type), tables.c[name]
                    )
                    for name in ("state", "host", "started", "finished", "result")
                }
            )
        )
        self.put_seat: Final = self._put(schema.seats)
        self.add_entry: Final = self._add(schema.entries)
        self.put_checkpoint: Final = self._put(schema.checkpoints)
        self.thin_checkpoints: Final = self._make(
            update(schema.checkpoints)
            .where(
                schema.checkpoints.c.table_id == bindparam("b_id"),
                schema.checkpoints.c.number < bindparam("b_number"),
                schema.checkpoints.c.snapshot.is_not(None),
            )
            .values(snapshot=None)
        )
        self.put_review: Final = self._put(schema.reviews)
        self.add_invitation: Final = self._add(schema.invitations)
        self.revoke: Final = self._update(schema.invitations, "revoked")
        self.add_watcher: Final = self._make(
            self._insert(schema.watchers).on_conflict_do_nothing(), ("table_id", "player")
        )
        self.drop_watcher: Final = self._drop(schema.watchers)
        self.drop_watchers: Final = self._make(
            delete(schema.watchers).where(schema.watchers.c.table_id == bindparam("b_id"))
        )
        # A notice is identified by what it reports: a second insert changes nothing.
        self.add_delivery: Final = self._make(
            self._insert(schema.deliveries).on_conflict_do_nothing(), ("id",)
        )
        self.settle: Final = self._make(
            update(schema.deliveries)
            # A late report of a failure does not revive a notice that was sent meanwhile.
            .where(
                schema.deliveries.c.id == bindparam("b_id"),
                schema.deliveries.c.state == "waiting",
            )
            .values({name: bindparam(f"b_{name}") for name in ("attempts", "due", "state")})
        )
        self.forget_process: Final = self._drop(schema.processes)
        self.forget_dead: Final = self._make(
            delete(schema.processes).where(schema.processes.c.time < bindparam("b_time")),
            ("b_time",),
        )
        self.beat: Final = self._put(schema.processes)
        self.pulse: Final = self._put(schema.pulse)

    def _make(self, sql: Executable, key: tuple[str, ...] = ("b_id",)) -> Statement:
        self._count += 1
        return Statement(self._count, sql, key)

    def _add(self, table: Table) -> Statement:
        """Insert rows that must not be there yet."""
        return self._make(self._insert(table), _key_of(table))

    def _put(self, table: Table) -> Statement:
        """Insert rows, or replace those that are there."""
        insert = self._insert(table)
        key = _key_of(table)
        rest = {
            column.name: insert.excluded[column.name]
            for column in table.c
            if column.name not in key
        }
        return self._make(insert.on_conflict_do_update(index_elements=key, set_=rest), key)

    def _update(self, table: Table, *names: str) -> Statement:
        """Set some columns of the row whose id is `b_id` to `b_…`."""
        found = table.c.id == bindparam("b_id")
        return self._make(
            update(table).where(found).values({name: bindparam(f"b_{name}") for name in names})
        )

    def _drop(self, table: Table) -> Statement:
        """Delete the row with this key."""
        key = _key_of(table)
        found = [table.c[name] == bindparam(f"b_{name}") for name in key]
        return self._make(delete(table).where(*found), tuple(f"b_{name}" for name in key))


def _key_of(table: Table) -> tuple[str, ...]:
    """The names of a table's key."""
    return tuple(column.name for column in table.primary_key.columns)
