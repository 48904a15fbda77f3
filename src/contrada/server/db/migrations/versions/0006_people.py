"""Store devices, personal links, whose turn it is, and positions that get no help."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
AT_ONCE = 1000  # tables
A_MOMENT = 1000  # milliseconds between a guest and their first token
TABLES = sa.table("tables", sa.column("id"), sa.column("summary"), sa.column("mover"))
GUESTS = sa.table("guests", sa.column("id"), sa.column("created"))
TOKENS = sa.table("tokens", sa.column("guest"), sa.column("created"), sa.column("kind"))


def upgrade() -> None:
    """Add the columns, and fill those that can be filled."""
    op.add_column("tables", sa.Column("mover", sa.String(40)))
    op.add_column("tables", sa.Column("in_play", sa.Text))
    op.create_index("tables_by_mover", "tables", ["mover", "changed"])
    op.add_column("tokens", sa.Column("kind", sa.String(10), server_default="device"))
    op.add_column("tokens", sa.Column("device", sa.String(60), server_default=""))
    op.add_column("tokens", sa.Column("used", sa.BigInteger))
    _fill_tables(op.get_bind())
    _fill_tokens(op.get_bind())
    with op.batch_alter_table("tokens") as tokens:
        tokens.alter_column(
            "kind", existing_type=sa.String(10), nullable=False, server_default=None
        )
        tokens.alter_column(
            "device", existing_type=sa.String(60), nullable=False, server_default=None
        )
        tokens.alter_column("used", existing_type=sa.BigInteger, nullable=False)


def _fill_tokens(connection: sa.Connection) -> None:
    """Tell first tokens, which are browsers, from later ones, which were also links."""
    made = sa.select(GUESTS.c.created).where(GUESTS.c.id == TOKENS.c.guest).scalar_subquery()
    connection.execute(sa.text("UPDATE tokens SET used = created"))
    later = sa.update(TOKENS).where(TOKENS.c.created > made + A_MOMENT)
    connection.execute(later.values(kind="either"))


def _fill_tables(connection: sa.Connection) -> None:
    change = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
    for tables in _summaries(connection):
        movers = [
            {"table": each, "who": mover} for each, summary in tables if (mover := _mover(summary))
        ]
        if movers:
            connection.execute(change.values(mover=sa.bindparam("who")), movers)


def _summaries(connection: sa.Connection) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Read the summaries in batches: a database may have very many."""
    ids = iter(connection.execute(sa.select(TABLES.c.id).order_by(TABLES.c.id)).scalars().all())
    while some := list(islice(ids, AT_ONCE)):
        query = sa.select(TABLES.c.id, TABLES.c.summary).where(TABLES.c.id.in_(some))
        yield [(each, json.loads(summary)) for each, summary in connection.execute(query)]


def _mover(summary: dict[str, Any]) -> str | None:
    """Return the guest to move; None if it is a bot, or nobody."""
    if summary.get("to_move") is None:
        return None
    seat = summary["seats"][summary["to_move"]]
    return seat.get("guest") if seat["kind"] == "person" else None


def downgrade() -> None:
    """Drop the columns, and delete personal links, which would otherwise become devices."""
    op.execute("DELETE FROM tokens WHERE kind = 'link'")
    with op.batch_alter_table("tokens") as tokens:
        for name in ("kind", "device", "used"):
            tokens.drop_column(name)
    op.drop_index("tables_by_mover", "tables")
    with op.batch_alter_table("tables") as tables:
        for name in ("mover", "in_play"):
            tables.drop_column(name)
