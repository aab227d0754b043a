"""An index of what was said, by its time."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the index."""
    op.create_index(
        "ix_entries_chat",
        "entries",
        ["time"],
        sqlite_where=sa.text("kind = 'chat'"),
        postgresql_where=sa.text("kind = 'chat'"),
    )
