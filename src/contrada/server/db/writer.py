"""One thread writes; everything that arrives during a commit goes into the next one together.

A commit that reaches the disk costs milliseconds whether it holds one move or a hundred. So many
tables share one, and no move is announced before it is stored.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, NamedTuple, TypeVar

from prometheus_client import Histogram
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from contrada.server import times
from contrada.server.db.entries import Append, Key, StoreEntries
from contrada.server.db.errors import StoreError
from contrada.server.db.outage import Outage, Side

MOST = 500  # jobs in one commit
# A commit takes as much processor time as a dozen entries in it. The more came during the latest
# one, the longer we wait for others, which leaves time for other work.
GATHERING, LONGEST = 0.001, 0.010  # seconds, for each job in the latest commit, and at most
MANY = 3  # jobs in it, before we wait at all
IDLE = 0.25  # seconds without a job, after which a connection is checked before it is used again
T = TypeVar("T")

BATCH = Histogram(
    "contrada_commit_jobs", "Writes stored by one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500)
)
COMMIT = Histogram("contrada_commit_seconds", "How long a commit took")


class _Job(NamedTuple):
    work: Append | Callable[[Connection], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop


class Writer:
    """Stores entries and other changes in shared transactions."""

    def __init__(self, engine: Engine, store_entries: StoreEntries, outage: Outage) -> None:
        """Start the thread."""
        self._engine, self._outage = engine, outage
        self._has_written = False
        self._connection: Connection | None = None  # while there is something to store
        self.stored_at = times.now()  # when something was last stored
        self.has_failed = False  # until the timekeeper has looked into it
        self._busy_since: int | None = None
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._store_entries = store_entries
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

    @property
    def is_stuck(self) -> bool:
        """Whether a commit takes so long that the database must be away."""
        since = self._busy_since
        return since is not None and times.served.monotonic() - since > times.MISSED

    def close(self) -> None:
        """Store pending jobs, then stop the thread."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        jobs = list[_Job]()
        while (first := self._next()) is not None:
            if len(jobs) >= MANY:
                time.sleep(min(len(jobs) * GATHERING, LONGEST))
            jobs = [first]
            ending = False
            while len(jobs) < MOST and not self._jobs.empty():
                job = self._jobs.get()
                if job is None:
                    ending = True
                    break
                jobs.append(job)
            self._busy_since = times.served.monotonic()
            self._store(jobs)
            self._busy_since = None
            if ending:
                break
        self._disconnect()

    def _next(self) -> _Job | None:
        """Wait for the next job; the connection goes back to the pool when there is none."""
        if self._connection:
            try:
                return self._jobs.get(timeout=IDLE)
            except queue.Empty:
                self._disconnect()
        return self._jobs.get()

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.close()

    def _store(self, jobs: list[_Job]) -> None:
        BATCH.observe(len(jobs))
        began = time.monotonic()
        try:
            results = self._commit(jobs)
            self.stored_at = times.now()
            if self._has_written:
                self._outage.worked(Side.WRITING, began)
        except Exception as wrong:  # noqa: BLE001 - the thread goes on in any case
            self.has_failed = True
            if len(jobs) > 1 and not self._is_away(wrong):
                for job in jobs:  # one bad job must not take the others with it
                    self._store([job])
                return
            self._outage.failed(Side.WRITING, wrong, len(jobs))
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
        with COMMIT.time():
            connection = self._connection = self._connection or self._engine.connect()
            try:
                return self._transact(connection, jobs)
            except Exception:
                connection.invalidate()  # its state is unknown
                self._disconnect()
                raise

    def _transact(self, connection: Connection, jobs: list[_Job]) -> list[Any]:
        first: dict[Key, Append] = {}  # the first of those with the same number
        for job in jobs:
            if isinstance(job.work, Append):
                first.setdefault(job.work.key, job.work)
        # Always in the same order, so that two processes never deadlock.
        appends = [first[key] for key in sorted(first)]
        others = len(first) < len(jobs)
        with connection.begin() if others else nullcontext():
            before = _changes(connection)
            landed = self._store_entries(connection, appends, commit=not others)
            results = [
                job.work.key in landed and first[job.work.key] is job.work
                if isinstance(job.work, Append)
                else job.work(connection)
                for job in jobs
            ]
            self._has_written = before is None or _changes(connection) != before
        return results


def _changes(connection: Connection) -> int | None:
    """Return how many rows a SQLite connection has changed; one that changed none proves nothing.

    It can commit even if the disk is full.
    """
    return getattr(connection.connection.driver_connection, "total_changes", None)


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
