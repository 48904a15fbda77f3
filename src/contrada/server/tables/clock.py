"""Clocks of a table, worked out from the times in its log, so that they survive a restart.

Times are milliseconds since 1970. Nobody could move while no server was running, so such pauses
cost nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from contrada.server.times import Pause
from contrada.server.wire.clocks import ClockSetting, GameClock, TurnClock

MINUTE, HOUR = 60_000, 3_600_000


def elapsed(since: int, until: int, pauses: Sequence[Pause]) -> int:
    """Return the time between two moments, without the pauses."""
    paused = sum(max(0, min(until, ended) - max(since, began)) for began, ended in pauses)
    return max(0, until - since - paused)


def allowance(setting: ClockSetting) -> int:
    """Return the time each seat starts with."""
    if isinstance(setting, GameClock):
        return round(setting.minutes * MINUTE)
    return round(setting.hours * HOUR)


class Clock:
    """The time each seat has left, and whose clock is running."""

    def __init__(self, setting: ClockSetting, seats: int, pauses: Sequence[Pause]) -> None:
        """Give each seat its time; no clock runs yet."""
        self.setting = setting
        self.left = [allowance(setting)] * seats
        self.running: int | None = None
        self.since = 0
        self._pauses = pauses

    def run(self, seat: int | None, at: int) -> None:
        """Charge the seat whose clock was running, and start another seat's clock, or none."""
        if self.running is not None:
            self.left[self.running] -= elapsed(self.since, at, self._pauses)
        self.running, self.since = seat, at

    def finish_turn(self, seat: int) -> None:
        """Add what a seat gets for a finished turn: extra seconds, or a fresh allowance."""
        if isinstance(self.setting, TurnClock):
            self.left[seat] = allowance(self.setting)
        else:
            self.left[seat] += round(self.setting.increment * 1000)

    def begin_turns_anew(self, at: int) -> None:
        """Give each seat its hours again, because a turn was taken back."""
        self.run(None, at)
        if isinstance(self.setting, TurnClock):
            self.left = [allowance(self.setting)] * len(self.left)

    def left_at(self, seat: int, at: int) -> int:
        """Return the time a seat has left at some moment."""
        running = elapsed(self.since, at, self._pauses) if seat == self.running else 0
        return self.left[seat] - running

    def has_run_out(self, at: int) -> bool:
        """Whether the running clock has no time left."""
        return self.running is not None and self.left_at(self.running, at) <= 0

    def runs_out_at(self, seat: int) -> int | None:
        """Return when a seat will run out of time; None if its clock is not running."""
        return self.runs_since() + self.left[seat] if seat == self.running else None

    def runs_since(self) -> int:
        """Return a moment that no pause follows, when seats had the time in `left`."""
        later = [(began, ended) for began, ended in self._pauses if ended > self.since]
        return self.since + sum(ended - max(self.since, began) for began, ended in later)
