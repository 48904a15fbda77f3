"""Erasure: a guest is nobody from now on, and their name and words leave the logs.

The games stay as they were.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import structlog
from msgspec.structs import replace

from contrada.server.db.errors import StoreError
from contrada.server.db.store import Rewriting, Store
from contrada.server.people.repository import GuestRepository
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.readiness import NotReady
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables import commands
from contrada.server.tables.entries import Row
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire.events import (
    AnyEvent,
    Made,
    Renamed,
    Said,
    Sat,
    read_events,
    write_events,
)
from contrada.server.wire.refusals import Refused

log = structlog.get_logger()


class Erasure:
    """Erases guests who wish it, one after the other: each may have thousands of tables."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Store,
        guests: GuestRepository,
        connections: Connections,
        tasks: BackgroundTasks,
    ) -> None:
        self._registry, self._store, self._guests = registry, store, guests
        self._connections, self._tasks = connections, tasks
        self._one_by_one = asyncio.Lock()

    async def begin(self, guest: str) -> None:
        """Let nobody be this guest any more, and begin to remove every trace of them."""
        await self._guests.begin_erasure(guest)
        self._connections.close_all_of(guest)
        self._tasks.start(self._erase(guest))  # if that fails, `resume` goes on with it

    async def resume(self) -> None:
        """Go on with those whom a process began to erase that has died."""
        for guest in await self._guests.being_erased():
            await self._erase(guest)

    async def _erase(self, guest: str) -> None:
        async with self._one_by_one:
            await self.erase(guest)

    async def erase(self, guest: str) -> None:
        """Go through a guest's tables until no log names them; there may be more meanwhile."""
        stuck: set[str] = set()
        while rest := {*await self._guests.tables_naming(guest)} - stuck:
            stuck |= {table_id for table_id in rest if not await self._is_erased(table_id, guest)}
        if not stuck:
            await self._guests.end_erasure(guest)

    async def _is_erased(self, table_id: str, guest: str) -> bool:
        """Erase a guest at a table; one that cannot be worked out keeps no other waiting."""
        try:
            await self._erase_at(table_id, guest)
        except StoreError:
            raise
        except NotReady:  # its game is being compiled; `resume` finds it ready
            return False
        except Exception:
            log.exception("somebody cannot be forgotten at a table", table=table_id)
            return False
        return True

    async def _erase_at(self, table_id: str, guest: str) -> None:
        while changes := await self._changes(table_id, guest):
            try:
                await self._registry.change(table_id, lambda table: commands.forget(table, guest))
            except NotReady:
                raise
            except Refused:
                pass  # nobody knows them there: they stood up, or another was first
            await self._store.rewrite(table_id, changes)
        await self._guests.remove_from_table(table_id, guest)

    async def _changes(self, table_id: str, guest: str) -> list[Rewriting]:
        entries = await self._store.entries(table_id)
        return await asyncio.to_thread(scrubbed, entries, guest)


def scrubbed(entries: Iterable[Row], guest: str) -> list[Rewriting]:
    """Return what to put in the place of entries that tell more of a guest than their id.

    Nobody has the id any more. It stays, so that the log still says which seat it was about.
    """
    found = []
    for seq, _, events in entries:
        was = read_events(events)
        cleaned = [_without(event, guest) for event in was]
        if cleaned != was:  # not the texts: an older one may have been written differently
            found.append(Rewriting(seq, events, write_events(cleaned)))
    return found


def _without(event: AnyEvent, guest: str) -> AnyEvent:
    match event:
        case Made():
            seats = [replace(s, name="") if s.guest == guest else s for s in event.seats]
            host_name = "" if event.host == guest else event.host_name
            return replace(event, seats=seats, host_name=host_name)
        case Sat(guest=found) | Renamed(guest=found) if found == guest:
            return replace(event, name="")
        case Said(guest=found) if found == guest:
            return replace(event, name="", text="")
    return event
