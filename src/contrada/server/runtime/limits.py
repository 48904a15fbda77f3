"""How much anyone may ask for: rate limits, places for what takes long, and fair turns."""

from __future__ import annotations

import asyncio
import ipaddress
import time
from collections import Counter, OrderedDict, deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from contrada.server.settings import Limits
from contrada.server.wire.refusals import Refused

MOST_BUCKETS = 50_000
MOST_WAITING = 50
AT_ONCE = 4
NETWORK = 64  # bits of an address of version 6 that one connection to the internet has


class Share(NamedTuple):
    """Whose share of everything is used: a guest's, or that of an address without one."""

    who: str
    address: str


def share_of_address(address: str) -> str:
    """Return whose share somebody at an address uses: the network's, if it has many addresses."""
    try:
        version = ipaddress.ip_address(address).version
    except ValueError:  # no address, as of a socket in the file system
        return address
    if version == 4:
        return address
    return str(ipaddress.ip_network((address, NETWORK), strict=False))


@dataclass(slots=True)
class Bucket:
    """Tokens that somebody has left; they fill up at a rate, to a burst."""

    left: float
    filled: float

    def consume(self, rate: float, burst: int) -> float:
        """Take a token; return how many seconds to wait for it, 0 if there was one."""
        at = time.monotonic()
        self.left = min(burst, self.left + (at - self.filled) * rate)
        self.filled = at
        self.left -= 1
        return 0.0 if self.left >= 0 else -self.left / rate


class RateLimit:
    """A bucket of tokens for each guest or address; one not seen for long is full again."""

    def __init__(self, rate: float, burst: int) -> None:
        """Set how many tokens a second everybody gets, and how many they can save."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def consume(self, who: str) -> None:
        """Take one of somebody's tokens, or refuse."""
        bucket = self._bucket(who)
        if bucket.consume(self._rate, self._burst) > 0:
            bucket.left += 1  # what was refused costs nothing
            raise Refused("limit", "That was too much at once; wait a moment")

    def delay(self, who: str) -> float:
        """Take one of somebody's tokens; return how many seconds they have to wait for it."""
        return self._bucket(who).consume(self._rate, self._burst)

    def _bucket(self, who: str) -> Bucket:
        bucket = self._buckets.get(who) or Bucket(self._burst, time.monotonic())
        self._buckets[who] = bucket
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket


class RateLimits:
    """One limit for each kind of thing that a guest or an address may ask for."""

    def __init__(self, limits: Limits) -> None:
        self.messages = RateLimit(*limits.messages)
        self.previews = RateLimit(*limits.previews)
        self.crowds = RateLimit(*limits.crowds)
        self.chat = RateLimit(*limits.chat)
        self.tables = RateLimit(*limits.tables)
        self.guests = RateLimit(*limits.guests)
        self.sockets = RateLimit(*limits.requests)
        self.replays = RateLimit(*limits.replays)
        self.studies = RateLimit(*limits.studies)
        self.searches = RateLimit(*limits.searches)
        self.analyses = RateLimit(*limits.analyses)
        self.exports = RateLimit(*limits.exports)


class AdmissionControl:
    """Lets people wait for what takes long: so often each, so many at once, so many in all."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._waiting: Counter[str] = Counter()

    @contextmanager
    def admit(self, who: str) -> Iterator[None]:
        """Let somebody wait, or refuse."""
        if self._waiting[who] >= AT_ONCE:
            raise Refused("limit", "Wait for the answer to what you asked before")
        if self._waiting.total() >= MOST_WAITING:
            raise Refused("busy", "Too many are waiting for this now; try again in a moment")
        self._rate.consume(who)
        self._waiting[who] += 1
        try:
            yield
        finally:
            self._waiting[who] -= 1
            if not self._waiting[who]:
                del self._waiting[who]


class FairSemaphore:
    """Places for so many at once; those who wait for the same person stand in one line.

    The lines take turns. Who wants much waits for it, and nobody else does.
    """

    def __init__(self, places: int) -> None:
        """Begin with all places free."""
        self._free = places
        self._lines: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, who: str) -> AsyncIterator[None]:
        """Hold a place, once it is somebody's turn."""
        await self._take(who)
        try:
            yield
        finally:
            self._give_back()

    async def _take(self, who: str) -> None:
        if self._free:  # then nobody waits
            self._free -= 1
            return
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._lines.setdefault(who, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():  # called just when it was given up
                self._give_back()
            raise

    def _give_back(self) -> None:
        """Call the first of the next line, or leave the place free."""
        while self._lines:
            who, line = self._lines.popitem(last=False)
            called = line.popleft()
            if line:
                self._lines[who] = line  # behind the others
            if not called.done():  # otherwise they have given up
                called.set_result(None)
                return
        self._free += 1
