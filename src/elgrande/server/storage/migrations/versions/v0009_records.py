"""Results of finished games, for records and ratings."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables; the server fills them from the games that are there."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "game_results",
        sa.Column("table_id", text, nullable=False),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("edition", text, nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("variant", text, nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("unrated", text),
        sa.PrimaryKeyConstraint("table_id", name="pk_game_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_game_results_finished", "game_results", ["finished", "table_id"])
    op.create_table(
        "seat_results",
        sa.Column("table_id", text, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player", text),
        sa.Column("bot", text),
        sa.Column("finished", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("gave_up", sa.Boolean(), nullable=False),
        sa.Column("sources", sa.JSON(), nullable=False),
        sa.Column("cards", sa.JSON(), nullable=False),
        sa.Column("ratings", sa.JSON(), nullable=False),
        sa.Column("accuracy", sa.Integer()),
        sa.PrimaryKeyConstraint("table_id", "seat", name="pk_seat_results"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["game_results.table_id"], name="fk_seat_results_table_id"
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seat_results_player", "seat_results", ["player", "finished"])
    op.create_table(
        "ratings",
        sa.Column("player", text, nullable=False),
        sa.Column("against", text, nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("time", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("player", "against", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "record_settings",
        sa.Column("player", text, nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("player", name="pk_record_settings"),
    )
