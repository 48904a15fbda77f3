"""Clocks of a table, worked out from the times in its log, so that they survive any restart.

Times are milliseconds since 1970. While no server was running nobody could move: such pauses cost
nobody anything.
"""

from __future__ import annotations

from collections.abc import Sequence

from contrada.server.times import Pause
from contrada.server.wire.clocks import ClockSetting, GameClock, TurnClock

MINUTE, HOUR = 60_000, 3_600_000


def elapsed(since: int, until: int, pauses: Sequence[Pause]) -> int:
    """Return how long it was between two times, without the pauses."""
    paused = sum(max(0, min(until, ended) - max(since, began)) for began, ended in pauses)
    return max(0, until - since - paused)


def allowance(setting: ClockSetting) -> int:
    """Return what each seat begins with."""
    if isinstance(setting, GameClock):
        return round(setting.minutes * MINUTE)
    return round(setting.hours * HOUR)


class Clock:
    """What each seat has left, and whose time is running."""

    def __init__(self, setting: ClockSetting, seats: int, pauses: Sequence[Pause]) -> None:
        """Give each seat its time; nothing runs yet."""
        self.setting = setting
        self.left = [allowance(setting)] * seats
        self.running: int | None = None
        self.since = 0
        self._pauses = pauses

    def run(self, seat: int | None, at: int) -> None:
        """Charge who was running, and let another seat's time run, or nobody's."""
        if self.running is not None:
            self.left[self.running] -= elapsed(self.since, at, self._pauses)
        self.running, self.since = seat, at

    def finish_turn(self, seat: int) -> None:
        """Give a seat what a finished turn brings: seconds more, or a fresh allowance."""
        if isinstance(self.setting, TurnClock):
            self.left[seat] = allowance(self.setting)
        else:
            self.left[seat] += round(self.setting.increment * 1000)

    def begin_turns_anew(self, at: int) -> None:
        """Let each seat have its hours again, since a turn was taken back."""
        self.run(None, at)
        if isinstance(self.setting, TurnClock):
            self.left = [allowance(self.setting)] * len(self.left)

    def left_at(self, seat: int, at: int) -> int:
        """Return what a seat has left at some time."""
        running = elapsed(self.since, at, self._pauses) if seat == self.running else 0
        return self.left[seat] - running

    def has_run_out(self, at: int) -> bool:
        """Whether the seat whose time is running has none left."""
        return self.running is not None and self.left_at(self.running, at) <= 0

    def runs_out_at(self, seat: int) -> int | None:
        """Return when a seat will have no time left; None if its time is not running."""
        return self.runs_since() + self.left[seat] if seat == self.running else None

    def runs_since(self) -> int:
        """Return a time that no pause came after, at which seats had what is `left`."""
        later = [(began, ended) for began, ended in self._pauses if ended > self.since]
        return self.since + sum(ended - max(self.since, began) for began, ended in later)
