"""Backups: all that a database holds at one moment, in one file, and back again.

A backup is a database file, also that of a PostgreSQL. So the two kinds can be restored into each
other, and whatever can be done with a database can be done with a backup.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from alembic import command
from sqlalchemy import Connection, MetaData, create_engine, delete, insert, select

from contrada.errors import OptionError
from contrada.server.admin.connecting import (
    Contents,
    alone,
    contents,
    moment_of_file,
    one_moment,
)
from contrada.server.db import schema
from contrada.server.db.engine import known_revision, migrations, only_process, sqlite_file

VERSIONS = "alembic_version"
AT_ONCE = 1000  # rows
BESIDE = ("-wal", "-shm")  # files that SQLite keeps beside a database


def backup(url: str, target: Path) -> Contents:
    """Write all that a database holds to a file; servers may go on meanwhile."""
    if target.exists():
        raise OptionError(f"{target} exists already; choose another name")
    with one_moment(url) as source, _whole_file(target) as part:
        if source.dialect.name == "sqlite":
            _copy_file(source, part)
        else:
            _copy_into_file(source, part)
        return contents(source)


def restore(file: Path, url: str) -> Contents:
    """Put a backup where there is no database yet, or an empty one, while no server runs."""
    with moment_of_file(file) as source:
        _check_whole(source, file)
        place = sqlite_file(url)
        if place is None:
            _restore_to_server(source, url)
        else:
            _restore_to_file(source, url, place)
        return contents(source)


def _check_whole(source: Connection, file: Path) -> None:
    found = source.exec_driver_sql("PRAGMA integrity_check").scalars().first()
    if found != "ok":
        raise OptionError(f"{file} is damaged: {found}")


def _restore_to_file(source: Connection, url: str, place: Path) -> None:
    lock = only_process(url)
    try:
        if place.exists():
            with moment_of_file(place) as there:
                _need_empty(there)
        with _whole_file(place) as part:
            _copy_file(source, part)
            for ending in BESIDE:  # of a database that is no longer there
                Path(f"{place}{ending}").unlink(missing_ok=True)
    finally:
        if lock:
            lock.release()


def _restore_to_server(source: Connection, url: str) -> None:
    with alone(url) as target:
        if known_revision(target) is not None:
            _need_empty(target)
            _drop_ours(target)
        copy_rows(source, target)


def _need_empty(there: Connection) -> None:
    found = contents(there)
    if any(found):
        raise OptionError(
            f"there are {found.tables} tables and {found.guests} guests already; a backup is only "
            "restored into an empty database, so move this one away or name another"
        )


def _drop_ours(target: Connection) -> None:
    """Drop the empty tables of a server that has run here; they may be of another version."""
    found = MetaData()
    found.reflect(target, only=lambda name, _: name in schema.metadata.tables or name == VERSIONS)
    found.drop_all(target)


# --- Copying -------------------------------------------------------------------------------------


def _copy_file(source: Connection, part: Path) -> None:
    driver: Any = source.connection.driver_connection
    with closing(sqlite3.connect(part)) as target:
        driver.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")  # all in one file


def _copy_into_file(source: Connection, part: Path) -> None:
    engine = create_engine(f"sqlite:///{part}")
    try:
        with engine.begin() as target:
            copy_rows(source, target)
    finally:
        engine.dispose()


def copy_rows(source: Connection, target: Connection) -> None:
    """Make the tables of the same version in an empty database of any kind, and fill them."""
    revision = known_revision(source)
    assert revision is not None
    command.upgrade(migrations(target), revision)
    ours, theirs = MetaData(), MetaData()
    ours.reflect(source)
    theirs.reflect(target)
    reading = source.execution_options(yield_per=AT_ONCE)
    for table in theirs.sorted_tables:
        if table.name == VERSIONS:
            continue
        target.execute(delete(table))
        for rows in reading.execute(select(ours.tables[table.name])).mappings().partitions():
            target.execute(insert(table), [dict(row) for row in rows])


# --- Whole files ---------------------------------------------------------------------------------


@contextmanager
def _whole_file(target: Path) -> Iterator[Path]:
    """Yield a place to write to; the file gets its name once all of it is on disk."""
    part = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        _make(part)
        yield part
        _sync(part)
        part.replace(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as wrong:
        reason = getattr(wrong, "strerror", None) or str(wrong)
        raise OptionError(f"{target} cannot be written: {reason}") from None
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)


def _make(part: Path) -> None:
    """Make an empty file that nobody else may read: backups hold addresses and messages."""
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL, 0o600))


def _sync(place: Path) -> None:
    opened = os.open(place, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
