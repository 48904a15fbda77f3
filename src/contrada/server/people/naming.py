"""What logs tell of people: whom entries name, and the same entries without somebody's name."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from contrada.server.db.store import Rewriting
from contrada.server.wire.events import (
    AnyEvent,
    Made,
    Renamed,
    Said,
    Sat,
    read_events,
    write_events,
)


def named(events: Iterable[AnyEvent]) -> list[str]:
    """Return those of whom events tell more than their id, and who may be forgotten later."""
    found: set[str | None] = set()
    for event in events:
        match event:
            case Made():
                found |= {event.host, *(seat.guest for seat in event.seats)}
            case Sat() | Renamed() | Said():
                found.add(event.guest)
    return sorted(guest for guest in found if guest)


def scrubbed(entries: Iterable[tuple[int, str]], guest: str) -> list[Rewriting]:
    """Return what to put in the place of entries that tell more of a guest than their id.

    Nobody has the id any more. It stays, so that the log still says which seat it was about.
    """
    found = []
    for seq, events in entries:
        cleaned = [_without(event, guest) for event in read_events(events)]
        text = write_events(cleaned)
        if text != events:
            found.append(Rewriting(seq, events, text))
    return found


def _without(event: AnyEvent, guest: str) -> AnyEvent:
    match event:
        case Made():
            seats = [replace(s, name="") if s.guest == guest else s for s in event.seats]
            host_name = "" if event.host == guest else event.host_name
            return replace(event, seats=seats, host_name=host_name)
        case Sat(guest=found) | Renamed(guest=found) if found == guest:
            return replace(event, name="")
        case Said(guest=found) if found == guest:
            return replace(event, name="", text="")
    return event
