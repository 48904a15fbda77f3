"""Keep prepared answers, apart from the logs that others read."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Add a table that begins empty."""
    op.create_table(
        "prepared",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("root", sa.Integer, nullable=False),
        sa.Column("key", sa.String(40), nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("last", sa.Text),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_prepared_guest", "prepared", ["guest"])


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("prepared")
