"""Forgetting somebody: they are nobody from now on, and their name and words leave the logs.

The games stay as they were.
"""

from __future__ import annotations

import asyncio

import structlog

from contrada.server.db.store import Rewriting, Store, StoreError
from contrada.server.people import naming
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.readiness import NotReady
from contrada.server.runtime.tasks import Errands
from contrada.server.tables import commands
from contrada.server.tables.registry import Tables
from contrada.server.wire.refusals import Refused

log = structlog.get_logger()


class Forgetting:
    """Lets people leave for ever."""

    def __init__(self, tables: Tables, connections: Connections, errands: Errands) -> None:
        """Begin with nobody to forget."""
        self._tables, self._store = tables, tables.store
        self._connections, self._errands = connections, errands
        self._erasing = asyncio.Lock()  # one after the other: each may have thousands of tables

    async def forget(self, guest: str) -> None:
        """Let nobody be somebody any more, and begin to remove every trace of them."""
        await self._store.guests.begin_forgetting(guest)
        self._connections.let_go(guest)
        self._errands.begin(self._erase(guest))  # if that fails it will be gone on with

    async def go_on(self) -> None:
        """Go on with those whom a process began to forget that has died."""
        for guest in await self._store.guests.to_be_forgotten():
            await self._erase(guest)

    async def _erase(self, guest: str) -> None:
        async with self._erasing:
            await erase(self._tables, guest)


async def erase(tables: Tables, guest: str) -> None:
    """Go through somebody's tables until no log names them; they may have done more meanwhile."""
    stuck: set[str] = set()
    while rest := {*await tables.store.guests.tables_with(guest)} - stuck:
        stuck |= {table_id for table_id in rest if not await _is_erased(tables, table_id, guest)}
    if not stuck:
        await tables.store.guests.end_forgetting(guest)


async def _is_erased(tables: Tables, table_id: str, guest: str) -> bool:
    """Erase somebody at a table; one that cannot be worked out keeps no other waiting."""
    try:
        await _erase_at(tables, table_id, guest)
    except StoreError:
        raise
    except NotReady:  # its game is being compiled; whoever goes on finds it ready
        return False
    except Exception:
        log.exception("somebody cannot be forgotten at a table", table=table_id)
        return False
    return True


async def _erase_at(tables: Tables, table_id: str, guest: str) -> None:
    while changes := await _changes(tables.store, table_id, guest):
        try:
            await tables.change(table_id, lambda table: commands.forget(table, guest))
        except NotReady:
            raise
        except Refused:
            pass  # nobody knows them there: they stood up, or another was first
        await tables.store.rewrite(table_id, changes)
    await tables.store.guests.part(table_id, guest)


async def _changes(store: Store, table_id: str, guest: str) -> list[Rewriting]:
    entries = await store.entries_naming(table_id, guest)
    return await asyncio.to_thread(naming.scrubbed, entries, guest)
