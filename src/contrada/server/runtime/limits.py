"""Rate limits, and admission to slow work."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from contrada.server.runtime.addresses import charges
from contrada.server.settings import Limits
from contrada.server.wire.refusals import Refused

MOST_BUCKETS = 50_000
NEVER = 3600.0  # seconds to wait for what nobody may do
MINUTE = 60.0
MOST_WAITING = 50
AT_ONCE = 4
AT_ONCE_FROM = 20  # from one address, however many guests it has


class Share(NamedTuple):
    """Who is charged for a request: a guest, or an address without one."""

    who: str
    address: str

    @property
    def guest(self) -> str:
        """The guest; empty for an address without one."""
        return "" if self.who == _stranger(self.address) else self.who


def stranger_at(address: str) -> Share:
    """Return the share of an address without a guest."""
    return Share(_stranger(address), address)


def _stranger(address: str) -> str:
    return f"at {address}"


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
        if self.left >= 0:
            return 0.0
        return -self.left / rate if rate else NEVER


class RateLimit:
    """A token bucket for each guest or address; full buckets are forgotten."""

    def __init__(self, rate: float, burst: int) -> None:
        """Set the tokens per second for everyone, and how many they can save up."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def change(self, rate: float, burst: int) -> None:
        """Set other numbers; who has saved up more than they allow now loses the rest."""
        self._rate, self._burst = rate, burst

    def consume(self, who: str) -> None:
        """Take one token, or refuse the request."""
        if self.delay(who) > 0:
            self.refund(who)  # a refused request costs nothing
            raise Refused("limit", "That was too much at once; wait a moment")

    def refund(self, who: str) -> None:
        """Give the token back that was taken last."""
        for each, _ in charges(who):
            self._buckets[each].left += 1

    def delay(self, who: str) -> float:
        """Take a token, and one of the site for a network; return the seconds to wait."""
        return max(
            [
                self._bucket(each, times).consume(self._rate * times, self._burst * times)
                for each, times in charges(who)
            ]
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
        self.pictures = RateLimit(*limits.pictures)
        self.replays = RateLimit(*limits.replays)
        self.studies = RateLimit(*limits.studies)
        self.searches = RateLimit(*limits.searches)
        self.analyses = RateLimit(*limits.analyses)
        self.exports = RateLimit(*limits.exports)
        self.channels = RateLimit(*limits.channels)
        self.mails = RateLimit(*limits.mails)
        self.tries = RateLimit(*limits.tries)

    def change(self, usual: Limits, wanted: Mapping[str, int | None]) -> None:
        """Set how much may be done a minute, by the names of limits; the burst goes with it."""
        for name, a_minute in wanted.items():
            rate, burst = getattr(usual, name)
            if a_minute is not None:
                burst = max(1 if a_minute else 0, round(burst * a_minute / (rate * MINUTE)))
                rate = a_minute / MINUTE
            getattr(self, name).change(rate, burst)


class AdmissionControl:
    """Admits people to slow work: limits how often, and how many at once, each and in all."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._waiting: Counter[str] = Counter()
        self._from: Counter[str] = Counter()
        self._in_all = 0

    @contextmanager
    def admit(self, share: Share) -> Iterator[None]:
        """Admit someone, or refuse."""
        who, address = share
        for counted, charged, most in (
            (self._waiting, who, AT_ONCE),
            (self._from, address, AT_ONCE_FROM),
        ):
            if any(counted[each] >= most * times for each, times in charges(charged)):
                raise Refused("limit", "Wait for the answer to what you asked before")
        if self._in_all >= MOST_WAITING:
            raise Refused("busy", "Too many are waiting for this now; try again in a moment")
        self._rate.consume(who)
        self._in_all += 1
        self._waiting.update(each for each, _ in charges(who))
        self._from.update(each for each, _ in charges(address))
        try:
            yield
        finally:
            self._in_all -= 1
            uncount(self._waiting, who)
            uncount(self._from, address)


def uncount(counted: Counter[str], who: str) -> None:
    """Count one fewer for everyone charged, and forget those with none left."""
    for each, _ in charges(who):
        counted[each] -= 1
        if not counted[each]:
            del counted[each]
