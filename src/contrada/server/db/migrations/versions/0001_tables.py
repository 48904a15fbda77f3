"""Guests, tables and their logs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create the tables of the first version."""
    op.create_table(
        "guests",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tokens",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(40), nullable=False, index=True),
        sa.Column("created", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("bot_to_move", sa.Boolean, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Index("tables_by_status", "status", "changed"),
    )
    op.create_table(
        "sitting",
        sa.Column("guest", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), primary_key=True, index=True),
    )
    op.create_table(
        "entries",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
    )
    op.create_table(
        "claims",
        sa.Column("table_id", sa.String(40), primary_key=True),
        sa.Column("process", sa.String(40), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "processes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "presence",
        sa.Column("process", sa.String(40), primary_key=True),
        sa.Column("table_id", sa.String(40), primary_key=True, index=True),
        sa.Column("guest", sa.String(40), primary_key=True),
    )
    op.create_table(
        "pauses",
        sa.Column("began", sa.BigInteger, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    """Drop everything."""
    names = "pauses presence processes claims entries sitting tables tokens guests"
    for name in names.split():
        op.drop_table(name)
