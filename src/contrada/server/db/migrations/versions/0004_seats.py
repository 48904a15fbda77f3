"""Let lists find games and seats by columns and no longer by a part of a table's summary."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
AT_ONCE = 1000  # tables
TABLES = sa.table("tables", sa.column("id"), sa.column("summary"), sa.column("game"))
SITTING = sa.table(
    "sitting", sa.column("guest"), sa.column("table_id"), sa.column("seated", sa.Boolean)
)


def upgrade() -> None:
    """Add the columns, fill them from the summaries, and then make them required."""
    op.add_column("tables", sa.Column("game", sa.String(20)))
    op.add_column("sitting", sa.Column("seated", sa.Boolean))
    _fill(op.get_bind())
    with op.batch_alter_table("tables") as tables:
        tables.alter_column("game", existing_type=sa.String(20), nullable=False)
    with op.batch_alter_table("sitting") as sitting:
        sitting.alter_column("seated", existing_type=sa.Boolean, nullable=False)
        sitting.create_index("sitting_by_guest", ["guest", "seated"])


def _fill(connection: sa.Connection) -> None:
    connection.execute(sa.update(SITTING).values(seated=False))
    game = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
    seat = sa.update(SITTING).where(
        SITTING.c.table_id == sa.bindparam("table"), SITTING.c.guest == sa.bindparam("who")
    )
    for tables in _summaries(connection):
        games = [{"table": each, "played": summary["game"]} for each, summary in tables]
        connection.execute(game.values(game=sa.bindparam("played")), games)
        seats = [
            {"table": each, "who": guest} for each, summary in tables for guest in _seated(summary)
        ]
        if seats:
            connection.execute(seat.values(seated=True), seats)


def _summaries(connection: sa.Connection) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Read the summaries in batches: a database may have very many."""
    ids = iter(connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.id)).scalars().all())
    while some := list(islice(ids, AT_ONCE)):
        query = sa.select(TABLES.c.id, TABLES.c.summary).where(TABLES.c.id.in_(some))
        yield [(each, json.loads(summary)) for each, summary in connection.execute(query)]


def _seated(summary: dict[str, Any]) -> set[str]:
    return {seat["guest"] for seat in summary["seats"] if seat.get("guest")}


def downgrade() -> None:
    """Drop the columns again."""
    with op.batch_alter_table("sitting") as sitting:
        sitting.drop_index("sitting_by_guest")
        sitting.drop_column("seated")
    with op.batch_alter_table("tables") as tables:
        tables.drop_column("game")
