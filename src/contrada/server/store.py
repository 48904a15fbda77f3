"""Where tables and guests are kept: SQLite for one process, PostgreSQL for any number of them."""

from __future__ import annotations

import asyncio
import secrets
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import psycopg
from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from filelock import FileLock, Timeout
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    Select,
    create_engine,
    delete,
    event,
    false,
    insert,
    select,
    text,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from contrada.errors import OptionError
from contrada.server import schema
from contrada.server.clock import Pause, now
from contrada.server.settings import SECOND
from contrada.server.writer import CHANNEL, Append, StoreError, Writer

ALIVE = 15 * SECOND  # a process that has given no sign of life for so long is dead
CLAIM = 20 * SECOND  # how long a bot may take before another process thinks for it
LISTED_FOR = 24 * 3600 * SECOND  # an open table that nobody has touched so long is stale
ANALYSES_FOR = 90 * 24 * 3600 * SECOND  # then they are found out again
MOST_LISTED = 100
STOPPED = "stopped"
BEGINNING = 6_274_319  # any number, the same in every process
T = TypeVar("T")

__all__ = ["Append", "Store", "StoreError"]


class KeptAnalysis(NamedTuple):
    """What is known about a game, since when, and whether that is all."""

    changed: int
    is_over: bool
    document: bytes


class Rewriting(NamedTuple):
    """An entry of a log as somebody has read it, and what is to stand there instead."""

    seq: int
    before: str
    after: str


class Store:
    """The database, as the hub sees it; every method may raise `StoreError`."""

    def __init__(self, url: str) -> None:
        """Open it, bring it up to date, and note since when nobody was here."""
        self.process = secrets.token_hex(8)
        self._url = url
        self._lock = _only_process(url)
        try:
            self._engine = _engine(url, _known_as(self.process))
            _migrate(self._engine)
            self.is_shared = self._engine.dialect.name == "postgresql"
            self.pauses = self._begin()
        except (SQLAlchemyError, CommandError, OSError) as wrong:
            reason = str(getattr(wrong, "orig", wrong)).strip().split("\n")[0]
            raise OptionError(f"the database cannot be opened: {reason}") from None
        self._writer = Writer(self._engine)
        self._readers = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._listening = threading.Event()
        self._listener: threading.Thread | None = None

    async def close(self) -> None:
        """Store what is waiting, and note when we left."""
        with suppress(StoreError):  # then the next server goes by our last sign of life
            await self._writer.do(self._leave)
        self._listening.set()
        await asyncio.to_thread(self._writer.close)
        self._readers.shutdown()
        if self._listener:
            await asyncio.to_thread(self._listener.join, 2)
        self._engine.dispose()
        if self._lock:
            self._lock.release()

    # --- Signs of life ---

    def _begin(self) -> list[Pause]:
        """Note a pause if no other process is alive, and return all there have been."""
        at = now()
        beats = schema.processes
        with self._engine.begin() as connection:
            _one_at_a_time(connection)
            known = {row.id: row.beat for row in connection.execute(select(beats))}
            recent = [name for name, beat in known.items() if beat > at - ALIVE]
            alive = {_known_as(name) for name in recent} & self._connected(connection)
            if not alive:
                if known and max(known.values()) < at:
                    pause = {"began": max(known.values()), "ended": at}
                    connection.execute(insert(schema.pauses), pause)
                connection.execute(delete(beats))
                connection.execute(delete(schema.presence))
            connection.execute(insert(beats), {"id": self.process, "beat": at})
            return [(p.began, p.ended) for p in connection.execute(select(schema.pauses))]

    def _connected(self, connection: Connection) -> set[str]:
        """Return what the processes are known as that have a connection: those not killed."""
        if not self.is_shared:
            return set()
        query = text("SELECT application_name FROM pg_stat_activity")
        return set(connection.execute(query).scalars())

    def _leave(self, connection: Connection) -> None:
        beats = schema.processes
        _one_at_a_time(connection)
        connection.execute(delete(beats).where(beats.c.id.in_([self.process, STOPPED])))
        connection.execute(insert(beats), {"id": STOPPED, "beat": now()})
        gone = schema.presence.c.process == self.process
        connection.execute(delete(schema.presence).where(gone))

    async def beat(self) -> None:
        """Give a sign of life."""
        beats = schema.processes

        def work(connection: Connection) -> None:
            alive = update(beats).where(beats.c.id == self.process).values(beat=now())
            if connection.execute(alive).rowcount == 0:
                connection.execute(insert(beats), {"id": self.process, "beat": now()})

        await self._writer.do(work)

    # --- Logs ---

    async def append(self, append: Append) -> bool:
        """Add an entry to a log; False if somebody else has written that one."""
        return await self._writer.append(append)

    async def entries(self, table_id: str, after: int = 0) -> list[tuple[int, int, str]]:
        """Return the entries of a log after a number."""
        log = schema.entries
        query = (
            select(log.c.seq, log.c.at, log.c.events)
            .where(log.c.table_id == table_id, log.c.seq > after)
            .order_by(log.c.seq)
        )
        return await self._read(lambda c: [(r.seq, r.at, r.events) for r in c.execute(query)])

    # --- Lists ---

    async def lobby(self) -> dict[str, list[str]]:
        """Return the summaries of listed tables that are open, and of those being played."""
        rows = schema.tables.c

        def work(connection: Connection) -> dict[str, list[str]]:
            return {
                status: [
                    row.summary
                    for row in connection.execute(
                        select(rows.summary)
                        .where(rows.listed, rows.status == status)
                        .where(rows.changed > now() - LISTED_FOR)
                        .order_by(rows.changed.desc())
                        .limit(MOST_LISTED)
                    )
                ]
                for status in ("open", "playing")
            }

        return await self._read(work)

    async def games_of(
        self,
        guest: str,
        game: str | None = None,
        before: int | None = None,
        last: str | None = None,
        most: int | None = None,
    ) -> list[str]:
        """Return the summaries of somebody's tables changed before a time, the latest first.

        Of those changed just then, the ones that come after the table `last`.
        """
        rows = schema.tables.c
        seated = rows.summary.contains(f'"guest":"{guest}"', autoescape=True)  # not stood up
        query = _latest_of(guest, rows.summary).where(seated).limit(most)
        if game is not None:
            query = query.where(rows.summary.contains(f'"game":"{game}"', autoescape=True))
        if before is not None:
            just_then = (rows.changed == before) & (rows.id > last) if last else false()
            query = query.where((rows.changed < before) | just_then)
        return await self._read(lambda c: list(c.execute(query).scalars()))

    async def running_tables_of(self, guest: str) -> list[str]:
        """Return the ids of the tables not over that somebody has had to do with."""
        rows = schema.tables.c
        query = _latest_of(guest, rows.id).where(rows.status != "over").limit(MOST_LISTED)
        return await self._read(lambda c: list(c.execute(query).scalars()))

    async def bot_turns(self, before: int) -> list[str]:
        """Return the tables where a bot has been to move since before a time."""
        rows = schema.tables.c
        query = select(rows.id).where(
            rows.status == "playing", rows.bot_to_move, rows.changed < before
        )
        return await self._read(lambda c: list(c.execute(query).scalars()))

    async def claim(self, table_id: str, seq: int) -> bool:
        """Take it on oneself to let a bot think; False if another process does."""
        if not self.is_shared:
            return True
        values = {"table": table_id, "process": self.process, "seq": seq, "now": now()}

        def work(connection: Connection) -> bool:
            found = connection.execute(_CLAIM, {**values, "until": now() + CLAIM})
            return found.first() is not None

        return await self._writer.do(work)

    # --- Guests ---

    async def add_guest(self, guest: str, name: str, token_hash: str) -> None:
        """Keep a new guest."""

        def work(connection: Connection) -> None:
            connection.execute(insert(schema.guests), {"id": guest, "name": name, "created": now()})
            _insert_token(connection, guest, token_hash)

        await self._writer.do(work)

    async def add_token(self, guest: str, token_hash: str) -> None:
        """Keep a further token of a guest."""
        await self._writer.do(lambda connection: _insert_token(connection, guest, token_hash))

    async def guest_with(self, token_hash: str) -> tuple[str, str, str] | None:
        """Return id and name of the guest with a token, and the token's hash."""
        guests, tokens = schema.guests.c, schema.tokens.c
        query = (
            select(guests.id, guests.name, tokens.hash)
            .join(schema.tokens, tokens.guest == guests.id)
            .where(tokens.hash == token_hash)
        )

        def work(connection: Connection) -> tuple[str, str, str] | None:
            row = connection.execute(query).first()
            return (row.id, row.name, row.hash) if row else None

        return await self._read(work)

    async def rename(self, guest: str, name: str) -> None:
        """Give a guest another name."""
        change = update(schema.guests).where(schema.guests.c.id == guest).values(name=name)

        def work(connection: Connection) -> None:
            connection.execute(change)
            if self.is_shared:
                connection.execute(_NOTIFY, {"payload": f"G {guest}"})

        await self._writer.do(work)

    async def since(self, guest: str) -> int | None:
        """Return since when a guest is known."""
        query = select(schema.guests.c.created).where(schema.guests.c.id == guest)
        return await self._read(lambda connection: connection.execute(query).scalar())

    async def name_of(self, guest: str) -> str | None:
        """Return what a guest is called."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest)
        return await self._read(lambda connection: connection.execute(query).scalar())

    # --- Forgetting guests ---

    async def begin_forgetting(self, guest: str) -> None:
        """Let nobody be this guest any more; one without a name is to be forgotten."""

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.tokens).where(schema.tokens.c.guest == guest))
            connection.execute(delete(schema.presence).where(schema.presence.c.guest == guest))
            nameless = update(schema.guests).where(schema.guests.c.id == guest).values(name="")
            connection.execute(nameless)
            if self.is_shared:
                connection.execute(_NOTIFY, {"payload": f"F {guest}"})

        await self._writer.do(work)

    async def to_be_forgotten(self) -> list[str]:
        """Return the guests that somebody has begun to forget."""
        query = select(schema.guests.c.id).where(schema.guests.c.name == "")
        return await self._read(lambda c: list(c.execute(query).scalars()))

    async def tables_with(self, guest: str) -> list[str]:
        """Return the tables whose logs tell of a guest."""
        there = schema.sitting.c
        query = select(there.table_id).where(there.guest == guest)
        return await self._read(lambda c: list(c.execute(query).scalars()))

    async def entries_naming(self, table_id: str, guest: str) -> list[tuple[int, str]]:
        """Return the entries of a log that have to do with a guest."""
        log = schema.entries.c
        query = select(log.seq, log.events).where(
            log.table_id == table_id, log.events.contains(guest, autoescape=True)
        )
        return await self._read(lambda c: [(r.seq, r.events) for r in c.execute(query)])

    async def rewrite(self, table_id: str, changes: Sequence[Rewriting]) -> None:
        """Put other events in the place of some; what follows from them is to stay the same.

        An entry that somebody else has rewritten since it was read is left as it is: what they took
        out of it must not come back.
        """
        log = schema.entries

        def work(connection: Connection) -> None:
            for seq, before, after in changes:
                as_read = (log.c.table_id == table_id, log.c.seq == seq, log.c.events == before)
                connection.execute(update(log).where(*as_read).values(events=after))

        await self._writer.do(work)

    async def part(self, table_id: str, guest: str) -> None:
        """Note that a log tells of a guest no more."""
        there = schema.sitting.c
        parting = delete(schema.sitting).where(there.table_id == table_id, there.guest == guest)
        await self._writer.do(lambda connection: connection.execute(parting))

    async def end_forgetting(self, guest: str) -> None:
        """Remove what is left of a guest, unless a log has come to tell of them meanwhile."""
        told_of = select(schema.sitting).where(schema.sitting.c.guest == guest).exists()
        ending = delete(schema.guests).where(schema.guests.c.id == guest, ~told_of)
        await self._writer.do(lambda connection: connection.execute(ending))

    # --- Who is at which table, through any process ---

    async def note_presence(self, table_id: str, guest: str, *, here: bool) -> None:
        """Tell the other processes that somebody has come, or gone."""
        if not self.is_shared:
            return
        values = {"process": self.process, "table_id": table_id, "guest": guest}
        columns = schema.presence.c
        same = [columns[key] == value for key, value in values.items()]

        def work(connection: Connection) -> None:
            connection.execute(delete(schema.presence).where(*same))
            if here:
                connection.execute(insert(schema.presence), values)
            connection.execute(_NOTIFY, {"payload": f"P {table_id}"})

        await self._writer.do(work)

    async def present_elsewhere(self, table_id: str) -> set[str]:
        """Return who is at a table through other processes that are alive."""
        if not self.is_shared:
            return set()
        there, beats = schema.presence.c, schema.processes.c
        query = (
            select(there.guest)
            .join(schema.processes, beats.id == there.process)
            .where(there.table_id == table_id, there.process != self.process)
            .where(beats.beat > now() - ALIVE)
        )
        return await self._read(lambda c: set(c.execute(query).scalars()))

    # --- Analyses ---

    async def analysis(self, found: str) -> KeptAnalysis | None:
        """Return what is known about a game."""
        kept = schema.analyses.c
        query = select(kept.changed, kept.is_over, kept.document).where(kept.id == found)

        def work(connection: Connection) -> KeptAnalysis | None:
            row = connection.execute(query).first()
            return KeptAnalysis(*row) if row else None

        return await self._read(work)

    async def keep_analysis(self, found: str, document: bytes, *, is_over: bool) -> None:
        """Keep what is known about a game, unless all of it was; forget what is very old."""
        kept = schema.analyses
        insertion = postgresql.insert(kept) if self.is_shared else sqlite.insert(kept)
        changing = {name: insertion.excluded[name] for name in ("changed", "is_over", "document")}
        upsert = insertion.on_conflict_do_update(
            index_elements=["id"],
            set_=changing,
            where=kept.c.is_over.is_(False),  # another process may have been quicker
        )

        def work(connection: Connection) -> None:
            connection.execute(delete(kept).where(kept.c.changed < now() - ANALYSES_FOR))
            values = {"id": found, "changed": now(), "is_over": is_over, "document": document}
            connection.execute(upsert, values)

        await self._writer.do(work)

    # --- News from other processes ---

    def listen(self, hear: Callable[[str], None], lost: Callable[[], None]) -> None:
        """Pass on what other processes say; `lost` is called when some of it may be missed."""
        if not self.is_shared:
            return
        loop = asyncio.get_running_loop()
        arguments = (
            lambda payload: loop.call_soon_threadsafe(hear, payload),
            lambda: loop.call_soon_threadsafe(lost),
        )
        self._listener = threading.Thread(target=self._hear, args=arguments, daemon=True)
        self._listener.start()

    def _hear(self, hear: Callable[[str], object], lost: Callable[[], object]) -> None:
        address = make_url(self._url).set(drivername="postgresql")
        while not self._listening.is_set():
            try:
                with psycopg.connect(
                    address.render_as_string(hide_password=False),
                    autocommit=True,
                    application_name=_known_as(self.process),
                ) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    lost()  # whatever was said before we listened
                    while not self._listening.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            hear(notice.payload)
            except psycopg.Error:
                self._listening.wait(1)
            except RuntimeError:  # the loop has ended
                return

    async def _read(self, work: Callable[[Connection], T]) -> T:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._readers, self._run_read, work)
        except SQLAlchemyError as wrong:
            raise StoreError(str(wrong)) from None

    def _run_read(self, work: Callable[[Connection], T]) -> T:
        with self._engine.connect() as connection:
            return work(connection)


def _latest_of(guest: str, column: Column[T]) -> Select[T]:
    """Ask for something of each table that somebody has had to do with, the latest first."""
    rows, sitting = schema.tables.c, schema.sitting.c
    return (
        select(column)
        .join(schema.sitting, sitting.table_id == rows.id)
        .where(sitting.guest == guest)
        .order_by(rows.changed.desc(), rows.id)
    )


_NOTIFY = text(f"SELECT pg_notify('{CHANNEL}', :payload)")
_CLAIM = text(
    "INSERT INTO claims (table_id, process, seq, until)"
    " VALUES (:table, :process, :seq, :until)"
    " ON CONFLICT (table_id) DO UPDATE SET"
    " process = excluded.process, seq = excluded.seq, until = excluded.until"
    " WHERE claims.seq < excluded.seq OR claims.until < :now"
    " OR claims.process = excluded.process"
    " OR NOT EXISTS (SELECT FROM pg_stat_activity"
    " WHERE application_name = 'contrada ' || claims.process)"
    " RETURNING table_id"
)


def _known_as(process: str) -> str:
    """Return what the database knows a process as; one that is killed is gone from there."""
    return f"contrada {process}"


def _one_at_a_time(connection: Connection) -> None:
    """Let other processes that begin or leave wait until this transaction ends."""
    if connection.dialect.name == "postgresql":
        connection.execute(text(f"SELECT pg_advisory_xact_lock({BEGINNING})"))


def _insert_token(connection: Connection, guest: str, token_hash: str) -> None:
    row = {"hash": token_hash, "guest": guest, "created": now()}
    connection.execute(insert(schema.tokens), row)


def _only_process(url: str) -> FileLock | None:
    """Make sure that no other process works on the same file."""
    file = sqlite_file(url)
    if file is None:
        return None
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{file}.lock", thread_local=False)  # whichever thread closes it
        lock.acquire(timeout=0)
    except Timeout:
        raise OptionError(
            f"another server keeps its games in {file}; stop it, or choose another --database"
        ) from None
    except OSError as wrong:
        raise OptionError(f"{file.parent} cannot be used: {wrong.strerror}") from None
    return lock


def sqlite_file(url: str) -> Path | None:
    """Return the file of a database, if it is one."""
    try:
        parts = make_url(url)
    except (ArgumentError, ValueError):  # a port that is no number is the latter
        raise OptionError("that is no address of a database") from None
    if parts.get_backend_name() != "sqlite":
        return None
    if not parts.database or parts.database == ":memory:":
        raise OptionError("games are to be kept in a file, not in memory")
    return Path(parts.database)


def _engine(url: str, known_as: str) -> Engine:
    """Connect; errors do not quote what was to be stored, since they are logged."""
    if sqlite_file(url) is None:
        arguments = {"connect_timeout": 5, "application_name": known_as}
        return create_engine(
            url, pool_size=6, pool_pre_ping=True, connect_args=arguments, hide_parameters=True
        )
    engine = create_engine(url, hide_parameters=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: Any) -> None:
        # FULL: a move that somebody was told of survives even a power cut.
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def _migrate(engine: Engine) -> None:
    settings = Config()
    settings.set_main_option("script_location", "contrada.server:migrations")
    settings.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        _one_at_a_time(connection)
        settings.attributes["connection"] = connection
        command.upgrade(settings, "head")
