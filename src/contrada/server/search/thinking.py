"""What a process thinks about by itself: bots at tables, and analyses.

Processes on one PostgreSQL share the work. One with a free place claims a turn or an analysis. When
a process dies, the others look at once for what it has left behind.
"""

from __future__ import annotations

from contrada.server.db.notify import THINKING, Topic
from contrada.server.db.store import Store
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.search.analyses import Analyses
from contrada.server.search.bots import Bots
from contrada.server.search.pool import SearchPool
from contrada.server.tables.registry import TableRegistry

LOOK = 0.25  # seconds between checks whether another process has died


class Thinking:
    """The pool of searches, and those who use it without being asked."""

    def __init__(
        self,
        registry: TableRegistry,
        store: Store,
        readiness: Readiness,
        tasks: BackgroundTasks,
        *,
        searches: int,
        thinks: bool = True,
    ) -> None:
        """Prepare; a process that does not think offers all work to the others."""
        self._registry, self._store, self._tasks, self._thinks = registry, store, tasks, thinks
        self.pool = SearchPool(searches)
        self.bots = Bots(registry, store, self.pool, thinks=thinks)
        at_once = max(1, searches // 2)
        self.analyses = Analyses(store, readiness, self.pool, at_once, thinks=thinks)

    def subscribe(self) -> None:
        """Listen to what happens at tables, and to what other processes offer."""
        self._registry.on_load += [self.bots.table_changed]
        self._registry.on_change += [self.bots.table_changed]
        if self._thinks:
            listener = self._store.listener
            listener.listen_to(THINKING)
            listener.on(Topic.TURN, self.bots.offered)
            listener.on(Topic.ANALYSIS, self.analyses.offered)

    async def start(self, every: float) -> None:
        """Look for what is left behind, now and then, and whenever a process has died."""
        await self._store.cluster.find_departed()  # from now on we notice if one goes
        if self._thinks:
            self._tasks.repeat(every, self.find_left_alone)
        if self._thinks and self._store.is_shared:
            self._tasks.repeat(LOOK, self._look_after_others)

    async def find_left_alone(self) -> None:
        """Find what no process is thinking about, although it has been waiting for a while."""
        await self.bots.find_left_alone()
        await self.analyses.find_left_alone()

    async def _look_after_others(self) -> None:
        if await self._store.cluster.find_departed():
            await self.catch_up()

    async def catch_up(self) -> None:
        """Find what no process is thinking about, however short a time it has been waiting."""
        if self._thinks:
            await self.bots.find_left_alone(since=-1)
            await self.analyses.find_left_alone()

    async def close(self) -> None:
        """Stop thinking; another process, or the next one to start, begins again."""
        await self.bots.close()
        await self.pool.close()
