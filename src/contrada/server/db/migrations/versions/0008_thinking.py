"""Let claims outlive a process, and let processes state interests and share analyses."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Add a column to the claims, and two tables that begin empty."""
    began = sa.Column("began", sa.BigInteger, nullable=False, server_default="0")
    op.add_column("claims", began)
    op.create_index("ix_claims_process", "claims", ["process"])
    # It is empty after a crash of PostgreSQL; every process then states its interests again.
    unlogged = ["UNLOGGED"] if op.get_bind().dialect.name == "postgresql" else []
    op.create_table(
        "interests",
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("topic", sa.String(60), primary_key=True),
        prefixes=unlogged,
    )
    op.create_index("ix_interests_topic", "interests", ["topic"])
    op.create_table(
        "analysis_jobs",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False),
        sa.Column("asked", sa.BigInteger, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
        sa.Column("judged", sa.LargeBinary),
        sa.Column("process", sa.String(40)),
        sa.Column("until", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop them again."""
    op.drop_table("analysis_jobs")
    op.drop_table("interests")
    op.drop_index("ix_claims_process", "claims")
    with op.batch_alter_table("claims") as claims:
        claims.drop_column("began")
