"""What is kept: the logs of tables, lists of them, and analyses.

Guests are in `people.repository`; what several processes agree on is in `cluster`.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import Column, Connection, Select, delete, false, select, update
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.cluster import Cluster, application_name
from contrada.server.db.engine import Database
from contrada.server.db.notify import Listener
from contrada.server.db.writer import Append
from contrada.server.settings import SECOND
from contrada.server.times import now

LISTED_FOR = 24 * 3600 * SECOND  # an open table that nobody has touched so long is stale
ANALYSES_FOR = 90 * 24 * 3600 * SECOND  # then they are found out again
MOST_LISTED = 100
T = TypeVar("T")


class KeptAnalysis(NamedTuple):
    """What is known about a game, since when, and whether that is all."""

    changed: int
    is_over: bool
    document: bytes


class Rewriting(NamedTuple):
    """An entry of a log as somebody has read it, and what is to stand there instead."""

    seq: int
    before: str
    after: str


class Store:
    """All that is kept of tables; every method may raise `StoreError`."""

    def __init__(self, url: str) -> None:
        """Open the database, bring it up to date, and note since when nobody was here."""
        process = secrets.token_hex(8)
        self.database = Database(url, application_name(process))
        self.is_shared = self.database.is_shared
        self.cluster = Cluster(self.database, process)
        self.listener = Listener(url, application_name(process))

    async def close(self) -> None:
        """Store what is waiting, and note when we left."""
        await self.cluster.leave()
        await self.listener.close()
        await self.database.close()

    # --- Logs ---

    async def append(self, append: Append) -> bool:
        """Add an entry to a log; False if somebody else has written that one."""
        return await self.database.writer.append(append)

    async def entries(self, table_id: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Return the entries of a log after a number."""
        log = schema.entries
        query = (
            select(log.c.seq, log.c.at, log.c.events)
            .where(log.c.table_id == table_id, log.c.seq > after)
            .order_by(log.c.seq)
        )
        return await self.database.read(
            lambda c: [(r.seq, r.at, r.events) for r in c.execute(query)]
        )

    async def rewrite(self, table_id: str, changes: Sequence[Rewriting]) -> None:
        """Put other events in the place of some; what follows from them is to stay the same.

        An entry that somebody else has rewritten since it was read is left as it is: what they took
        out of it must not come back.
        """
        log = schema.entries

        def work(connection: Connection) -> None:
            for seq, before, after in changes:
                as_read = (log.c.table_id == table_id, log.c.seq == seq, log.c.events == before)
                connection.execute(update(log).where(*as_read).values(events=after))

        await self.database.do(work)

    # --- Lists ---

    async def lobby(self) -> dict[str, list[str]]:
        """Return the summaries of listed tables that are open, and of those being played."""
        rows = schema.tables.c

        def work(connection: Connection) -> dict[str, list[str]]:
            return {
                status: [
                    row.summary
                    for row in connection.execute(
                        select(rows.summary)
                        .where(rows.listed, rows.status == status)
                        .where(rows.changed > now() - LISTED_FOR)
                        .order_by(rows.changed.desc())
                        .limit(MOST_LISTED)
                    )
                ]
                for status in ("open", "playing")
            }

        return await self.database.read(work)

    async def games_of(
        self,
        guest: str,
        game: str | None = None,
        before: int | None = None,
        last: str | None = None,
        most: int | None = None,
    ) -> list[str]:
        """Return the summaries of somebody's tables changed before a time, the latest first.

        Of those changed just then, the ones that come after the table `last`.
        """
        rows = schema.tables.c
        query = _latest_of(guest, rows.summary).where(schema.sitting.c.seated).limit(most)
        if game is not None:
            query = query.where(rows.game == game)
        if before is not None:
            just_then = (rows.changed == before) & (rows.id > last) if last else false()
            query = query.where((rows.changed < before) | just_then)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def guests_of(self, tables: Collection[str]) -> set[str]:
        """Return who has had to do with any of these tables."""
        if not tables:
            return set()
        sitting = schema.sitting.c
        query = select(sitting.guest).where(sitting.table_id.in_(tables))
        return await self.database.read(lambda c: set(c.execute(query).scalars()))

    async def running_tables_of(self, guest: str) -> list[str]:
        """Return the ids of the tables not over that somebody has had to do with."""
        rows = schema.tables.c
        query = _latest_of(guest, rows.id).where(rows.status != "over").limit(MOST_LISTED)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def bot_turns(self, before: int) -> list[str]:
        """Return the tables where a bot has been to move since before a time."""
        rows = schema.tables.c
        query = select(rows.id).where(
            rows.status == "playing", rows.bot_to_move, rows.changed < before
        )
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    # --- Analyses ---

    async def analysis(self, found: str) -> KeptAnalysis | None:
        """Return what is known about a game."""
        kept = schema.analyses.c
        query = select(kept.changed, kept.is_over, kept.document).where(kept.id == found)

        def work(connection: Connection) -> KeptAnalysis | None:
            row = connection.execute(query).first()
            return KeptAnalysis(*row) if row else None

        return await self.database.read(work)

    async def keep_analysis(self, found: str, document: bytes, *, is_over: bool) -> None:
        """Keep what is known about a game, unless all of it was; forget what is very old."""
        kept = schema.analyses
        insertion = postgresql.insert(kept) if self.is_shared else sqlite.insert(kept)
        changing = {name: insertion.excluded[name] for name in ("changed", "is_over", "document")}
        upsert = insertion.on_conflict_do_update(
            index_elements=["id"],
            set_=changing,
            where=kept.c.is_over.is_(False),  # another process may have been quicker
        )

        def work(connection: Connection) -> None:
            connection.execute(delete(kept).where(kept.c.changed < now() - ANALYSES_FOR))
            values = {"id": found, "changed": now(), "is_over": is_over, "document": document}
            connection.execute(upsert, values)

        await self.database.do(work)


def _latest_of(guest: str, column: Column[T]) -> Select[T]:
    """Ask for something of each table that somebody has had to do with, the latest first."""
    rows, sitting = schema.tables.c, schema.sitting.c
    return (
        select(column)
        .join(schema.sitting, sitting.table_id == rows.id)
        .where(sitting.guest == guest)
        .order_by(rows.changed.desc(), rows.id)
    )
