"""Give each game its own pauses, which last until it can be played again."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
PAUSES = sa.table("pauses", sa.column("game"), sa.column("began"), sa.column("ended"))


def upgrade() -> None:
    """Add the game to pauses, and note until when each game could be played."""
    op.create_table(
        "playable",
        sa.Column("game", sa.String(20), primary_key=True),
        sa.Column("until", sa.BigInteger, nullable=False),
    )
    # `until` is not a reserved word in either database. Heartbeats say when the last server ran.
    op.execute(
        "INSERT INTO playable (game, until)"
        " SELECT DISTINCT tables.game, last.beat FROM tables"
        " CROSS JOIN (SELECT max(beat) AS beat FROM processes) AS last WHERE last.beat IS NOT NULL"
    )
    op.execute("DELETE FROM processes WHERE id = 'stopped'")
    op.add_column("processes", sa.Column("seen", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("processes", sa.Column("games", sa.Text, nullable=False, server_default=""))
    _make_pauses_anew(sa.Column("game", sa.String(20), primary_key=True, server_default=""))


def _make_pauses_anew(*more: sa.Column[str]) -> None:
    """Rebuild the table with another key; there are few pauses."""
    connection = op.get_bind()
    found = connection.execute(
        sa.select(PAUSES.c.began, sa.func.max(PAUSES.c.ended)).group_by("began")
    )
    rows = [{"began": began, "ended": ended} for began, ended in found]
    op.drop_table("pauses")
    op.create_table(
        "pauses",
        *more,
        sa.Column("began", sa.BigInteger, primary_key=True),
        sa.Column("ended", sa.BigInteger, nullable=False),
    )
    if rows:
        connection.execute(sa.insert(PAUSES), rows)


def downgrade() -> None:
    """Make pauses apply to all games again."""
    _make_pauses_anew()
    op.drop_column("processes", "games")
    op.drop_column("processes", "seen")
    op.drop_table("playable")
