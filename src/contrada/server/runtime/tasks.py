"""Work that nobody waits for: errands done once, and what is repeated; failing ends neither."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import structlog

from contrada.server.db.store import StoreError

log = structlog.get_logger()


class Errands:
    """What is done beside, until all ends."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._repeated: list[asyncio.Task[None]] = []
        self._under_way: set[asyncio.Task[None]] = set()

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something once; keep hold of it until it is done."""
        task = asyncio.create_task(work)
        self._under_way.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        wrong = None if task.cancelled() else task.exception()
        if wrong:
            _note(wrong)

    def repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something again and again, with a pause in between."""
        self._repeated.append(asyncio.create_task(_repeat(seconds, work)))

    async def close(self) -> None:
        """Drop everything."""
        tasks = [*self._repeated, *self._under_way]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _repeat(seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    while True:
        try:
            await work()
        except Exception as wrong:  # noqa: BLE001 - whatever it is, it is tried again
            _note(wrong)
        await asyncio.sleep(seconds)


def _note(wrong: BaseException) -> None:
    """Log why something failed that nobody waits for."""
    if isinstance(wrong, StoreError):
        log.warning("store failed", error=str(wrong))
    else:
        log.error("failed", exc_info=wrong)
