"""Deadlines: first moves that do not come in time, and seats that are kept no longer."""

from __future__ import annotations

from contextlib import suppress

from contrada.server import times
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.commands import lapse
from contrada.server.tables.live import LiveTable
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Table
from contrada.server.wire.refusals import Refused


class Deadlines:
    """Knows the tables in memory that have a deadline, and does what is due there.

    At a table that nobody has in memory, it is done when somebody looks at it.
    """

    def __init__(self, registry: TableRegistry, tasks: BackgroundTasks) -> None:
        self._registry, self._tasks = registry, tasks
        self._awaited: set[str] = set()

    def table_changed(self, table: Table) -> None:
        """Note whether something is due at a table."""
        if table.deadline is None:
            self._awaited.discard(table.id)
        else:
            self._awaited.add(table.id)

    async def tick(self) -> None:
        """See to the tables whose time is over; several processes may try, and one succeeds."""
        now = times.now()
        for table_id in list(self._awaited):
            live = self._registry.loaded.get(table_id)
            if live is None:
                self._awaited.discard(table_id)
            elif (due := live.table.deadline) is not None and due <= now:
                self._awaited.discard(table_id)
                self._tasks.start(self._see_to(live))

    async def _see_to(self, live: LiveTable) -> None:
        try:
            with suppress(Refused):  # the table can no longer be read
                await self._registry.carry_out(live, lambda table: lapse(table, times.now()))
        finally:
            self.table_changed(live.table)  # it was not stored, or a pause has become known
