"""Export: all that is known of a guest, as one JSON document, written table by table."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from contrada import record
from contrada.server.db.store import Store
from contrada.server.people.repository import GuestRepository
from contrada.server.people.results import results_of
from contrada.server.tables.entries import Row, apply_all
from contrada.server.tables.summaries import read_summary, summary_for
from contrada.server.tables.table import Table
from contrada.server.wire.answers import Summary
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity

VERSION = 1


class Export:
    """The document of one guest."""

    def __init__(self, store: Store, guests: GuestRepository, guest: Identity) -> None:
        self._store, self._guests, self._guest = store, guests, guest
        self._summaries: list[str] = []

    async def games(self) -> set[str]:
        """Find the guest's tables, and return which games they are of."""
        self._summaries = await self._store.games_of(self._guest.id)
        return {read_summary(text).game for text in self._summaries}

    async def parts(self) -> AsyncIterator[bytes]:
        """Write the document; all tables at once would be much."""
        yield encode(await self._head())[:-1] + b',"games":['
        for number, text in enumerate(self._summaries):
            summary = summary_for(read_summary(text), self._guest)
            rows = await self._store.entries(summary.id)
            written = await asyncio.to_thread(_written, summary, rows, self._guest.id)
            yield (b"," if number else b"") + written
        yield b"]}\n"

    async def _head(self) -> dict[str, Any]:
        guest = self._guest
        since = await self._guests.since(guest.id)
        return {
            "contrada_export": VERSION,
            "guest": {"id": guest.id, "name": guest.name, "since": since},
            "results": await results_of(guest.id, self._summaries),
        }


def _written(summary: Summary, rows: list[Row], guest: str) -> bytes:
    """Write a table, the record of its game once it is over, and what the guest said there."""
    table = Table(summary.id)
    apply_all(table, rows)
    said = [{"at": each.at, "text": each.text} for each in table.chat if each.guest == guest]
    return encode({"table": summary, "record": _record(table), "said": said})


def _record(table: Table) -> dict[str, Any] | None:
    if table.status != "over" or table.position is None:
        return None
    return record.Record(table.position, table.names()).document()
