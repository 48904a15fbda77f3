"""Store where guests are told of their turns, the notices, and when each turn began."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
INDEXES = {
    "channels": ("guest", "address", "device"),
    "notices": ("table_id", "due"),
}


def upgrade() -> None:
    """Add a column, which the next move at a table fills, and tables that begin empty."""
    op.add_column("tables", sa.Column("turn_began", sa.BigInteger))
    op.create_table(
        "channels",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("address", sa.Text, nullable=False),
        sa.Column("form", sa.String(10), nullable=False),
        sa.Column("keys", sa.Text, nullable=False),
        sa.Column("device", sa.String(64), nullable=False),
        sa.Column("origin", sa.Text, nullable=False),
        sa.Column("language", sa.String(5), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
        sa.Column("hour", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("told", sa.BigInteger, nullable=False),
        sa.Column("failed", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "quiet_hours",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("zone", sa.String(64), nullable=False),
        sa.Column("begins", sa.Integer),
        sa.Column("ends", sa.Integer),
    )
    op.create_table(
        "notices",
        sa.Column("channel", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("due", sa.BigInteger),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("process", sa.String(40)),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "shared_values",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
    )
    for table, columns in INDEXES.items():
        for column in columns:
            op.create_index(f"ix_{table}_{column}", table, [column])


def downgrade() -> None:
    """Drop them again."""
    for table in ("shared_values", "notices", "quiet_hours", "channels"):
        op.drop_table(table)
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("turn_began")
