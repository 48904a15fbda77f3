"""Connections to a database beside its servers, or instead of them."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.pool import NullPool

from contrada.errors import OptionError
from contrada.server.db.engine import (
    known_revision,
    one_at_a_time,
    only_process,
    opening,
    sqlite_file,
)
from contrada.server.db.notify import ALIVE

NAME = "contrada-admin"  # servers, and processes that think, are called "contrada …"
_SERVERS = text(
    "SELECT count(DISTINCT application_name) FROM pg_stat_activity"
    " WHERE application_name LIKE 'contrada %' AND datname = current_database()"
)
_COUNTS = text(
    "SELECT (SELECT count(*) FROM tables), (SELECT count(*) FROM guests),"
    " (SELECT count(*) FROM entries)"
)


class NothingThereError(OptionError):
    """A database that no Contrada has used yet."""


class Contents(NamedTuple):
    """How much a database holds; the same in every version."""

    tables: int
    guests: int
    entries: int


def contents(connection: Connection) -> Contents:
    """Count what a database holds."""
    return Contents(*connection.execute(_COUNTS).one())


@contextmanager
def one_moment(url: str) -> Iterator[Connection]:
    """Read a database as it is now, whatever servers write meanwhile."""
    file = sqlite_file(url)
    if file is None:
        engine = _server(url).execution_options(
            isolation_level="REPEATABLE READ", postgresql_readonly=True
        )
        with _reading(engine, "the database") as connection:
            yield connection
    else:
        with moment_of_file(file) as connection:
            yield connection


@contextmanager
def moment_of_file(file: Path) -> Iterator[Connection]:
    """Read a database file as it is now."""
    if not file.is_file():
        raise OptionError(f"there is no database {file}")
    place = f"{file.absolute().as_uri()}?mode=ro"
    # Without a level, it is we who begin the transaction that all is read in.
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(place, uri=True, isolation_level=None),
        poolclass=NullPool,
    )
    with _reading(engine, str(file)) as connection:
        yield connection


@contextmanager
def _reading(engine: Engine, name: str) -> Iterator[Connection]:
    try:
        with opening(), engine.connect() as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql("BEGIN")
            if known_revision(connection) is None:
                raise NothingThereError(f"{name} holds nothing of Contrada")
            yield connection
    finally:
        engine.dispose()


@contextmanager
def alone(url: str) -> Iterator[Connection]:
    """Change a database that no server uses, in one transaction."""
    lock = only_process(url)
    engine = _server(url) if lock is None else create_engine(url, hide_parameters=True)
    try:
        with opening(), engine.begin() as connection:
            if lock is None:
                one_at_a_time(connection)  # servers that start meanwhile wait
                _need_no_server(connection)
            yield connection
    finally:
        engine.dispose()
        if lock:
            lock.release()


@contextmanager
def at_once(url: str) -> Iterator[Connection]:
    """Change a PostgreSQL database while servers use it, in one transaction."""
    engine = _server(url)
    try:
        with opening(), engine.begin() as connection:
            one_at_a_time(connection)
            yield connection
    finally:
        engine.dispose()


def _need_no_server(connection: Connection) -> None:
    running = connection.execute(_SERVERS).scalar_one()
    if running:
        processes = "1 process uses" if running == 1 else f"{running} processes use"
        raise OptionError(f"{processes} this database; stop all servers and thinkers first")


def _server(url: str) -> Engine:
    arguments = {**ALIVE, "application_name": NAME}
    return create_engine(url, poolclass=NullPool, connect_args=arguments, hide_parameters=True)
