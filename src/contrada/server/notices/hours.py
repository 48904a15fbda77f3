"""Hours of the day where a guest lives: when digests are sent, and when nothing is."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from zoneinfo import ZoneInfo

from contrada.server.settings import SECOND
from contrada.server.wire.refusals import Refused


def zone_of(name: str) -> tzinfo:
    """Return a time zone; one that this machine no longer knows counts as UTC."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def check_zone(name: str) -> str:
    """Return the name of a time zone, or refuse it."""
    try:
        return ZoneInfo(name).key
    except (KeyError, ValueError, OSError):
        raise Refused("message", "There is no such time zone; one is called Europe/Rome") from None


def next_at(hour: int, zone: str, after: int) -> int:
    """Return the first moment after another one at which a clock there shows the full hour."""
    here = _local(after, zone)
    found = here.replace(hour=hour, minute=0, second=0, microsecond=0)
    if found <= here:
        found += timedelta(days=1)
    return _moment(found)


def quiet_until(begins: int | None, ends: int | None, zone: str, at: int) -> int | None:
    """Return when the quiet hours end, if they have begun; they may go past midnight."""
    if begins is None or ends is None or begins == ends:
        return None
    hour = _local(at, zone).hour
    is_quiet = begins <= hour < ends if begins < ends else hour >= begins or hour < ends
    return next_at(ends, zone, at) if is_quiet else None


def _local(at: int, zone: str) -> datetime:
    return datetime.fromtimestamp(at / SECOND, zone_of(zone))


def _moment(local: datetime) -> int:
    return int(local.timestamp() * SECOND)
