"""Days off: guests take some each year, and their correspondence clocks stand still meanwhile.

A day is 24 hours, and one that has begun is used. It counts for the calendar year, in UTC, in which
it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import partial

from contrada.server import times
from contrada.server.db.store import Store
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.settings import SECOND
from contrada.server.tables.registry import TableRegistry
from contrada.server.times import Pause
from contrada.server.wire import answers
from contrada.server.wire.refusals import Refused
from contrada.server.wire.requests import MOST_DAYS_OFF

DAY = 24 * 3600 * SECOND


class DaysOff:
    """Lets guests take days off and end them, and tells their tables."""

    def __init__(
        self, registry: TableRegistry, store: Store, tasks: BackgroundTasks, days: int
    ) -> None:
        """`days`: how many everybody has in a year; 0 switches them off."""
        self._registry, self._stored, self._tasks = registry, store.days_off, tasks
        self._days = days

    async def of(self, guest: str) -> answers.DaysOff:
        """Return what a guest has used and has left."""
        return self._answer(await self._stored.read(guest))

    async def take(self, guest: str, days: int) -> answers.DaysOff:
        """Begin a stretch of days off, or extend the current one."""
        if not self._days:
            raise Refused("now", "The host of this server gives no days off")
        stored = await self._stored.change(guest, partial(_taken, days, self._days))
        if stored is None:
            raise Refused("now", "You do not have that many days off left")
        self._registry.count_again(guest)
        return self._answer(stored)

    async def end(self, guest: str) -> answers.DaysOff:
        """End the current stretch now."""
        stored = await self._stored.change(guest, _ended)
        if stored is None:
            raise Refused("now", "You have no days off now")
        self._registry.count_again(guest)
        return self._answer(stored)

    def _answer(self, stretches: Sequence[Pause]) -> answers.DaysOff:
        now = times.now()
        current = _current(stretches, now)
        return answers.DaysOff(
            year=_year(now),
            days=self._days,
            used=used(stretches)[_year(now)],
            most=most(stretches, now, self._days),
            until=current[1] if current else None,
        )

    # --- Through other processes ---

    def changed_elsewhere(self, guest: str) -> None:
        """Handle the news that a guest has taken days off, or ended them."""
        self._tasks.start(self._learn(guest))

    async def _learn(self, guest: str) -> None:
        await self._stored.read(guest)
        self._registry.count_again(guest)

    def catch_up(self) -> None:
        """Read the days off of all guests again."""
        self._tasks.start(self._learn_all())

    async def _learn_all(self) -> None:
        await self._stored.read_all()
        self._registry.count_again()


# --- Counting ------------------------------------------------------------------------------------


def used(stretches: Iterable[Pause]) -> Counter[int]:
    """Count the days of stretches by the year in which each begins."""
    return Counter(_year(day) for began, ended in stretches for day in range(began, ended, DAY))


def most(stretches: Sequence[Pause], now: int, allowed: int) -> int:
    """Return how many days a guest could take, up to what can be asked for at once."""
    counted, (_, day) = used(stretches), _extended(stretches, now)
    for days in range(MOST_DAYS_OFF):
        if counted[_year(day)] >= allowed:
            return days
        counted[_year(day)] += 1
        day += DAY
    return MOST_DAYS_OFF


def taking(stretches: Sequence[Pause], now: int, days: int, allowed: int) -> Pause | None:
    """Return the stretch that a guest has after taking days off; None if they are too many."""
    began, ended = _extended(stretches, now)
    return (began, ended + days * DAY) if days <= most(stretches, now, allowed) else None


def _extended(stretches: Sequence[Pause], now: int) -> Pause:
    """Return the stretch that more days are added to: the current one, or an empty one."""
    began = max([now, *(ended for _, ended in stretches)])
    return _current(stretches, now) or (began, began)


def ending(stretches: Sequence[Pause], now: int) -> Pause | None:
    """Return the current stretch as it is when it ends now; None if there is none."""
    current = _current(stretches, now)
    return current and (current[0], max(now, current[0] + 1))


def _taken(days: int, allowed: int, stretches: Sequence[Pause]) -> Pause | None:
    return taking(stretches, times.now(), days, allowed)


def _ended(stretches: Sequence[Pause]) -> Pause | None:
    return ending(stretches, times.now())


def _current(stretches: Sequence[Pause], now: int) -> Pause | None:
    return next((stretch for stretch in stretches if stretch[1] > now), None)


def _year(at: int) -> int:
    return datetime.fromtimestamp(at / SECOND, UTC).year
