"""What processes on one database share: who is alive, who plays for a bot, who is at a table.

A process alone on its database needs little of this: only up to when each game could be played,
and from when it could be played again, since clocks do not count the time in between.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import (
    BigInteger,
    Connection,
    delete,
    func,
    insert,
    literal_column,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.engine import Database, one_at_a_time
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import (
    IS_CONNECTED,
    THINKING,
    Topic,
    say,
    tell_of_presence,
)
from contrada.server.settings import SECOND
from contrada.server.times import Pause, joined, now

ALIVE = 15 * SECOND  # a process without a heartbeat for this long is dead
LONG_DEAD = 20 * ALIVE
CLAIM = 20 * SECOND  # how long a bot may take before another process thinks for it
FRESH = 7 * SECOND  # a game with such a recent heartbeat can be played somewhere
ANY = ""  # game: older pauses, which were not noted for each game
# The clock of PostgreSQL, which all processes share.
_CLOCK = literal_column("CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)", BigInteger)

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
        """Join the others and follow their time; if there are none, see `_next`.

        A process that serves nobody is not registered, because no clock depends on it.
        """
        self._database, self.process, self._serves = database, process, serves
        self._known: set[str] = set()  # processes that were connected when we last looked
        self._games: set[str] = set()  # that can be played here
        self._pauses: dict[str, list[Pause]] = {}
        self._always: list[Pause] = []  # of any game
        insertion = postgresql.insert if database.is_shared else sqlite.insert
        self._statements = _Statements(insertion)
        database.begin(self._join)

    def _join(self, connection: Connection) -> None:
        others = self._others(connection)
        times.served.start(_time_of(others) if others else self._next(connection))
        if self._serves:
            if not others:
                connection.execute(delete(schema.processes))
                connection.execute(delete(schema.presence))
            connection.execute(insert(schema.processes).values(self._row()))
        self._take(_all_pauses(connection))

    def _next(self, connection: Connection) -> int:
        """Return the time if we are alone: the machine's, but never earlier than one stored."""
        columns = (schema.processes.c.beat, schema.playable.c.until)
        latest = [connection.execute(select(func.max(column))).scalar() for column in columns]
        return max(times.served.wall(), _latest_change(connection), *(each or 0 for each in latest))

    def _others(self, connection: Connection) -> Sequence[Any]:
        """Return the other processes that are alive, by the database's own clock."""
        if not self._database.is_shared:
            return []
        beats = schema.processes.c
        return connection.execute(
            select(beats.beat, beats.games, (_CLOCK - beats.seen).label("ago"))
            .where(beats.id != self.process, beats.seen > _CLOCK - ALIVE)
            .where(text(IS_CONNECTED.format(process="processes.id")))
        ).all()

    def _row(self) -> dict[str, Any]:
        seen = _CLOCK if self._database.is_shared else 0
        games = " ".join(sorted(self._games))
        return {"id": self.process, "beat": now(), "seen": seen, "games": games}

    async def keep_time(self) -> None:
        """Take the time from the servers, unless we are one: this machine may have slept."""
        if not self._serves:
            others = await self._database.read(self._others)
            if others:
                times.served.start(_time_of(others))

    # --- Pauses ---

    def pauses(self, game: str) -> list[Pause]:
        """Return the pauses of a game, in order; all its clocks share the list."""
        return self._pauses.setdefault(game, joined(self._always))

    async def read_pauses(self) -> None:
        """Read the pauses that other processes have noted."""
        self._take(await self._database.read(_all_pauses))

    def _take(self, rows: Iterable[tuple[str, int, int]]) -> None:
        found: dict[str, list[Pause]] = defaultdict(list)
        for game, began, ended in rows:
            found[game].append((began, ended))
        self._always = found.pop(ANY, [])
        for game in {*found, *self._pauses}:
            self.pauses(game)[:] = joined(found[game] + self._always)  # in place: it is shared

    async def open(self, game: str) -> None:
        """Let a game be played here; if it could not be played anywhere, note the pause."""

        def work(connection: Connection) -> list[tuple[str, int, int]]:
            one_at_a_time(connection)
            self._note_pause(connection, game, now(), self._others(connection))
            self._games.add(game)
            self._beat(connection)
            return _all_pauses(connection)

        self._take(await self._database.do(work))

    async def go_on(self, halted_at: int) -> int:
        """Note that nobody has been able to play here since a time; return the time now."""

        def work(connection: Connection) -> tuple[int, list[tuple[str, int, int]]]:
            one_at_a_time(connection)
            others = self._others(connection)
            # If others were alive all along, we take the latest time of all.
            at = max(halted_at, times.served.running(), *(other.beat for other in others))
            if not others:
                at = max(at, times.served.wall())
            for game in sorted(self._games):
                self._note_pause(connection, game, at, others, halted_at)
            self._beat(connection, at)
            return at, _all_pauses(connection)

        at, pauses = await self._database.do(work)
        self._take(pauses)
        return at

    def _note_pause(
        self,
        connection: Connection,
        game: str,
        at: int,
        others: Sequence[Any],
        halted_at: int = 0,
    ) -> None:
        """Note that a game could not be played until now, unless another process served it."""
        known = schema.playable.c
        until = connection.execute(select(known.until).where(known.game == game)).scalar()
        is_served = any(game in other.games.split() for other in others)
        if is_served and (not halted_at or (until or 0) > at - FRESH):
            return
        began = max(until or 0, halted_at or _latest_change(connection, game))
        if until and not halted_at:  # later moves were made by thinkers, which serve nobody
            began = min(began, until + FRESH)
        if 0 < began < at:
            row = {"game": game, "began": began, "ended": at}
            connection.execute(self._statements.pause, row)
            say(connection, Topic.PAUSE)

    # --- Heartbeats ---

    def _beat(self, connection: Connection, at: int | None = None) -> bool:
        """Note that we are alive, and our games; return whether we were still registered."""
        row = self._row() | ({} if at is None else {"beat": at})
        ours = schema.processes.c.id == self.process
        was_known = connection.execute(update(schema.processes).where(ours).values(row)).rowcount
        if not was_known:
            connection.execute(insert(schema.processes).values(row))
        playable = [{"game": game, "until": row["beat"]} for game in sorted(self._games)]
        if playable:
            connection.execute(self._statements.playable, playable)
        say(connection, f"{Topic.TIME} {row['beat']}")
        return bool(was_known)

    async def beat(self) -> bool:
        """Send a heartbeat; return False if the others had taken us for dead."""
        was_known = await self._database.do(self._beat)
        if not was_known:
            await self.read_pauses()
        return was_known

    async def leave(self) -> None:
        """Record when this process stopped."""
        with suppress(StoreError):  # the next server then uses our last heartbeat
            await self._database.do(self._leave)

    def _leave(self, connection: Connection) -> None:
        one_at_a_time(connection)
        self._beat(connection)
        for table, column in ((schema.processes, "id"), (schema.presence, "process")):
            connection.execute(delete(table).where(table.c[column] == self.process))

    async def remove_dead(self) -> None:
        """Remove the traces of processes whose heartbeats stopped long ago."""
        beats, long_ago = schema.processes, now() - LONG_DEAD
        dead = (beats.c.beat < long_ago) & (beats.c.id != self.process)

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
        """Claim a bot's turn for this process; return since when it has been thought about.

        If another process has it, return nothing. The claim is for a ply, so chat messages
        do not affect it.
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

    async def note_presence(self, table_id: str, guest: str, seen: bool | None) -> None:
        """Tell the other processes whether a guest sees a table; None: they have left it."""
        if not self._database.is_shared:
            return
        values = {"process": self.process, "table_id": table_id, "guest": guest}
        columns = schema.presence.c
        same = [columns[key] == value for key, value in values.items()]

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.presence).where(*same))
            if seen is not None:
                connection.execute(insert(schema.presence), {**values, "seen": seen})
            tell_of_presence(connection, table_id)

        await self._database.do(work)

    async def present_elsewhere(self, table_id: str | None = None) -> dict[str, dict[str, bool]]:
        """Return who is at which table through other live processes, and whether they see it."""
        if not self._database.is_shared:
            return {}
        there, beats = schema.presence.c, schema.processes.c
        query = (
            select(there.table_id, there.guest, there.seen)
            .join(schema.processes, beats.id == there.process)
            .where(there.process != self.process, beats.beat > now() - ALIVE)
            .where(text(IS_CONNECTED.format(process="processes.id")))
        )
        if table_id is not None:
            query = query.where(there.table_id == table_id)
        present: dict[str, dict[str, bool]] = defaultdict(dict)
        for row in await self._database.read(lambda c: list(c.execute(query))):
            at_table = present[row.table_id]
            at_table[row.guest] = row.seen or at_table.get(row.guest, False)
        return present


class _Statements:
    """Statements that insert or update, in the dialect of the database."""

    def __init__(self, insertion: Any) -> None:
        pauses, playable = insertion(schema.pauses), insertion(schema.playable)
        self.pause = pauses.on_conflict_do_update(
            index_elements=["game", "began"],
            set_={"ended": pauses.excluded.ended},
            where=schema.pauses.c.ended < pauses.excluded.ended,
        )
        self.playable = playable.on_conflict_do_update(
            index_elements=["game"],
            set_={"until": playable.excluded.until},
            where=schema.playable.c.until < playable.excluded.until,
        )


def _time_of(others: Sequence[Any]) -> int:
    """Return the time now of processes that are alive: it has run on since their heartbeats."""
    return max(int(other.beat + max(0, other.ago)) for other in others)


def _latest_change(connection: Connection, game: str | None = None) -> int:
    """Return the time of the latest change, which may be later than the latest heartbeat."""
    tables = schema.tables.c
    query = select(func.max(tables.changed)).where(tables.status == "playing")
    if game is not None:
        query = query.where(tables.game == game)
    return connection.execute(query).scalar() or 0


def _all_pauses(connection: Connection) -> list[tuple[str, int, int]]:
    found = connection.execute(select(schema.pauses))
    return [(row.game, row.began, row.ended) for row in found]
