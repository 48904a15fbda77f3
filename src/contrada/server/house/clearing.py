"""Clears what nobody uses any more, by the rules of the house."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import structlog
from sqlalchemy import Select, exists, select

from contrada.server import times
from contrada.server.db import schema
from contrada.server.db.store import Store
from contrada.server.house.house import TheHouse
from contrada.server.people.erasure import Erasure
from contrada.server.settings import SECOND
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire.events import AnyEvent, Closed, Ended
from contrada.server.wire.refusals import Refused

DAY = 24 * 3600 * SECOND
EVERY = 3600 * SECOND
AT_ONCE = 100  # tables or guests; the others come with the next hour
log = structlog.get_logger()


class Clearing:
    """Closes tables, ends games and erases guests that have been left for long."""

    def __init__(
        self, registry: TableRegistry, store: Store, erasure: Erasure, house: TheHouse
    ) -> None:
        self._registry, self._store = registry, store
        self._erasure, self._house = erasure, house
        self._next = 0

    async def look(self) -> None:
        """Clear what is old enough, once an hour."""
        if times.now() < self._next:
            return
        self._next = times.now() + EVERY
        await self.clear()

    async def clear(self) -> None:
        """Clear what is old enough."""
        keeping = self._house.rules.keeping
        closed = await self._end_tables("open", keeping.open_tables, Closed)
        ended = await self._end_tables("playing", keeping.running_tables, Ended)
        erased = await self._erase_guests(keeping.guests)
        await self._house.repository.clear(
            networks=_before(keeping.networks or 0, unless=times.now()),
            reports=_before(keeping.reports),
            log=_before(keeping.log),
        )
        if closed or ended or erased:
            log.info("cleared", open_tables=closed, running_tables=ended, guests=erased)

    async def _end_tables(self, status: str, days: int, event: Callable[[], AnyEvent]) -> int:
        if not days:
            return 0
        before = _before(days)

        def decide(table: Table) -> Change:
            if table.status != status:  # something has happened meanwhile
                raise Refused("now", "This table is used again")
            return Change([event()])

        old = await self._ids(_unused_tables(status, before))
        done = 0
        for table_id in old:
            with suppress(Refused):  # its game is not ready, or of another version
                await self._registry.change(table_id, decide)
                done += 1
        return done

    async def _erase_guests(self, days: int) -> int:
        if not days:
            return 0
        old = await self._ids(_unused_guests(_before(days)))
        for guest in old:
            await self._erasure.begin(guest)
        return len(old)

    async def _ids(self, query: Select[str]) -> list[str]:
        return await self._store.database.read(
            lambda c: list(c.execute(query.limit(AT_ONCE)).scalars())
        )


def _before(days: int, unless: int = 0) -> int:
    """Return since when something has to be unused; without a number of days, `unless`."""
    return times.now() - days * DAY if days else unless


def _unused_tables(status: str, before: int) -> Select[str]:
    rows = schema.tables.c
    return (
        select(rows.id)
        .where(rows.status == status, rows.changed < before)
        .order_by(rows.changed, rows.id)
    )


def _unused_guests(before: int) -> Select[str]:
    """Select guests who have not been here since, and whom nobody waits for at a table."""
    guests, tokens = schema.guests.c, schema.tokens.c
    sitting, tables = schema.sitting.c, schema.tables.c
    was_here = exists().where(tokens.guest == guests.id, tokens.used >= before)
    plays = exists().where(
        sitting.guest == guests.id,
        sitting.seated,
        sitting.table_id == tables.id,
        tables.status == "playing",
    )
    return (
        select(guests.id)
        .where(guests.created < before, guests.name != "", ~was_here, ~plays)
        .order_by(guests.created, guests.id)
    )
