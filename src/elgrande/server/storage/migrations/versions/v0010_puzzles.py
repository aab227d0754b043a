"""Puzzles: first attempts, puzzles of the day, and ratings of players and puzzles."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Make the tables."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "puzzle_attempts",
        sa.Column("player", text, nullable=False),
        sa.Column("puzzle", text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_puzzle_attempts_player"),
        sa.PrimaryKeyConstraint("player", "puzzle", name="pk_puzzle_attempts"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_days",
        sa.Column("player", text, nullable=False),
        sa.Column("day", text, nullable=False),
        sa.Column("solved", sa.Boolean, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_puzzle_days_player"),
        sa.PrimaryKeyConstraint("player", "day", name="pk_puzzle_days"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_players",
        sa.Column("player", text, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_puzzle_players_player"),
        sa.PrimaryKeyConstraint("player", name="pk_puzzle_players"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", text, nullable=False),
        sa.Column("rating", sa.Integer, nullable=False),
        sa.Column("deviation", sa.Integer, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
