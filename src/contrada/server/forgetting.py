"""Taking somebody out of logs: their name and what they said, while the games stay as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from contrada.server import deciding, protocol
from contrada.server.live import Live
from contrada.server.protocol import AnyEvent, Refused
from contrada.server.store import Store

Entry = tuple[str, int, str]  # table, number, events


class Tables(Protocol):
    """What forgetting needs of the hub."""

    store: Store

    async def live(self, table_id: str) -> Live:
        """Return a table in memory."""

    async def carry_out(self, live: Live, decide: Callable[[], list[AnyEvent]]) -> None:
        """Store what is decided about a table, and tell of it."""


async def erase(tables: Tables, guest: str) -> None:
    """Go through all logs until none names somebody; they may have done something meanwhile."""
    while True:
        naming = await tables.store.entries_naming(guest)
        changes = await asyncio.to_thread(scrubbed, naming, guest)
        if not changes:
            break
        for table_id in dict.fromkeys(table_id for table_id, _, _ in changes):
            await _leave(tables, table_id, guest)
        await tables.store.rewrite(changes)
    await tables.store.end_forgetting(guest)


async def _leave(tables: Tables, table_id: str, guest: str) -> None:
    live = await tables.live(table_id)
    with suppress(Refused):  # nobody knows them there: they stood up, or another process was first
        await tables.carry_out(live, lambda: deciding.forget(live.table, guest))


def scrubbed(entries: Iterable[Entry], guest: str) -> list[Entry]:
    """Return those of some entries that tell more of a guest than their id, without it.

    Nobody has the id any more. It stays, so that the log still says which seat it was about.
    """
    found = []
    for table_id, seq, events in entries:
        cleaned = [_without(event, guest) for event in protocol.read_events(events)]
        text = protocol.write_events(cleaned)
        if text != events:
            found.append((table_id, seq, text))
    return found


def _without(event: AnyEvent, guest: str) -> AnyEvent:
    match event:
        case protocol.Made():
            seats = [replace(s, name="") if s.guest == guest else s for s in event.seats]
            host_name = "" if event.host == guest else event.host_name
            return replace(event, seats=seats, host_name=host_name)
        case protocol.Sat(guest=found) | protocol.Renamed(guest=found) if found == guest:
            return replace(event, name="")
        case protocol.Said(guest=found) if found == guest:
            return replace(event, name="", text="")
    return event
