"""When Python looks for unreachable objects: while nobody plays, and now and then in any case.

Hundreds of tables are a million objects, and even going through the latest ten thousand takes
longer than anybody should wait for a move. Nearly all of what a move leaves behind is freed without
looking for it.
"""

from __future__ import annotations

import gc
import time

NEVER_QUIET = 3600.0  # seconds after which unreachable objects are looked for although people play


def disable_automatic() -> None:
    """Leave it to `GarbageCollector` when to look."""
    gc.collect()
    gc.freeze()
    gc.disable()


class GarbageCollector:
    """Looks for unreachable objects when it is told that this disturbs nobody."""

    def __init__(self) -> None:
        self._collected = time.monotonic()

    def run(self, *, is_quiet: bool) -> None:
        """Look, if nobody plays or it is high time."""
        at = time.monotonic()
        if is_quiet or self._collected < at - NEVER_QUIET:
            gc.collect()
            self._collected = at
