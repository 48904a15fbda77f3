"""Background tasks, run once or repeatedly; a failure is logged and ends nothing else.

If you start a task and do not wait for its end, you have to handle its exception; otherwise asyncio
complains that it was never retrieved.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from contrada.server.db.errors import StoreError
from contrada.server.wire.refusals import Refused

log = structlog.get_logger()


class BackgroundTasks:
    """Keeps tasks alive until they are done, and logs why a task failed."""

    def __init__(self) -> None:
        self._repeated: list[asyncio.Task[None]] = []
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something once, and keep a reference until it is done."""
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        task.add_done_callback(log_failure)

    def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something repeatedly, with a pause in between."""
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
    """Log why a finished task failed, if it did; nothing else retrieves the exception."""
    wrong = None if task.cancelled() else task.exception()
    if wrong:
        _log(wrong)


def _log(wrong: BaseException) -> None:
    if not isinstance(wrong, StoreError):  # already logged
        log.error("failed", exc_info=wrong)


def log_unheard(task: asyncio.Task[Any]) -> None:
    """Log why a task failed whose caller has gone; refusals are not worth logging."""
    wrong = None if task.cancelled() else task.exception()
    if wrong and not isinstance(wrong, Refused):
        _log(wrong)
