"""The database itself: opens and migrates it; a few threads read, one writes.

SQLite serves one process, enforced by a lock beside the file. PostgreSQL serves any number.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from contrada.errors import OptionError
from contrada.server.db.errors import StoreError
from contrada.server.db.notify import ALIVE
from contrada.server.db.outage import Outage, Side
from contrada.server.db.storing import STORING
from contrada.server.db.writer import Writer

READERS = 4
STATEMENTS = 300  # that a connection to SQLite keeps; there is one for each number of rows
BEGINNING = 6_274_319  # any number, the same in every process
# If a machine dies, its unfinished transaction holds nobody up for long.
NEVER_STUCK = (
    "lock_timeout=5s",
    "idle_in_transaction_session_timeout=15s",
    "tcp_keepalives_idle=10",
    "tcp_keepalives_interval=5",
    "tcp_keepalives_count=3",
)
OTHERS_BEGIN = "60s"  # how long to wait for others that start or stop
T = TypeVar("T")


class Database:
    """Runs work on a connection; anything that goes wrong becomes a `StoreError`."""

    def __init__(self, url: str, application_name: str) -> None:
        """Open the database and migrate it."""
        self._lock = only_process(url)
        with opening():
            self._engine = _engine(url, application_name)
            try:
                _migrate(self._engine)
            except BaseException:
                self._engine.dispose()
                raise
        self.is_shared = self._engine.dialect.name == "postgresql"
        self.outage = Outage()
        storing = STORING[self._engine.dialect.name]
        self.writer = Writer(self._engine, storing, self.outage)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    def begin(self, work: Callable[[Connection], T]) -> T:
        """Run the first transaction, while no other process starts or stops."""
        with opening(), self._engine.begin() as connection:
            one_at_a_time(connection)
            return work(connection)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read-only query in one of the reading threads."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._run, work)
        except SQLAlchemyError as wrong:
            self.outage.failed(Side.READING, wrong)
            raise StoreError(str(wrong)) from None

    def _run(self, work: Callable[[Connection], T]) -> T:
        began = time.monotonic()
        with self._engine.connect() as connection:
            found = work(connection)
        self.outage.worked(Side.READING, began)
        return found

    async def do(self, work: Callable[[Connection], T]) -> T:
        """Run a change in the next transaction; it may be retried once."""
        return await self.writer.do(work)

    async def do_apart(self, work: Callable[[Connection], T]) -> T:
        """Run a change in a transaction of its own, beside those of the writer."""
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._run_apart, work)
        except SQLAlchemyError as wrong:
            self.outage.failed(Side.WRITING, wrong)
            raise StoreError(str(wrong)) from None

    def _run_apart(self, work: Callable[[Connection], T]) -> T:
        with self._engine.begin() as connection:
            return work(connection)

    async def close(self) -> None:
        """Store pending writes, then close."""
        await asyncio.to_thread(self.writer.close)
        self._readers.shutdown()
        self._engine.dispose()
        if self._lock:
            self._lock.release()


def one_at_a_time(connection: Connection) -> None:
    """Make other processes that start or stop wait until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SET LOCAL lock_timeout = '{OTHERS_BEGIN}'"))
        connection.execute(text(f"SELECT pg_advisory_xact_lock({BEGINNING})"))


# --- Opening -------------------------------------------------------------------------------------


@contextmanager
def opening() -> Iterator[None]:
    """Turn a failure to open the database into one sentence."""
    try:
        yield
    except (SQLAlchemyError, CommandError, OSError) as wrong:
        reason = str(getattr(wrong, "orig", wrong)).strip().split("\n")[0]
        raise OptionError(f"the database cannot be opened: {reason}") from None


def only_process(url: str) -> FileLock | None:
    """Make sure that no other process uses the same file."""
    file = sqlite_file(url)
    if file is None:
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{file}.lock", thread_local=False)  # any thread may close it
        lock.acquire(timeout=0)
    except Timeout:
        raise OptionError(
            f"another server keeps its games in {file}; stop it, or choose another --database"
        ) from None
    except OSError as wrong:
        raise OptionError(f"{file.parent} cannot be used: {wrong.strerror}") from None
    return lock


def sqlite_file(url: str) -> Path | None:
    """Return the file of a SQLite database, or nothing for others."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):  # a port that is not a number raises the latter
        raise OptionError("that is no address of a database") from None
    if parts.get_backend_name() != "sqlite":
        return None
    if not parts.database or parts.database == ":memory:":
        raise OptionError("games are to be kept in a file, not in memory")
    return Path(parts.database)


def _engine(url: str, application_name: str) -> Engine:
    """Connect; errors leave out the stored values, because they are logged."""
    if sqlite_file(url) is None:
        options = " ".join(f"-c {setting}" for setting in NEVER_STUCK)
        arguments = {**ALIVE, "application_name": application_name, "options": options}
        return create_engine(
            url, pool_size=6, pool_pre_ping=True, connect_args=arguments, hide_parameters=True
        )
    arguments = {"cached_statements": STATEMENTS}
    engine = create_engine(url, hide_parameters=True, connect_args=arguments)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # FULL: a move that was announced survives even a power cut. MEMORY: what a statement would
        # need to undo itself, for which SQLite writes files otherwise; not the log of the database.
        for pragma in (
            *("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"),
            "temp_store=MEMORY",
        ):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _migrate(engine: Engine) -> None:
    with engine.begin() as connection:
        one_at_a_time(connection)
        bring_up_to_date(connection)


def bring_up_to_date(connection: Connection) -> None:
    """Migrate a database to this version."""
    known_revision(connection)
    command.upgrade(migrations(connection), "head")


def known_revision(connection: Connection) -> str | None:
    """Return the revision of a database, None for an empty one; refuse one that we do not know."""
    found = MigrationContext.configure(connection).get_current_revision()
    known = {each.revision for each in _steps(connection).walk_revisions()}
    if found is not None and found not in known:
        raise OptionError(
            f"this database is of a newer version of Contrada: it has revision {found}, and this "
            f"version goes up to {head_revision(connection)}; install that version again, or "
            "restore a backup from before the update"
        )
    return found


def head_revision(connection: Connection) -> str | None:
    """Return the revision that this version brings databases to."""
    return _steps(connection).get_current_head()


def _steps(connection: Connection) -> ScriptDirectory:
    return ScriptDirectory.from_config(migrations(connection))


def migrations(connection: Connection) -> Config:
    """Return what Alembic needs to bring a database up to date."""
    settings = Config()
    settings.set_main_option("script_location", "contrada.server.db:migrations")
    settings.set_main_option("path_separator", "os")
    settings.attributes["connection"] = connection
    return settings
