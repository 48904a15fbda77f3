"""Names: guests can change them, here or through another process."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

from contrada.server.db.store import Store
from contrada.server.people.repository import GuestRepository
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.commands import rename
from contrada.server.tables.live import LiveTable
from contrada.server.tables.registry import Outdated, TableRegistry
from contrada.server.wire.guests import Identity
from contrada.server.wire.names import clean_name
from contrada.server.wire.refusals import Refused

AT_ONCE = 100  # tables that are told a new name before the answer; the others follow soon


class Names:
    """Changes the names of guests at their tables and on their sockets."""

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

    async def rename(self, guest: Identity, name: str) -> Identity:
        """Change a guest's name, here and at their tables."""
        renamed = Identity(guest.id, clean_name(name))
        running = await self._store.running_tables_of(guest.id)
        lives = [each for table_id in running[:AT_ONCE] if (each := await self._live(table_id))]
        await self._guests.rename(renamed.id, renamed.name)
        self._connections.rename(renamed)
        for live in lives:
            with suppress(Refused):  # they have stood up there
                await self._registry.carry_out(live, lambda table: rename(table, renamed))
        if len(running) > AT_ONCE:
            self._tasks.start(self._rename_at(running[AT_ONCE:], guest.id))
        return renamed

    async def _rename_at(self, tables: list[str], guest: str) -> None:
        """Tell a guest's name at tables that may not be in memory."""
        for table_id in tables:
            name = await self._guests.name_of(guest)  # it may have changed again
            if not name:
                return
            with suppress(Refused):
                await self._registry.change(table_id, partial(rename, guest=Identity(guest, name)))

    async def _live(self, table_id: str) -> LiveTable | None:
        """Return a table where the name changes too, unless it can no longer be opened.

        Any other refusal cancels the change: a name changes at all tables or at none.
        """
        with suppress(Outdated):
            return await self._registry.live(table_id)
        return None

    def changed_elsewhere(self, guest: str) -> None:
        """Handle the news that a guest has a new name."""
        self._tasks.start(self._learn(guest))

    def catch_up(self) -> None:
        """Read the names of all connected guests again."""
        for guest in self._connections.guests():
            self.changed_elsewhere(guest)

    async def _learn(self, guest: str) -> None:
        name = await self._guests.name_of(guest)
        if name:
            self._connections.rename(Identity(guest, name))
        else:  # they are being erased, or have been
            self._connections.close_all_of(guest)
