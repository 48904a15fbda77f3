"""A process that serves nobody, and thinks for all servers on the same PostgreSQL."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable

import structlog

from contrada import __version__, games
from contrada.server import times
from contrada.server.db.notify import Topic
from contrada.server.db.store import Store
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.search.thinking import Thinking
from contrada.server.settings import Settings
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import TableRegistry

EVERY = 5.0  # seconds between searches for work left behind
LEFT_OVER = 60.0  # seconds between clean-ups
log = structlog.get_logger()


class Thinker:
    """Tables in memory that nobody looks at here, and the bots that play there."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store, self._settings = store, settings
        self._tasks, self.readiness = BackgroundTasks(), Readiness()
        registry = TableRegistry(store, self.readiness, self._tasks, settings.abandoned_after)
        self._registry = registry
        self._presence = Presence(registry, store, self._tasks, settings.limits.watched)
        self._thinking = Thinking(
            registry, store, self.readiness, self._tasks, searches=settings.searches
        )
        self._thinking.subscribe()
        store.listener.on(Topic.TABLE, registry.was_written)
        store.listener.on(Topic.PRESENCE, self._presence.changed_elsewhere)
        store.listener.on(Topic.TIME, lambda at: times.served.at_least(int(at)))
        store.listener.on(Topic.PAUSE, lambda: self._tasks.start(self._read_pauses()))
        store.listener.on_lost(lambda: self._tasks.start(self._catch_up()))

    async def run(self, ready: Callable[[], object]) -> None:
        """Think until told to stop."""
        stopping, loop = asyncio.Event(), asyncio.get_running_loop()
        for told in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(told, stopping.set)
        await self.readiness.start(self._settings.games or games.NAMES)
        self._store.listener.start()
        await self._thinking.start(EVERY)
        self._tasks.repeat(LEFT_OVER, self._tidy)
        log.info("thinking", version=__version__, process=self._store.cluster.process)
        ready()
        await stopping.wait()
        await self._close()
        log.info("stopped")

    async def _catch_up(self) -> None:
        """Read what others did while we could not hear of it."""
        await self._store.interests.state_again()
        await self._read_pauses()
        self._registry.catch_up()
        self._presence.catch_up()
        await self._thinking.catch_up()

    async def _read_pauses(self) -> None:
        await self._store.cluster.read_pauses()
        self._registry.count_again()

    async def _tidy(self) -> None:
        self._registry.unload_idle()
        await self._store.interests.tidy()
        await self._store.cluster.remove_dead()

    async def _close(self) -> None:
        await self._thinking.analyses.close()
        await self.readiness.close()
        await self._thinking.close()
        await self._tasks.close()
        await self._store.close()
