"""Export: everything stored about a guest, as one JSON document, written table by table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

from contrada import record
from contrada.errors import OptionError
from contrada.server.db.store import Store
from contrada.server.notices.subscriptions import Subscriptions
from contrada.server.people.devices import Devices
from contrada.server.people.repository import GuestRepository
from contrada.server.people.results import results_of
from contrada.server.tables.entries import Row, apply_all
from contrada.server.tables.summaries import read_summary, summary_for
from contrada.server.tables.table import Table
from contrada.server.wire.answers import Summary
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import Said, read_events
from contrada.server.wire.guests import Identity

VERSION = 1


class Export:
    """Writes the document of one guest."""

    def __init__(
        self,
        store: Store,
        guests: GuestRepository,
        devices: Devices,
        subscriptions: Subscriptions,
        guest: Identity,
    ) -> None:
        self._store, self._guests, self._devices, self._guest = store, guests, devices, guest
        self._subscriptions = subscriptions
        self._summaries: list[str] = []
        self._head = b""

    async def begin(self) -> set[str]:
        """Read everything but the tables, and return the names of their games."""
        self._summaries = await self._store.games_of(self._guest.id)
        self._head = encode(await self._read_head())
        return {read_summary(text).game for text in self._summaries}

    async def parts(self) -> AsyncIterator[bytes]:
        """Write the document in parts, because all tables at once could be large."""
        yield self._head[:-1] + b',"games":['
        for number, text in enumerate(self._summaries):
            stored = read_summary(text)
            pauses = self._store.cluster.pauses(stored.game)
            summary = summary_for(stored, self._guest, pauses)
            rows = await self._store.entries(summary.id)
            written = await asyncio.to_thread(_written, summary, rows, self._guest.id)
            yield (b"," if number else b"") + written
        yield b"]}\n"

    async def _read_head(self) -> dict[str, Any]:
        guest = self._guest
        since = await self._guests.since(guest.id)
        return {
            "contrada_export": VERSION,
            "guest": {"id": guest.id, "name": guest.name, "since": since},
            "devices": await self._devices.of(guest.id),
            "notices": await self._subscriptions.exported(guest.id),
            "days_off": [
                {"began": began, "ended": ended}
                for began, ended in await self._store.days_off.read(guest.id)
            ],
            "prepared": await self._prepared(),
            "named_in_exports": await self._guests.is_named(guest.id),
            **await self._guests.order_of(guest.id),
            "results": await results_of(guest.id, self._summaries),
        }

    async def _prepared(self) -> list[dict[str, Any]]:
        """Return the answers that the guest has prepared for games that are not over."""
        return [
            {"table": kept.table_id, **json.loads(kept.lines)}
            for kept in await self._store.prepared.of_guest(self._guest.id)
        ]


def _written(summary: Summary, rows: list[Row], guest: str) -> bytes:
    """Write a table, the record of its game once it is over, and what the guest said there."""
    said = [
        {"at": at, "text": event.text}
        for _, at, events in rows
        for event in read_events(events)
        if isinstance(event, Said) and event.guest == guest
    ]
    return encode({"table": summary, "record": _record(summary.id, rows), "said": said})


def _record(table_id: str, rows: list[Row]) -> dict[str, Any] | None:
    table = Table(table_id)
    try:
        apply_all(table, rows)
    except OptionError:  # made by another version; its text is exported anyway
        return None
    if table.status != "over" or table.position is None:
        return None
    return record.Record(table.position, table.names()).document()
