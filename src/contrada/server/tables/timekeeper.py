"""Halts the time while nobody can play here, so that no clock runs, and lets it go on again.

Nobody can play while the database is away, while the process or the machine stands still, and once
the server has been told to stop. A halt is stored as a pause: see `db.cluster`.
"""

from __future__ import annotations

import asyncio

import structlog

from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire.answers import Time

TICK = 1.0  # seconds between two checks
ANSWERS_WITHIN = 2.0  # seconds; a database that takes longer counts as down
log = structlog.get_logger()


class Timekeeper:
    """Checks every second whether somebody could play here."""

    def __init__(
        self,
        store: Store,
        registry: TableRegistry,
        connections: Connections,
        tasks: BackgroundTasks,
    ) -> None:
        self._cluster, self._writer = store.cluster, store.database.writer
        self._registry, self._connections, self._tasks = registry, connections, tasks
        self._is_told = False  # whether people know that clocks are stopped
        self._is_closing = False

    async def open(self, game: str) -> None:
        """Let a game be played, once the pause before it is stored."""
        while True:
            try:
                await self._cluster.open(game)
                return
            except StoreError:  # already logged
                await asyncio.sleep(TICK)

    async def tick(self) -> None:
        """Check whether somebody can play; halt the time if not, or let it go on."""
        if self._is_closing:
            return
        times.served.tick(self)
        if self._writer.is_stuck or await self._has_gone():
            times.served.halt(self, self._writer.stored_at)
            self._tell_of_halt()
        if times.served.halted_at(self) is not None:
            await self._go_on()

    async def _has_gone(self) -> bool:
        """Whether the database failed, and still cannot store anything."""
        if not self._writer.has_failed or times.served.halted_at(self) is not None:
            return False
        self._writer.has_failed = False
        try:
            async with asyncio.timeout(ANSWERS_WITHIN):
                await self._cluster.beat()
        except (StoreError, TimeoutError):
            return True
        return False

    def _tell_of_halt(self) -> None:
        if not self._is_told:
            self._is_told = True
            log.info("clocks halted")
            self._connections.broadcast(Time(times.now(), paused=True))

    async def _go_on(self) -> None:
        halted_at = times.served.halted_at(self)
        assert halted_at is not None
        try:
            at = await self._cluster.go_on(halted_at)
        except StoreError:
            self._tell_of_halt()
            return
        if self._is_closing:
            return
        self._writer.has_failed = self._is_told = False
        times.served.go_on(self, at)
        log.info("clocks go on", milliseconds=at - halted_at)
        self._connections.broadcast(Time(times.now(), paused=False))
        self._registry.count_again()

    def close(self) -> None:
        """Halt the time for good, since the server has been told to stop."""
        self._is_closing = True
        times.served.halt(self)

    def release(self) -> None:
        """Let the time run for whoever else uses it in this process."""
        times.served.stop_ticking()
        times.served.go_on(self, max(times.now(), times.served.wall()))

    # --- What other processes say ---

    def pauses_changed(self) -> None:
        """Read the pauses that other processes have noted."""
        self._tasks.start(self._read_pauses())

    async def _read_pauses(self) -> None:
        await self._cluster.read_pauses()
        self._registry.count_again()

    def follow(self, at: str) -> None:
        """Follow the time of another process, if it is ahead."""
        times.served.at_least(int(at))
