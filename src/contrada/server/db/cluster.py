"""What processes on one database share: who is alive, who plays for a bot, who is at a table.

A process alone on its database needs only the times when it stopped and the next one started,
because clocks do not count the time between.
"""

from __future__ import annotations

from collections import defaultdict
from contextlib import suppress

from sqlalchemy import Connection, delete, func, insert, select, text, update

from contrada.server.db import schema
from contrada.server.db.engine import Database, one_at_a_time
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import Topic, say
from contrada.server.settings import SECOND
from contrada.server.times import Pause, now

ALIVE = 15 * SECOND  # a process without a heartbeat for this long is dead
LONG_DEAD = 20 * ALIVE
CLAIM = 20 * SECOND  # how long a bot may take before another process thinks for it
STOPPED = "stopped"

# A killed process disappears from there at once, long before its heartbeats are missed.
_IS_CONNECTED = (
    "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'contrada ' || {process})"
)
_CLAIM = text(
    "INSERT INTO claims (table_id, process, ply, until)"  # noqa: S608 - names of our own
    " VALUES (:table, :process, :ply, :until)"
    " ON CONFLICT (table_id) DO UPDATE SET"
    " process = excluded.process, ply = excluded.ply, until = excluded.until"
    " WHERE claims.ply < excluded.ply OR claims.until < :now"
    " OR claims.process = excluded.process"
    f" OR NOT {_IS_CONNECTED.format(process='claims.process')}"
    " RETURNING table_id"
)


def application_name(process: str) -> str:
    """Return the name under which the database knows a process."""
    return f"contrada {process}"


class Cluster:
    """Our process among the others on the same database, if there are any."""

    def __init__(self, database: Database, process: str) -> None:
        """Register this process, and note how long no server was running."""
        self._database, self.process = database, process
        at = now()  # even if another one leaves first
        self.pauses = database.begin(lambda connection: self._begin(connection, at))

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

        await self._database.do(work)

    # --- Bots ---

    async def claim(self, table_id: str, ply: int) -> bool:
        """Claim a bot's turn for this process; return False if another process has it.

        The claim is for a ply, so chat messages meanwhile do not affect it.
        """
        if not self._database.is_shared:
            return True
        values = {"table": table_id, "process": self.process, "ply": ply, "now": now()}

        def work(connection: Connection) -> bool:
            found = connection.execute(_CLAIM, {**values, "until": now() + CLAIM})
            return found.first() is not None

        return await self._database.do(work)

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
            say(connection, f"{Topic.PRESENCE} {table_id}")

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
            .where(text(_IS_CONNECTED.format(process="processes.id")))
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
