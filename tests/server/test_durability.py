"""Killed, stopped and restarted: nothing that anyone was told is lost, and play continues."""

from __future__ import annotations

import asyncio
import json
import random
import signal
import socket
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import ConnectionClosed

from contrada.cli.main import run
from contrada.server import logs
from contrada.server.db.migrations import versions
from contrada.server.settings import Settings
from contrada.server.tables.clock import HOUR, elapsed
from contrada.server.times import MISSED, now
from tests.cli.running import Answer
from tests.server.conftest import KINDS, NewDatabase, Start
from tests.server.people import IN_USE, Company, Data, Somebody, until_clock_runs
from tests.server.processes import ByCommandLine, Launched, Process
from tests.server.serving import PATIENCE, InThread, eventually, http
from tests.server.stored import check_told, log_of, pauses, rebuilt, rows, until_gone

pytestmark = pytest.mark.anyio
VERSIONS = Path(versions.__file__).parent
QUICK = {"services.BEAT": 0.2, "search.bots.LEFT_ALONE": 200}


async def play_at_random(who: Somebody, table: str, choose: random.Random) -> None:
    """Play whenever it is this player's turn, until the game or the server ends."""
    try:
        while True:
            state = await who.sees(table, lambda t: t["legal"] or t["status"] == "over")
            if state["status"] == "over":
                return
            await who.say(
                "play", table=table, ply=state["ply"], decisions=[choose.choice(state["legal"])]
            )
            ply = state["ply"]
            await who.sees(table, lambda t, ply=ply: t["ply"] > ply)  # type: ignore[misc]
    except (AssertionError, ConnectionClosed):
        assert who.closed is not None


async def test_killed_in_mid_game_and_started_again(database: str, start: Start) -> None:
    """People, bots, a cookie and a clock: everything is there again and continues."""
    choose = random.Random(11)
    first = start(Launched, database, constants=QUICK)
    async with Company(first) as company, browser() as ours:
        tables: list[tuple[str, list[Somebody]]] = [
            await company.table(game) for game in ("urbino", "urtown")
        ]
        solo = await company.person("Carla")
        with_bots = await solo.make("urtown", "me 1 1")
        await solo.watch(with_bots)
        tables.append((with_bots, [solo]))
        timed, before = await with_a_clock(company)
        kept = await table_by_cookie(ours, first)
        playing = all_play(tables, choose)
        await tables[0][1][0].sees(tables[0][0], lambda t: t["ply"] > 12)
        await solo.sees(with_bots, lambda t: t["ply"] > 6)
        first.kill()
        gone = now()
        await asyncio.gather(*playing)
        await until_gone(database)
        back = now()

        second = start(Launched, database, constants=QUICK)
        for table, people in tables:
            check_told(database, table, *people)
            for who in people:
                known = who.history[-1]
                await who.disconnect()
                await who.connect(second)
                state = await who.watch(table)
                assert state["seq"] >= known["seq"]
                assert (state["you"], state["status"]) == (known["you"], known["status"])
        await asyncio.gather(*all_play(tables, choose))
        for table, people in tables:
            assert all(who.tables[table]["status"] == "over" for who in people)
            assert rebuilt(database, table).status == "over"
            check_told(database, table, *people)
        await check_clock(database, second, timed, before, gone, back)
        found = (await ours.get(f"{http(second)}/api/tables/{kept}")).json()
        assert found["you"] == 0
        mine = (await ours.get(f"{http(second)}/api/me/tables")).json()
        assert [each["id"] for each in mine["tables"]] == [kept]


def all_play(
    tables: list[tuple[str, list[Somebody]]], choose: random.Random
) -> list[asyncio.Task[None]]:
    return [
        asyncio.create_task(play_at_random(who, table, random.Random(choose.random())))
        for table, people in tables
        for who in people
    ]


def browser() -> httpx2.AsyncClient:
    """Return a client that keeps cookies."""
    return httpx2.AsyncClient(verify=False, timeout=PATIENCE, limits=IN_USE)


async def table_by_cookie(ours: httpx2.AsyncClient, server: Process) -> str:
    await ours.post(f"{http(server)}/api/guests", json={"name": "Ada"})
    body = {"game": "urtown", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = await ours.post(f"{http(server)}/api/tables", json=body)
    return str(made.json()["id"])


Timed = tuple[str, Somebody]


async def with_a_clock(company: Company) -> tuple[Timed, Data]:
    """Let Bruno's clock run at a table."""
    table, (ada, bruno) = await company.table(clock={"kind": "game", "minutes": 10})
    state = await until_clock_runs(table, [ada, bruno])
    return (table, bruno), state["clock"]


async def check_clock(
    database: str, server: Process, timed: Timed, before: Data, gone: int, back: int
) -> None:
    """Nobody is charged for time without a server, and a client that counts agrees."""
    table, bruno = timed
    found = pauses(database)  # there may be more: a busy machine may halt a server
    assert any(began <= gone and ended >= back for began, ended in found)
    await bruno.disconnect()
    await bruno.connect(server)
    shown = (await bruno.watch(table))["clock"]
    left = shown["left"][1] - (shown["now"] - shown["at"])
    assert left == before["left"][1] - elapsed(before["at"], shown["now"], found)
    state = bruno.tables[table]
    await bruno.play(table, state["legal"][0])
    after = (await bruno.sees(table, lambda t: t["ply"] == state["ply"] + 1))["clock"]
    (_, played, _) = log_of(database, table)[-1]
    assert after["left"][1] == before["left"][1] - elapsed(before["at"], played, found)


async def test_told_to_stop(database: str, start: Start) -> None:
    """Everyone is told, searches end, everything is stored, and the status is 0."""
    server = start(Launched, database, constants=QUICK)
    async with Company(server) as company:
        table, players = await company.table()
        carla, stranger = await company.person("Carla"), await company.stranger()
        thinks = await carla.make("urbino", "me 8")
        for each in (carla, stranger):
            await each.watch(thinks)
        await carla.play(thinks, 40)
        timed, before = await with_a_clock(company)
        playing = all_play([(table, players)], random.Random(3))
        await players[0].sees(table, lambda t: t["ply"] > 5)
        server.tell_to_stop()
        await asyncio.gather(*playing)
        for each in company.people:
            await each.until_closed()
            assert '{"type":"closing"}' in each.heard
            assert each.closed == 1012
        gone = now()  # clocks stand still as soon as it is told, not when it has ended
        assert server.stop() == 0
        back = now()
        assert [line for line in server.lines() if line["level"] in ("error", "critical")] == []
        check_told(database, table, *players)
        check_told(database, thinks, carla, stranger)
        if database.startswith("sqlite"):  # the same on any
            again = start(Launched, database, constants=QUICK)
            await check_clock(database, again, timed, before, gone, back)


async def test_bots_alone_go_on_after_a_kill_and_a_clock_set_back(
    new_database: NewDatabase, start: Start
) -> None:
    """Nobody looks at the table, and its last move was an hour from now."""
    database = new_database("sqlite")
    first = start(Launched, database, constants=QUICK, ahead=HOUR)
    async with Company(first) as company:
        host = await company.person("Ada")
        table = await host.make("urbino", "7 7")  # a long game: they think about each move
        await host.watch(table)
        await host.sees(table, lambda t: t["ply"] >= 2)
        first.kill()
    before = log_of(database, table)
    assert before[-1][1] > now() + HOUR // 2
    start(Launched, database, constants=QUICK)
    await eventually(lambda: len(log_of(database, table)) > len(before) + 1)
    stamps = [at for _, at, _ in log_of(database, table)]
    assert stamps == sorted(stamps)


@pytest.mark.soak
async def test_killed_again_and_again(database: str, start: Start) -> None:
    """Ten deaths cost nobody anything, and each pause is there."""
    server = start(Launched, database, constants=QUICK)
    async with Company(server) as company:
        (table, bruno), before = await with_a_clock(company)
        for _ in range(10):
            server.kill()
            gone = now()
            await until_gone(database)
            back = now()
            server = start(Launched, database, constants=QUICK)
            await bruno.disconnect()
            await bruno.connect(server)
            shown = (await bruno.watch(table))["clock"]
            found = pauses(database)
            assert any(began <= gone and ended >= back for began, ended in found)
            left = shown["left"][1] - (shown["now"] - shown["at"])
            assert left == 600_000 - elapsed(before["at"], shown["now"], found)
        await check_clock(database, server, (table, bruno), before, gone, back)


@pytest.mark.soak
async def test_frozen_and_thawed(database: str, start: Start) -> None:
    """A process that is stopped by a signal answers nobody, and nobody is charged for it."""
    server = start(Launched, database, constants=QUICK)
    async with Company(server) as company:
        (table, bruno), _ = await with_a_clock(company)
        frozen = now()
        server._send(signal.SIGSTOP)
        await eventually(lambda: now() > frozen + 3 * MISSED)
        server._send(signal.SIGCONT)
        # A busy machine may have halted it before, so the first pause need not be this one.
        await eventually(lambda: any(b - a >= 2 * MISSED for a, b in pauses(database)))
        before = bruno.tables[table]
        await bruno.play(table, before["legal"][0])
        told = (await bruno.sees(table, lambda t: t["ply"] > before["ply"]))["clock"]["left"]
        clock = rebuilt(database, table).clock
        assert clock is not None
        assert clock.left == told


async def test_back_before_it_has_stopped(new_database: NewDatabase) -> None:
    """Anyone who connects while the server is closing is told so, and gets no greeting."""
    server = InThread(Settings(database=new_database("sqlite"), games=("urbino",)))

    async def say_goodbye() -> None:
        server.services.connections.announce_closing()

    try:
        async with Company(server) as company:
            ada = await company.person()
            server.run(say_goodbye())
            await ada.until_closed()
            heard = len(ada.heard)
            await ada.connect()
            await ada.until_closed()
            assert [json.loads(each) for each in ada.heard[heard:]] == [{"type": "closing"}]
            assert ada.closed == 1012
    finally:
        server.stop()


async def test_interrupted(start: Start, new_database: NewDatabase) -> None:
    server = start(ByCommandLine, new_database("sqlite"))
    async with Company(server) as company:
        ada = await company.person()
        server.tell_to_stop(signal.SIGINT)
        await ada.until_closed()
        assert json.loads(ada.heard[-1]) == {"type": "closing"}
    assert server.stop() == 0
    assert server.log.read_text() == ""


# --- What cannot be started ----------------------------------------------------------------------


def sentence_of(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    """Run a `contrada serve` that fails, in this process; return the error."""
    with pytest.raises(SystemExit) as ended:
        run(["serve", "--port", "0", *map(str, arguments)])
    printed = capsys.readouterr()
    return Answer(ended.value.code, printed.out, printed.err).sentence


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Keep the tests' own log, and serve by mistake only somewhere harmless."""
    configure = logs.configure
    monkeypatch.setattr(
        logs, "configure", lambda level: configure(level) if level == "loud" else None
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_second_server_on_the_same_file(
    on_sqlite: InThread, quiet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = on_sqlite.settings.database.removeprefix("sqlite:///")
    sentence = sentence_of(capsys, "--database", file)
    assert sentence == (
        f"another server keeps its games in {file}; stop it, or choose another --database"
    )


def test_a_port_in_use(quiet: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        sentence = sentence_of(capsys, "--port", port, "--database", "unused.db")
    assert sentence.startswith(f"cannot listen on 127.0.0.1:{port}: Address already in use")
    assert list(quiet.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--database", "mysql://x/y"), "games are kept in a file, sqlite:///FILE or postgresql"),
        (("--database", "sqlite://"), "games are to be kept in a file, not in memory"),
        (("--database", "sqlite:///:memory:"), "games are to be kept in a file, not in memory"),
        (("--database", "/proc/nothing/here.db"), "/proc/nothing cannot be used"),
        (("--database", "."), "the database cannot be opened: unable to open database file"),
        (("--database", "notes.txt"), "the database cannot be opened: file is not a database"),
        (("--database", "postgresql://127.0.0.1:1/x"), "the database cannot be opened: "),
        (("--database", "postgresql://x:y:z"), "that is no address of a database"),
        (("--host", "256.1.1.1", "--database", "x.db"), "cannot listen on 256.1.1.1:0: "),
        (("--port", "99999", "--database", "x.db"), "invalid value for '--port'"),
        (("--log-level", "loud", "--database", "x.db"), "'loud' is no weight of what is logged"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_cannot_be_served(
    arguments: tuple[str, ...], expected: str, quiet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (quiet / "notes.txt").write_text("Buy bread. " * 100)
    assert sentence_of(capsys, *arguments).startswith(expected)


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_of_a_later_version(
    kind: str, new_database: NewDatabase, quiet: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = new_database(kind)
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32))"))
        connection.execute(text("INSERT INTO alembic_version VALUES ('9999')"))
    engine.dispose()
    sentence = sentence_of(capsys, "--database", database)
    latest = max(file.name[:4] for file in VERSIONS.glob("0*.py"))
    assert sentence == (
        "this database is of a newer version of Contrada: it has revision 9999, and this version "
        f"goes up to {latest}; install that version again, or restore a backup from before the "
        "update"
    )
    assert rows(database, "SELECT version_num FROM alembic_version") == [("9999",)]
