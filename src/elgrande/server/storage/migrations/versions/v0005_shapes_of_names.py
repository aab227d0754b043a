"""What claimed names look like, so that nobody else takes a name that looks the same."""

import sqlalchemy as sa
from alembic import op

from elgrande.server.storage.lookalikes import shape

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Add the column and fill it; names that look alike already stay with those who have them."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    op.add_column("players", sa.Column("shape", text))
    op.create_index("ix_players_shape", "players", ["shape"])
    players = sa.table("players", sa.column("id"), sa.column("name"), sa.column("claimed"))
    shaped = sa.table("players", sa.column("id"), sa.column("shape"))
    connection = op.get_bind()
    chosen = sa.select(players.c.id, players.c.name).where(players.c.claimed.is_not(None))
    rows = [{"key": row[0], "seen": shape(row[1])} for row in connection.execute(chosen)]
    if rows:
        connection.execute(
            sa.update(shaped)
            .where(shaped.c.id == sa.bindparam("key"))
            .values(shape=sa.bindparam("seen")),
            rows,
        )
