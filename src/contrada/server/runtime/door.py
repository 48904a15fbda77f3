"""The door: how many connections there may be, in all and from one address.

Connections that wait for the rest of a request can be closed to let a newcomer in, and so can idle
ones; those that have waited longest go first. So an address that opens connections and sends
nothing only loses its own, and its neighbours still get in.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter, OrderedDict
from enum import StrEnum
from typing import NamedTuple

import structlog
from prometheus_client import Counter as Count
from prometheus_client import Gauge

from contrada.server.runtime.addresses import Proxies, charges, share_of_address
from contrada.server.settings import Settings

if sys.platform == "win32":
    resource = None
else:
    import resource

MOST_DESCRIPTORS = 65_536  # more than one process can serve
DESCRIPTORS = 8192  # if the system does not say
RESERVE = 200  # descriptors for the database, compilers, logs and the like
BACKLOG = 2048  # connections that the system queues until we accept them
FOR_EACH = 2  # descriptors that a connection may need: one for itself, one for a file
LOG_EVERY = 60.0  # seconds
MOST_NAMED = 1000  # addresses that are counted one by one between two lines of the log

OPEN = Gauge("contrada_connections", "Open connections, sockets included")
CLOSED = Count("contrada_connections_closed", "Connections closed or refused", ["why"])
log = structlog.get_logger()


class Stage(StrEnum):
    """What a connection is doing."""

    HALF_SENT = "half-sent"  # its request has not arrived yet, or only in part
    IDLE = "idle"  # kept open for another request
    IN_USE = "in use"  # being answered, or a socket


class Why(StrEnum):
    """Why a connection was closed or refused, for the log."""

    HALF_SENT = "too many half-sent requests from one address"
    ADDRESS = "too many connections from one address"
    FULL = "too many connections"
    HEADERS = "headers not complete in time"
    BODY = "body not complete in time"
    DEAF = "answer not read in time"


class Room(NamedTuple):
    """How many connections fit into the descriptors of this process."""

    most: int
    backlog: int


def raise_descriptors() -> None:
    """Let this process have as many descriptors as it is allowed to."""
    if resource is None:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_DESCRIPTORS if hard == resource.RLIM_INFINITY else min(hard, MOST_DESCRIPTORS)
    if soft == resource.RLIM_INFINITY or soft >= wanted:
        return
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
    except (OSError, ValueError) as wrong:  # macOS has another limit as well
        log.warning("descriptors not raised", limit=soft, error=str(wrong))


def room() -> Room:
    """Return how many connections leave enough descriptors for everything else."""
    descriptors = _descriptors()
    backlog = min(BACKLOG, descriptors // 8)
    reserve = min(RESERVE, descriptors // 4)
    return Room(max(1, (descriptors - reserve - backlog) // FOR_EACH), backlog)


def _descriptors() -> int:
    if resource is None:
        return DESCRIPTORS
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST_DESCRIPTORS if soft == resource.RLIM_INFINITY else min(soft, MOST_DESCRIPTORS)


class Crowd:
    """Connections that share a limit; at each stage, the longest waiting comes first."""

    def __init__(self, most: int, most_half_sent: int, why: Why) -> None:
        self._most, self._most_half_sent, self._why = most, most_half_sent, why
        self._at = {stage: OrderedDict[asyncio.Transport, None]() for stage in Stage}

    def __len__(self) -> int:
        return sum(map(len, self._at.values()))

    def add(self, transport: asyncio.Transport, stage: Stage) -> None:
        """Count a connection."""
        self._at[stage][transport] = None

    def remove(self, transport: asyncio.Transport, stage: Stage) -> None:
        """Stop counting a connection."""
        del self._at[stage][transport]

    def too_many(self) -> Why | None:
        """Return the limit that keeps another connection out, if any."""
        if len(self) >= self._most:
            return self._why
        if len(self._at[Stage.HALF_SENT]) >= self._most_half_sent:
            return Why.HALF_SENT
        return None

    def first_to_go(self) -> asyncio.Transport | None:
        """Return the connection that makes room for another, if one can."""
        waiting = self._at[Stage.HALF_SENT] or self._at[Stage.IDLE]
        return next(iter(waiting), None)


class Visit(NamedTuple):
    """Where a connection is counted, and at which stage."""

    address: str
    stage: Stage
    crowds: tuple[Crowd, ...]


class Door:
    """Counts connections by address and in all, and closes some to make room for others."""

    def __init__(self, settings: Settings, most: int) -> None:
        """Start without connections; set how many there may be."""
        self.proxies = Proxies(settings.proxies)
        self._of_address, self._half = settings.connections, max(1, most // 2)
        self._half_sent = settings.limits.half_sent
        self._everyone = Crowd(most, most, Why.FULL)
        self._of: dict[str, Crowd] = {}
        self._visits: dict[asyncio.Transport, Visit] = {}
        self._tally = _Tally()

    def __len__(self) -> int:
        return len(self._everyone)

    def enter(self, transport: asyncio.Transport, address: str) -> Why | None:
        """Let a connection in, or return why not; one that only waits may be closed for it."""
        of_address = self._crowds_of(address)
        crowds = (*of_address.values(), self._everyone)
        for crowd in crowds:
            while why := crowd.too_many():
                going = crowd.first_to_go()
                if going is None:
                    self.note(address, why)
                    return why
                self._send_away(going, why)
        for crowd in crowds:
            crowd.add(transport, Stage.HALF_SENT)
        self._of |= of_address
        self._visits[transport] = Visit(address, Stage.HALF_SENT, crowds)
        OPEN.inc()
        return None

    def move(self, transport: asyncio.Transport, stage: Stage) -> None:
        """Note that a connection does something else now."""
        visit = self._visits.get(transport)
        if visit is None or visit.stage is stage:
            return
        for crowd in visit.crowds:
            crowd.remove(transport, visit.stage)
            crowd.add(transport, stage)
        self._visits[transport] = visit._replace(stage=stage)

    def leave(self, transport: asyncio.Transport) -> None:
        """Forget a closed connection, unless it has been forgotten already."""
        visit = self._visits.pop(transport, None)
        if visit is None:
            return
        for crowd in visit.crowds:
            crowd.remove(transport, visit.stage)
        for who, _ in charges(share_of_address(visit.address)):
            if who in self._of and not self._of[who]:
                del self._of[who]
        OPEN.dec()

    def note(self, address: str, why: Why) -> None:
        """Count a connection that was closed or refused, and log it now or soon."""
        CLOSED.labels(why.name.lower()).inc()
        self._tally.add(share_of_address(address), why)

    def _send_away(self, transport: asyncio.Transport, why: Why) -> None:
        self.note(self._visits[transport].address, why)
        self.leave(transport)  # now, because closing takes the system a moment
        transport.abort()

    def _crowds_of(self, address: str) -> dict[str, Crowd]:
        """Find or make the crowds that an address counts towards; proxies count towards none."""
        if not address or address in self.proxies:
            return {}
        return {
            who: self._of.get(who) or self._crowd(times)
            for who, times in charges(share_of_address(address))
        }

    def _crowd(self, times: int) -> Crowd:
        """Make the crowd of an address or site; it may have at most half of all connections."""
        most = min(self._of_address * times, self._half)
        return Crowd(most, min(self._half_sent * times, most), Why.ADDRESS)


class _Tally:
    """Logs the first event at once, and then once a minute how many there were."""

    def __init__(self) -> None:
        self._counted: Counter[tuple[str, Why]] = Counter()
        self._waits = False

    def add(self, address: str, why: Why) -> None:
        if len(self._counted) >= MOST_NAMED:
            address = "others"
        self._counted[address, why] += 1
        if not self._waits:
            self._log()

    def _log(self) -> None:
        self._waits = bool(self._counted)
        if not self._counted:
            return
        ((address, why), _), *_ = self._counted.most_common(1)
        log.warning(
            "connections closed",
            why=why.value,
            address=address,  # the one that most came from
            closed=self._counted.total(),
            addresses=len({each for each, _ in self._counted}),
        )
        self._counted.clear()
        asyncio.get_running_loop().call_later(LOG_EVERY, self._log)
