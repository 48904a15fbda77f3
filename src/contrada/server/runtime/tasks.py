"""Background tasks: work that nobody waits for, done once or repeated; failing ends neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from contrada.server.db.errors import StoreError

log = structlog.get_logger()


class BackgroundTasks:
    """Keeps tasks alive until they are done, and logs why one has failed."""

    def __init__(self) -> None:
        self._repeated: list[asyncio.Task[None]] = []
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something once; keep hold of it until it is done."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(log_failure)

    def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something again and again, with a pause in between."""
        self._repeated.append(asyncio.create_task(_repeat(seconds, work)))

    async def close(self) -> None:
        """Cancel everything."""
        tasks = [*self._repeated, *self._running]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        try:
            await work()
        except Exception as wrong:  # noqa: BLE001 - it is tried again in any case
            _log(wrong)
        await asyncio.sleep(seconds)


def log_failure(task: asyncio.Task[Any]) -> None:
    """Log why a task that is done has failed, if it has; nobody else may ask."""
    wrong = None if task.cancelled() else task.exception()
    if wrong:
        _log(wrong)


def _log(wrong: BaseException) -> None:
    if isinstance(wrong, StoreError):
        log.warning("store failed", error=str(wrong))
    else:
        log.error("failed", exc_info=wrong)
