"""Analyses to be made. Processes on one database share them; one process makes each.

A process alone on its database keeps them in memory.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, TextClause, bindparam, delete, select, text, update
from sqlalchemy.dialects import postgresql

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import IS_CONNECTED, THINKING, Topic, say
from contrada.server.settings import SECOND
from contrada.server.times import now

LEASE = 20 * SECOND  # renewed with every update; it ends at once if the process dies
GIVEN_UP = 600 * SECOND  # an analysis that nobody has asked for in this time is dropped
_IS_FREE = text(
    "(process IS NULL OR process = :ours OR until < :now"
    f" OR NOT {IS_CONNECTED.format(process='analysis_jobs.process')})"
)
_LEFT_ALONE = (  # built once, like all that is looked for all the time
    select(schema.analysis_jobs.c.id)
    .where(schema.analysis_jobs.c.asked > bindparam("since"), _IS_FREE)
    .order_by(schema.analysis_jobs.c.asked)
)


class Job(NamedTuple):
    """An analysis for this process to make, with what another one has already done."""

    id: str
    guest: str
    asked: int
    record: bytes
    judged: bytes | None


class AnalysisJobs:
    """The analyses that somebody has asked for and that are not complete."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process

    async def add(self, found: str, guest: str, record: bytes) -> None:
        """Note that somebody asks for an analysis; `claim` decides which process makes it."""
        jobs, at = schema.analysis_jobs, now()
        insert = postgresql.insert(jobs).on_conflict_do_update(
            index_elements=["id"], set_={"asked": at}
        )
        values = {"id": found, "guest": guest, "asked": at, "record": record, "until": 0}

        def work(connection: Connection) -> None:
            connection.execute(delete(jobs).where(jobs.c.asked < at - GIVEN_UP))
            connection.execute(insert, values)

        await self._database.do(work)

    async def touch(self, found: str) -> bool:
        """Note that somebody asks again; return False if there is no such job."""
        jobs = schema.analysis_jobs
        asking = update(jobs).where(jobs.c.id == found).values(asked=now())
        return await self._database.do(lambda c: bool(c.execute(asking).rowcount))

    async def offer(self, found: str) -> None:
        """Tell all thinking processes about a job that any of them may claim."""
        news = f"{Topic.ANALYSIS} {found}"
        await self._database.do(lambda connection: say(connection, news, channel=THINKING))

    async def claim(self, found: str) -> Job | None:
        """Claim a job; return nothing if it is done or another process has it."""
        jobs = schema.analysis_jobs
        at = now()
        claiming = (
            update(jobs)
            .where(jobs.c.id == found, self._is_free(at))
            .values(process=self._process, until=at + LEASE)
            .returning(*(jobs.c[name] for name in Job._fields))
        )

        def work(connection: Connection) -> Job | None:
            row = connection.execute(claiming).first()
            return Job(*row) if row else None

        return await self._database.do(work)

    async def renew(self, found: str, judged: bytes) -> int | None:
        """Renew a claim, with what has been judged; return when somebody last asked.

        If another process has the job now, return nothing.
        """
        jobs = schema.analysis_jobs
        renewing = (
            update(jobs)
            .where(jobs.c.id == found, jobs.c.process == self._process)
            .values(until=now() + LEASE, judged=judged)
            .returning(jobs.c.asked)
        )
        return await self._database.do(lambda c: c.execute(renewing).scalar())

    async def release(self, found: str) -> None:
        """Give a claim back: nobody asks for it any more."""
        jobs = schema.analysis_jobs
        ours = (jobs.c.id == found, jobs.c.process == self._process)
        await self._database.do(lambda c: c.execute(update(jobs).where(*ours).values(process=None)))

    async def remove(self, found: str) -> None:
        """Remove a job that is done."""
        jobs = schema.analysis_jobs
        await self._database.do(lambda c: c.execute(delete(jobs).where(jobs.c.id == found)))

    async def is_free(self, found: str) -> bool:
        """Whether nobody works on a job."""
        jobs = schema.analysis_jobs
        query = select(jobs.c.id).where(jobs.c.id == found, self._is_free(now()))
        return await self._database.read(lambda c: c.execute(query).first() is not None)

    async def left_alone(self, since: int) -> list[str]:
        """Return the jobs that somebody has asked for since a time and that nobody works on."""
        values = {"since": since, "ours": self._process, "now": now()}
        return await self._database.read(lambda c: list(c.execute(_LEFT_ALONE, values).scalars()))

    def _is_free(self, at: int) -> TextClause:
        return _IS_FREE.bindparams(ours=self._process, now=at)
