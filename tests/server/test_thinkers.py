"""Processes that think for servers on one PostgreSQL: they share the work, and may be killed."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import Any

import pytest

from contrada.bots.search_player import SearchPlayer
from contrada.cli.main import run
from contrada.games.contract import Position
from contrada.server.search.bots import LEAST, TO_SPARE, _hurry
from contrada.server.settings import Settings
from tests.cli.running import Answer
from tests.server.conftest import Start
from tests.server.people import Company, Data, Somebody
from tests.server.processes import Launched, Process, Thinking
from tests.server.serving import GENEROUS, PATIENCE, InThread, eventually, stop_all
from tests.server.stored import check_told, log_of, rebuilt, rows
from tests.server.test_analyses import seen, shortened, until_over
from tests.server.test_study import played

pytestmark = pytest.mark.anyio
SERVES = {"thinks": False}
# How soon others are told how far an analysis is, and how long it takes.
QUICK = {
    "search.analyses.KEEP_EVERY": 0.02,
    "search.analyses.SHORTEST": 0.1,
    "search.analyses.LONGEST": 0.1,
}
# A process that looks for work only when another has died: nobody waits for the next round.
AT_ONCE = {"thinker.EVERY": 3600.0}


async def test_a_thinker_is_killed_and_another_continues(shared: str, start: Start) -> None:
    """Two servers think of nothing themselves; what one thinker leaves behind, the next takes."""
    first, second = start.together(Launched, shared, 2, settings=SERVES)
    thinker = start(Thinking, shared, constants=QUICK)
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await stopped_in_its_thoughts(ada, shared, thinker)
        for each in (ada, bruno):
            await each.watch(table)
        other = start(Thinking, shared, constants={**QUICK, **AT_ONCE})
        thinker.kill()
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["ply"] == 1)
        assert claimed(shared, table) == name_of(other)
        check_told(shared, table, ada, bruno)
        await analysed_by_two(ada, shared, other, start)


async def stopped_in_its_thoughts(ada: Somebody, shared: str, thinker: Process) -> str:
    """Stop a process that thinks for a bot; on a busy machine, it may have moved just before."""
    while True:
        table = await ada.make("urbino", "8 me")
        await eventually(lambda table=table: claimed(shared, table) == name_of(thinker))  # type: ignore[misc]
        thinker._send(signal.SIGSTOP)
        if rebuilt(shared, table).ply == 0:
            return table
        thinker._send(signal.SIGCONT)


async def analysed_by_two(ada: Somebody, shared: str, thinker: Process, start: Start) -> None:
    """Let a thinker be killed that analyses a game; another one goes on where it was."""
    source = shortened(played("urbino", seed=21), 14)
    begun = await ada.post("/api/analyses", {"source": source})
    assert (begun["done"], begun["is_over"]) == (0, False)
    before: Data = await seen(ada, begun["id"], 3)
    thinker.kill()
    start(Thinking, shared, constants=QUICK)
    found = await until_over(ada, source)
    assert found["done"] == found["total"] == begun["total"]
    known = before["analysis"]["judgements"]
    assert found["analysis"]["judgements"][: len(known)] == known
    await eventually(lambda: not rows(shared, "SELECT 1 FROM analysis_jobs"))


def claimed(database: str, table: str) -> str | None:
    """Return the process that thinks for a bot at a table."""
    found = rows(database, "SELECT process FROM claims WHERE table_id = :table", table=table)
    return str(found[0][0]) if found else None


def name_of(thinker: Process) -> str:
    """Return the name of a process in the database."""
    (line,) = [line for line in thinker.lines() if line["event"] == "thinking"]
    return str(line["process"])


async def test_a_turn_that_has_to_wait_is_taken_by_another_process(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All places of the server where people are stay taken; the other has one."""
    settings = Settings(database=shared, limits=GENEROUS, games=("urbino",), searches=1)
    servers = InThread(settings), InThread(settings)
    leave, choose = threading.Event(), SearchPlayer.choose

    def held(player: SearchPlayer, position: Position, *more: Any) -> int:
        if player in servers[0].services.pool._busy:
            assert leave.wait(PATIENCE)
        player.stop()  # with what is known at once
        return choose(player, position, *more)

    monkeypatch.setattr(SearchPlayer, "choose", held)
    try:
        async with Company(servers[0]) as company:
            ada = await company.person()
            stuck = await ada.make("urbino", "8 me")
            await eventually(lambda: servers[0].services.pool._busy)
            table = await ada.make("urbino", "8 me")
            for each in (stuck, table):
                await ada.watch(each)
            await ada.sees(table, lambda t: t["ply"] == 1)
            assert ada.tables[stuck]["ply"] == 0
            assert claimed(shared, table) == servers[1].services.store.cluster.process
            assert len(log_of(shared, table)) == 2
            check_told(shared, table, ada)
            leave.set()
            await ada.sees(stuck, lambda t: t["ply"] == 1)
    finally:
        leave.set()
        stop_all(*servers)


async def test_a_turn_is_left_to_others_while_its_game_is_compiled(
    on_sqlite: InThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a claim would hold it up until the compiler is done."""
    bots, states = on_sqlite.services.bots, on_sqlite.services.readiness.states
    monkeypatch.setitem(states, "urbe", "compiling")

    async def offered(game: str) -> bool:
        bots.offered("a-table", "3", game, "table", "0", "ada", "-")
        return "a-table" in bots._tasks

    assert not on_sqlite.run(offered("urbe"))
    assert on_sqlite.run(offered("urbino"))
    await eventually(lambda: "a-table" not in bots._tasks)  # there is no such table


@pytest.mark.parametrize(
    ("late", "seconds"),
    [(0, 2.0), (1000, 2.0), (2000, 2 - TO_SPARE), (3000, 1 - TO_SPARE), (9000, 2 * LEAST)],
)
def test_who_takes_over_answers_within_twice_the_time_of_the_bot(late: int, seconds: float) -> None:
    assert _hurry(2.0, late).seconds == pytest.approx(seconds)
    assert _hurry(None, late).seconds is None  # it counts iterations


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("think",), "contrada think needs --database postgresql://…"),
        (("think", "--database", "games.db"), "contrada think needs --database postgresql://…"),
        (("think", "--database", "sqlite:///games.db"), "contrada think needs --database"),
        (("think", "--database", "mysql://x/y"), "games are kept in a file, sqlite:///FILE or"),
        (("think", "--searches", "0"), "invalid value for '--searches'"),
        (("serve", "--no-think", "--database", "games.db"), "--no-think needs --database postgr"),
    ],
    ids=str,
)
def test_what_needs_a_database_that_can_be_shared(
    arguments: tuple[str, ...],
    expected: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("CONTRADA_DATABASE", raising=False)
    with pytest.raises(SystemExit) as ended:
        run(arguments)
    printed = capsys.readouterr()
    assert Answer(ended.value.code, printed.out, printed.err).sentence.startswith(expected)
    assert list(tmp_path.iterdir()) == []
