"""The days off of guests in the database, and in memory for the clocks of all tables.

They are no part of a table's log: taking one is a single write, whatever the guest is playing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from sqlalchemy import Connection, insert, select, text, update

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Topic, say
from contrada.server.times import Pause

Row = tuple[str, int, int]
_ONE_BY_ONE = text("SELECT pg_advisory_xact_lock(hashtext(:guest))")


class StoredDaysOff:
    """Knows the stretches of days off of all guests, in order; none of a guest's overlap."""

    def __init__(self, database: Database) -> None:
        """Read what is stored."""
        self._database = database
        self._known: dict[str, list[Pause]] = {}
        self._take_in(database.begin(_rows))

    def of(self, guest: str) -> Sequence[Pause]:
        """Return the stretches of a guest, as far as this process has heard of them."""
        return self._known.get(guest, ())

    def _take_in(self, rows: Iterable[Row]) -> None:
        found: dict[str, list[Pause]] = defaultdict(list)
        for guest, began, ended in rows:
            found[guest].append((began, ended))
        self._known = dict(found)

    async def read_all(self) -> None:
        """Read the days off of everybody again."""
        self._take_in(await self._database.read(_rows))

    async def read(self, guest: str) -> list[Pause]:
        """Read the days off of a guest, who may have changed them through another process."""
        return self._note(guest, await self._database.read(lambda c: _of(c, guest)))

    def _note(self, guest: str, stretches: list[Pause]) -> list[Pause]:
        self._known[guest] = stretches
        return stretches

    async def change(
        self, guest: str, decide: Callable[[list[Pause]], Pause | None]
    ) -> list[Pause] | None:
        """Let a guest's latest stretch begin or end, tell all processes, and return all stretches.

        `decide` gets the stretches so far, and returns the one to store, or nothing. Meanwhile no
        other process changes what this guest has.
        """

        def work(connection: Connection) -> list[Pause] | None:
            if self._database.is_shared:
                connection.execute(_ONE_BY_ONE, {"guest": f"days off {guest}"})
            stretch = decide(_of(connection, guest))
            if stretch is None:
                return None
            _store(connection, guest, stretch)
            say(connection, f"{Topic.DAYS_OFF} {guest}")
            return _of(connection, guest)

        stored = await self._database.do(work)
        return None if stored is None else self._note(guest, stored)


def _store(connection: Connection, guest: str, stretch: Pause) -> None:
    there, (began, ended) = schema.days_off, stretch
    same = (there.c.guest == guest) & (there.c.began == began)
    if not connection.execute(update(there).where(same).values(ended=ended)).rowcount:
        connection.execute(insert(there), {"guest": guest, "began": began, "ended": ended})


def _of(connection: Connection, guest: str) -> list[Pause]:
    there = schema.days_off.c
    query = select(there.began, there.ended).where(there.guest == guest).order_by(there.began)
    return [(row.began, row.ended) for row in connection.execute(query)]


def _rows(connection: Connection) -> list[Row]:
    query = select(schema.days_off).order_by(schema.days_off.c.began)
    return [(row.guest, row.began, row.ended) for row in connection.execute(query)]
