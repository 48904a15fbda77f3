"""Taking somebody out of logs: their name and what they said, while the games stay as they were."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Protocol

import structlog
from msgspec.structs import replace

from contrada.server import deciding, protocol
from contrada.server.protocol import AnyEvent, Refused
from contrada.server.store import Rewriting, Store, StoreError
from contrada.server.table import Table

log = structlog.get_logger()


class Tables(Protocol):
    """What forgetting needs of the hub."""

    store: Store

    async def change(self, table_id: str, decide: Callable[[Table], list[AnyEvent]]) -> None:
        """Store what is decided about a table, and tell of it."""


async def erase(tables: Tables, guest: str) -> None:
    """Go through somebody's tables until no log names them; they may have done more meanwhile."""
    stuck: set[str] = set()
    while rest := {*await tables.store.tables_with(guest)} - stuck:
        stuck |= {table_id for table_id in rest if not await _is_erased(tables, table_id, guest)}
    if not stuck:
        await tables.store.end_forgetting(guest)


async def _is_erased(tables: Tables, table_id: str, guest: str) -> bool:
    """Erase somebody at a table; one that cannot be worked out keeps no other waiting."""
    try:
        await _erase_at(tables, table_id, guest)
    except StoreError:
        raise
    except Exception:
        log.exception("somebody cannot be forgotten at a table", table=table_id)
        return False
    return True


async def _erase_at(tables: Tables, table_id: str, guest: str) -> None:
    while changes := await _changes(tables.store, table_id, guest):
        with suppress(Refused):  # nobody knows them there: they stood up, or another was first
            await tables.change(table_id, lambda table: deciding.forget(table, guest))
        await tables.store.rewrite(table_id, changes)
    await tables.store.part(table_id, guest)


async def _changes(store: Store, table_id: str, guest: str) -> list[Rewriting]:
    naming = await store.entries_naming(table_id, guest)
    return await asyncio.to_thread(scrubbed, naming, guest)


# --- What logs tell of people --------------------------------------------------------------------


def named(events: Iterable[AnyEvent]) -> list[str]:
    """Return those of whom events tell more than their id, and who may be forgotten later."""
    found: set[str | None] = set()
    for event in events:
        match event:
            case protocol.Made():
                found |= {event.host, *(seat.guest for seat in event.seats)}
            case protocol.Sat() | protocol.Renamed() | protocol.Said():
                found.add(event.guest)
    return sorted(guest for guest in found if guest)


def scrubbed(entries: Iterable[tuple[int, str]], guest: str) -> list[Rewriting]:
    """Return what to put in the place of entries that tell more of a guest than their id.

    Nobody has the id any more. It stays, so that the log still says which seat it was about.
    """
    found = []
    for seq, events in entries:
        cleaned = [_without(event, guest) for event in protocol.read_events(events)]
        text = protocol.write_events(cleaned)
        if text != events:
            found.append(Rewriting(seq, events, text))
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
