"""Bots at tables: a search plays each turn, in a thread, with what the bot's seat may see."""

from __future__ import annotations

import asyncio
import time

from prometheus_client import Gauge, Histogram

from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.tasks import log_failure
from contrada.server.search import pool
from contrada.server.search.pool import SearchPool
from contrada.server.search.queue import Kind, Wish
from contrada.server.tables.commands import check_play
from contrada.server.tables.live import LiveTable
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire.refusals import Refused

THINKING = Gauge("contrada_bots_thinking", "Bots at tables that are thinking now")
THOUGHT = Histogram("contrada_bot_seconds", "How long a bot thought about a decision")
TRY_AGAIN = 2.0  # seconds after the database failed
LEFT_ALONE = 3000  # milliseconds after which any process may think for a bot


class Bots:
    """Plays for bots whenever a table reports that one is to move."""

    def __init__(self, registry: TableRegistry, store: Store, pool: SearchPool) -> None:
        self._registry, self._store, self._pool = registry, store, pool
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._waiting_alone: set[str] = set()  # for a place, at tables that nobody watches
        self._is_closing = False

    def table_changed(self, table: Table) -> None:
        """Start a search if a bot is to move."""
        if table.bot_to_move:
            self._wake(table.id)

    def table_watched(self, live: LiveTable) -> None:
        """Let a bot come forward in the queue, because somebody watches it now."""
        table_id = live.table.id
        if table_id in self._waiting_alone:
            self._again.add(table_id)
            self._tasks[table_id].cancel()

    async def find_left_alone(self) -> None:
        """Find bots that no process is thinking for, because one may have died."""
        for table_id in await self._store.bot_turns(times.now() - LEFT_ALONE):
            self._wake(table_id)

    def _wake(self, table_id: str) -> None:
        if self._is_closing:
            return
        if table_id in self._tasks:
            self._again.add(table_id)  # it may have looked already
            return
        task = asyncio.create_task(self._see_to(table_id))
        self._tasks[table_id] = task
        task.add_done_callback(lambda _: self._done(table_id))
        task.add_done_callback(log_failure)

    def _done(self, table_id: str) -> None:
        self._tasks.pop(table_id, None)
        if table_id in self._again:
            self._again.discard(table_id)
            self._wake(table_id)

    async def close(self) -> None:
        """Stop thinking; the next server starts again."""
        self._is_closing = True  # a bot that has moved would wake the next one
        self._pool.stop_searches()
        for task in list(self._tasks.values()):
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    # --- Playing ---

    async def _see_to(self, table_id: str) -> None:
        try:
            live = await self._registry.live(table_id)
            async with self._registry.settled(live) as table:
                if table.bot_to_move is None:
                    return
                wish = _wish(live)
            if wish.kind is Kind.ALONE:
                self._waiting_alone.add(table_id)
            async with self._pool.place_for(wish):
                self._waiting_alone.discard(table_id)
                await self._play_turn(table_id)
        except Refused:
            return  # the moment has passed; the change that ended it wakes us again
        except StoreError:
            await asyncio.sleep(TRY_AGAIN)
            self._again.add(table_id)
        finally:
            self._waiting_alone.discard(table_id)

    async def _play_turn(self, table_id: str) -> None:
        """Play one bot's turn, decision by decision."""
        table = await self._registry.table(table_id)
        position, ply = table.position, table.ply  # as stored; `_is_ours` waits
        seat, bot = table.to_move, table.bot_to_move
        if bot is None or seat is None or not await self._is_ours(table, seat):
            return
        with self._pool.player(table.game, bot.level or 1) as player:
            while True:
                assert position is not None
                decision = await self._choose(player, position, seat)
                await self._play(table_id, seat, ply, decision)
                table = await self._registry.table(table_id)  # it may have been worked out anew
                position, ply = table.position, table.ply
                if not await self._is_ours(table, seat):
                    break
        if table.bot_to_move:
            self._again.add(table_id)

    async def _is_ours(self, table: Table, seat: int) -> bool:
        """Whether a bot is to decide and no other process has claimed it."""
        is_due = table.to_move == seat and table.bot_to_move is not None
        return is_due and await self._store.cluster.claim(table.id, table.ply)

    async def _choose(self, player: SearchPlayer, position: Position, seat: int) -> int:
        decision, *others = position.legal()
        if not others:
            return decision
        # Hidden things are dealt again, so that a bot cannot use what its seat does not know.
        seen = position.reimagine(seat, pool.fresh_seed(position))
        player.reseed(pool.fresh_seed(seen))
        begun = time.perf_counter()
        with THINKING.track_inprogress():
            decision = await self._pool.think(lambda: player.choose(seen))
        THOUGHT.observe(time.perf_counter() - begun)
        return decision

    async def _play(self, table_id: str, seat: int, ply: int, decision: int) -> None:
        """Play a decision for a bot's seat; raise `Refused` if the moment has passed."""

        def decide(table: Table) -> Change:
            if table.ply != ply or table.bot_to_move is None:
                raise Refused("stale", "The moment has passed")
            return check_play(table, seat, [decision])

        await self._registry.carry_out(await self._registry.live(table_id), decide)


def _wish(live: LiveTable) -> Wish:
    """Return what a bot's turn is in the queue for thinking."""
    table = live.table
    assert table.bot_to_move is not None
    kind = Kind.TABLE if live.is_awaited else Kind.ALONE
    is_quick = (table.bot_to_move.level or 1) in pool.QUICK
    return Wish(table.made.host, live.address, kind, is_quick)
