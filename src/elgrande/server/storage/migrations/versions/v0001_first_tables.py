"""The first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make the tables of players, tables and deliveries, and their indexes."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    make_players(text)
    make_tables(text)
    make_logs(text)
    make_the_rest(text)


def make_players(text: sa.types.TypeEngine[str]) -> None:
    """Players and their sessions."""
    op.create_table(
        "players",
        sa.Column("id", text, nullable=False),
        sa.Column("name", text, nullable=False),
        sa.Column("claimed", text),
        sa.Column("password", text),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.Column("webhook", text),
        sa.Column("webhook_secret", text),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
    )
    op.create_index(
        "ix_players_claimed",
        "players",
        ["claimed"],
        unique=True,
        sqlite_where=sa.text("claimed IS NOT NULL"),
        postgresql_where=sa.text("claimed IS NOT NULL"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", text, nullable=False),
        sa.Column("player", text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("label", text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_sessions"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_sessions_player"),
    )
    op.create_index("ix_sessions_player", "sessions", ["player"])


def make_tables(text: sa.types.TypeEngine[str]) -> None:
    """Tables and their seats."""
    op.create_table(
        "tables",
        sa.Column("id", text, nullable=False),
        sa.Column("state", text, nullable=False),
        sa.Column("host", text, nullable=False),
        sa.Column("title", text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("seed", text, nullable=False),
        sa.Column("salt", text, nullable=False),
        sa.Column("start", sa.JSON),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("source", sa.JSON),
        sa.Column("revision", text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("started", sa.BigInteger),
        sa.Column("finished", sa.BigInteger),
        sa.Column("result", sa.JSON),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_host", "tables", ["host"])
    op.create_index("ix_tables_lobby", "tables", ["public", "state", "created", "id"])
    op.create_index("ix_tables_state", "tables", ["state"])
    op.create_table(
        "seats",
        sa.Column("table_id", text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("player", text),
        sa.Column("name", text, nullable=False),
        sa.Column("bot", text),
        sa.Column("local", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seats"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_seats_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_player", "seats", ["player"])


def make_logs(text: sa.types.TypeEngine[str]) -> None:
    """The entries of tables and their checkpoints."""
    op.create_table(
        "entries",
        sa.Column("table_id", text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("player", text),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_entries_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("table_id", text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("digest", text, nullable=False),
        sa.Column("revision", text, nullable=False),
        sa.Column("snapshot", sa.JSON),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "number", name="pk_checkpoints"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_checkpoints_table_id"),
    )


def make_the_rest(text: sa.types.TypeEngine[str]) -> None:
    """Invitations, watchers, deliveries, and who is alive."""
    op.create_table(
        "invitations",
        sa.Column("id", text, nullable=False),
        sa.Column("table_id", text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_invitations_table_id"),
    )
    op.create_index("ix_invitations_table_id", "invitations", ["table_id"])
    op.create_table(
        "watchers",
        sa.Column("table_id", text, nullable=False),
        sa.Column("player", text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "player", name="pk_watchers"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_watchers_table_id"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deliveries",
        sa.Column("id", text, nullable=False),
        sa.Column("player", text, nullable=False),
        sa.Column("table_id", text, nullable=False),
        sa.Column("body", sa.JSON, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("state", text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_deliveries"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_deliveries_table_id"),
    )
    op.create_index("ix_deliveries_due", "deliveries", ["state", "due", "id"])
    op.create_table(
        "processes",
        sa.Column("id", text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_processes"),
    )
    op.create_table(
        "pulse",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("beats", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
