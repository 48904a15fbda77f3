"""Entries of a table's log: writes them, together with the table's summary, and reads them."""

from __future__ import annotations

from collections.abc import Iterable

from contrada.server.db.entries import Append
from contrada.server.tables import in_play, views
from contrada.server.tables.table import Table
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import (
    AnyEvent,
    Forgotten,
    Made,
    Named,
    Renamed,
    Said,
    Sat,
    read_events,
    write_events,
)

Row = tuple[int, int, str]  # number, time, events


def apply_all(table: Table, rows: Iterable[Row]) -> None:
    """Apply entries of its log to a table."""
    for seq, at, events in rows:
        table.apply(seq, at, read_events(events))


def made_of(rows: list[Row]) -> Made:
    """Return the first event of a log, which says how the table was made."""
    made, *_ = read_events(rows[0][2])
    assert isinstance(made, Made)
    return made


def seated_at(table: Table) -> frozenset[str]:
    """Return everyone with a seat, including reserved seats and seats that a bot holds for them."""
    return frozenset(seat.guest for seat in table.seats if seat.guest)


def entry(
    table: Table, at: int, events: list[AnyEvent], seated_before: frozenset[str] = frozenset()
) -> Append:
    """Return an applied entry in the form in which it is stored."""
    row = {
        "game": table.made.game,
        "status": table.status,
        "listed": table.made.listed,
        "bot_to_move": table.bot_to_move is not None,
        "mover": table.mover,
        "turn_began": table.turn_began,
        "changed": table.changed,
        "summary": encode(views.summary(table)).decode(),
        "in_play": in_play.stored(table),
    }
    seated = seated_at(table)
    concerned = named(events) | (seated_before ^ seated)
    guests = {guest: guest in seated for guest in concerned}
    # A table may leave the lists when somebody is erased.
    is_listed = table.made.listed or any(isinstance(event, Forgotten) for event in events)
    return Append(table.id, table.seq, at, write_events(events), row, guests, is_listed)


def named(events: Iterable[AnyEvent]) -> set[str]:
    """Return the guests about whom events say more than their id; erasure has to find them."""
    found: set[str | None] = set()
    for event in events:
        match event:
            case Made():
                found |= {event.host, *(seat.guest for seat in event.seats)}
            case Sat() | Renamed() | Named() | Said():
                found.add(event.guest)
    return {guest for guest in found if guest}
