"""Outages of the database: one line in the log when one begins, and one when it is over.

Everything that fails meanwhile is counted. An error that is not the database's own, such as a bad
statement, is logged each time.
"""

from __future__ import annotations

import sqlite3
import threading
import time
from enum import StrEnum

import psycopg
import structlog
from prometheus_client import Counter
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

# Those who write, read and listen may notice one after another that connections were cut: an outage
# is not over before all has gone well for so many seconds.
SETTLED = 2.0
FAILED = Counter("contrada_database_failures", "Reads and writes that the database failed")
log = structlog.get_logger()
# Some statements go past SQLAlchemy, so the drivers' own errors count too.
OUTAGES = (
    OperationalError,
    InterfaceError,
    NoConnection,
    psycopg.OperationalError,
    sqlite3.OperationalError,
    OSError,
)


class Side(StrEnum):
    """What we need the database for."""

    READING = "reading"
    WRITING = "writing"
    LISTENING = "listening"


class Outage:
    """Whether the database is failing; any thread may report how its work went."""

    def __init__(self) -> None:
        self._failing: set[Side] = set()
        self._lock = threading.Lock()
        self._began = self._failed_at = 0.0  # the first and the last failure; 0 if all is well
        self._failures = 0

    def failed(self, side: Side, wrong: BaseException, works: int = 1) -> None:
        """Count failed work; log the first failure, and errors that are not the database's."""
        FAILED.inc(works)
        if not _is_outage(wrong):
            log.error("store failed", error=str(wrong))
            return
        with self._lock:
            self._failed_at = time.monotonic()
            if not self._began:
                self._began, self._failures = self._failed_at, 0
                log.error("database fails", side=side.value, error=_first_line(wrong))
            self._failing.add(side)
            self._failures += works

    def worked(self, side: Side, began: float) -> None:
        """Note that work begun at this time has succeeded; log the end of an outage."""
        if not self._began:
            return
        with self._lock:
            if began < self._began:  # it was already under way when the outage began
                return
            self._failing.discard(side)
            if not self._failing and self._began and began > self._failed_at + SETTLED:
                seconds = round(time.monotonic() - self._began, 1)
                log.warning("database works again", failed=self._failures, seconds=seconds)
                self._began = 0.0


def _is_outage(wrong: BaseException) -> bool:
    """Whether the database itself is at fault: gone, locked, full, or out of connections."""
    if isinstance(wrong, DBAPIError) and wrong.connection_invalidated:
        return True
    return isinstance(wrong, OUTAGES)


def _first_line(wrong: BaseException) -> str:
    """Return what the database said, without our statement."""
    said = getattr(wrong, "orig", None) or wrong
    return str(said).strip().partition("\n")[0]
