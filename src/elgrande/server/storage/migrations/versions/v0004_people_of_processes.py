"""Every process says who is with it, so that all know who is here."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Add the list of players to the processes, which rewrite it with every beat."""
    op.add_column("processes", sa.Column("present", sa.JSON))
