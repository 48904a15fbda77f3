"""Rate limits, admission to slow work, and fair turns."""

from __future__ import annotations

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from contrada.server.runtime.addresses import charges
from contrada.server.settings import Limits
from contrada.server.wire.refusals import Refused

MOST_BUCKETS = 50_000
MOST_WAITING = 50
AT_ONCE = 4


class Share(NamedTuple):
    """Who is charged for a request: a guest, or an address without one."""

    who: str
    address: str


@dataclass(slots=True)
class Bucket:
    """A token bucket that refills at a rate, up to a burst."""

    left: float
    filled: float

    def consume(self, rate: float, burst: int) -> float:
        """Take a token; return the seconds to wait for it, 0 if one was there."""
        at = time.monotonic()
        self.left = min(burst, self.left + (at - self.filled) * rate)
        self.filled = at
        self.left -= 1
        return 0.0 if self.left >= 0 else -self.left / rate


class RateLimit:
    """A token bucket for each guest or address; full buckets are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        """Set the tokens per second for everyone, and how many they can save up."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def consume(self, who: str) -> None:
        """Take one token, or refuse the request."""
        if self.delay(who) > 0:
            for each, _ in charges(who):
                self._buckets[each].left += 1  # a refused request costs nothing
            raise Refused("limit", "That was too much at once; wait a moment")

    def delay(self, who: str) -> float:
        """Take one token, of a network also one of its site; return the seconds to wait."""
        return max(
            self._bucket(each, times).consume(self._rate * times, self._burst * times)
            for each, times in charges(who)
        )

    def _bucket(self, who: str, times: int) -> Bucket:
        bucket = self._buckets.get(who) or Bucket(self._burst * times, time.monotonic())
        self._buckets[who] = bucket
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class RateLimits:
    """One rate limit for each kind of request."""

    def __init__(self, limits: Limits) -> None:
        self.messages = RateLimit(*limits.messages)
        self.previews = RateLimit(*limits.previews)
        self.crowds = RateLimit(*limits.crowds)
        self.chat = RateLimit(*limits.chat)
        self.tables = RateLimit(*limits.tables)
        self.guests = RateLimit(*limits.guests)
        self.names = RateLimit(*limits.names)
        self.sockets = RateLimit(*limits.requests)
        self.replays = RateLimit(*limits.replays)
        self.studies = RateLimit(*limits.studies)
        self.searches = RateLimit(*limits.searches)
        self.analyses = RateLimit(*limits.analyses)
        self.exports = RateLimit(*limits.exports)


class AdmissionControl:
    """Admits people to slow work: limits how often, how many at once each, and how many in all."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._waiting: Counter[str] = Counter()
        self._in_all = 0

    @contextmanager
    def admit(self, who: str) -> Iterator[None]:
        """Admit someone, or refuse."""
        charged = charges(who)
        if any(self._waiting[each] >= AT_ONCE * times for each, times in charged):
            raise Refused("limit", "Wait for the answer to what you asked before")
        if self._in_all >= MOST_WAITING:
            raise Refused("busy", "Too many are waiting for this now; try again in a moment")
        self._rate.consume(who)
        self._in_all += 1
        self._waiting.update(each for each, _ in charged)
        try:
            yield
        finally:
            self._in_all -= 1
            uncount(self._waiting, who)


def uncount(counted: Counter[str], who: str) -> None:
    """Count one fewer for everyone charged, and forget who has none left."""
    for each, _ in charges(who):
        counted[each] -= 1
        if not counted[each]:
            del counted[each]


class FairSemaphore:
    """A semaphore whose waiters queue per person.

    The queues take turns, so a person who asks for a lot only delays themselves.
    """

    def __init__(self, places: int) -> None:
        """Start with all places free."""
        self._free = places
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[None]:
        """Hold a place as soon as it is this person's turn."""
        await self._take(who)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, who: str) -> None:
        if self._free:  # nobody waits
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # woken just as it gave up
                self._give_back()
            raise

    def _give_back(self) -> None:
        """Wake the first waiter of the next queue, or leave the place free."""
        while self._lines:
            who, line = self._lines.popitem(last=False)
            called = line.popleft()
            if line:
                self._lines[who] = line  # to the end of the queue
            if not called.done():  # otherwise it has given up
                called.set_result(None)
                return
        self._free += 1
