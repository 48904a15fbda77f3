"""Two server processes on one PostgreSQL: one table through both, and one process killed."""

from __future__ import annotations

import random

import pytest

from tests.server.conftest import Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched
from tests.server.stored import check_told, log_of, rebuilt

pytestmark = pytest.mark.anyio
# How soon somebody looks after the others. A dead process is taken for one at once.
QUICK = {"services.BEAT": 0.2, "search.bots.LEFT_ALONE": 200}


async def play_a_turn(players: list[Somebody], table: str, chosen: random.Random) -> None:
    """Let the seat to move decide something, and wait until everyone else sees it."""
    for one in players:
        state = one.tables[table]
        if state["to_move"] == state["you"] and state["legal"]:
            ply = state["ply"]
            await one.play(table, chosen.choice(state["legal"]))
            for each in players:
                await each.sees(table, lambda t, p=ply: t["ply"] > p)  # type: ignore[misc]
            return


async def test_one_table_through_two_processes_one_of_which_dies(shared: str, start: Start) -> None:
    first, second = start.together(Launched, shared, 2, constants=QUICK)
    chosen = random.Random(5)
    async with Company(first) as company:
        ada = await company.person("Ada", first)
        table = await ada.make("urtown", "me 1 open 1")
        bruno = await company.person("Bruno", second)
        watcher = await company.stranger(second)
        for one in (ada, bruno, watcher):
            await one.watch(table)
        await bruno.do("sit", table=table, seat=2)
        for one in (ada, bruno, watcher):
            await one.sees(table, lambda t: t["status"] == "playing")
        for _ in range(8):
            await next_of(ada, bruno, table)
            await play_a_turn([ada, bruno], table, chosen)
        earlier = ada
        last_told = max(ada.tables[table]["seq"], bruno.tables[table]["seq"])

        first.kill()
        await ada.until_closed()
        assert len(log_of(shared, table)) >= last_told
        ada = await company.again(ada, second)
        await ada.watch(table)
        while ada.tables[table]["status"] == "playing":
            await next_of(ada, bruno, table)
            await play_a_turn([ada, bruno], table, chosen)
        await bruno.sees(table, lambda t: t["status"] == "over")
        await watcher.sees(table, lambda t: t["status"] == "over")

        stored = rebuilt(shared, table)
        assert stored.status == "over"
        assert stored.end is not None
        result = bruno.tables[table]["result"]
        assert tuple(result["scores"]) == stored.end.scores
        assert bruno.tables[table]["ply"] == stored.ply
        check_told(shared, table, earlier, ada, bruno, watcher)


async def next_of(ada: Somebody, bruno: Somebody, table: str) -> None:
    """Wait until one of the two is to move, or the game is over; bots play in between."""
    for one, other in ((ada, bruno), (bruno, ada)):
        await one.sees(table, lambda t: t["status"] == "over" or t["to_move"] in (0, 2))
        await other.sees(table, lambda t, s=one: t["seq"] >= s.tables[table]["seq"])  # type: ignore[misc]


async def test_bots_alone_go_on_when_the_process_that_thinks_dies(
    shared: str, start: Start
) -> None:
    first, second = start.together(Launched, shared, 2, constants=QUICK)
    async with Company(first) as company:
        host = await company.person("Ada")
        table = await host.make("urbino", "7 7")  # a long game: they think about each move
        await host.watch(table)
        await host.sees(table, lambda t: t["ply"] >= 2)
        first.kill()
        again = await company.again(host, second)
        left = await again.watch(table)
        assert left["status"] == "playing"
        await again.sees(table, lambda t: t["ply"] >= left["ply"] + 4)
        check_told(shared, table, host, again)


async def test_presence_and_names_cross_processes(shared: str, start: Start) -> None:
    first, second = start.together(Launched, shared, 2, constants=QUICK)
    async with Company(first) as company:
        ada = await company.person("Ada", first)
        bruno = await company.person("Bruno", second)
        table = await ada.make("urbino", "me open", listed=True)
        await ada.watch(table)
        await bruno.watch(table)
        await bruno.do("sit", table=table, seat=1)
        await ada.sees(table, lambda t: t["online"] == [True, True])
        await bruno.request("PATCH", "/api/me", {"name": "Benno"})
        await ada.sees(table, lambda t: t["seats"][1]["name"] == "Benno")
        await ada.do("chat", table=table, text="ciao")
        await bruno.sees(table, lambda t: [line["text"] for line in t["chat"]] == ["ciao"])
        await bruno.disconnect()
        await ada.sees(table, lambda t: t["online"] == [True, False] and t["abandoned_at"][1])
        again = await company.again(bruno, second)
        await again.watch(table)
        await ada.sees(table, lambda t: t["online"] == [True, True])
        stranger = await company.stranger(second)
        await stranger.watch(table)
        await ada.sees(table, lambda t: t["watchers"] == 1)  # "Somebody has opened the link"
        second.kill()  # gives no sign of life any more
        await ada.sees(table, lambda t: t["online"] == [True, False] and t["watchers"] == 0)
