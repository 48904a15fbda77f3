"""What this process wants to hear of from the others on the same database.

A topic is a table in memory, a guest whose lists somebody looks at, the lobby, or what people are
playing at any table. A process that writes notifies the others that have stated such a topic: see
`storing`.
"""

from __future__ import annotations

import asyncio
from collections import Counter

from sqlalchemy import Connection, bindparam, delete, text
from sqlalchemy.dialects import postgresql

from contrada.server.db import schema
from contrada.server.db.engine import Database

LOOK_AGAIN = 0.002  # seconds between checks whether older transactions have ended
MOST_LOOKS = 1000  # a transaction that takes longer than this is not ours
# A statement that stores something has no number before its first row, but it has a snapshot.
_OLDEST_SNAPSHOT = text(
    "SELECT CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)"
    " - coalesce(max(age(backend_xmin)), 0) FROM pg_stat_activity"
    " WHERE application_name LIKE 'contrada %' AND datname = current_database()"
)
_HORIZON = text(
    "SELECT CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS text) AS bigint),"
    " CAST(CAST(pg_snapshot_xmax(pg_current_snapshot()) AS text) AS bigint)"
)


class Interests:
    """The topics that parts of this process want, and which of them are stated in the database."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process
        self._wanted: Counter[str] = Counter()
        self._stated: set[str] = set()
        self._lock = asyncio.Lock()

    async def want(self, *topics: str) -> None:
        """Ask to hear of topics; return once everything that happened before can be read.

        `drop` them later, even if this fails.
        """
        if not self._database.is_shared:
            return
        self._wanted.update(topics)
        if not self._stated.issuperset(topics):
            async with self._lock:  # topics that wait here are stated together
                await self._state()

    def drop(self, *topics: str) -> None:
        """Stop wanting topics; we still hear of them until `tidy` takes them back."""
        if self._database.is_shared:
            self._wanted.subtract(topics)

    async def tidy(self) -> None:
        """Take back what nobody wants any more."""
        async with self._lock:
            for topic in [each for each, number in self._wanted.items() if number <= 0]:
                del self._wanted[topic]
            idle = self._stated - self._wanted.keys()
            if idle:
                self._stated -= idle  # first: if wanted again, it must be stated again
                await self._database.do_apart(lambda c: self._take_back(c, idle))

    async def state_again(self) -> None:
        """State everything again: the database, or another process, may have forgotten it."""
        if self._database.is_shared:
            async with self._lock:
                self._stated.clear()
                await self._state()

    async def _state(self) -> None:
        new = {topic for topic, number in self._wanted.items() if number > 0} - self._stated
        if new:
            await self._database.do_apart(lambda c: self._insert(c, new))
            await self._until_older_writers_are_done()
            self._stated |= new

    def _insert(self, connection: Connection, topics: set[str]) -> None:
        rows = [{"process": self._process, "topic": topic} for topic in sorted(topics)]
        connection.execute(postgresql.insert(schema.interests).on_conflict_do_nothing(), rows)

    def _take_back(self, connection: Connection, topics: set[str]) -> None:
        ours, topic = schema.interests.c.process == self._process, schema.interests.c.topic
        one = delete(schema.interests).where(ours, topic == bindparam("idle"))
        connection.execute(one, [{"idle": each} for each in sorted(topics)])

    async def _until_older_writers_are_done(self) -> None:
        """Wait for transactions that looked up interests before ours were visible."""
        _, begun = await self._horizon()
        for _ in range(MOST_LOOKS):
            oldest, _ = await self._horizon()
            if oldest >= begun:
                return
            await asyncio.sleep(LOOK_AGAIN)

    async def _horizon(self) -> tuple[int, int]:
        """Return the oldest transaction that still matters, and the next that will begin.

        A transaction matters if it is running, or if a running statement's snapshot counts it as
        running. We read the snapshots first: a writer without one by then has a number or is done.
        """

        def work(connection: Connection) -> tuple[int, int]:
            seen: int = connection.execute(_OLDEST_SNAPSHOT).scalar_one()
            running, following = connection.execute(_HORIZON).one()
            return min(seen, running), following

        return await self._database.read(work)
