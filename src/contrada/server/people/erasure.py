"""Erasure: the guest no longer exists, and their name and messages are removed from the logs.

Their games stay as they were.
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
from contrada.server.tables.entries import Row, made_of
from contrada.server.tables.registry import Outdated, TableRegistry
from contrada.server.tables.summaries import read_summary
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import (
    AnyEvent,
    Made,
    Named,
    Renamed,
    Said,
    Sat,
    read_events,
    write_events,
)
from contrada.server.wire.refusals import Refused
from contrada.server.wire.values import NOBODY

log = structlog.get_logger()


class Erasure:
    """Erases guests on request, one at a time: each may have thousands of tables."""

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
        """Start erasing a guest. Once this returns, the guest no longer exists."""
        await self._guests.begin_erasure(guest)
        self._connections.close_all_of(guest)
        self._tasks.start(self._erase(guest))  # if that fails, `resume` goes on with it

    async def resume(self) -> None:
        """Resume the erasures that a dead process left unfinished."""
        for guest in await self._guests.being_erased():
            await self._erase(guest)

    async def _erase(self, guest: str) -> None:
        async with self._one_by_one:
            await self.erase(guest)

    async def erase(self, guest: str) -> None:
        """Go through a guest's tables until no log names them; new ones may appear meanwhile."""
        stuck: set[str] = set()
        while rest := {*await self._guests.tables_naming(guest)} - stuck:
            stuck |= {table_id for table_id in rest if not await self._is_erased(table_id, guest)}
        if not stuck:
            await self._guests.end_erasure(guest)

    async def _is_erased(self, table_id: str, guest: str) -> bool:
        """Erase a guest at a table; a table that cannot be opened does not hold up the others."""
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
            except Outdated:  # nothing can happen there, but lists still show it
                await self._leave_lists(table_id, guest)
            except Refused:
                pass  # the table no longer names them: they stood up, or another process was first
            await self._store.rewrite(table_id, changes)
        await self._guests.remove_from_table(table_id, guest)

    async def _leave_lists(self, table_id: str, guest: str) -> None:
        is_host = made_of(await self._store.entries(table_id)).host == guest
        await self._store.rewrite_summary(
            table_id, lambda summary: unlisted(summary, guest, is_host=is_host)
        )

    async def _changes(self, table_id: str, guest: str) -> list[Rewriting]:
        entries = await self._store.entries(table_id)
        return await asyncio.to_thread(scrubbed, entries, guest)


def scrubbed(entries: Iterable[Row], guest: str) -> list[Rewriting]:
    """Return replacements for the entries that say more about a guest than their id.

    The id stays, so that the log still says which seat was meant; nobody can use it any more.
    """
    found = []
    for seq, _, events in entries:
        was = read_events(events)
        cleaned = [_without(event, guest) for event in was]
        if cleaned != was:  # not the texts: an older one may have been written differently
            found.append(Rewriting(seq, events, write_events(cleaned)))
    return found


def unlisted(summary: str, guest: str, *, is_host: bool) -> str:
    """Return the summary of a table without the guest's name."""
    stored = read_summary(summary)
    seats = [
        replace(seat, name=NOBODY, guest=None) if seat.guest == guest else seat
        for seat in stored.seats
    ]
    host = NOBODY if is_host else stored.host
    return encode(replace(stored, seats=seats, host=host)).decode()


def _without(event: AnyEvent, guest: str) -> AnyEvent:
    match event:
        case Made():
            seats = [replace(s, name="") if s.guest == guest else s for s in event.seats]
            host_name = "" if event.host == guest else event.host_name
            return replace(event, seats=seats, host_name=host_name)
        case Sat(guest=found) | Renamed(guest=found) | Named(guest=found) if found == guest:
            return replace(event, name="")
        case Said(guest=found) if found == guest:
            return replace(event, name="", text="")
    return event
