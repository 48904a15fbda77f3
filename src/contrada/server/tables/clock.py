"""Clocks of a table, worked out from the times in its log, so that they survive a restart.

Times are milliseconds since 1970. A pause is a time in which nobody could play. Days off are the
same for one seat. Neither costs anything, even if it becomes known later: the clock is then added
up again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from operator import itemgetter

from contrada.server.times import Pause, joined
from contrada.server.wire.clocks import ClockSetting, GameClock, TurnClock

MINUTE, HOUR = 60_000, 3_600_000


def elapsed(since: int, until: int, pauses: Sequence[Pause]) -> int:
    """Return the time between two moments, without the pauses."""
    later = _not_over(since, pauses)
    paused = sum(max(0, min(until, ended) - max(since, began)) for began, ended in later)
    return max(0, until - since - paused)


def after_pauses(at: int, pauses: Sequence[Pause]) -> int:
    """Return a time, put off by the pauses that follow."""
    return at + sum(ended - max(at, began) for began, ended in _not_over(at, pauses))


def _not_over(at: int, pauses: Sequence[Pause]) -> Sequence[Pause]:
    """Return the pauses that end after a time; they are in order, and none overlap."""
    return pauses[bisect_right(pauses, at, key=itemgetter(1)) :]


def allowance(setting: ClockSetting) -> int:
    """Return the time each seat starts with."""
    if isinstance(setting, GameClock):
        return round(setting.minutes * MINUTE)
    return round(setting.hours * HOUR)


class Clock:
    """The time each seat has left, and whose clock is running."""

    def __init__(
        self,
        setting: ClockSetting,
        seats: int,
        pauses: Sequence[Pause],
        *,
        first_move_within: int = 0,
        days_off: Callable[[int], Sequence[Pause]] | None = None,
    ) -> None:
        """Give each seat its time; no clock runs yet.

        `days_off` returns those of a seat; they count only with hours for each turn.
        """
        self.setting = setting
        self.left = [allowance(setting)] * seats
        self.running: int | None = None
        self.awaited: int | None = None  # the seat whose clock will start with its first move
        self.paused = False  # by agreement of the players
        self.since = 0
        self._first_move_within = first_move_within
        self._started = set() if first_move_within else set(range(seats))
        self._pauses = pauses
        self._days_off = days_off if isinstance(setting, TurnClock) else None
        self._done: list[tuple[Callable[..., None], tuple[int, ...]]] = []

    # --- What changes the time left, and can be counted again ---

    def _do(self, what: Callable[..., None], *values: int) -> None:
        self._done.append((what, values))
        what(self, *values)

    def _charge(self, seat: int, since: int, until: int) -> None:
        self.left[seat] -= elapsed(since, until, self._standing_still(seat))

    def _give(self, seat: int, more: int) -> None:
        self.left[seat] += more

    def _renew(self, seat: int) -> None:
        self.left[seat] = allowance(self.setting)

    def _forgive(self, seat: int) -> None:
        self.left[seat] = max(self.left[seat], 0)

    def recount(self) -> None:
        """Count everything again, since a pause or a day off has become known."""
        self.left = [allowance(self.setting)] * len(self.left)
        for what, values in self._done:
            what(self, *values)

    # --- What happens at the table ---

    def run(self, seat: int | None, at: int) -> None:
        """Charge the seat whose clock was running, and start another seat's clock, or none.

        A clock that its seat's first move has yet to start does not run, and none runs in a pause.
        """
        if self.running is not None:
            self._do(Clock._charge, self.running, self.since, at)
        due = None if self.paused else seat
        is_started = due in self._started
        self.running, self.awaited = (due, None) if is_started else (None, due)
        self.since = at

    def start(self, seat: int, at: int) -> None:
        """Start a seat's clock, because it moves; charge it if it was running."""
        self._started.add(seat)
        self.run(seat, at)

    def start_all(self) -> None:
        """Wait for no first move any more."""
        self._started.update(range(len(self.left)))

    def pause(self, at: int) -> None:
        """Stop all clocks by agreement, until `resume`."""
        self.run(None, at)
        self.paused = True

    def resume(self) -> None:
        """End a pause; `run` starts a clock."""
        self.paused = False

    def finish_turn(self, seat: int) -> None:
        """Add what a seat gets for a finished turn: extra seconds, or a fresh allowance."""
        if isinstance(self.setting, TurnClock):
            self._do(Clock._renew, seat)
        else:
            self._do(Clock._give, seat, round(self.setting.increment * 1000))

    def begin_turns_anew(self, at: int) -> None:
        """Give each seat its hours again, because a turn was taken back."""
        self.run(None, at)
        if isinstance(self.setting, TurnClock):
            for seat in range(len(self.left)):
                self._do(Clock._renew, seat)

    def forgive(self, seat: int) -> None:
        """Cancel what a seat owes that has used more than its time."""
        self._do(Clock._forgive, seat)

    # --- Questions ---

    def _standing_still(self, seat: int | None) -> Sequence[Pause]:
        """Return when the clock of a seat stands still."""
        if self._days_off is None or seat is None:
            return self._pauses
        days_off = self._days_off(seat)
        return joined([*self._pauses, *days_off]) if days_off else self._pauses

    def off_until(self, seat: int, at: int) -> int | None:
        """Return when the days off of a seat will be over, if it has any at some moment."""
        days_off = self._days_off(seat) if self._days_off else ()
        return next((ended for began, ended in days_off if began <= at < ended), None)

    def left_at(self, seat: int, at: int) -> int:
        """Return the time a seat has left at some moment."""
        if seat != self.running:
            return self.left[seat]
        return self.left[seat] - elapsed(self.since, at, self._standing_still(seat))

    def has_run_out(self, at: int) -> bool:
        """Whether the running clock has no time left."""
        return self.running is not None and self.left_at(self.running, at) <= 0

    def runs_out_at(self, seat: int) -> int | None:
        """Return when a seat will run out of time; None if its clock is not running."""
        return self.runs_since() + self.left[seat] if seat == self.running else None

    def first_move_by(self) -> int | None:
        """Return until when the first move of the seat to move is awaited, if it is."""
        if self.awaited is None:
            return None
        return self.runs_since() + self._first_move_within

    def runs_since(self) -> int:
        """Return a moment after all pauses and days off at which seats had the time in `left`."""
        return after_pauses(self.since, self._standing_still(self.running))
