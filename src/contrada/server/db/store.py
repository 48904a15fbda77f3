"""Stores the logs of tables, their summaries, and analyses.

Guests are in `people.repository`; what processes share is in `cluster`.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import Column, Connection, Select, delete, false, select, text, update
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.cluster import Cluster
from contrada.server.db.engine import Database
from contrada.server.db.interests import Interests
from contrada.server.db.jobs import AnalysisJobs
from contrada.server.db.notify import IS_CONNECTED, Listener, application_name
from contrada.server.db.writer import Append
from contrada.server.settings import SECOND
from contrada.server.times import now

LISTED_FOR = 24 * 3600 * SECOND  # an open table without changes for this long is stale
ANALYSES_FOR = 90 * 24 * 3600 * SECOND  # after that they are computed again
MOST_LISTED = 100
_IS_LEFT_ALONE = text(
    "NOT EXISTS (SELECT FROM claims WHERE claims.table_id = tables.id"
    f" AND claims.until > :now AND {IS_CONNECTED.format(process='claims.process')})"
)
T = TypeVar("T")


class KeptAnalysis(NamedTuple):
    """A stored analysis: its content, when it was stored, and whether it is complete."""

    changed: int
    is_over: bool
    document: bytes


class Rewriting(NamedTuple):
    """A log entry as it was read, and what is to replace it."""

    seq: int
    before: str
    after: str


class Store:
    """Reads and writes tables; every method may raise `StoreError`."""

    def __init__(self, url: str, *, serves: bool = True) -> None:
        """Open and migrate the database; if we serve people, note how long nobody did."""
        process = secrets.token_hex(8)
        self._serves = serves
        self.database = Database(url, application_name(process))
        self.is_shared = self.database.is_shared
        self.cluster = Cluster(self.database, process, serves=serves)
        self.interests = Interests(self.database, process)
        self.jobs = AnalysisJobs(self.database, process)
        self.listener = Listener(url, process)

    async def close(self) -> None:
        """Store pending writes, and record when we stopped."""
        if self._serves:
            await self.cluster.leave()
        await self.listener.close()
        await self.database.close()

    # --- Logs ---

    async def append(self, append: Append) -> bool:
        """Append an entry to a log; return False if another process wrote that number first."""
        return await self.database.writer.append(append)

    async def entries(self, table_id: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Return the entries of a log that follow a number."""
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
        """Replace the events of some entries; what follows from them must stay the same.

        An entry that was rewritten since it was read is left as it is: what was taken
        out of it must not come back.
        """
        log = schema.entries

        def work(connection: Connection) -> None:
            for seq, before, after in changes:
                as_read = (log.c.table_id == table_id, log.c.seq == seq, log.c.events == before)
                connection.execute(update(log).where(*as_read).values(events=after))

        await self.database.do(work)

    async def rewrite_summary(self, table_id: str, rewritten: Callable[[str], str]) -> None:
        """Change the summary of a table whose log can no longer grow."""
        table = schema.tables
        here = table.c.id == table_id

        def work(connection: Connection) -> None:
            before = connection.execute(select(table.c.summary).where(here)).scalar_one()
            connection.execute(update(table).where(here).values(summary=rewritten(before)))

        await self.database.do(work)

    # --- Lists ---

    async def lobby(self) -> dict[str, list[str]]:
        """Return the summaries of listed tables: the open ones and those in play."""
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
        """Return the summaries of a guest's tables changed before a time, latest first.

        Of tables changed at exactly that time, only those after the table `last`.
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
        """Return everyone connected with any of these tables."""
        if not tables:
            return set()
        sitting = schema.sitting.c
        query = select(sitting.guest).where(sitting.table_id.in_(tables))
        return await self.database.read(lambda c: set(c.execute(query).scalars()))

    async def running_tables_of(self, guest: str) -> list[str]:
        """Return the ids of a guest's tables that are not over."""
        rows = schema.tables.c
        query = _latest_of(guest, rows.id).where(rows.status != "over").limit(MOST_LISTED)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def bot_turns(self, before: int) -> list[str]:
        """Return the tables where a bot has been due to move since before a time.

        Those that a living process has claimed lately are left to it.
        """
        rows = schema.tables.c
        query = select(rows.id).where(
            rows.status == "playing", rows.bot_to_move, rows.changed < before
        )
        if self.is_shared:
            query = query.where(_IS_LEFT_ALONE.bindparams(now=now()))
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    # --- Analyses ---

    async def analysis(self, found: str) -> KeptAnalysis | None:
        """Return the stored analysis of a game."""
        kept = schema.analyses.c
        query = select(kept.changed, kept.is_over, kept.document).where(kept.id == found)

        def work(connection: Connection) -> KeptAnalysis | None:
            row = connection.execute(query).first()
            return KeptAnalysis(*row) if row else None

        return await self.database.read(work)

    async def keep_analysis(self, found: str, document: bytes, *, is_over: bool) -> None:
        """Store an analysis unless a complete one is there; delete very old ones."""
        kept = schema.analyses
        insertion = postgresql.insert(kept) if self.is_shared else sqlite.insert(kept)
        changing = {name: insertion.excluded[name] for name in ("changed", "is_over", "document")}
        upsert = insertion.on_conflict_do_update(
            index_elements=["id"],
            set_=changing,
            where=kept.c.is_over.is_(False),  # another process may have been faster
        )

        def work(connection: Connection) -> None:
            connection.execute(delete(kept).where(kept.c.changed < now() - ANALYSES_FOR))
            values = {"id": found, "changed": now(), "is_over": is_over, "document": document}
            connection.execute(upsert, values)

        await self.database.do(work)


def _latest_of(guest: str, column: Column[T]) -> Select[T]:
    """Select something of every table that a guest is connected with, latest first."""
    rows, sitting = schema.tables.c, schema.sitting.c
    return (
        select(column)
        .join(schema.sitting, sitting.table_id == rows.id)
        .where(sitting.guest == guest)
        .order_by(rows.changed.desc(), rows.id)
    )
