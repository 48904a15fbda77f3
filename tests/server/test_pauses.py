"""What docs/hosting.md promises of clocks: nobody is charged for time in which nobody can play.

`test_times` has the time itself, `test_store` how pauses are stored, `test_durability` real kills.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest

from contrada.server import times
from contrada.server.settings import Settings
from contrada.server.tables.clock import HOUR, MINUTE
from tests.server.conftest import KINDS, NewDatabase, quick_news
from tests.server.people import Company, Data, Somebody, until_clock_runs
from tests.server.serving import GENEROUS, InThread, Machine, Time, eventually
from tests.server.stored import cut_off_all, log_of, pauses, rebuilt

pytestmark = pytest.mark.anyio
TEN_MINUTES = {"kind": "game", "minutes": 10}
Timed = tuple[str, Somebody, Somebody]


@pytest.fixture(scope="module", params=KINDS)
def machine_and_server(
    request: pytest.FixtureRequest, new_database: NewDatabase
) -> Iterator[tuple[Machine, InThread]]:
    """Start a server on a machine of its own, since its time never goes back."""
    settings = Settings(database=new_database(request.param), limits=GENEROUS, games=("urbino",))
    with quick_news(), pytest.MonkeyPatch.context() as patch:
        machine = Machine(patch)
        found = InThread(settings)
        yield machine, found
        found.stop()


@pytest.fixture
def machine(machine_and_server: tuple[Machine, InThread]) -> Machine:
    return machine_and_server[0]


@pytest.fixture
def server(machine_and_server: tuple[Machine, InThread]) -> InThread:
    return machine_and_server[1]


@pytest.fixture
async def timed(company: Company) -> Timed:
    """Let Bruno's clock run, in a game of ten minutes."""
    table, (ada, bruno) = await company.table(clock=TEN_MINUTES)
    await until_clock_runs(table, [ada, bruno])
    return table, ada, bruno


def left(clock: Data) -> int:
    """Return what Bruno has left as a client counts it."""
    return int(clock["left"][1]) - (int(clock["now"]) - int(clock["at"]))


def times_told(who: Somebody) -> list[Data]:
    """Return what somebody was told of the time, since they came."""
    heard = [json.loads(text) for text in who.heard]
    return [message for message in heard if message["type"] == "time"]


async def until_it_goes_on(who: Somebody, after: int = 0) -> None:
    """Wait until somebody was told again that the time goes on."""
    await who.until(lambda: any(not t["paused"] for t in times_told(who)[after:]))


async def check_charged(server: InThread, timed: Timed, at_most: int) -> None:
    """Bruno was charged that much, he is told so, can play on, and the log says the same."""
    table, ada, bruno = timed
    ply = ada.tables[table]["ply"]
    refused = await ada.refused("claim", table=table, ply=ply)
    assert refused["reason"] == "now"
    for clock in ((await bruno.look(table))["clock"], (await bruno.watch(table))["clock"]):
        assert 10 * MINUTE - at_most <= left(clock) <= 10 * MINUTE
    await bruno.play(table, bruno.tables[table]["legal"][0])
    told = (await bruno.sees(table, lambda t: t["ply"] == ply + 1))["clock"]["left"][1]
    assert 10 * MINUTE - at_most <= told <= 10 * MINUTE
    clock = rebuilt(server.settings.database, table).clock
    assert clock is not None
    assert clock.left[1] == told
    stamps = [at for _, at, _ in log_of(server.settings.database, table)]
    assert stamps == sorted(stamps)


async def test_the_clock_is_set_forward(server: InThread, timed: Timed, machine: Machine) -> None:
    """One hour: a game of ten minutes cannot be claimed, and its times follow the clock."""
    table, ada, bruno = timed
    machine.set_clock(HOUR)
    ply = ada.tables[table]["ply"]
    assert (await ada.refused("claim", table=table, ply=ply))["reason"] == "now"
    await until_it_goes_on(bruno)
    ((began, ended),) = pauses(server.settings.database)[-1:]
    assert ended - began >= HOUR - MINUTE
    await check_charged(server, timed, MINUTE)
    (_, at, _) = log_of(server.settings.database, table)[-1]
    assert at >= ended


async def test_the_clock_is_set_back(
    server: InThread, timed: Timed, machine: Machine, time: Time
) -> None:
    """What is charged is still the time that has passed."""
    machine.set_clock(-HOUR)
    time.pass_by(5 * MINUTE)
    await check_charged(server, timed, 6 * MINUTE)
    clock = rebuilt(server.settings.database, timed[0]).clock
    assert clock is not None
    assert clock.left[1] <= 5 * MINUTE


async def test_everything_stands_still_and_a_claim_comes_first(
    server: InThread, timed: Timed, machine: Machine
) -> None:
    """The first thing after the halt is the message of somebody who waited for it."""
    table, ada, bruno = timed

    async def halt() -> None:
        machine.halt(HOUR)

    server.run(halt())
    ply = ada.tables[table]["ply"]
    assert (await ada.refused("claim", table=table, ply=ply))["reason"] == "now"
    await until_it_goes_on(bruno)
    await check_charged(server, timed, MINUTE)


async def test_a_turn_of_days_does_not_count_the_sleep_of_the_machine(
    company: Company, machine: Machine
) -> None:
    table, (_, bruno) = await company.table(clock={"kind": "turn", "hours": 24})
    told = len(times_told(bruno))
    machine.set_clock(30 * HOUR)  # asleep
    await until_it_goes_on(bruno, told)
    assert (await bruno.refused("claim", table=table, ply=0))["reason"] == "now"
    state = await bruno.sees(table, lambda t: "now" in t["clock"])
    assert state["clock"]["left"][0] - (state["clock"]["now"] - state["clock"]["at"]) > 23 * HOUR


# --- The database is away ------------------------------------------------------------------------


@contextmanager
def away(database: str) -> Iterator[None]:
    """Let nothing be stored: the file is locked, or PostgreSQL takes no connections."""
    if database.startswith("sqlite"):
        locking = sqlite3.connect(database.removeprefix("sqlite:///"), isolation_level=None)
        locking.execute("BEGIN IMMEDIATE")
        try:
            yield
        finally:
            locking.execute("ROLLBACK")
            locking.close()
        return
    address = database.replace("+psycopg", "")
    name = psycopg.conninfo.conninfo_to_dict(address)["dbname"]
    other = psycopg.conninfo.make_conninfo(address, dbname="postgres")
    allow = f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS {{}}'
    with psycopg.connect(other, autocommit=True) as connection:
        connection.execute(allow.format("false").encode())
        connection.execute(
            b"SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = %s",
            [name],
        )
        try:
            yield
        finally:
            connection.execute(allow.format("true").encode())


async def test_the_database_is_away(server: InThread, timed: Timed, machine: Machine) -> None:
    """Everyone is told that clocks stand still, nobody can claim, and nothing is charged."""
    table, ada, bruno = timed
    told = len(times_told(bruno))
    with away(server.settings.database):
        trying = asyncio.create_task(bruno.say("chat", table=table, text="Are you there?"))
        await eventually(lambda: server.services.store.database.writer._busy_since or trying.done())
        machine.halt(4 * times.MISSED)
        await bruno.until(lambda: any(t["paused"] for t in times_told(bruno)[told:]))
        stopped = [t for t in times_told(bruno) if t["paused"]][-1]["now"]
        machine.halt(HOUR)
        assert times.now() == stopped
        claiming = asyncio.create_task(ada.say("claim", table=table, ply=ada.tables[table]["ply"]))
        newcomer = await came_meanwhile(server, ada)
        assert newcomer["paused"]
    await trying
    assert (await claiming)["type"] == "refused"
    await until_it_goes_on(bruno, told)
    ((began, ended),) = pauses(server.settings.database)[-1:]
    assert ended - began >= HOUR
    shown = await bruno.sees(table, lambda t: t["clock"]["at"] >= ended - 1000)  # told unasked
    assert left({**shown["clock"], "now": times.now()}) >= 9 * MINUTE
    await check_charged(server, timed, MINUTE)


async def came_meanwhile(server: InThread, who: Somebody) -> Any:
    """Return what somebody without a token is greeted with."""
    stranger = Somebody(server, who._client)
    await stranger.connect()
    hello = json.loads(stranger.heard[0])
    await stranger.disconnect()
    return hello


async def test_a_write_that_fails_alone_halts_nothing(server: InThread, company: Company) -> None:
    """The database is there; the job was bad."""
    ada, store = await company.person(), server.services.store

    async def fail() -> None:
        with pytest.raises(Exception, match="division"):
            await store.database.do(lambda _: 1 // 0)

    server.run(fail())
    await eventually(lambda: not store.database.writer.has_failed)
    assert times_told(ada) == []


async def test_connections_that_are_cut_are_made_again(server: InThread, timed: Timed) -> None:
    """PostgreSQL restarts: what failed is noticed, and the game goes on."""
    table, _, bruno = timed
    if server.services.store.is_shared:  # a file has no connections
        cut_off_all(server.settings.database)
    async with asyncio.timeout(60):
        while (await bruno.say("chat", table=table, text="Hello"))["type"] != "done":
            pass
    await bruno.play(table, bruno.tables[table]["legal"][0])
