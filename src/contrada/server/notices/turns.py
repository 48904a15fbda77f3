"""Turns that begin: gathers them from the tables, and puts notices of them into the outbox."""

from __future__ import annotations

import asyncio

from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.notices.outbox import Outbox, Turn
from contrada.server.notices.texts import is_awaited
from contrada.server.settings import SECOND
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.summaries import read_summary
from contrada.server.tables.table import Table

PAUSE = 0.5  # minimum seconds between two looks at the database
LOOK_AGAIN = 15.0  # seconds between searches for turns whose process has died
GRACE = 20 * SECOND  # somebody who is about to look needs no notice


class Turns:
    """Hears of every change at a table; a turn that begins is noticed once."""

    def __init__(self, registry: TableRegistry, outbox: Outbox) -> None:
        self._registry, self._outbox = registry, outbox
        self._begun: dict[str, Turn] = {}
        self._news = asyncio.Event()

    def table_changed(self, table: Table) -> None:
        """Note whose turn it is."""
        guest = table.mover
        if table.status == "playing" and guest and _is_awaited(table, guest):
            live = self._registry.loaded.get(table.id)
            is_seen = live is not None and live.is_seen_by(guest)
            self._begun[table.id] = Turn(table.id, guest, table.turn_began, is_seen)
            self._news.set()
        else:
            self._begun.pop(table.id, None)

    async def put_notices(self) -> None:
        """Wait for turns that begin, then put notices of them into the outbox."""
        await self._news.wait()
        self._news.clear()
        begun, self._begun = self._begun, {}
        try:
            await self._outbox.put(list(begun.values()), times.now() + GRACE)
        except StoreError:
            self._begun = begun | self._begun
            self._news.set()
            raise

    async def find_missed(self) -> None:
        """Put notices into the outbox of turns that a dead process has not got round to."""
        at = times.now()
        found = [
            Turn(turn.table_id, turn.guest, turn.began)
            for turn in await self._outbox.missed(at)
            if is_awaited(read_summary(turn.summary), turn.guest)
        ]
        if found:
            await self._outbox.put(found, at + GRACE)
        await self._outbox.note_all_known(at)


def _is_awaited(table: Table, guest: str) -> bool:
    """Whether somebody else plays there: see `texts.is_awaited`."""
    return any(seat.kind == "person" and seat.guest not in (guest, None) for seat in table.seats)
