"""Decides when Python collects garbage: while nobody plays, and occasionally anyway.

Hundreds of tables are a million objects, and even going through the latest ten thousand takes
longer than anybody should wait for a move. Nearly all of what a move leaves behind is freed without
looking for it.
"""

from __future__ import annotations

import gc
import time

NEVER_QUIET = 3600.0  # seconds after which garbage is collected even while people play


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
