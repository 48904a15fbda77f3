"""Prepared answers in the database. They are no part of a table's log, which others read."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.engine import Database
from contrada.server.db.notify import Topic, say
from contrada.server.times import now


class Kept(NamedTuple):
    """The answers of one guest at one table, as they are stored."""

    table_id: str
    guest: str
    root: int  # decisions of the game before the position where the lines begin
    key: str  # of these decisions
    lines: str
    last: str | None  # what has become of the latest answer


class PreparedAnswers:
    """Stores answers; a guest has one row for each table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, kept: Kept) -> None:
        """Store answers in place of earlier ones, and tell all processes."""
        there = schema.prepared
        insertion = postgresql.insert(there) if self._database.is_shared else sqlite.insert(there)
        values = {**kept._asdict(), "changed": now()}
        upsert = insertion.on_conflict_do_update(index_elements=["table_id", "guest"], set_=values)

        def work(connection: Connection) -> None:
            connection.execute(upsert, values)
            say(connection, f"{Topic.ANSWERS} {kept.table_id}")

        await self._database.do(work)

    async def note(self, table_id: str, guest: str, last: str) -> None:
        """Note what has become of an answer."""
        change = update(schema.prepared).where(_of(table_id, guest)).values(last=last)
        await self._database.do(lambda connection: connection.execute(change))

    async def at_table(self, table_id: str, guest: str | None = None) -> list[Kept]:
        """Return the answers of one guest or of all guests at a table."""
        return await self._read(
            schema.prepared.c.table_id == table_id if guest is None else _of(table_id, guest)
        )

    async def of_guest(self, guest: str) -> list[Kept]:
        """Return all answers of a guest."""
        return await self._read(schema.prepared.c.guest == guest)

    async def _read(self, which: ColumnElement[bool]) -> list[Kept]:
        query = select(*(schema.prepared.c[name] for name in Kept._fields)).where(which)
        return await self._database.read(lambda c: [Kept(*row) for row in c.execute(query)])

    async def tables(self) -> set[str]:
        """Return the tables where somebody has prepared answers."""
        query = select(schema.prepared.c.table_id).distinct()
        return await self._database.read(lambda c: set(c.execute(query).scalars()))

    async def due(self) -> list[str]:
        """Return the tables where it is the turn of somebody who has prepared answers."""
        there, rows = schema.prepared.c, schema.tables.c
        query = select(rows.id).join(
            schema.prepared, (there.table_id == rows.id) & (there.guest == rows.mover)
        )
        return await self._database.read(lambda c: list(c.execute(query).scalars()))

    async def tidy(self) -> None:
        """Delete the answers of games that are over."""
        over = select(schema.tables.c.id).where(schema.tables.c.status == "over")
        removal = delete(schema.prepared).where(schema.prepared.c.table_id.in_(over))
        await self._database.do(lambda connection: connection.execute(removal))


def _of(table_id: str, guest: str) -> ColumnElement[bool]:
    there = schema.prepared.c
    return (there.table_id == table_id) & (there.guest == guest)
