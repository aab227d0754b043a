"""Reviews of finished games are kept with them."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table; there are no reviews yet."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    op.create_table(
        "reviews",
        sa.Column("table_id", text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("iterations", sa.Integer, nullable=False),
        sa.Column("data", sa.JSON(none_as_null=True), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id"),
        sa.PrimaryKeyConstraint("table_id", name="pk_reviews"),
    )
