"""What processes on one database agree on: who is alive, who thinks for a bot, who is where.

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
from contrada.server.db.notify import Topic, say
from contrada.server.settings import SECOND
from contrada.server.times import Pause, now

ALIVE = 15 * SECOND  # a process that has given no sign of life for so long is dead
LONG_DEAD = 20 * ALIVE
CLAIM = 20 * SECOND  # how long a bot may take before another process thinks for it
STOPPED = "stopped"

# A process that was killed is gone from there at once, long before its signs of life are missed.
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
    """Return what the database knows a process as."""
    return f"contrada {process}"


class Cluster:
    """Our process among the others on the database, if there are any."""

    def __init__(self, database: Database, process: str) -> None:
        """Begin, and note since when nobody was here."""
        self._database, self.process = database, process
        at = now()  # also if another one leaves before it is our turn
        self.pauses = database.begin(lambda connection: self._begin(connection, at))

    # --- Signs of life ---

    def _begin(self, connection: Connection, at: int) -> list[Pause]:
        """Note a pause if no other process is alive, and return all there have been."""
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
        """Return what the processes are known as that have a connection: those not killed."""
        if not self._database.is_shared:
            return set()
        query = text("SELECT application_name FROM pg_stat_activity")
        return set(connection.execute(query).scalars())

    async def leave(self) -> None:
        """Note when we left."""
        with suppress(StoreError):  # then the next server goes by our last sign of life
            await self._database.do(self._leave)

    def _leave(self, connection: Connection) -> None:
        beats = schema.processes
        one_at_a_time(connection)
        connection.execute(delete(beats).where(beats.c.id.in_([self.process, STOPPED])))
        connection.execute(insert(beats), {"id": STOPPED, "beat": now()})
        gone = schema.presence.c.process == self.process
        connection.execute(delete(schema.presence).where(gone))

    async def beat(self) -> bool:
        """Give a sign of life; False if the others have thought that we were dead."""
        beats = schema.processes

        def work(connection: Connection) -> bool:
            alive = update(beats).where(beats.c.id == self.process).values(beat=now())
            if connection.execute(alive).rowcount:
                return True
            connection.execute(insert(beats), {"id": self.process, "beat": now()})
            self.pauses[:] = _pauses(connection)  # in place: the clocks of all tables go by it
            return False

        return await self._database.do(work)

    async def remove_dead(self) -> None:
        """Drop what is left of processes that have given no sign of life for long."""
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
        """Claim a bot's turn for this process; False if another process thinks about it.

        It goes by the ply: what is said while a bot thinks changes nothing for it.
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
        """Tell the other processes that somebody has come, or gone."""
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
        """Return who is at which table, or at one, through other processes that are alive."""
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
    """Return when somebody did something last: also after the latest sign of life."""
    return connection.execute(select(func.max(schema.tables.c.changed))).scalar() or 0


def _pauses(connection: Connection) -> list[Pause]:
    return [(p.began, p.ended) for p in connection.execute(select(schema.pauses))]
