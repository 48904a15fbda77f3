"""Single values that all processes on one database share."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects import postgresql, sqlite

from contrada.server.db import schema
from contrada.server.db.engine import Database


async def shared_value(database: Database, name: str, make: Callable[[], str]) -> str:
    """Return a value; the first process that asks for it makes it."""

    def work(connection: Connection) -> str:
        found = read_value(connection, name)
        if found is None:
            making = _insert(connection).on_conflict_do_nothing()
            connection.execute(making, {"name": name, "value": make()})
            found = read_value(connection, name)
        return str(found)

    return await database.do(work)


async def set_shared_value(database: Database, name: str, value: str) -> None:
    """Store a value in place of the one before."""
    await database.do(lambda connection: write_value(connection, name, value))


def read_value(connection: Connection, name: str) -> str | None:
    """Return a value, if there is one."""
    there = schema.shared_values.c
    return connection.execute(select(there.value).where(there.name == name)).scalar()


def write_value(connection: Connection, name: str, value: str) -> None:
    """Store a value in place of the one before."""
    setting = _insert(connection).on_conflict_do_update(
        index_elements=["name"], set_={"value": value}
    )
    connection.execute(setting, {"name": name, "value": value})


def remove_value(connection: Connection, name: str) -> None:
    """Delete a value."""
    there = schema.shared_values
    connection.execute(delete(there).where(there.c.name == name))


def _insert(connection: Connection) -> postgresql.Insert | sqlite.Insert:
    insertion = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    return insertion(schema.shared_values)
