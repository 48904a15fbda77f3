"""Stores the logs of tables, their summaries, and analyses.

Guests are in `people.repository`; what processes share is in `cluster`.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, TypeVar

from sqlalchemy import (
    Column,
    Connection,
    Select,
    bindparam,
    delete,
    literal,
    select,
    text,
    union_all,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.cluster import Cluster
from contrada.server.db.days_off import StoredDaysOff
from contrada.server.db.engine import Database
from contrada.server.db.entries import Append
from contrada.server.db.interests import Interests
from contrada.server.db.jobs import AnalysisJobs
from contrada.server.db.notify import IS_CONNECTED, Listener, Topic, application_name, say
from contrada.server.db.outage import Side
from contrada.server.db.places import Place, past
from contrada.server.db.prepared import PreparedAnswers
from contrada.server.db.probe import Probe
from contrada.server.settings import SECOND
from contrada.server.times import now

LISTED_FOR = 24 * 3600 * SECOND  # an open table without changes for this long is stale
ANALYSES_FOR = 90 * 24 * 3600 * SECOND  # after that they are computed again
MOST_LISTED = 100
_IS_LEFT_ALONE = text(
    "NOT EXISTS (SELECT FROM claims WHERE claims.table_id = tables.id"
    f" AND claims.until > :now AND {IS_CONNECTED.format(process='claims.process')})"
)
# Looked for all the time: a statement that is built anew each time would be garbage that only the
# collector finds, which rarely runs while people play.
_BOTS_DUE = select(schema.tables.c.id).where(
    schema.tables.c.status == "playing",
    schema.tables.c.bot_to_move,
    schema.tables.c.changed < bindparam("before"),
)
_BOTS_LEFT_ALONE = _BOTS_DUE.where(_IS_LEFT_ALONE)
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
        """Open and migrate the database; a process that serves notes how long nobody did."""
        process = secrets.token_hex(8)
        self._serves = serves
        self.database = Database(url, application_name(process))
        self.is_shared = self.database.is_shared
        self.cluster = Cluster(self.database, process, serves=serves)
        self.interests = Interests(self.database, process)
        self.jobs = AnalysisJobs(self.database, process)
        self.prepared = PreparedAnswers(self.database)
        self.days_off = StoredDaysOff(self.database)
        outage = self.database.outage
        self.listener = Listener(
            url,
            process,
            failed=lambda wrong: outage.failed(Side.LISTENING, wrong),
            works=lambda: outage.worked(Side.LISTENING, time.monotonic()),
        )
        self.probe = Probe(self.database, process)

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

    async def all_stored(self) -> None:
        """Wait until everything handed over so far is stored or has failed."""
        await self.database.do(lambda _connection: None)

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

    async def summary(self, table_id: str) -> str | None:
        """Return the summary of a table, if there is such a table."""
        query = select(schema.tables.c.summary).where(schema.tables.c.id == table_id)
        return await self.database.read(lambda c: c.execute(query).scalar_one_or_none())

    async def lobby(self) -> dict[str, list[str]]:
        """Return the latest summaries of listed tables, and one more if there are more."""

        def work(connection: Connection) -> dict[str, list[str]]:
            return {
                status: list(connection.execute(_listed(status, None, MOST_LISTED + 1)).scalars())
                for status in ("open", "playing")
            }

        return await self.database.read(work)

    async def listed(self, status: str, after: Place | None, most: int) -> list[str]:
        """Return summaries of the tables in the lobby that have a status, latest first."""
        query = _listed(status, after, most)
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def games_of(
        self,
        guest: str,
        game: str | None = None,
        after: Place | None = None,
        most: int | None = None,
    ) -> list[str]:
        """Return the summaries of a guest's tables, latest first."""
        rows = schema.tables.c
        query = _latest_of(guest, rows.summary).where(schema.sitting.c.seated, *past(after))
        if game is not None:
            query = query.where(rows.game == game)
        return await self.database.read(lambda c: list(c.execute(query.limit(most)).scalars()))

    async def tables_of(
        self, guest: str, *, waiting: bool, after: Place | None = None, most: int = MOST_LISTED
    ) -> list[tuple[bool, str]]:
        """Return summaries of a guest's tables, and whether it is their turn there.

        With `waiting` those where it is come first, without it they are left out. All are read in
        one statement: a move made between two would hide its table from both.
        """
        rows = schema.tables.c
        is_not_theirs = rows.mover.is_(None) | (rows.mover != guest)
        rest = _latest_of(guest, rows.summary).where(schema.sitting.c.seated, is_not_theirs)
        parts = [(False, rest)]
        if waiting:
            theirs = select(rows.summary).where(rows.mover == guest)
            parts.insert(0, (True, theirs.order_by(rows.changed.desc(), rows.id)))
        selected = [
            part.where(*(past(after) if waits == waiting else []))
            .add_columns(literal(waits).label("waits"), rows.changed, rows.id)
            .limit(most)
            .subquery()
            for waits, part in parts
        ]
        found = union_all(*(select(each) for each in selected)).subquery()
        query = (
            select(found.c.waits, found.c.summary)
            .order_by(found.c.waits.desc(), found.c.changed.desc(), found.c.id)
            .limit(most)
        )
        return await self.database.read(
            lambda c: [(bool(r.waits), r.summary) for r in c.execute(query)]
        )

    async def running_of(self, guest: str, most: int = MOST_LISTED) -> list[str]:
        """Return the summaries of the tables where a guest plays now, latest first."""
        query = _latest_of(guest, schema.tables.c.summary).where(
            schema.sitting.c.seated, schema.tables.c.status == "playing"
        )
        return await self.database.read(lambda c: list(c.execute(query.limit(most)).scalars()))

    async def waiting_for(self, guest: str) -> list[tuple[str, int]]:
        """Return the summaries of the tables where it is a guest's turn, and since when."""
        rows = schema.tables.c
        query = (
            select(rows.summary, rows.turn_began)
            .where(rows.mover == guest, rows.status == "playing", rows.turn_began.is_not(None))
            .order_by(rows.turn_began)
        )
        return await self.database.read(
            lambda c: [(r.summary, r.turn_began) for r in c.execute(query)]
        )

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
        query = _latest_of(guest, rows.id).where(rows.status != "over")
        return await self.database.read(lambda c: list(c.execute(query).scalars()))

    async def bot_turns(self, before: int) -> list[str]:
        """Return the tables where a bot has been due to move since before a time.

        Tables that a living process has claimed lately are left out.
        """
        query, values = _BOTS_DUE, {"before": before}
        if self.is_shared:
            query, values = _BOTS_LEFT_ALONE, {"before": before, "now": now()}
        return await self.database.read(lambda c: list(c.execute(query, values).scalars()))

    # --- What is being played ---

    async def positions_in_play(self, version: str) -> list[tuple[str, str]]:
        """Return the running tables, with the positions that this version has stored."""
        rows = schema.tables.c
        query = select(rows.id, rows.in_play).where(
            rows.status == "playing", rows.in_play.startswith(f"{version} ", autoescape=True)
        )
        return await self.database.read(lambda c: [(r.id, r.in_play) for r in c.execute(query)])

    async def without_positions(self, version: str, most: int) -> list[tuple[str, str, str | None]]:
        """Return some running tables whose positions this version has not stored yet."""
        rows = schema.tables.c
        known = rows.in_play.startswith(f"{version} ", autoescape=True)
        query = (
            select(rows.id, rows.summary, rows.in_play)
            .where(rows.status == "playing", ~known | rows.in_play.is_(None))
            .limit(most)
        )
        return await self.database.read(
            lambda c: [(r.id, r.summary, r.in_play) for r in c.execute(query)]
        )

    async def keep_positions(self, table_id: str, was: str | None, in_play: str) -> None:
        """Store a table's positions if it has not changed meanwhile; tell all processes."""
        rows = schema.tables.c
        same = rows.in_play.is_(None) if was is None else rows.in_play == was
        change = update(schema.tables).where(rows.id == table_id, same).values(in_play=in_play)
        words = in_play.split()

        def work(connection: Connection) -> None:
            if connection.execute(change).rowcount and len(words) > 2:  # there are keys
                say(connection, f"{Topic.IN_PLAY} {table_id} {words[1]} {in_play}")

        await self.database.do(work)

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


def _listed(status: str, after: Place | None, most: int) -> Select[str]:
    rows = schema.tables.c
    return (
        select(rows.summary)
        .where(rows.listed, rows.status == status)
        .where(rows.changed > now() - LISTED_FOR, *past(after))
        .order_by(rows.changed.desc(), rows.id)
        .limit(most)
    )


def _latest_of(guest: str, column: Column[T]) -> Select[T]:
    """Select something of every table that a guest is connected with, latest first."""
    rows, sitting = schema.tables.c, schema.sitting.c
    return (
        select(column)
        .join(schema.sitting, sitting.table_id == rows.id)
        .where(sitting.guest == guest)
        .order_by(rows.changed.desc(), rows.id)
    )
