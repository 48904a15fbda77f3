"""The time, in milliseconds since 1970, as it is stored and sent."""

from __future__ import annotations

import time

Pause = tuple[int, int]  # from, to


def now() -> int:
    """Read the machine's clock, which may be set back at any moment."""
    return time.time_ns() // 1_000_000
