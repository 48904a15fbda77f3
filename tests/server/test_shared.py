"""Two servers on one PostgreSQL, in this process, so that tests can interfere in between.

`test_processes` has servers that can be killed.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any
from unittest.mock import AsyncMock

import psycopg
import pytest

from contrada.bots.search_player import SearchPlayer
from contrada.server.db import engine, notify
from contrada.server.db.notify import Topic
from contrada.server.db.store import Store
from contrada.server.settings import Settings
from tests.server.conftest import Pair
from tests.server.people import Company, Somebody, until_clock_runs
from tests.server.serving import GENEROUS, PATIENCE, InThread, eventually, stop_all
from tests.server.stored import check_told, cut_off_all, log_of, rebuilt
from tests.server.test_lobby import homes, ids
from tests.server.test_monkeys import Monkey

pytestmark = pytest.mark.anyio


@pytest.fixture
async def apart(pair: Pair) -> AsyncIterator[tuple[Company, Somebody, Somebody, str]]:
    """Let two people sit at one table through different servers."""
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "me open", listed=True)
        await ada.watch(table)
        await bruno.watch(table)
        await bruno.do("sit", table=table, seat=1)
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["status"] == "playing")
        yield company, ada, bruno, table


Apart = tuple[Company, Somebody, Somebody, str]


async def test_each_hears_what_the_other_does(apart: Apart, pair: Pair) -> None:
    _, ada, bruno, table = apart
    await ada.play(table, 40)
    await bruno.sees(table, lambda t: t["legal"])
    await bruno.play(table, 44)
    await ada.sees(table, lambda t: t["ply"] == 2)
    await ada.at_ply("ask", table, what="takeback")
    await bruno.sees(table, lambda t: t["asks"])
    await bruno.at_ply("answer", table, what="takeback", yes=True)
    state = await ada.sees(table, lambda t: t["to_move"] == 0 and t["ply"] == 3)
    assert state["log"] == []
    await bruno.at_ply("resign", table)
    await ada.sees(table, lambda t: t["status"] == "over")
    check_told(pair[0].settings.database, table, ada, bruno)


async def test_all_talk_at_once_and_nothing_is_lost_or_doubled(apart: Apart, pair: Pair) -> None:
    company, ada, bruno, table = apart
    choose = random.Random(4)

    async def talk(who: Somebody, name: str) -> None:
        for number in range(25):
            await who.do("chat", table=table, text=f"{name} {number}")
            await asyncio.sleep(choose.random() * 0.003)

    others = [await company.again(ada, pair[1]), await company.again(bruno, pair[0])]
    speakers = [ada, bruno, *others]
    await asyncio.gather(*(talk(who, str(n)) for n, who in enumerate(speakers)))
    for each in (ada, bruno):
        state = await each.sees(table, lambda t: len(t["chat"]) == 100)
        said = [line["text"] for line in state["chat"]]
        assert len(set(said)) == 100
        for number in range(4):
            own = [text for text in said if text.startswith(f"{number} ")]
            assert own == [f"{number} {k}" for k in range(25)]
    assert ada.tables[table]["chat"] == bruno.tables[table]["chat"]
    check_told(pair[0].settings.database, table, ada, bruno)


async def test_two_sit_down_at_the_same_instant(pair: Pair) -> None:
    first, second = pair
    async with Company(first) as company:
        host = await company.person("Ada")
        bruno, carla = await company.person("Bruno", first), await company.person("Carla", second)
        for _ in range(10):
            table = await host.make("urbino", "me open")
            said = await asyncio.gather(
                *(each.say("sit", table=table, seat=1) for each in (bruno, carla))
            )
            assert sorted(answer["type"] for answer in said) == ["done", "refused"]
            stored = rebuilt(first.settings.database, table)
            assert stored.status == "playing"
            assert len(log_of(first.settings.database, table)) == 2


async def test_two_want_a_rematch_at_the_same_instant(apart: Apart, pair: Pair) -> None:
    _, ada, bruno, table = apart
    await ada.at_ply("resign", table)
    await bruno.sees(table, lambda t: t["status"] == "over")
    one, other = await asyncio.gather(
        ada.do("rematch", table=table), bruno.do("rematch", table=table)
    )
    again = one.get("table") or other["table"]  # the first one only offered it
    for each in (ada, bruno):
        await each.watch(again)
        await each.sees(again, lambda t: t["status"] == "playing")
        mine = await each.get("/api/me/tables")
        assert ids(mine["tables"]) == {table, again}


async def test_lists_are_told_of_what_happens_elsewhere(pair: Pair) -> None:
    first, second = pair
    async with Company(first) as company:
        ada, stranger = await company.person("Ada", first), await company.stranger(second)
        await stranger.say("home")
        table = await ada.make("urbino", "me open", listed=True)
        await stranger.until(lambda: table in ids(homes(stranger)[-1]["open"]))
        await ada.do("give", table=table, seat=1, level=1)
        await stranger.until(lambda: table in ids(homes(stranger)[-1]["playing"]))


async def test_monkeys_at_both(pair: Pair) -> None:
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        tables = [
            await ada.make("urbino", "me open"),
            await bruno.make("urbino", "open me", clock={"kind": "turn", "hours": 1}),
            await ada.make("urbino", "me 1"),
        ]
        crowd = [ada, bruno, await company.again(ada, second), await company.again(bruno, first)]
        monkeys = [Monkey(who, [*tables], number) for number, who in enumerate(crowd)]
        await asyncio.gather(*(monkey.go() for monkey in monkeys))
        for table in {table for monkey in monkeys for table in monkey.tables}:
            check_told(first.settings.database, table, *crowd)


@pytest.mark.parametrize("reading", [1, 2])
async def test_what_is_said_while_a_table_is_loaded_is_not_missed(
    pair: Pair, monkeypatch: pytest.MonkeyPatch, reading: int
) -> None:
    """The log is read, then something happens elsewhere, then the table is in memory.

    It is read twice: before and after the process has said that it wants to hear of the table.
    """
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "me open")
        has_read, has_heard, go_on = asyncio.Event(), asyncio.Event(), asyncio.Event()
        entries, readings = Store.entries, list[int]()
        ours = asyncio.get_running_loop()

        async def slowly(self: Store, table_id: str, after: int = 0) -> Any:
            found = await entries(self, table_id, after)
            if self is second.services.store and table_id == table:
                readings.append(after)
                if len(readings) == reading:
                    ours.call_soon_threadsafe(has_read.set)
                    waiting = asyncio.run_coroutine_threadsafe(go_on.wait(), ours)
                    await asyncio.wrap_future(waiting)
            return found

        def hear(table_id: str, *_: str) -> None:
            if table_id == table:
                ours.call_soon_threadsafe(has_heard.set)

        monkeypatch.setattr(Store, "entries", slowly)
        second.services.store.listener.on(Topic.TABLE, hear)  # after the registry
        watching = asyncio.create_task(bruno.watch(table))
        async with asyncio.timeout(PATIENCE):
            await has_read.wait()
            await ada.do("chat", table=table, text="Did you hear?")
            if reading == 2:
                await has_heard.wait()
        go_on.set()
        await watching
        await bruno.sees(table, lambda t: t["chat"])


async def test_a_bot_is_thought_for_once(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both servers watch a table of bots; no position is searched by both."""
    first, second = pair
    considered: list[bytes] = []
    choose = SearchPlayer.choose

    def counted(self: SearchPlayer, position: Any, *more: Any) -> int:
        if any(self in server.services.pool._busy for server in pair):  # not for another test
            considered.append(bytes(position))
        return choose(self, position, *more)

    monkeypatch.setattr(SearchPlayer, "choose", counted)
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "1 1")
        for each in (ada, bruno):
            await each.watch(table)
        while ada.tables[table]["status"] == "playing":  # what is said is none of its business
            ply = ada.tables[table]["ply"]
            await ada.do("chat", table=table, text="Well")
            await ada.sees(table, lambda t, p=ply: t["ply"] > p or t["status"] == "over")  # type: ignore[misc]
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["status"] == "over")
        check_told(first.settings.database, table, ada, bruno)
    end = rebuilt(first.settings.database, table).position
    assert end is not None
    choices = [here for here in end.history() if not here.is_over and len(here.legal()) > 1]
    positions = [bytes(here) for here in choices]
    # Bots of an earlier test may still play at these servers.
    assert [each for each in considered if each in positions] == positions


async def test_who_is_renamed_or_forgotten_unheard_is_caught_up_with(pair: Pair) -> None:
    """The notice was sent while this server was not listening."""
    first, second = pair
    async with Company(second) as company:
        ada, bruno = await company.person("Ada"), await company.person("Bruno")
        table = await ada.make("urbino", "me open")
        await bruno.watch(table)
        with psycopg.connect(first.settings.database.replace("+psycopg", "")) as other:
            other.execute("UPDATE guests SET name = 'Adele' WHERE id = %s", [ada.id])
            other.execute("UPDATE guests SET name = '' WHERE id = %s", [bruno.id])
        second.run(listen_again(second))
        await bruno.until_closed()
        await ada.watch(table)

        def is_called_adele() -> bool:
            found = list(second.services.connections._open)  # of another thread
            return any(c.guest and c.guest.name == "Adele" for c in found)

        await eventually(is_called_adele)
        await ada.do("chat", table=table, text="It is me")
        state = await ada.sees(table, lambda t: t["chat"])
        assert state["chat"][0]["name"] == "Adele"


async def test_lists_that_changed_unheard_are_told(pair: Pair) -> None:
    """The notice was sent while this server was not listening."""
    first, second = pair
    async with Company(second) as company:
        ada, stranger = await company.person("Ada"), await company.stranger()
        table = await ada.make("urbino", "me open", listed=True)
        for each in (ada, stranger):
            await each.say("home")
        with psycopg.connect(first.settings.database.replace("+psycopg", "")) as other:
            changed = "UPDATE tables SET summary = replace(summary, 'Ada', 'Adele') WHERE id = %s"
            other.execute(changed, [table])
        second.run(listen_again(second))
        for each, name in ((stranger, "open"), (ada, "yours")):
            await each.until(lambda e=each, n=name: _host(homes(e)[-1][n], table) == "Adele")  # type: ignore[misc]


def _host(summaries: list[Any], table: str) -> str:
    return next(str(each["host"]) for each in summaries if each["id"] == table)


async def listen_again(server: InThread) -> None:
    server.services.store.listener.lose()


async def test_who_was_thought_dead_is_back(pair: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its heartbeats came late, so another process removed it and recorded a pause."""
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "me open")
        await ada.watch(table)
        await bruno.watch(table)
        await bruno.do("sit", table=table, seat=1)
        await ada.sees(table, lambda t: t["online"] == [True, True])
        signs = second.services.store.cluster
        monkeypatch.setattr(signs, "beat", AsyncMock(return_value=True))  # nobody hears of them
        with psycopg.connect(first.settings.database.replace("+psycopg", "")) as other:
            other.execute("DELETE FROM presence")
            other.execute("DELETE FROM processes")
            other.execute("INSERT INTO pauses (began, ended) VALUES (1000, 2000)")
        first.run(first.services.presence.see_who_is_elsewhere())
        await ada.sees(table, lambda t: t["online"] == [True, False])
        monkeypatch.undo()
        second.run(second.services.presence.beat())
        first.run(first.services.presence.beat())
        await ada.sees(table, lambda t: t["online"] == [True, True])
        for server in pair:
            assert (1000, 2000) in server.services.store.cluster.pauses("urbino")


async def test_a_pause_that_one_process_notes_is_known_to_all(pair: Pair) -> None:
    """And those who look at a clock are told, though nobody has done anything."""
    first, second = pair
    async with Company(first) as company:
        ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
        table = await ada.make("urbino", "me open", clock={"kind": "game", "minutes": 10})
        for each in (ada, bruno):
            await each.watch(table)
        await bruno.do("sit", table=table, seat=1)
        for each in (ada, bruno):
            await each.sees(table, lambda t: t["status"] == "playing")
        before = (await until_clock_runs(table, [ada, bruno]))["clock"]
        since = before["at"]
        with psycopg.connect(first.settings.database.replace("+psycopg", "")) as other:
            noted = "INSERT INTO pauses (game, began, ended) VALUES ('urbino', %s, %s)"
            other.execute(noted, [since, since + 5])
            other.execute(f"SELECT pg_notify('{notify.ALL}', '{Topic.PAUSE}')")
        for each in (ada, bruno):
            clock = (await each.sees(table, lambda t: t["clock"]["at"] == since + 5))["clock"]
            assert clock["left"] == before["left"]
        check_told(first.settings.database, table, ada, bruno)


async def test_what_a_dead_machine_left_half_done_holds_nobody_up(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It began to write the next entry of a table, and will never commit it."""
    limit, *others = engine.NEVER_STUCK
    assert limit.startswith("lock_timeout=")
    monkeypatch.setattr(engine, "NEVER_STUCK", ("lock_timeout=50ms", *others))
    server = InThread(Settings(database=shared, limits=GENEROUS))
    try:
        async with Company(server) as company:
            ada = await company.person("Ada")
            stuck, free = await ada.make("urbino", "me open"), await ada.make("urbino", "me open")
            with psycopg.connect(shared.replace("+psycopg", "")) as dead:
                dead.execute("INSERT INTO entries VALUES (%s, 2, 0, '[]')", [stuck])
                answer = await ada.say("chat", table=stuck, text="Anybody?")
                assert (answer["type"], answer["reason"]) == ("refused", "busy")
                await ada.do("chat", table=free, text="Hello")
                dead.rollback()
            await ada.do("chat", table=stuck, text="Here again")
    finally:
        server.stop()


async def test_the_database_goes_away_and_comes_back(
    shared: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections are cut: requests are refused or done, and listening starts again."""
    monkeypatch.setattr(notify, "TRY_AGAIN", 0.05)
    settings = Settings(database=shared, limits=GENEROUS)
    first, second = InThread(settings), InThread(settings)
    try:
        async with Company(first) as company:
            ada, bruno = await company.person("Ada", first), await company.person("Bruno", second)
            table = await ada.make("urbino", "me open")
            await ada.watch(table)
            await bruno.watch(table)
            cut_off_all(shared)
            said = 0
            async with asyncio.timeout(PATIENCE):
                while said < 3:
                    answer = await ada.say("chat", table=table, text=f"{said}")
                    assert answer["type"] == "done" or answer["reason"] == "busy"
                    said += answer["type"] == "done"
            state = await bruno.sees(table, lambda t: len(t["chat"]) >= 3)
            assert [line["text"] for line in state["chat"]] == ["0", "1", "2"]
            check_told(shared, table, ada, bruno)
    finally:
        stop_all(first, second)
