"""Store what hosts need to keep order: sessions, restraints, reports, blocks and the like."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
INDEXES = {
    "restraints": ("guest",),
    "reports": ("guest", "reporter"),
    "blocks": ("blocked",),
    "invitations": ("hash",),
    "host_log": ("at",),
}


def upgrade() -> None:
    """Add two columns that say nothing yet, and tables that begin empty."""
    named = sa.Column("named", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("guests", named)
    network = sa.Column("network", sa.String(64), nullable=False, server_default="")
    op.add_column("tokens", network)
    op.create_table(
        "host_sessions",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "restraints",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("network", sa.String(64), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "reports",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(10), nullable=False),
        sa.Column("table_id", sa.String(40), nullable=False),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("reporter", sa.String(40), nullable=False),
        sa.Column("said", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("handled", sa.BigInteger),
    )
    op.create_table(
        "blocks",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("blocked", sa.String(40), primary_key=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("hash", sa.String(64), nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.Column("uses", sa.Integer),
        sa.Column("used", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger),
    )
    op.create_table(
        "host_log",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("what", sa.String(20), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
    )
    for table, columns in INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    """Drop them again."""
    for table in ("host_log", "invitations", "blocks", "reports", "restraints", "host_sessions"):
        op.drop_table(table)
    with op.batch_alter_table("tokens") as tokens:
        tokens.drop_column("network")
    with op.batch_alter_table("guests") as guests:
        guests.drop_column("named")
