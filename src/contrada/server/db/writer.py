"""One thread writes; everything that arrives during a commit goes into the next one together.

A commit that reaches the disk costs milliseconds whether it holds one move or a hundred. So many
tables share one, and no move is announced before it is stored.
"""

from __future__ import annotations

import asyncio
import queue
import threading
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from prometheus_client import Histogram
from sqlalchemy import Connection, Engine
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError

from contrada.server.db import schema
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import Written, tell_of_entries

MOST = 500  # jobs in one commit
T = TypeVar("T")

BATCH = Histogram(
    "contrada_commit_jobs", "Writes stored by one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500)
)
COMMIT = Histogram("contrada_commit_seconds", "How long a commit took")


class Append(NamedTuple):
    """An entry for a table's log, with the table's new summary."""

    table_id: str
    seq: int
    at: int
    events: str
    row: dict[str, Any]
    guests: Mapping[str, bool] = {}  # everyone it concerns, and whether they have a seat now
    is_listed: bool = False  # or has been until now


class _Job(NamedTuple):
    work: Append | Callable[[Connection], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Stores entries and other changes in shared transactions."""

    def __init__(self, engine: Engine) -> None:
        """Start the thread."""
        self._engine = engine
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._statements = _Statements(engine.dialect.name)
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    def append(self, append: Append) -> asyncio.Future[bool]:
        """Store an entry; return False if its number is taken."""
        return self._submit(append)

    def do(self, work: Callable[[Connection], T]) -> asyncio.Future[T]:
        """Run a job in the next transaction; it may be retried once."""
        return self._submit(work)

    def _submit(self, work: Any) -> asyncio.Future[Any]:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._jobs.put(_Job(work, future, loop))
        return future

    def close(self) -> None:
        """Store pending jobs, then stop the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs = [first]
            ending = False
            while len(jobs) < MOST and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    ending = True
                    break
                jobs.append(job)
            self._store(jobs)
            if ending:
                return

    def _store(self, jobs: list[_Job]) -> None:
        BATCH.observe(len(jobs))
        try:
            results = self._commit(jobs)
        except Exception as wrong:  # noqa: BLE001 - the thread goes on in any case
            if len(jobs) > 1 and not self._is_away(wrong):
                for job in jobs:  # one bad job must not take the others with it
                    self._store([job])
                return
            results = [StoreError(str(wrong)) for _ in jobs]
        _settle(jobs, results)

    def _is_away(self, wrong: Exception) -> bool:
        """Whether the database itself is unreachable, so that retrying at once is useless."""
        if getattr(wrong, "connection_invalidated", False):
            return True
        try:
            self._engine.connect().close()
        except (SQLAlchemyError, OSError):
            return True
        return False

    def _commit(self, jobs: list[_Job]) -> list[Any]:
        with COMMIT.time(), self._engine.begin() as connection:
            first: dict[tuple[str, int], Append] = {}  # of those with the same number
            for job in jobs:
                if isinstance(job.work, Append):
                    first.setdefault(job.work[:2], job.work)
            landed = self._statements.append(connection, list(first.values()))
            return [
                job.work[:2] in landed and first[job.work[:2]] is job.work
                if isinstance(job.work, Append)
                else job.work(connection)
                for job in jobs
            ]


def _settle(jobs: list[_Job], results: list[Any]) -> None:
    """Wake all waiters with one call to their event loop."""

    def settle() -> None:
        for job, result in zip(jobs, results, strict=True):
            if job.future.done():
                continue
            if isinstance(result, StoreError):
                job.future.set_exception(result)
            else:
                job.future.set_result(result)

    try:
        jobs[0].loop.call_soon_threadsafe(settle)
    except RuntimeError:  # the loop has ended; what is stored is stored
        return


class _Statements:
    """The SQL statements for storing entries, in the dialect in use."""

    def __init__(self, dialect: str) -> None:
        insert: Any = postgresql.insert if dialect == "postgresql" else sqlite.insert
        entries, tables = schema.entries, schema.tables
        self._entry = (
            insert(entries).on_conflict_do_nothing().returning(entries.c.table_id, entries.c.seq)
        )
        row = insert(tables)
        changing = {c.name: row.excluded[c.name] for c in tables.c if c.name != "id"}
        self._row = row.on_conflict_do_update(index_elements=["id"], set_=changing)
        sitting = insert(schema.sitting)
        self._sitting = sitting.on_conflict_do_update(
            index_elements=["guest", "table_id"], set_={"seated": sitting.excluded.seated}
        )

    def append(self, connection: Connection, appends: list[Append]) -> set[tuple[str, int]]:
        """Store the entries whose number is free; return which those were."""
        if not appends:
            return set()
        # Always in the same order, so that two processes never deadlock.
        appends = sorted(appends, key=lambda append: append[:2])
        rows = [
            {"table_id": a.table_id, "seq": a.seq, "at": a.at, "events": a.events} for a in appends
        ]
        landed = {(found[0], found[1]) for found in connection.execute(self._entry, rows)}
        stored = [a for a in appends if (a.table_id, a.seq) in landed]
        if stored:
            newest = {a.table_id: {"id": a.table_id, **a.row} for a in stored}
            connection.execute(self._row, list(newest.values()))
        sitting = {
            (guest, a.table_id): {"guest": guest, "table_id": a.table_id, "seated": seated}
            for a in stored
            for guest, seated in a.guests.items()
        }
        if sitting:
            connection.execute(self._sitting, [sitting[key] for key in sorted(sitting)])
        if stored:
            tell_of_entries(connection, [Written(a.table_id, a.seq, a.is_listed) for a in stored])
        return landed
