"""The outbox: which notices wait in the database, and which process delivers them.

A process claims a notice before it delivers it. If it dies, its claim ends at once with PostgreSQL
and after a while with SQLite, and another process delivers the notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, delete, exists, func, select, text, update

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import IS_CONNECTED
from contrada.server.db.shared_values import set_shared_value
from contrada.server.notices.channels import Channel
from contrada.server.settings import SECOND

LEASE = 60 * SECOND  # a notice that takes longer is delivered by somebody else
NOTICED = "noticed"  # the name of the time up to which all turns are known
OVERLAP = 60 * SECOND  # a slow transaction may have begun this long before it ends
_ENQUEUE = text(
    "INSERT INTO notices (channel, table_id, turn, due, tries, until)"
    " SELECT id, :table, :turn, :due, 0, 0 FROM channels"
    " WHERE guest = :guest AND kind <> 'mail'"
    " ON CONFLICT (channel, table_id) DO UPDATE SET"
    " turn = excluded.turn, due = excluded.due, tries = 0, process = NULL, until = 0"
    " WHERE notices.turn < excluded.turn"
)
_CLAIM = (
    "UPDATE notices SET process = :ours, until = :until WHERE (channel, table_id) IN ("
    "SELECT channel, table_id FROM notices WHERE due <= :now"
    " AND (process IS NULL OR until < :now{or_dead}) ORDER BY due LIMIT :most{skipping})"
    " RETURNING channel, table_id, turn, tries"
)
_CLAIM_ALONE = text(_CLAIM.format(or_dead="", skipping=""))
_CLAIM_SHARED = text(
    _CLAIM.format(
        or_dead=f" OR NOT {IS_CONNECTED.format(process='notices.process')}",
        skipping=" FOR UPDATE SKIP LOCKED",
    )
)

# These run all the time. Building a statement leaves garbage that only the collector finds, which
# rarely runs while people play.
_HAS_ANY = select(exists().where(schema.notices.c.due <= bindparam("now")))


def _missed() -> Select[Any]:
    tables, channels, notices = schema.tables.c, schema.channels.c, schema.notices.c
    wants = exists().where(channels.guest == tables.mover, channels.kind != "mail")
    has_one = exists().where(notices.table_id == tables.id, notices.turn == tables.turn_began)
    return select(tables.id, tables.mover, tables.turn_began, tables.summary).where(
        tables.status == "playing",
        tables.turn_began > bindparam("since"),
        tables.turn_began <= bindparam("at"),
        wants,
        ~has_one,
    )


_MISSED = _missed()
_KNOWN = select(schema.shared_values.c.value).where(schema.shared_values.c.name == NOTICED)


class Turn(NamedTuple):
    """A turn that has begun, and whether its guest was looking at the table."""

    table_id: str
    guest: str
    began: int
    is_seen: bool = False


class Missed(NamedTuple):
    """A turn without a notice, whose guest wants one."""

    table_id: str
    guest: str
    began: int
    summary: str


class Claimed(NamedTuple):
    """A notice that this process has to deliver."""

    channel: str
    table_id: str
    turn: int
    tries: int


class Letter(NamedTuple):
    """A claimed notice with what it is about; without a summary, its turn is over."""

    notice: Claimed
    channel: Channel | None
    summary: str | None
    waiting: int  # tables that wait for the guest


class Outbox:
    """The notices of all processes; every method may raise `StoreError`."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process

    # --- Into the outbox ---

    async def put(self, turns: Sequence[Turn], due: int) -> None:
        """Add notices of turns, if their guests want any; a turn that was seen needs none."""
        guests = {turn.guest for turn in turns}
        there = schema.channels.c
        query = select(there.guest).where(there.guest.in_(guests), there.kind != "mail").distinct()
        wanting = await self._database.read(lambda c: set(c.execute(query).scalars()))
        rows = [
            {
                "table": turn.table_id,
                "guest": turn.guest,
                "turn": turn.began,
                "due": None if turn.is_seen else due,
            }
            for turn in sorted(turns)
            if turn.guest in wanting
        ]
        if rows:
            await self._database.do(lambda connection: connection.execute(_ENQUEUE, rows))

    async def missed(self, at: int) -> list[Missed]:
        """Return the turns up to a time that have no notice, because their process has died."""

        def work(connection: Connection) -> list[Missed]:
            since = int(connection.execute(_KNOWN).scalar() or at) - OVERLAP
            return [Missed(*row) for row in connection.execute(_MISSED, {"since": since, "at": at})]

        return await self._database.read(work)

    async def note_all_known(self, at: int) -> None:
        """Note that every turn up to a time has its notices."""
        await set_shared_value(self._database, NOTICED, str(at))

    # --- Out of the outbox ---

    async def claim(self, most: int) -> list[Claimed]:
        """Claim notices that are due, for this process."""
        at = times.now()
        claiming = _CLAIM_SHARED if self._database.is_shared else _CLAIM_ALONE
        values = {"ours": self._process, "until": at + LEASE, "now": at, "most": most}
        if not await self._database.read(lambda c: c.execute(_HAS_ANY, {"now": at}).scalar()):
            return []
        return await self._database.do(
            lambda c: [Claimed(*row) for row in c.execute(claiming, values)]
        )

    async def open(self, notice: Claimed) -> Letter:
        """Read what a notice is about, as of now."""
        channels, tables = schema.channels, schema.tables.c
        of_channel = select(channels).where(channels.c.id == notice.channel)

        def work(connection: Connection) -> Letter:
            row = connection.execute(of_channel).first()
            if row is None:
                return Letter(notice, None, None, 0)
            channel = Channel(*row)
            summary = connection.execute(
                select(tables.summary).where(
                    tables.id == notice.table_id,
                    tables.mover == channel.guest,
                    tables.turn_began == notice.turn,
                )
            ).scalar()
            waiting = connection.execute(
                select(func.count()).where(tables.mover == channel.guest)
            ).scalar_one()
            return Letter(notice, channel, summary, waiting)

        return await self._database.read(work)

    async def finish(self, notice: Claimed) -> None:
        """Note that a notice needs no further work."""
        await self._set(notice, due=None)

    async def postpone(self, notice: Claimed, due: int, *, failed: bool = False) -> None:
        """Let a notice wait, and any process claim it afterwards."""
        await self._set(notice, due=due, tries=notice.tries + int(failed))

    async def _set(self, notice: Claimed, **values: int | None) -> None:
        there = schema.notices
        ours = (
            there.c.channel == notice.channel,
            there.c.table_id == notice.table_id,
            there.c.turn == notice.turn,  # a later turn has a notice of its own
            there.c.process == self._process,
        )
        change = update(there).where(*ours).values(process=None, until=0, **values)
        await self._database.do(lambda connection: connection.execute(change))

    async def tidy(self) -> None:
        """Remove the notices of turns that are over."""
        tables, notices = schema.tables.c, schema.notices
        lasts = exists().where(
            tables.id == notices.c.table_id,
            tables.turn_began == notices.c.turn,
            tables.status == "playing",
        )
        await self._database.do(lambda c: c.execute(delete(notices).where(~lasts)))
