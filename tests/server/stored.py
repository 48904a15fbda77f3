"""What the database contains, read without the server, compared with what people were told."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, NamedTuple

from sqlalchemy import Engine, create_engine, inspect, text
from sqlalchemy.pool import NullPool

from contrada.server.tables.entries import made_of
from contrada.server.tables.table import Table
from contrada.server.tables.views import SnapshotCache, Viewpoint
from contrada.server.times import Pause
from contrada.server.wire import encoding
from contrada.server.wire.events import AnyEvent, read_events
from tests.server.people import Data, Somebody, lasting
from tests.server.serving import eventually

Entry = tuple[int, int, str]


@cache
def _engine(database: str) -> Engine:
    """Return an engine that keeps no idle connection open."""
    return create_engine(database, poolclass=NullPool)


def rows(database: str, query: str, **values: Any) -> list[tuple[Any, ...]]:
    """Query the database."""
    with _engine(database).connect() as connection:
        return [tuple(row) for row in connection.execute(text(query), values)]


def cut_off_all(database: str) -> None:
    """End all connections to a PostgreSQL database, and wait until they have ended."""
    rows(
        database,
        "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


async def until_gone(database: str) -> None:
    """Wait until PostgreSQL has noticed that its only server was killed."""
    if not database.startswith("sqlite"):
        query = (
            "SELECT pid FROM pg_stat_activity"
            " WHERE datname = current_database() AND application_name LIKE 'contrada %'"
        )
        await eventually(lambda: not rows(database, query))


def empty(database: str) -> None:
    """Empty a PostgreSQL database, cutting off anyone who still uses it."""
    cut_off_all(database)
    with _engine(database).begin() as connection:
        names = {*inspect(connection).get_table_names()} - {"alembic_version"}
        if names:
            connection.execute(text(f"TRUNCATE {', '.join(names)}"))


def log_of(database: str, table: str) -> list[Entry]:
    """Return the log of a table; every entry must be there exactly once."""
    query = "SELECT seq, at, events FROM entries WHERE table_id = :table ORDER BY seq"
    found = rows(database, query, table=table)
    assert [seq for seq, _, _ in found] == list(range(1, len(found) + 1)), "the log has a hole"
    return [(seq, at, entry) for seq, at, entry in found]


def pauses(database: str, game: str = "urbino") -> list[Pause]:
    """Return when a game could not be played."""
    query = "SELECT began, ended FROM pauses WHERE game = :game ORDER BY began"
    return [(began, ended) for began, ended in rows(database, query, game=game)]


def rebuilt(database: str, table: str) -> Table:
    """Work a table out from what is stored."""
    log = log_of(database, table)
    found = Table(table, pauses(database, made_of(log).game))
    for seq, at, entry in log:
        found.apply(seq, at, read_events(entry))
    return found


def check_told(database: str, table: str, *people: Somebody) -> None:
    """Everything that people were told about a table is in its log, moment by moment."""
    Audit(database, table).check(*people)


class Happened(NamedTuple):
    """An event in a log, and the ply at which it happened."""

    ply: int
    event: AnyEvent


class Audit:
    """Compares the log of a table with what people were told, each entry of it only once."""

    def __init__(self, database: str, table: str) -> None:
        self._database, self.table = database, table
        self._begin_anew()

    def _begin_anew(self) -> None:
        self.happened: list[Happened] = []
        self._pauses: list[Pause] = []
        self.here = Table(self.table, self._pauses)
        self._known = SnapshotCache(self.here)

    def check(self, *people: Somebody) -> None:
        """Compare what is new in the log with all that people remember."""
        told = self._told(people)
        if min(told, default=self.here.seq) < self.here.seq:  # heard late, or not forgotten
            self._begin_anew()
        entries = log_of(self._database, self.table)
        assert max(told, default=0) <= len(entries), "somebody was told what is not stored"
        self._count_pauses(entries)
        self._compare(told)
        for seq, at, entry in entries[self.here.seq :]:
            for event in read_events(entry):
                self.happened.append(Happened(self.here.ply, event))
            self.here.apply(seq, at, read_events(entry))
            self._compare(told)

    def _told(self, people: tuple[Somebody, ...]) -> dict[int, list[tuple[str, Data]]]:
        told: dict[int, list[tuple[str, Data]]] = {}
        for who in people:
            for state in who.history:
                if state["table"] == self.table:
                    told.setdefault(state["seq"], []).append((who.id, state))
        return told

    def _count_pauses(self, entries: list[Entry]) -> None:
        self._pauses[:] = pauses(self._database, made_of(entries).game)
        if self.here.clock:
            self.here.clock.recount()

    def _compare(self, told: dict[int, list[tuple[str, Data]]]) -> None:
        for guest, state in told.get(self.here.seq, []):
            _check_state(self.here, self._known, guest, state)


def _check_state(here: Table, known: SnapshotCache, guest: str, state: Data) -> None:
    eye = Viewpoint(here.seat_of(guest or None), guest == here.made.host)
    shared = json.loads(encoding.encode(known.shared(eye)))
    expected, was_told = lasting({"table": here.id, **shared}), lasting(state)
    if expected["clock"]:  # moved by pauses that became known later, which only give time back
        assert was_told["clock"].pop("at") <= expected["clock"].pop("at")
        lefts = zip(was_told["clock"].pop("left"), expected["clock"].pop("left"), strict=True)
        assert all(then <= now for then, now in lefts), "somebody was told of too much time"
        by, will = was_told["clock"].pop("first_move_by"), expected["clock"].pop("first_move_by")
        assert (by is None) == (will is None)
        assert by is None or by <= will
    differing = {
        key: (was_told.get(key), expected.get(key))
        for key in {*was_told, *expected}
        if was_told.get(key) != expected.get(key)
    }
    assert differing == {}, f"told otherwise at {here.seq}"
