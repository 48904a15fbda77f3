"""Who thinks next: the queue by itself, and the real pool with searches that a test holds up."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from contrada.bots.player import Limits as Thought
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.search import hints
from contrada.server.search.bots import Bots
from contrada.server.search.queue import Kind, ThinkingQueue, Wish
from contrada.server.settings import Settings
from tests.server.conftest import NewDatabase
from tests.server.people import Company, Somebody
from tests.server.serving import GENEROUS, HOST, PATIENCE, InThread, eventually

pytestmark = pytest.mark.anyio
FAR, NEAR = "192.0.2.7", "198.51.100.9"


# --- The queue by itself -------------------------------------------------------------------------


class Line:
    """A queue whose searches last until the test ends them."""

    def __init__(self, places: int) -> None:
        self._queue = ThinkingQueue(places)
        self.begun: list[str] = []
        self._may_end: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, *names: str, kind: Kind = Kind.TABLE, quick: bool = False) -> None:
        """Add searches, named by guest and address: ada@home."""
        for name in names:
            guest, _, address = name.partition("@")
            key = f"{name} {len(self._tasks)}" if name in self._tasks else name
            self._may_end[key] = asyncio.Event()
            work = self._search(key, Wish(guest, address, kind, quick))
            self._tasks[key] = asyncio.create_task(work)
        await _settle()

    async def _search(self, key: str, wish: Wish) -> None:
        async with self._queue.place(wish):
            self.begun.append(key)
            await self._may_end[key].wait()

    async def end(self, *names: str) -> None:
        for name in names:
            self._may_end[name].set()
            await _settle()

    async def give_up(self, name: str) -> None:
        self._tasks[name].cancel()
        await _settle()

    async def play_out(self) -> list[str]:
        """End one search after the other; return the order in which all began."""
        for number in range(len(self._tasks)):
            if number < len(self.begun):
                await self.end(self.begun[number])
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        return self.begun


async def _settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_addresses_take_turns_and_so_do_the_guests_of_one() -> None:
    line = Line(1)
    await line.add("x@x")  # busy
    await line.add("ada@a", "ada@a", "bruno@a", "carla@b", "dino@b")
    assert await line.play_out() == ["x@x", "ada@a", "carla@b", "bruno@a", "dino@b", "ada@a 2"]


async def test_an_address_with_fewer_searches_comes_first() -> None:
    line = Line(2)
    await line.add("ada@a", "bruno@a", "carla@a", "dino@b")
    await line.end("ada@a")
    assert line.begun == ["ada@a", "bruno@a", "dino@b"]
    assert (await line.play_out())[3:] == ["carla@a"]


async def test_guests_of_unknown_address_do_not_share_one() -> None:
    line = Line(1)
    await line.add("x", "ada", "ada", "bruno")
    assert await line.play_out() == ["x", "ada", "bruno", "ada 2"]


async def test_what_nobody_waits_for_comes_last() -> None:
    line = Line(1)
    await line.add("x@x")
    await line.add("a@1", "b@2", kind=Kind.ALONE)
    await line.add("c@3", "d@4", kind=Kind.STUDY)
    await line.add("e@5", "f@6")
    assert (await line.play_out())[1:] == ["c@3", "e@5", "d@4", "f@6", "a@1", "b@2"]


@pytest.mark.parametrize("kinds", [(Kind.STUDY,), (Kind.ALONE,), (Kind.STUDY, Kind.ALONE)])
async def test_a_place_is_left_for_tables(kinds: tuple[Kind, ...]) -> None:
    line = Line(3)
    for number, kind in enumerate(kinds * 4):
        await line.add(f"{number}@{number}", kind=kind)
    assert len(line.begun) == 2
    await line.add("ada@a", "bruno@b")
    assert line.begun[2:] == ["ada@a"]
    assert len(await line.play_out()) == 4 * len(kinds) + 2


async def test_quick_searches_do_not_stand_behind_slow_ones() -> None:
    line = Line(2)
    await line.add("a@1", "b@2", "c@3", "d@4")  # slow: two search, two wait
    await line.add("e@5", "f@6", quick=True)
    assert line.begun[2:] == ["e@5"]
    await line.end("e@5")
    assert line.begun[3:] == ["f@6"]
    await line.end("a@1")
    assert line.begun[4:] == ["c@3"]
    assert len(await line.play_out()) == 6


async def test_quick_searches_take_what_slow_ones_leave() -> None:
    line = Line(2)
    await line.add("a@1", "b@2", "c@3", "d@4", quick=True)
    assert line.begun == ["a@1", "b@2", "c@3"]
    await line.add("e@5")
    await line.end("b@2")  # its place was not the one for quick searches
    assert line.begun[3:] == ["e@5"]
    assert len(await line.play_out()) == 5


async def test_who_gives_up_waiting_leaves_no_place_lost() -> None:
    line = Line(1)
    await line.add("a@1", "b@2", "c@3", "d@4")
    await line.give_up("b@2")
    line._may_end["a@1"].set()
    await asyncio.sleep(0)
    await line.give_up("c@3")  # perhaps called already, and not come yet
    assert (await line.play_out())[-1] == "d@4"
    await line.add("e@5")
    assert line.begun[-1] == "e@5"
    await line.play_out()


# --- At a server ---------------------------------------------------------------------------------


class Hall:
    """A server with one or two places, where bots search until the test lets one decide."""

    def __init__(self, server: InThread, monkeypatch: pytest.MonkeyPatch) -> None:
        self.server, self.begun = server, list[str]()
        self._leave, self._held = threading.Semaphore(0), 0
        choose, play_turn = SearchPlayer.choose, Bots._play_turn

        def held(player: SearchPlayer, position: Position, *more: Any) -> int:
            if player in server.services.pool._busy:  # not at another server of the tests
                self._held += 1
                assert self._leave.acquire(timeout=PATIENCE)
                player.stop()  # with what is known at once
            return choose(player, position, *more)

        async def noted(bots: Bots, table_id: str, *more: Any) -> None:
            if bots is server.services.bots:
                self.begun.append(table_id)
            await play_turn(bots, table_id, *more)

        monkeypatch.setattr(SearchPlayer, "choose", held)
        monkeypatch.setattr(Bots, "_play_turn", noted)

    async def make(self, who: Somebody, address: str, seats: str) -> str:
        wishes = [
            {"kind": "bot", "level": int(seat)} if seat.isdigit() else {"kind": seat}
            for seat in seats.split()
        ]
        body = {"game": "urbino", "seats": wishes}
        found = await who.request("POST", "/api/tables", body, {"X-Forwarded-For": address})
        assert found.status == 201, found
        return str(found.data["id"])

    async def has_begun(self, *tables: str) -> None:
        await eventually(lambda: {*tables} <= {*self.begun})

    async def order_of(self, *tables: str) -> list[str]:
        """Let bots decide one after the other; return these tables in the order of their start."""
        while not {*tables} <= {*self.begun}:
            number = self._held
            self._leave.release()
            await eventually(lambda n=number: self._held > n)  # type: ignore[misc]
        return sorted(tables, key=self.begun.index)

    def let_all_go(self) -> None:
        self._leave.release(100_000)


OpenHall = Callable[[int], AbstractAsyncContextManager[tuple[Hall, Company]]]


@pytest.fixture
def open_hall(new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch) -> OpenHall:
    """Open a server with so many places to people."""

    @asynccontextmanager
    async def opened(places: int) -> AsyncIterator[tuple[Hall, Company]]:
        settings = Settings(
            database=new_database("sqlite"),
            limits=GENEROUS,
            games=("urbino",),
            searches=places,
            proxies=(HOST,),
        )
        server = InThread(settings)
        hall = Hall(server, monkeypatch)
        try:
            async with Company(server) as company:
                yield hall, company
        finally:
            hall.let_all_go()
            server.stop()

    return opened


async def test_a_stranger_does_not_wait_for_many_guests_of_one_address(
    open_hall: OpenHall,
) -> None:
    """Each has a table of bots that nobody watches; a stranger's bots begin at once."""
    async with open_hall(2) as (hall, company):
        for _ in range(6):
            await hall.make(await company.guest(), FAR, "8 8")
        await eventually(lambda: hall.begun)
        stranger = await company.guest("Zeno")
        quick = await hall.make(stranger, NEAR, "1 me")
        await hall.has_begun(quick)
        slow = await hall.make(stranger, NEAR, "8 me")
        await hall.has_begun(slow)
        assert len(hall.begun) == 3  # one of the six, and these


async def test_quick_levels_do_not_wait_for_slow_ones(
    open_hall: OpenHall,
) -> None:
    """All from one address, and all for people."""
    async with open_hall(1) as (hall, company):
        for _ in range(3):
            await hall.make(await company.guest(), FAR, "8 me")
        await eventually(lambda: hall.begun)
        quick = await hall.make(await company.guest(), FAR, "1 me")
        await hall.has_begun(quick)
        assert len(hall.begun) == 2


async def test_people_come_before_tables_that_nobody_watches_and_addresses_take_turns(
    open_hall: OpenHall,
) -> None:
    async with open_hall(1) as (hall, company):
        ada = await company.guest()
        busy = await hall.make(ada, FAR, "8 me")
        await hall.has_begun(busy)
        alone = [await hall.make(await company.guest(), FAR, "8 8") for _ in range(2)]
        far = [await hall.make(await company.guest(), FAR, "8 me") for _ in range(2)]
        near = [await hall.make(await company.guest(), NEAR, "8 me") for _ in range(2)]
        await eventually(lambda: len(hall.server.services.bots._tasks) == 7)
        order = await hall.order_of(*alone, *far, *near)
        assert order == [far[0], near[0], far[1], near[1], *alone]


async def test_whoever_begins_to_watch_need_not_wait_any_longer(
    open_hall: OpenHall,
) -> None:
    async with open_hall(1) as (hall, company):
        ada = await company.guest()
        busy = await hall.make(ada, FAR, "8 me")
        await hall.has_begun(busy)
        alone = [await hall.make(ada, FAR, "8 8") for _ in range(3)]
        await eventually(lambda: len(hall.server.services.bots._waiting_alone) == 3)
        zeno = await company.stranger()
        await zeno.watch(alone[2])
        await eventually(lambda: len(hall.server.services.bots._waiting_alone) == 2)
        assert await hall.order_of(*alone) == [alone[2], alone[0], alone[1]]


async def test_hints_and_bots_are_shared_by_address(
    open_hall: OpenHall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Many guests of one address ask for hints; the bot of a stranger comes next."""
    monkeypatch.setattr(hints, "HINT", Thought(iterations=20))
    async with open_hall(1) as (hall, company):
        busy = await hall.make(await company.guest(), NEAR, "8 me")
        await hall.has_begun(busy)
        asking = []
        for _ in range(3):
            guest = await company.guest()
            table = await hall.make(guest, FAR, "me 1")
            body = {"type": "hint", "table": table, "ply": 0}
            path, far = f"/api/tables/{table}/messages", {"X-Forwarded-For": FAR}
            asking.append(asyncio.create_task(guest.request("POST", path, body, far)))
        queue = hall.server.services.pool._queue
        waiting = queue._lines[Kind.STUDY, False]._of
        await eventually(lambda: FAR in waiting and len(waiting[FAR]) == 3)
        slow = await hall.make(await company.guest(), "203.0.113.5", "8 me")
        await hall.order_of(slow)
        assert sum(task.done() for task in asking) <= 1  # tables and those who study take turns
        hall.let_all_go()
        assert {(await task).status for task in asking} == {200}
