"""How much anyone may ask for: buckets that fill at a rate and hold a burst."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from contrada.server.protocol import Refused

MOST_BUCKETS = 50_000
MOST_WAITING = 50
AT_ONCE = 4


@dataclass(slots=True)
class Bucket:
    """What somebody has left to spend."""

    left: float
    filled: float

    def take(self, rate: float, burst: int) -> float:
        """Take one; return how many seconds to wait for it, 0 if there was one."""
        at = time.monotonic()
        self.left = min(burst, self.left + (at - self.filled) * rate)
        self.filled = at
        self.left -= 1
        return 0.0 if self.left >= 0 else -self.left / rate


class Buckets:
    """One bucket each for guests or addresses; those not seen for long are full again."""

    def __init__(self, rate: float, burst: int) -> None:
        """Set what everybody may spend."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> None:
        """Take one of somebody's, or refuse."""
        bucket = self._bucket(who)
        if bucket.take(self._rate, self._burst) > 0:
            bucket.left += 1  # what was refused costs nothing
            raise Refused("limit", "That was too much at once; wait a moment")

    def wait_for(self, who: str) -> float:
        """Take one of somebody's; return how many seconds they have to wait for it."""
        return self._bucket(who).take(self._rate, self._burst)

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.get(who) or Bucket(self._burst, time.monotonic())
        self._buckets[who] = bucket
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class Line:
    """Who waits for what takes long: so often each, so many at once, and not too many in all."""

    def __init__(self, rate: float, burst: int) -> None:
        """Begin with nobody waiting."""
        self._buckets = Buckets(rate, burst)
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Let somebody wait, or refuse."""
        if self._waiting[who] >= AT_ONCE:
            raise Refused("limit", "Wait for the answer to what you asked before")
        if self._waiting.total() >= MOST_WAITING:
            raise Refused("busy", "Too many are waiting for this now; try again in a moment")
        self._buckets.take(who)
        self._waiting[who] += 1
        try:
            yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]
