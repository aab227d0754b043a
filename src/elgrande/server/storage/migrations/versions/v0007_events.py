"""Evenings, leagues and knock-outs: events, who takes part, and their games."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make the three tables with their indexes."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "events",
        sa.Column("id", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("state", text, nullable=False),
        sa.Column("host", text, nullable=False),
        sa.Column("title", text, nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("settings", sa.JSON, nullable=False),
        sa.Column("seed", text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("deadline", sa.BigInteger),
        sa.Column("started", sa.BigInteger),
        sa.Column("finished", sa.BigInteger),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("ending", text),
        sa.PrimaryKeyConstraint("id", name="pk_events"),
    )
    op.create_index("ix_events_host", "events", ["host"])
    op.create_index("ix_events_state", "events", ["state", "created", "id"])
    make_entrants(text)
    make_games(text)


def make_entrants(text: sa.types.TypeEngine[str]) -> None:
    """Who takes part, everybody once."""
    op.create_table(
        "event_entrants",
        sa.Column("event_id", text, nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("player", text),
        sa.Column("name", text, nullable=False),
        sa.Column("bot", text),
        sa.Column("joined", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("event_id", "number", name="pk_event_entrants"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_entrants_event_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_entrants_player", "event_entrants", ["player"])
    op.create_index(
        "ix_event_entrants_once",
        "event_entrants",
        ["event_id", "player"],
        unique=True,
        sqlite_where=sa.text("player IS NOT NULL"),
        postgresql_where=sa.text("player IS NOT NULL"),
    )


def make_games(text: sa.types.TypeEngine[str]) -> None:
    """The games, by round."""
    op.create_table(
        "event_games",
        sa.Column("event_id", text, nullable=False),
        sa.Column("round", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("game", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("table_id", text, nullable=False),
        sa.Column("entrants", sa.JSON, nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger),
        sa.Column("result", sa.JSON),
        sa.PrimaryKeyConstraint("event_id", "round", "game", name="pk_event_games"),
        sa.ForeignKeyConstraint(["event_id"], ["events.id"], name="fk_event_games_event_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_event_games_table_id", "event_games", ["table_id"])
