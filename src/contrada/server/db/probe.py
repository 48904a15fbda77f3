"""Finds out whether moves can be stored: writes something and waits until it is on disk."""

from __future__ import annotations

import asyncio
import time

from sqlalchemy import Connection, update

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.errors import StoreError
from contrada.server.times import now

FRESH = 1.0  # seconds that an answer is reused, so that asking often does not write often
PATIENCE = 3.0  # seconds; a move that takes longer to store is as good as refused


class Probe:
    """Writes on request, one write at a time, however many people ask."""

    def __init__(self, database: Database, process: str) -> None:
        self._database, self._process = database, process
        self._writing: asyncio.Future[None] | None = None
        self._began = 0.0

    async def write(self) -> None:
        """Raise `StoreError` if the database takes no writes now."""
        try:
            async with asyncio.timeout(PATIENCE):
                await asyncio.shield(self._latest())
        except TimeoutError:
            raise StoreError("the database takes too long") from None

    def _latest(self) -> asyncio.Future[None]:
        """Return the write that is under way or was made a moment ago, or begin one."""
        is_old = time.monotonic() - self._began > FRESH
        if self._writing is None or (self._writing.done() and is_old):
            self._began = time.monotonic()
            self._writing = asyncio.ensure_future(self._database.do(self._touch))
            self._writing.add_done_callback(_retrieve)  # everyone may have given up by then
        return self._writing

    def _touch(self, connection: Connection) -> None:
        """Send a heartbeat; SQLite would not write a value that is there already."""
        ours = schema.processes.c.id == self._process
        connection.execute(update(schema.processes).where(ours).values(beat=now()))


def _retrieve(written: asyncio.Future[None]) -> None:
    if not written.cancelled():
        written.exception()
