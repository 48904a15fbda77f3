"""Keep the days off that guests take; clocks of hours for each turn do not count them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    """Add a table that begins empty."""
    op.create_table(
        "days_off",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("began", sa.BigInteger, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop it again."""
    op.drop_table("days_off")
