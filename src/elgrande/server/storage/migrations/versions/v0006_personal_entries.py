"""People who asked for a seat are found by their entries as well."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"

PERSONAL_ENTRIES = "kind IN ('opened', 'joined', 'left', 'seat_set', 'chat', 'asked_seat')"


def upgrade() -> None:
    """Recreate the index of personal entries with one more kind."""
    op.drop_index("ix_entries_personal", "entries")
    op.create_index(
        "ix_entries_personal",
        "entries",
        ["player"],
        sqlite_where=sa.text(PERSONAL_ENTRIES),
        postgresql_where=sa.text(PERSONAL_ENTRIES),
    )
