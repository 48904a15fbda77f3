"""Names: a guest takes another one, here or through another process."""

from __future__ import annotations

from contextlib import suppress

from contrada.server.db.store import Store
from contrada.server.people.repository import GuestRepository
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.commands import rename
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire.guests import Identity, clean_name
from contrada.server.wire.refusals import Refused


class Names:
    """What guests are called, at their tables and on their sockets."""

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
        """Give a guest another name, here and at their tables."""
        renamed = Identity(guest.id, clean_name(name))
        running = await self._store.running_tables_of(guest.id)
        lives = [await self._registry.live(table_id) for table_id in running]  # all, or none
        await self._guests.rename(renamed.id, renamed.name)
        self._connections.rename(renamed)
        for live in lives:
            with suppress(Refused):  # they have stood up there
                await self._registry.carry_out(live, lambda table: rename(table, renamed))
        return renamed

    def changed_elsewhere(self, guest: str) -> None:
        """Take in that a guest has another name."""
        self._tasks.start(self._learn(guest))

    def catch_up(self) -> None:
        """Take in the names of all who are connected."""
        for guest in self._connections.guests():
            self.changed_elsewhere(guest)

    async def _learn(self, guest: str) -> None:
        name = await self._guests.name_of(guest)
        if name:
            self._connections.rename(Identity(guest, name))
        else:  # they are being erased, or have been
            self._connections.close_all_of(guest)
