"""Bots at tables: each turn is thought about in a thread, by what the bot's seat may see, once.

Whoever studies a game or asks for a hint searches here too, but never in all places if there are
several. Those who host tables and those who search take turns, however much any of them wants.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from prometheus_client import Gauge, Histogram

from contrada.bots import levels
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Game, Position
from contrada.server.db.store import Store, StoreError
from contrada.server.runtime.limits import Turns
from contrada.server.tables.registry import Tables
from contrada.server.tables.table import Table
from contrada.server.wire.refusals import Refused

THINKING = Gauge("contrada_bots_thinking", "Bots at tables that are thinking now")
SEARCHING = Gauge("contrada_searches", "Hints, advice and judgements that are searched for now")
THOUGHT = Histogram("contrada_bot_seconds", "How long a bot thought about a decision")
TRY_AGAIN = 2.0  # seconds after the database failed
ONLOOKER = 0  # the level of those who advise: as well as can be, and for as long as they are told
T = TypeVar("T")


class Thinking:
    """Lets bots think, so many at a time, the others one after another."""

    def __init__(self, tables: Tables, store: Store, searches: int) -> None:
        """Think of nothing yet."""
        self._tables, self._store = tables, store
        self._turns = Turns(searches)
        self._threads = ThreadPoolExecutor(searches, thread_name_prefix="bot")
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._is_closing = False
        self._idle: deque[tuple[tuple[str, int], SearchPlayer]] = deque(maxlen=2 * searches)
        self._busy: set[SearchPlayer] = set()
        # One fewer than all, if there are several: a bot waits for a thread, never for a crowd.
        self._beside = asyncio.Semaphore(max(1, searches - 1))

    def wake(self, table_id: str) -> None:
        """See to a table where a bot may be to move."""
        if self._is_closing:
            return
        if table_id in self._tasks:
            self._again.add(table_id)  # it may have looked already
            return
        task = asyncio.create_task(self._see_to(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))

    def _done(self, table_id: str) -> None:
        self._tasks.pop(table_id, None)
        if table_id in self._again:
            self._again.discard(table_id)
            self.wake(table_id)

    async def close(self) -> None:
        """Stop thinking; whoever starts next begins again."""
        self._is_closing = True  # a bot that has moved would wake the next one
        for player in self._busy:
            player.stop()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        await asyncio.to_thread(self._threads.shutdown)

    async def _see_to(self, table_id: str) -> None:
        try:
            host = (await self._tables.table(table_id)).made.host
            async with self._turns.place(host):
                await self._play(table_id)
        except Refused:
            return  # the moment has passed; whoever changed it wakes us again
        except StoreError:
            await asyncio.sleep(TRY_AGAIN)
            self._again.add(table_id)

    async def _play(self, table_id: str) -> None:
        """Play one bot's turn, decision by decision."""
        table = await self._tables.table(table_id)
        seat, bot = table.to_move, table.bot_to_move
        if bot is None or seat is None or not await self._is_ours(table, seat):
            return
        player = self._player(table.game, bot.level or 1)
        try:
            while True:
                position, ply = table.position, table.ply
                assert position is not None
                decision = await self._choose(player, position, seat)
                await self._tables.play_for_bot(table_id, seat, ply, decision)
                table = await self._tables.table(table_id)  # it may have been worked out anew
                if not await self._is_ours(table, seat):
                    break
        finally:
            self._put_back(table.game, bot.level or 1, player)
        if table.bot_to_move:
            self._again.add(table_id)

    async def _is_ours(self, table: Table, seat: int) -> bool:
        """Whether a bot is to decide, and no other process thinks about it."""
        is_due = table.to_move == seat and table.bot_to_move is not None
        return is_due and await self._store.processes.claim(table.id, table.ply)

    async def _choose(self, player: SearchPlayer, position: Position, seat: int) -> int:
        decision, *others = position.legal()
        if not others:
            return decision
        # Dealt anew: a bot cannot use what its seat does not know, whatever it does.
        seen = position.reimagine(seat, fresh_seed(position))
        player.reseed(fresh_seed(seen))
        begun = time.perf_counter()
        with THINKING.track_inprogress():
            loop = asyncio.get_running_loop()
            decision = await loop.run_in_executor(self._threads, player.choose, seen)
        THOUGHT.observe(time.perf_counter() - begun)
        return decision

    # --- Searches for those who study ---

    async def search(
        self, who: str, game: Game, level: int, work: Callable[[SearchPlayer], T]
    ) -> T:
        """Let work be done for somebody with a player of this level, in a thread, in their turn.

        If whoever waits for it is cancelled, the search ends as soon as it can.
        """
        async with self._beside, self._turns.place(who):
            return await self._search(game, level, work)

    async def _search(self, game: Game, level: int, work: Callable[[SearchPlayer], T]) -> T:
        player = self._player(game, level)
        loop = asyncio.get_running_loop()
        job = loop.run_in_executor(self._threads, work, player)
        try:
            with SEARCHING.track_inprogress():
                return await asyncio.shield(job)
        except asyncio.CancelledError:
            player.stop()
            await asyncio.wait([job])  # or two would use the player, or one thread too many
            raise
        finally:
            self._put_back(game, level, player)

    # --- Players ---

    def _player(self, game: Game, level: int) -> SearchPlayer:
        """Return a player of this level that nobody else uses; making one takes much memory."""
        wanted = (repr(game), level)
        for kept in self._idle:
            if kept[0] == wanted:
                self._idle.remove(kept)
                player = kept[1]
                break
        else:
            player = SearchPlayer(game) if level == ONLOOKER else levels.player(level, game)
        self._busy.add(player)
        return player

    def _put_back(self, game: Game, level: int, player: SearchPlayer) -> None:
        self._busy.discard(player)
        player.begin_anew()  # or the next one would get what is left of this one's turn
        self._idle.append(((repr(game), level), player))


def fresh_seed(position: Position) -> int:  # noqa: ARG001 - tests go by it
    """Return a seed for what a bot imagines; tests make it depend on the position alone."""
    return secrets.randbits(62)


def turn_of(player: SearchPlayer, position: Position) -> list[int]:
    """Let a player decide for the seat to move until its turn is over."""
    decisions: list[int] = []
    here, seat = position, position.to_move
    assert seat is not None
    while here.to_move == seat and not (decisions and here.turn_begins):
        decision, *others = here.legal()
        if others:
            decision = player.choose(here.reimagine(seat, fresh_seed(here)))
        decisions.append(decision)
        here = here.play_one(decision)
    return decisions
