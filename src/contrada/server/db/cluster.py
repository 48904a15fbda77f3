"""What processes on one database share: who is alive, thinks for a bot, or is at which table.

A process alone on its database needs little of it: only when it left and when the next one came,
since clocks do not count the time between.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress

from sqlalchemy import Connection, delete, func, insert, select, text, update

from contrada.server.db import schema
from contrada.server.db.engine import Database, one_at_a_time
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import (
    IS_CONNECTED,
    THINKING,
    Topic,
    application_name,
    say,
    tell_of_presence,
)
from contrada.server.settings import SECOND
from contrada.server.times import Pause, now

ALIVE = 15 * SECOND  # a process without a heartbeat for this long is dead
LONG_DEAD = 20 * ALIVE
CLAIM = 20 * SECOND  # how long a bot may take before another process thinks for it
STOPPED = "stopped"

_CONNECTED = text(
    "SELECT DISTINCT application_name FROM pg_stat_activity"
    " WHERE application_name LIKE 'contrada %' AND datname = current_database()"
)
_CLAIM = text(
    "INSERT INTO claims (table_id, process, ply, until, began)"  # noqa: S608 - names of our own
    " VALUES (:table, :process, :ply, :until, :now)"
    " ON CONFLICT (table_id) DO UPDATE SET"
    " process = excluded.process, ply = excluded.ply, until = excluded.until,"
    " began = CASE WHEN claims.ply = excluded.ply THEN claims.began ELSE excluded.began END"
    " WHERE claims.ply < excluded.ply OR claims.until < :now"
    " OR claims.process = excluded.process"
    f" OR NOT {IS_CONNECTED.format(process='claims.process')}"
    " RETURNING began"
)
_DEAF = text(f"NOT {IS_CONNECTED.format(process='interests.process')}")


class Cluster:
    """Our process among the others on the same database, if there are any."""

    def __init__(self, database: Database, process: str, *, serves: bool = True) -> None:
        """Register a process that serves people, and note how long none did."""
        self._database, self.process = database, process
        self._known: set[str] = set()  # processes that were connected when we last looked
        at = now()  # even if another one leaves first
        begin = self._begin if serves else lambda connection, _at: _pauses(connection)
        self.pauses = database.begin(lambda connection: begin(connection, at))

    # --- Heartbeats ---

    def _begin(self, connection: Connection, at: int) -> list[Pause]:
        """Record a pause if no other process is alive, and return all pauses so far."""
        beats = schema.processes
        known = {row.id: row.beat for row in connection.execute(select(beats))}
        recent = [name for name, beat in known.items() if beat > at - ALIVE]
        alive = {application_name(name) for name in recent} & self._connected(connection)
        if not alive:
            began = max([*known.values(), _latest_change(connection)]) if known else at
            if began < at:
                connection.execute(insert(schema.pauses), {"began": began, "ended": at})
            connection.execute(delete(beats))
            connection.execute(delete(schema.presence))
        connection.execute(insert(beats), {"id": self.process, "beat": at})
        return _pauses(connection)

    def _connected(self, connection: Connection) -> set[str]:
        """Return the names of the processes that still have a connection."""
        if not self._database.is_shared:
            return set()
        query = text("SELECT application_name FROM pg_stat_activity")
        return set(connection.execute(query).scalars())

    async def leave(self) -> None:
        """Record when this process stopped."""
        with suppress(StoreError):  # the next server then uses our last heartbeat
            await self._database.do(self._leave)

    def _leave(self, connection: Connection) -> None:
        beats = schema.processes
        one_at_a_time(connection)
        connection.execute(delete(beats).where(beats.c.id.in_([self.process, STOPPED])))
        connection.execute(insert(beats), {"id": STOPPED, "beat": now()})
        gone = schema.presence.c.process == self.process
        connection.execute(delete(schema.presence).where(gone))

    async def beat(self) -> bool:
        """Send a heartbeat; return False if the others had taken us for dead."""
        beats = schema.processes

        def work(connection: Connection) -> bool:
            alive = update(beats).where(beats.c.id == self.process).values(beat=now())
            if connection.execute(alive).rowcount:
                return True
            connection.execute(insert(beats), {"id": self.process, "beat": now()})
            self.pauses[:] = _pauses(connection)  # in place: the clocks of all tables share it
            return False

        return await self._database.do(work)

    async def remove_dead(self) -> None:
        """Remove the traces of processes whose heartbeats stopped long ago."""
        beats, long_ago = schema.processes, now() - LONG_DEAD
        dead = (beats.c.beat < long_ago) & beats.c.id.not_in([self.process, STOPPED])

        def work(connection: Connection) -> None:
            connection.execute(delete(beats).where(dead))
            alive = select(beats.c.id)
            connection.execute(
                delete(schema.presence).where(schema.presence.c.process.not_in(alive))
            )
            connection.execute(delete(schema.claims).where(schema.claims.c.until < long_ago))
            if self._database.is_shared:
                connection.execute(delete(schema.interests).where(_DEAF))

        await self._database.do(work)

    async def find_departed(self) -> bool:
        """Whether a process has died or stopped since the last call."""
        if not self._database.is_shared:
            return False
        found = await self._database.read(lambda c: set(c.execute(_CONNECTED).scalars()))
        departed, self._known = self._known - found, found
        return bool(departed)

    # --- Bots ---

    async def claim(self, table_id: str, ply: int) -> int | None:
        """Claim a bot's turn for this process; return since when somebody thinks about it.

        If another process has it, return nothing. The claim is for a ply, so chat messages
        meanwhile do not affect it.
        """
        if not self._database.is_shared:
            return now()
        values = {"table": table_id, "process": self.process, "ply": ply, "now": now()}

        def work(connection: Connection) -> int | None:
            found = connection.execute(_CLAIM, {**values, "until": now() + CLAIM})
            return found.scalar()

        return await self._database.do(work)

    async def offer(self, *words: str) -> None:
        """Tell all processes that think of a bot's turn that any of them may take."""
        news = " ".join((Topic.TURN, *words))
        await self._database.do(lambda connection: say(connection, news, channel=THINKING))

    # --- Who is at which table, through any process ---

    async def note_presence(self, table_id: str, guest: str, *, here: bool) -> None:
        """Tell the other processes that a guest has arrived or left."""
        if not self._database.is_shared:
            return
        values = {"process": self.process, "table_id": table_id, "guest": guest}
        columns = schema.presence.c
        same = [columns[key] == value for key, value in values.items()]

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.presence).where(*same))
            if here:
                connection.execute(insert(schema.presence), values)
            tell_of_presence(connection, table_id)

        await self._database.do(work)

    async def present_elsewhere(self, table_id: str | None = None) -> dict[str, set[str]]:
        """Return who is at which table (or at one table) through other live processes."""
        if not self._database.is_shared:
            return {}
        there, beats = schema.presence.c, schema.processes.c
        query = (
            select(there.table_id, there.guest)
            .join(schema.processes, beats.id == there.process)
            .where(there.process != self.process, beats.beat > now() - ALIVE)
            .where(text(IS_CONNECTED.format(process="processes.id")))
        )
        if table_id is not None:
            query = query.where(there.table_id == table_id)
        present: dict[str, set[str]] = defaultdict(set)
        for row in await self._database.read(lambda c: list(c.execute(query))):
            present[row.table_id].add(row.guest)
        return present


def _latest_change(connection: Connection) -> int:
    """Return the time of the latest change, which may be later than the latest heartbeat."""
    return connection.execute(select(func.max(schema.tables.c.changed))).scalar() or 0


def _pauses(connection: Connection) -> list[Pause]:
    return [(p.began, p.ended) for p in connection.execute(select(schema.pauses))]
