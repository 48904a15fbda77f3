"""Stop games in play whose shuffles could be worked out; people can still study them."""

from __future__ import annotations

import json
from itertools import islice

import sqlalchemy as sa
from alembic import op

from contrada import games

revision = "0005"
down_revision = "0004"
AT_ONCE = 1000  # tables
TABLES = sa.table(
    "tables",
    *map(sa.column, ("id", "game", "status", "changed", "summary")),
    sa.column("bot_to_move", sa.Boolean),
)
ENTRIES = sa.table("entries", *map(sa.column, ("table_id", "seq", "at", "events")))
STOPPED = '[{"kind":"stopped"}]'


def upgrade() -> None:
    """Add an entry to the log of each such game, at the time of its latest change."""
    connection = op.get_bind()
    playing = sa.select(TABLES.c.id, TABLES.c.game).where(TABLES.c.status == "playing")
    found = connection.execute(playing.order_by(TABLES.c.id)).all()
    with_chance = {game for game in {game for _, game in found} if _has_chance(game)}
    ids = iter([table for table, game in found if game in with_chance])
    while some := list(islice(ids, AT_ONCE)):
        _stop(connection, some)


def _has_chance(game: str) -> bool:
    return game in games.NAMES and games.definition(game).facts.chance


def _stop(connection: sa.Connection, some: list[str]) -> None:
    query = (
        sa.select(TABLES.c.id, TABLES.c.changed, TABLES.c.summary, sa.func.max(ENTRIES.c.seq))
        .join(ENTRIES, ENTRIES.c.table_id == TABLES.c.id)
        .where(TABLES.c.id.in_(some))
        .group_by(TABLES.c.id, TABLES.c.changed, TABLES.c.summary)
    )
    found = connection.execute(query).all()
    entries = [
        {"table_id": table, "seq": seq + 1, "at": changed, "events": STOPPED}
        for table, changed, _, seq in found
    ]
    connection.execute(sa.insert(ENTRIES), entries)
    update = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
    connection.execute(
        update.values(status="over", bot_to_move=False, summary=sa.bindparam("stopped")),
        [{"table": table, "stopped": _stopped(summary)} for table, _, summary, _ in found],
    )


def _stopped(summary: str) -> str:
    ended = {**json.loads(summary), "status": "over", "to_move": None}
    return json.dumps(ended, ensure_ascii=False, separators=(",", ":"))


def downgrade() -> None:
    """Leave them: an older version cannot read the logs of this one anyway."""
