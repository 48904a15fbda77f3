"""Note whether somebody can see a table, or has its page in the background."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    """Take everyone present for somebody who looks, as before."""
    seen = sa.Column("seen", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("presence", seen)


def downgrade() -> None:
    """Drop it again."""
    op.drop_column("presence", "seen")
