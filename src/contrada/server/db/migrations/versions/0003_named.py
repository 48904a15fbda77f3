"""Record hosts and people who chatted like those who sat, so that erasure finds them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
SITTING = sa.table("sitting", sa.column("guest"), sa.column("table_id"))


def upgrade() -> None:
    """Record those who are already in the logs."""
    connection = op.get_bind()
    known = {(guest, table) for guest, table in connection.execute(sa.select(SITTING))}
    wanted = {pair for pair in _named(connection) if pair not in known}
    if wanted:
        rows = [{"guest": guest, "table_id": table} for guest, table in sorted(wanted)]
        connection.execute(sa.insert(SITTING), rows)


def _named(connection: sa.Connection) -> Iterator[tuple[str, str]]:
    query = sa.text(
        "SELECT table_id, events FROM entries"
        """ WHERE events LIKE '%"kind":"made"%' OR events LIKE '%"kind":"said"%'"""
    )
    for table, events in connection.execute(query):
        for event in json.loads(events):
            guest = {"made": "host", "said": "guest"}.get(event["kind"])
            if guest and event[guest]:
                yield event[guest], table


def downgrade() -> None:
    """Leave them; they do no harm."""
