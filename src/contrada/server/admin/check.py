"""Checks a database: every log replays, and the lists agree with the logs.

A repair writes down what it changes first, in a file beside the database, and loses nothing.
"""

from __future__ import annotations

import json
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec
from sqlalchemy import Column, Connection, Table, delete, insert, select, text, update

from contrada.errors import OptionError
from contrada.server.db import schema
from contrada.server.db.engine import bring_up_to_date
from contrada.server.tables import views
from contrada.server.tables.entries import Row, apply_all, entry, made_of
from contrada.server.tables.summaries import read_summary
from contrada.server.tables.table import Table as GameTable
from contrada.server.wire.answers import StoredSummary
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import read_events

# "log": it does not replay. "list": the log is fine, and what lists show is not. "version": a table
# of another version, which is as it should be and cannot be opened by this one.
Kind = Literal["log", "list", "version"]
COMPARED = ("id", "game", "status", "to_move", "places", "scores")
_IDS = text("SELECT table_id FROM entries UNION SELECT id FROM tables ORDER BY 1")
_LOG = text("SELECT seq, at, events FROM entries WHERE table_id = :table ORDER BY seq")
_SUMMARY = text("SELECT summary FROM tables WHERE id = :table")


class Finding(NamedTuple):
    """A table that is not as it should be, and why."""

    table: str
    kind: Kind
    why: str

    @property
    def is_damage(self) -> bool:
        """Whether something is wrong, and not only of another version."""
        return self.kind != "version"


def games_in(connection: Connection) -> list[str]:
    """Return the games that are played in a database, as its summaries name them."""
    found = connection.execute(text("SELECT DISTINCT summary FROM tables")).scalars()
    return sorted({game for each in found if (game := _game_of(each))})


def _game_of(summary: str) -> str:
    try:
        return read_summary(summary).game
    except msgspec.MsgspecError:
        return ""


def check(connection: Connection) -> Iterator[Finding | None]:
    """Replay every log; yield nothing for each table that is as it should be."""
    for table in list(connection.execute(_IDS).scalars()):
        log = log_of(connection, table)
        shown = connection.execute(_SUMMARY, {"table": table}).scalar()
        yield _look(table, log, shown)


def log_of(connection: Connection, table: str) -> list[Row]:
    """Return the log of a table."""
    return [(row.seq, row.at, row.events) for row in connection.execute(_LOG, {"table": table})]


def _look(table_id: str, log: list[Row], shown: str | None) -> Finding | None:
    why = _broken(log)
    if why:
        return Finding(table_id, "log", why)
    table = GameTable(table_id)
    try:
        apply_all(table, log)
    except OptionError as wrong:
        return Finding(table_id, "version", str(wrong))
    except Exception as wrong:  # noqa: BLE001 - what is stored can be wrong in any way
        return Finding(table_id, "log", f"entry {table.seq}: {_sentence(wrong)}")
    differing = _differing(table, shown)
    return Finding(table_id, "list", differing) if differing else None


def _broken(log: list[Row]) -> str:
    """Say what cannot be read in a log, or is missing."""
    if not log:
        return "it is in the lists and has no log"
    for expected, (seq, _, events) in enumerate(log, 1):
        if seq != expected:
            return f"entry {expected} is missing"
        try:
            read = read_events(events)
        except (msgspec.MsgspecError, UnicodeError) as wrong:
            return f"entry {seq}: {_sentence(wrong)}"
        if not read:
            return f"entry {seq} says nothing"
    try:
        made_of(log)
    except AssertionError:
        return "entry 1 does not say how the table was made"
    return ""


def _sentence(wrong: Exception) -> str:
    said = str(wrong).split("\n")[0]
    return said or type(wrong).__name__


def _differing(table: GameTable, shown: str | None) -> str:
    """Say where the lists differ from the log."""
    if shown is None:
        return "the lists do not have it"
    try:
        stored = read_summary(shown)
    except msgspec.MsgspecError as wrong:
        return f"its summary cannot be read: {_sentence(wrong)}"
    ours = read_summary(encode(views.summary(table)))
    told, expected = _facts(stored), _facts(ours)
    if ours.scores is None or stored.places is None:  # earlier versions told scores of more games,
        del told["scores"]  # or of fewer: those that nobody won
    for name in told:
        if told[name] != expected[name]:
            return f"the lists say {name} {told[name]!r}, the log {expected[name]!r}"
    return ""


def _facts(summary: StoredSummary) -> dict[str, Any]:
    found = {name: getattr(summary, name) for name in COMPARED}
    return found | {"seats": [(seat.kind, seat.guest) for seat in summary.seats]}


# --- Repairing -----------------------------------------------------------------------------------


def repair(connection: Connection, findings: Iterable[Finding], aside: Path) -> None:
    """Set aside what does not replay, and let lists say again what the logs say.

    Everything that is removed or replaced is in the file before.
    """
    bring_up_to_date(connection)
    damaged = [each for each in findings if each.is_damage]
    with aside.open("x", encoding="utf-8") as file:
        for finding in damaged:
            rows = _rows_of(connection, finding.table)
            document = {**finding._asdict(), "rows": rows}
            file.write(json.dumps(document, ensure_ascii=False) + "\n")
        file.flush()
        os.fsync(file.fileno())
    for finding in damaged:
        if finding.kind == "log":
            for table, key in _of_tables():
                connection.execute(delete(table).where(key == finding.table))
        else:
            _list_again(connection, finding.table)


def _of_tables() -> Iterator[tuple[Table, Column[str]]]:
    """Yield what holds something about single tables, and the column that says about which."""
    yield schema.tables, schema.tables.c.id
    for table in schema.metadata.sorted_tables:
        if "table_id" in table.c:
            yield table, table.c.table_id


def _rows_of(connection: Connection, table_id: str) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for table, key in _of_tables():
        for row in connection.execute(select(table).where(key == table_id)).mappings():
            found[table.name].append(dict(row))
    return found


def _list_again(connection: Connection, table_id: str) -> None:
    """Write what lists show about a table anew, from its log."""
    log = log_of(connection, table_id)
    table = GameTable(table_id)
    apply_all(table, log)
    _, at, events = log[-1]
    row = entry(table, at, read_events(events)).row
    tables, sitting = schema.tables, schema.sitting.c
    connection.execute(delete(tables).where(tables.c.id == table_id))
    connection.execute(insert(tables), {"id": table_id, **row})
    here = sitting.table_id == table_id
    seated = [seat.guest for seat in table.seats if seat.guest]
    connection.execute(update(schema.sitting).where(here).values(seated=sitting.guest.in_(seated)))
