"""Decides when Python collects garbage: while nobody plays, and once a day anyway.

A thousand tables are a million objects, and going through them takes about a second, for which
every move at every table would wait. What moves, sockets and requests leave behind is freed without
looking for it.
"""

from __future__ import annotations

import gc
import time

NEVER_QUIET = 24 * 3600.0  # seconds after which garbage is collected even while people play


def disable_automatic() -> None:
    """Turn off automatic collection; `GarbageCollector` decides instead."""
    gc.collect()
    gc.freeze()
    gc.disable()


class GarbageCollector:
    """Collects garbage when that disturbs nobody."""

    def __init__(self) -> None:
        self._collected = time.monotonic()

    def run(self, *, is_quiet: bool) -> None:
        """Collect if nobody plays or it is long overdue."""
        at = time.monotonic()
        if is_quiet or self._collected < at - NEVER_QUIET:
            gc.collect()
            self._collected = at
