"""Two servers and two thinkers on one PostgreSQL behind nginx, with load on them: kill any.

The longest waits are printed: `pytest -m soak -s tests/server/test_behind_proxy.py`.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from contrada.bots.levels import BEST
from tests.server.conftest import Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched, Process, Thinking
from tests.server.proxy import PROGRAM, Proxy
from tests.server.stored import check_told

pytestmark = [pytest.mark.anyio, pytest.mark.soak]
ROUNDS = 2  # in each, everyone is killed once
BETWEEN = 40  # bots' turns between two kills
SERVERS = {
    "settings": {"thinks": False, "proxies": ("127.0.0.1",)},
    "limits": {"watched": 2},  # a game that is over, and its rematch
}
THINKERS = {"settings": {"searches": 4}}
SEATS = [*["8 me"] * 4, *["2 me"] * 8, *["me open"] * 4]


class Waits:
    """How long people waited for bots, and who was killed meanwhile."""

    def __init__(self) -> None:
        self.kills: list[tuple[float, str]] = []
        self.of: dict[tuple[str, str], list[float]] = defaultdict(list)
        self.number = 0
        self._news = asyncio.Event()

    def add(self, level: str, began: float, ended: float) -> None:
        meanwhile = [victim for at, victim in self.kills if began <= at <= ended]
        self.of[level, " and ".join(meanwhile) or "nobody"].append(ended - began)
        self.number += 1
        self._news.set()

    async def more(self, number: int) -> None:
        """Wait until bots have answered so many more times."""
        wanted = self.number + number
        while self.number < wanted:
            self._news.clear()
            await self._news.wait()

    def lines(self) -> Iterator[str]:
        for (level, killed), found in sorted(self.of.items()):
            found.sort()
            median, worst = found[len(found) // 2], found[-1]
            yield (
                f"level {level}, {killed} killed meanwhile: {len(found)} turns, "
                f"median {median:.2f} s, longest {worst:.2f} s"
            )


class Player:
    """Somebody who plays at random, and comes back whenever their server is gone."""

    def __init__(self, who: Somebody, table: str, level: str, waits: Waits, seed: int) -> None:
        self.who, self.table, self.level, self._waits = who, table, level, waits
        self.tables = [table]
        self._choose = random.Random(seed)
        self._since: float | None = None  # when the bot came to move
        self.returned = 0

    async def play(self, ending: asyncio.Event) -> None:
        """Play one game after the other, until it is our turn and all is to end."""
        while True:
            try:
                if self.who.closed is not None or self.table not in self.who.tables:
                    await self._come_back()
                if await self._decide(ending):
                    return
            except (AssertionError, ConnectionClosed):
                if self.who.closed is None:  # the server is there, and has refused something
                    raise

    async def _decide(self, ending: asyncio.Event) -> bool:
        who, table = self.who, self.table
        state = await who.sees(table, lambda t: t["legal"] or t["status"] == "over")
        if self._since is not None:
            self._waits.add(self.level, self._since, time.monotonic())
            self._since = None
        if ending.is_set():
            return True
        if state["status"] == "over":
            await self._play_again()
            return False
        ply, decision = state["ply"], self._choose.choice(state["legal"])
        answer = await who.say("play", table=table, ply=ply, decisions=[decision])
        if answer["type"] == "done":
            after = await who.sees(table, lambda t: t["ply"] > ply)
            if self.level and after["to_move"] != after["you"] and after["status"] != "over":
                self._since = time.monotonic()
        else:
            assert answer["reason"] in ("stale", "busy", "turn"), answer
        return False

    async def _play_again(self) -> None:
        """Want a rematch; its table is there as soon as whoever else plays wants one, too."""
        before = self.table
        await self.who.do("rematch", table=before)
        over = await self.who.sees(before, lambda t: t["rematch"])
        self.table = over["rematch"]
        self.tables.append(self.table)
        await self.who.watch(self.table)
        await self.who.do("leave", table=before)  # one socket shows only so many tables

    async def _come_back(self) -> None:
        self.returned += 1
        while True:
            await self.who.disconnect()  # perhaps from a server that has refused to show the table
            try:
                await self.who.connect()
                await self.who.watch(self.table)
                return
            except (AssertionError, ConnectionClosed, InvalidHandshake, OSError):
                await asyncio.sleep(0.1)


@pytest.mark.skipif(PROGRAM is None, reason="nginx is not installed")
async def test_kill_any(shared: str, start: Start, tmp_path: Path) -> None:
    servers = start.together(Launched, shared, 2, **SERVERS)
    thinkers = start.together(Thinking, shared, 2, **THINKERS)
    proxy, waits, ending = Proxy(tmp_path, servers), Waits(), asyncio.Event()
    try:
        async with Company(proxy) as company:
            players = [
                player
                for number, seats in enumerate(SEATS)
                for player in await sit_down(company, seats, waits, number)
            ]
            playing = [asyncio.create_task(each.play(ending)) for each in players]
            for _ in range(ROUNDS):
                for place in range(2):
                    await waits.more(BETWEEN)
                    kill(thinkers[place], "a thinker", waits)
                    thinkers[place] = await asyncio.to_thread(start, Thinking, shared, **THINKERS)
                    await waits.more(BETWEEN)
                    kill(servers[place], "a server", waits)
                    servers[place] = await asyncio.to_thread(start, Launched, shared, **SERVERS)
                    proxy.share_among(servers)
            await waits.more(BETWEEN)
            ending.set()
            with_bots = [task for task, each in zip(playing, players, strict=True) if each.level]
            await asyncio.gather(*with_bots)
            for task in {*playing} - {*with_bots}:  # who has moved would wait for one who has ended
                task.cancel()
            ended = await asyncio.gather(*playing, return_exceptions=True)
            assert [how for how in ended if isinstance(how, Exception)] == []
            for each in players:
                for table in each.tables:
                    check_told(shared, table, each.who)
            returned = sum(each.returned for each in players)
    finally:
        proxy.stop()
    print(f"\n{len(players)} people at {len(SEATS)} tables, {len(waits.kills)} kills,")
    print(f"{waits.number} turns of bots, {returned} reconnections; nothing was lost.")
    print("\n".join(waits.lines()))
    print(f"Level 8 thinks for {BEST:g} s.")


async def sit_down(company: Company, seats: str, waits: Waits, number: int) -> list[Player]:
    host = await company.person()
    table = await host.make("urbino", seats)
    level = seats[0] if seats[0].isdigit() else ""
    people = [host]
    if "open" in seats:
        people.append(await company.person("Bruno"))
        await people[1].do("sit", table=table, seat=1)
    for each in people:
        await each.watch(table)
    return [Player(each, table, level, waits, number) for each in people]


def kill(victim: Process, name: str, waits: Waits) -> None:
    waits.kills.append((time.monotonic(), name))
    victim.kill()
