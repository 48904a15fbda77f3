"""Finished games as records, and records as tables that can be studied.

In records, people are numbers unless they have agreed to show their names.
"""

from __future__ import annotations

import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

from sqlalchemy import Connection, insert, inspect, select, text

from contrada.errors import ContradaError
from contrada.record import Record
from contrada.server.admin.check import log_of
from contrada.server.db import schema
from contrada.server.tables import bots
from contrada.server.tables.entries import apply_all, entry
from contrada.server.tables.table import Seat, Table
from contrada.server.times import now
from contrada.server.wire.events import AnyEvent, Made, Played, SeatData, Started
from contrada.server.wire.values import LONGEST_NAME, NOBODY

_OVER = text("SELECT id FROM tables WHERE status = 'over' ORDER BY changed, id")
REASONS = {
    "resigned": "{} resigned.",
    "time": "{} ran out of time.",
    "draw": "A draw was agreed.",
    "stopped": "An update ended the game.",
    "ended": "Whoever runs the server ended the game.",
}


# --- Out -----------------------------------------------------------------------------------------


class Numbers:
    """Calls people by numbers: the same person has the same number throughout."""

    def __init__(self, agreed: Mapping[str, str] | None = None) -> None:
        """`agreed`: the names of guests who want to be named, by their ids."""
        self._known: dict[str, int] = {}
        self._agreed = agreed or {}

    def name(self, seat: Seat) -> str:
        """Return what a seat is called; bots keep their names."""
        if seat.guest is None:
            is_bot = seat.kind == "bot"
            return bots.recorded(seat.name, seat.level) if is_bot else "Somebody"
        if seat.guest in self._agreed:
            name = self._agreed[seat.guest]
            return f"Beside {name}" if seat.here else name
        number = self._known.setdefault(seat.guest, len(self._known) + 1)
        return f"Beside player {number}" if seat.here else f"Player {number}"


def finished(connection: Connection) -> Iterator[Record]:
    """Yield all games that are over, the oldest first; not those of another version."""
    numbers = Numbers(_agreed(connection))
    for table_id in list(connection.execute(_OVER).scalars()):
        table = Table(table_id)
        try:
            apply_all(table, log_of(connection, table_id))
        except ContradaError:
            continue
        yield _record(table, numbers)


def _agreed(connection: Connection) -> dict[str, str]:
    """Return the names of those who have agreed; nobody could in older databases."""
    guests = schema.guests.c
    if all(each["name"] != "named" for each in inspect(connection).get_columns("guests")):
        return {}
    query = select(guests.id, guests.name).where(guests.named, guests.name != "")
    return {row.id: row.name for row in connection.execute(query)}


def _record(table: Table, numbers: Numbers) -> Record:
    assert table.position is not None
    assert table.end is not None
    names = tuple(map(numbers.name, table.seats))
    said = REASONS.get(table.end.why, "")
    if not said:
        return Record(table.position, names)
    who = "" if table.end.seat is None else names[table.end.seat]
    return Record(table.position, names, {len(table.position.turns_played()): said.format(who)})


# --- In ------------------------------------------------------------------------------------------


@dataclass
class Imported:
    """What has become of records: the ids of new tables, and how many made none, and why."""

    tables: list[str] = field(default_factory=list)
    known: int = 0
    unfinished: int = 0
    without_seed: int = 0


def import_records(connection: Connection, records: Iterable[Record]) -> Imported:
    """Make a table of each finished game, unless there is one already."""
    found = Imported()
    for each in records:
        if not each.position.is_over:
            found.unfinished += 1
        elif each.position.history()[0].seed is None:
            found.without_seed += 1
        elif not _store(connection, _id_of(each), each):
            found.known += 1
        else:
            found.tables.append(_id_of(each))
    return found


def _id_of(found: Record) -> str:
    """Return the same id for the same record, so that importing it twice changes nothing."""
    digest = sha256(json.dumps(found.document(), sort_keys=True).encode()).digest()
    return urlsafe_b64encode(digest[:12]).decode()


def _store(connection: Connection, table_id: str, found: Record) -> bool:
    tables = schema.tables
    known = select(tables.c.id).where(tables.c.id == table_id)
    if connection.execute(known).first():
        return False
    table, at, events = Table(table_id), now(), _events(found)
    table.apply(1, at, events)
    added = entry(table, at, events)
    row = {"table_id": table_id, "seq": 1, "at": at, "events": added.events}
    connection.execute(insert(schema.entries), row)
    connection.execute(insert(tables), {"id": table_id, **added.row})
    return True


def _events(found: Record) -> list[AnyEvent]:
    seats = [SeatData("person", name[:LONGEST_NAME]) for name in found.names]
    made = Made(
        found.game.name, dict(found.game.options), seats, listed=False, host="", host_name=NOBODY
    )
    seed = found.position.history()[0].seed
    started = Started(str(seed), secrets.token_hex(16), list(range(len(seats))))
    turns = [
        Played(start.to_move, decisions)
        for start, decisions in found.position.turns_played()
        if start.to_move is not None
    ]
    return [made, started, *turns]
