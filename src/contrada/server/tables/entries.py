"""Entries of a table's log: how they are written, with what lists say of the table, and read."""

from __future__ import annotations

from collections.abc import Iterable

from contrada.server.db.writer import Append
from contrada.server.tables import views
from contrada.server.tables.table import Table
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import (
    AnyEvent,
    Made,
    Renamed,
    Said,
    Sat,
    read_events,
    write_events,
)

Row = tuple[int, int, str]  # number, time, events


def apply_all(table: Table, rows: Iterable[Row]) -> None:
    """Let a table take in entries of its log."""
    for seq, at, events in rows:
        table.apply(seq, at, read_events(events))


def game_of(rows: list[Row]) -> str:
    """Return the game of a table; the log begins with how it was made."""
    made, *_ = read_events(rows[0][2])
    assert isinstance(made, Made)
    return made.game


def seated_at(table: Table) -> frozenset[str]:
    """Return who has a seat, also one that is kept for them or that a bot holds."""
    return frozenset(seat.guest for seat in table.seats if seat.guest)


def entry(
    table: Table, at: int, events: list[AnyEvent], seated_before: frozenset[str] = frozenset()
) -> Append:
    """Return an entry, already applied to the table, as it goes into the store."""
    row = {
        "game": table.made.game,
        "status": table.status,
        "listed": table.made.listed,
        "bot_to_move": table.bot_to_move is not None,
        "changed": table.changed,
        "summary": encode(views.summary(table)).decode(),
    }
    seated = seated_at(table)
    concerned = named(events) | (seated_before ^ seated)
    guests = {guest: guest in seated for guest in concerned}
    return Append(table.id, table.seq, at, write_events(events), row, guests)


def named(events: Iterable[AnyEvent]) -> set[str]:
    """Return those of whom events tell more than their id: erasure has to find them."""
    found: set[str | None] = set()
    for event in events:
        match event:
            case Made():
                found |= {event.host, *(seat.guest for seat in event.seats)}
            case Sat() | Renamed() | Said():
                found.add(event.guest)
    return {guest for guest in found if guest}
