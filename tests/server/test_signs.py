"""Signs for those who run a server: alive, ready, and a log that says each thing once."""

from __future__ import annotations

import asyncio
import itertools
import resource
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import psycopg
import pytest
from sqlalchemy import Connection
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from contrada.server.db import outage as outage_module
from contrada.server.db import probe
from contrada.server.db.engine import Database
from contrada.server.db.errors import StoreError
from contrada.server.db.outage import Outage, Side
from contrada.server.db.store import Store
from contrada.server.people.repository import GuestRepository
from contrada.server.search import fair_play
from contrada.server.tables import in_play, timekeeper
from tests.logged import complaints
from tests.server.conftest import NewDatabase, Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched, Process
from tests.server.serving import PATIENCE, InThread, eventually
from tests.server.stored import cut_off_all
from tests.server.test_unstored import FailingWrite

pytestmark = pytest.mark.anyio
QUICK = {
    "db.probe.FRESH": 0.0,
    "db.probe.PATIENCE": 1.0,
    "db.notify.TRY_AGAIN": 0.05,
    "services.BEAT": 0.2,
}
FAILS, WORKS = "database fails", "database works again"


async def signs(who: Somebody) -> tuple[int, int]:
    """Return the statuses of alive and ready."""
    alive, ready = [await who.request("GET", path) for path in ("/healthz", "/readyz")]
    return alive.status, ready.status


async def until_signs(who: Somebody, expected: tuple[int, int]) -> None:
    async with asyncio.timeout(PATIENCE):
        while await signs(who) != expected:
            await asyncio.sleep(0.05)


def outages(process: Process) -> list[dict[str, Any]]:
    return [line for line in process.lines() if line["event"] in (FAILS, WORKS)]


def complained(process: Process) -> list[dict[str, Any]]:
    """Return whatever else it found worth a warning."""
    return [
        line
        for line in process.lines()
        if line["event"] not in (FAILS, WORKS) and line["level"] not in ("debug", "info")
    ]


# --- Ready ---------------------------------------------------------------------------------------


async def test_ready(company: Company) -> None:
    stranger = await company.stranger()
    assert await signs(stranger) == (200, 200)
    assert await stranger.get("/readyz") == {"status": "ready"}
    assert (await stranger.request("HEAD", "/readyz")).status == 200


async def test_asking_often_does_not_write_often(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(probe, "FRESH", PATIENCE)
    writes, do = list[object](), Database.do

    async def counted(database: Database, work: Any) -> Any:
        if work.__name__ == "_touch":
            writes.append(work)
        return await do(database, work)

    monkeypatch.setattr(Database, "do", counted)
    stranger = await few.stranger()
    found = await asyncio.gather(*(stranger.request("GET", "/readyz") for _ in range(20)))
    assert {answer.status for answer in found} == {200}
    assert len(writes) <= 1


async def test_a_locked_database(start: Start, new_database: NewDatabase) -> None:
    """Somebody else holds it: the server lives, and can store nothing."""
    database = new_database("sqlite")
    process = start(Launched, database, constants={**QUICK, "db.probe.PATIENCE": 0.2})
    async with Company(process) as company:
        ada = await company.person("Ada")
        other = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await until_signs(ada, (200, 503))
        other.rollback()
        other.close()
        await until_signs(ada, (200, 200))
    assert complained(process) == []
    process.stop()


@asynccontextmanager
async def full_disk(process: Launched, database: str) -> AsyncIterator[None]:
    """Let no file of a process grow that is as long as the latest of the database."""
    file = database.removeprefix("sqlite:///")
    limits = resource.prlimit(process.pid, resource.RLIMIT_FSIZE)
    with closing(sqlite3.connect(file, isolation_level=None)) as reader:
        reader.execute("BEGIN")  # as long as somebody reads, the latest file is not begun anew
        reader.execute("SELECT count(*) FROM tables").fetchall()
        size = Path(f"{file}-wal").stat().st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, limits[1]))
        yield
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, limits)


async def test_a_full_disk(start: Start, new_database: NewDatabase) -> None:
    """Moves are refused until there is room; the log says once that it fails, and once that not."""
    database = new_database("sqlite")
    process = start(Launched, database, constants=QUICK)
    assert isinstance(process, Launched)
    async with Company(process) as company:
        table, (ada, bruno) = await company.table()
        async with full_disk(process, database):
            await until_signs(ada, (200, 503))
            for _ in range(20):
                answer = await ada.refused("chat", table=table, text="Hello?")
                assert answer["reason"] == "busy"
            assert (await bruno.look(table))["chat"] == []
        await until_signs(ada, (200, 200))
        await ada.do("chat", table=table, text="Hello")
        await eventually(lambda: len(outages(process)) == 2)
    fails, works = outages(process)
    assert (fails["event"], works["event"], works["failed"] >= 20) == (FAILS, WORKS, True)
    assert "full" in fails["error"] or "I/O" in fails["error"]
    assert complained(process) == []
    process.stop()


# --- PostgreSQL goes away ------------------------------------------------------------------------


@asynccontextmanager
async def outage(database: str) -> AsyncIterator[None]:
    """Let a database refuse all connections for a while."""
    address = make_url(database).set(drivername="postgresql")
    name, beside = address.database, address.set(database="postgres")
    whole = beside.render_as_string(hide_password=False)
    with psycopg.connect(whole, autocommit=True) as connection:
        connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        connection.execute(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s",
            [name],
        )
        try:
            yield
        finally:
            connection.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")


async def test_an_outage_is_logged_in_two_lines(start: Start, shared: str) -> None:
    process = start(Launched, shared, constants=QUICK)
    async with Company(process) as company:
        table, players = await company.table()
        ada, _ = players
        again = await ada.make("urbino", "me 1")  # a bot has work there, too
        async with outage(shared):
            await until_signs(ada, (200, 503))
            for number in range(20):
                answer = await players[number % 2].refused("chat", table=table, text="Hello?")
                assert answer["reason"] == "busy"
                found = await ada.request("GET", f"/api/me/tables?before={number}")
                assert found.status == 503
        await until_signs(ada, (200, 200))
        await ada.do("chat", table=table, text="Hello")
        await ada.look(again)
        await eventually(lambda: len(outages(process)) == 2)
    fails, works = outages(process)
    assert (fails["event"], works["event"]) == (FAILS, WORKS)
    assert works["failed"] >= 40
    assert complained(process) == []
    process.stop()


async def test_connections_that_were_cut_are_logged_in_two_lines(start: Start, shared: str) -> None:
    """Even if those who write, read and listen notice it one after another."""
    process = start(Launched, shared, constants={**QUICK, "db.outage.SETTLED": 5.0})
    async with Company(process) as company:
        ada = await company.person("Ada")
        cut_off_all(shared)
        await eventually(lambda: bool(outages(process)))
        await until_signs(ada, (200, 200))
        await eventually(lambda: outages(process)[-1]["event"] == WORKS)
    assert [line["event"] for line in outages(process)] == [FAILS, WORKS]
    assert complained(process) == []
    process.stop()


class Said(list[str]):
    """A log that keeps only what happened."""

    def error(self, event: str, **_more: object) -> None:
        self.append(event)

    warning = exception = error


async def test_sides_that_notice_an_outage_one_after_another(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said, clock = Said(), itertools.count(1.0, 0.1)
    monkeypatch.setattr(outage_module, "log", said)
    monkeypatch.setattr(outage_module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    found, wrong = Outage(), OSError("cut")
    for side in Side:
        found.failed(side, wrong)
        found.worked(side, next(clock))
    assert said == [FAILS]
    found.worked(Side.WRITING, next(clock) + outage_module.SETTLED)
    assert said == [FAILS, WORKS]
    found.failed(Side.READING, wrong)
    assert said == [FAILS, WORKS, FAILS]
    found.worked(Side.WRITING, next(clock) + outage_module.SETTLED)  # which says nothing of reading
    assert said == [FAILS, WORKS, FAILS]


async def test_all_that_fails_is_logged(few: Company, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever way it goes to the database, or its caller would be told of what nobody knows."""
    assert isinstance(few.server, InThread)
    database = few.server.services.store.database
    for ask in (database.read, database.do, database.do_apart):
        said, outage = Said(), Outage()
        monkeypatch.setattr(outage_module, "log", said)
        monkeypatch.setattr(database, "outage", outage)
        monkeypatch.setattr(database.writer, "_outage", outage)
        with pytest.raises(StoreError):
            few.server.run(_away(ask))
        assert said == [FAILS]


async def _away(ask: Callable[[Callable[[Connection], None]], Awaitable[None]]) -> None:
    def work(_: Connection) -> None:
        raise OperationalError("", {}, sqlite3.OperationalError("unable to open database file"))

    await ask(work)


# --- What nobody waits for any more --------------------------------------------------------------


async def test_a_write_that_fails_when_its_client_has_gone(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody retrieves the exception but us; the log is searched after every test."""
    assert isinstance(few.server, InThread)
    connections = few.server.services.connections
    table, (ada, bruno) = await few.table()
    write = FailingWrite(few, table, monkeypatch)
    saying = await write.begin(ada, "chat", text="Hello")
    (hers,) = [each for each in connections._open if each.guest and each.guest.id == ada.id]

    async def fall_behind() -> None:
        hers.fell_behind.set()

    few.server.run(fall_behind())
    await eventually(lambda: hers not in connections._open)
    write._may_fail = True
    await asyncio.gather(saying, return_exceptions=True)
    await bruno.do("chat", table=table, text="Is she gone?")


async def test_a_table_that_fails_to_load_when_nobody_waits_for_it(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert isinstance(few.server, InThread)
    services = few.server.services
    waits, may_fail = asyncio.Event(), asyncio.Event()

    async def failing(_store: Store, _table: str, _after: int = 0) -> Any:
        waits.set()
        await may_fail.wait()
        raise StoreError("the disk is full")

    async def leave() -> None:
        monkeypatch.setattr(Store, "entries", failing)
        loading = asyncio.create_task(services.registry.live("nowhere"))
        await waits.wait()
        loading.cancel()
        await asyncio.gather(loading, return_exceptions=True)
        may_fail.set()
        while "nowhere" in services.registry._loading:
            await asyncio.sleep(0)

    few.server.run(leave())


async def test_an_export_that_the_database_cuts_off(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever downloads it notices, and the log has no traceback."""
    ada = await few.guest("Ada")
    for _ in range(2):
        await ada.make("urbino", "me open")
    entries, read = Store.entries, list[str]()

    async def once(store: Store, table: str, after: int = 0) -> Any:
        read.append(table)
        if len(read) > 1:
            raise StoreError("the database is away")
        return await entries(store, table, after)

    monkeypatch.setattr(Store, "entries", once)
    with pytest.raises(httpx2.RemoteProtocolError):
        await ada.request("GET", "/api/me/export")
    assert len(read) == 2
    for where, part in ((Store, "games_of"), (GuestRepository, "since")):
        with monkeypatch.context() as patch:
            patch.setattr(where, part, failing)
            assert (await ada.request("GET", "/api/me/export")).status == 503


async def failing(*_: object) -> None:
    """Fail as everything does that needs the database."""
    raise StoreError("the database is away")


async def test_tables_of_before_that_cannot_be_read(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """During an outage nothing more is said of them, and they are read again later."""
    assert isinstance(few.server, InThread)
    services, logged = few.server.services, Said()
    table, _ = await few.table()
    with sqlite3.connect(few.server.settings.database.removeprefix("sqlite:///")) as database:
        database.execute("UPDATE tables SET in_play = NULL WHERE id = ?", [table])
    monkeypatch.setattr(fair_play, "log", logged)
    with monkeypatch.context() as patch:
        patch.setattr(Store, "entries", failing)
        with pytest.raises(StoreError):
            few.server.run(services.fair_play.work_out())
    assert logged == []
    few.server.run(services.fair_play.work_out())
    assert few.server.run(services.store.without_positions(in_play.VERSION, 100)) == []


async def test_a_game_that_cannot_be_opened_yet(
    few: Company, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is tried again and again, and the outage is logged as any other: once."""
    assert isinstance(few.server, InThread)
    services, said = few.server.services, Said()
    outage, tried, read = Outage(), list[object](), services.store.cluster._note_pause
    monkeypatch.setattr(outage_module, "log", said)
    monkeypatch.setattr(timekeeper, "log", said, raising=False)
    monkeypatch.setattr(timekeeper, "TICK", 0.01)
    monkeypatch.setattr(services.store.database.writer, "_outage", outage)

    def away(*more: Any) -> None:
        tried.append(more)
        if len(tried) <= 5:
            raise sqlite3.OperationalError("unable to open database file")
        read(*more)

    monkeypatch.setattr(services.store.cluster, "_note_pause", away)
    few.server.run(services.timekeeper.open("urbino"))
    assert len(tried) > 5
    assert said == [FAILS]


@pytest.mark.parametrize(
    ("log", "forgiven", "found"),
    [
        ('{"event": "serving"}', (), 0),
        ('{"said": "Task exception was never retrieved\\nfuture: <Task>"}', (), 1),
        ('{"said": "Future exception was never retrieved"}', ("Future",), 1),
        ('{"exception": "Traceback (most recent call last):\\nValueError: midway"}', (), 1),
        (
            '{"exception": "Traceback (most recent call last):\\nValueError: midway"}',
            ("midway",),
            0,
        ),
        ("{}\nTraceback (most recent call last):\n  File\nValueError: midway\n{}", (), 1),
        ("{}\nTraceback (most recent call last):\n  File\nValueError: midway", ("midway",), 0),
    ],
)
def test_what_no_server_may_log_is_found(log: str, forgiven: tuple[str, ...], found: int) -> None:
    assert len(complaints(log, forgiven)) == found
