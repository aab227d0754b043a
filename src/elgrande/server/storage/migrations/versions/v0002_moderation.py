"""Moderation: admins, mutes, bans, invitations to the server, and the audit log."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

PERSONAL_ENTRIES = "kind IN ('opened', 'joined', 'left', 'seat_set', 'chat')"


def upgrade() -> None:
    """Give players what admins decide about them, and make the tables around it."""
    text = sa.Text().with_variant(sa.String(collation="C"), "postgresql")
    flag = sa.Column("admin", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("players", flag)
    op.add_column("players", sa.Column("muted", sa.BigInteger))
    op.add_column("players", sa.Column("banned", sa.BigInteger))
    op.add_column("players", sa.Column("ban_reason", text, nullable=False, server_default=""))
    op.create_index(
        "ix_entries_personal",
        "entries",
        ["player"],
        sqlite_where=sa.text(PERSONAL_ENTRIES),
        postgresql_where=sa.text(PERSONAL_ENTRIES),
    )
    make_tables(text)


def make_tables(text: sa.types.TypeEngine[str]) -> None:
    """Bans, invitations, settings and the log."""
    op.create_table(
        "bans",
        sa.Column("network", text, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("reason", text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("network", name="pk_bans"),
    )
    op.create_table(
        "welcomes",
        sa.Column("id", text, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("note", text, nullable=False),
        sa.Column("uses", sa.Integer, nullable=False),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("expires", sa.BigInteger),
        sa.Column("revoked", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_welcomes"),
    )
    op.create_table(
        "server_settings",
        sa.Column("name", text, nullable=False),
        sa.Column("value", text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_settings"),
    )
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("admin", text),
        sa.Column("act", text, nullable=False),
        sa.Column("kind", text, nullable=False),
        sa.Column("target", text, nullable=False),
        sa.Column("reason", text, nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )
    op.create_index("ix_audit_target", "audit", ["target"])
