"""Single values that all processes on one database share."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, select
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.engine import Database


async def shared_value(database: Database, name: str, make: Callable[[], str]) -> str:
    """Return a value; the first process that asks for it makes it."""
    there = schema.shared_values.c
    query = select(there.value).where(there.name == name)

    def work(connection: Connection) -> str:
        found = connection.execute(query).scalar()
        if found is None:
            making = _insert(database).on_conflict_do_nothing()
            connection.execute(making, {"name": name, "value": make()})
            found = connection.execute(query).scalar_one()
        return str(found)

    return await database.do(work)


async def set_shared_value(database: Database, name: str, value: str) -> None:
    """Store a value in place of the one before."""
    row = {"name": name, "value": value}
    setting = _insert(database).on_conflict_do_update(
        index_elements=["name"], set_={"value": value}
    )
    await database.do(lambda connection: connection.execute(setting, row))


def _insert(database: Database) -> postgresql.Insert | sqlite.Insert:
    insertion = postgresql.insert if database.is_shared else sqlite.insert
    return insertion(schema.shared_values)
