"""Analyses of games."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add the table of analyses."""
    op.create_table(
        "analyses",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("changed", sa.BigInteger, nullable=False, index=True),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("document", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """Drop it."""
    op.drop_table("analyses")
