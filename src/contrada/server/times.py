"""The time, in milliseconds since 1970, as it is stored and sent.

It begins with the machine's clock and then follows the one that nobody can set. It never goes back,
and it stands still while nobody can play.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

MISSED = 3_000  # milliseconds without a tick after which a process counts as halted
AHEAD = 10_000  # how far the machine's clock may be ahead before we follow it

Pause = tuple[int, int]  # from, to


def joined(pauses: Iterable[Pause]) -> list[Pause]:
    """Return pauses in order, with overlapping ones joined."""
    found: list[Pause] = []
    for began, ended in sorted(pauses):
        if found and began <= found[-1][1]:
            found[-1] = found[-1][0], max(ended, found[-1][1])
        else:
            found.append((began, ended))
    return found


def _wall() -> int:
    return time.time_ns() // 1_000_000


def _monotonic() -> int:
    return time.monotonic_ns() // 1_000_000


class ServedTime:
    """The time of this process, and who has halted it.

    `wall` reads the machine's clock, which can be set to any time at any moment. `monotonic` reads
    the one that nobody can set; on most systems it stops while the machine sleeps.
    """

    def __init__(
        self, wall: Callable[[], int] = _wall, monotonic: Callable[[], int] = _monotonic
    ) -> None:
        self.wall, self.monotonic = wall, monotonic
        self._anchor = wall(), monotonic()  # both at the same moment
        self._lead = 0  # how far ahead the machine's clock is known to be
        self._ticked: int | None = None  # on the monotonic clock
        self._halts: dict[object, int] = {}  # who halted it, and when

    def now(self) -> int:
        """Return the time; after a halt that nobody has noticed yet, when it began."""
        if self._halts:
            return min(self._halts.values())
        read, ticked = self.monotonic(), self._ticked
        return self._at(read if ticked is None or self._is_awake(read) else ticked)

    def _is_awake(self, read: int) -> bool:
        """Whether the process has run all the time since the last tick."""
        return self._ticked is None or 0 <= read - self._ticked <= MISSED

    def _at(self, read: int) -> int:
        at, since = self._anchor
        return at + max(0, read - since)

    def running(self) -> int:
        """Return what the time would be if nobody had halted it."""
        return self._at(self.monotonic())

    # --- Starting and stopping ---

    def start(self, at: int) -> None:
        """Set the time; it runs on from there."""
        self._anchor = at, self.monotonic()
        self._lead = max(0, self.wall() - at)
        if self._ticked is not None:
            self._ticked = self.monotonic()

    def at_least(self, at: int) -> None:
        """Follow another process that is ahead; during a halt, leave that to `go_on`."""
        if not self._halts and self._is_awake(self.monotonic()) and at > self.now():
            self.start(at)

    def halt(self, who: object, at: int | None = None) -> None:
        """Stop the time, now or as of an earlier moment."""
        self._halts.setdefault(who, self.now() if at is None else min(at, self.now()))

    def go_on(self, who: object, at: int) -> None:
        """Let the time go on, from a certain moment, unless somebody else has halted it."""
        if self._halts.pop(who, None) is not None and not self._halts:
            self.start(at)

    def halted_at(self, who: object) -> int | None:
        """Return when this owner halted the time, if it did."""
        return self._halts.get(who)

    @property
    def is_halted(self) -> bool:
        """Whether the time stands still."""
        return bool(self._halts)

    # --- Whether the process and the machine are awake ---

    def tick(self, who: object) -> None:
        """Note that the process runs; halt if it did not, or if the machine's clock jumped.

        Our time does not run while the machine sleeps, so afterwards the machine's clock is ahead.
        """
        read = self.monotonic()
        if not self._is_awake(read) or self.wall() - self._at(read) - self._lead > AHEAD:
            self.halt(who)
        self._ticked = read

    def stop_ticking(self) -> None:
        """Let the time run without ticks again."""
        self._ticked = None


served = ServedTime()


def now() -> int:
    """Return the time that is served."""
    return served.now()
