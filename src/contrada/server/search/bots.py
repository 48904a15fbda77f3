"""Bots at tables: a search plays each turn, in a thread, with what the bot's seat may see."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from typing import NamedTuple

from prometheus_client import Gauge, Histogram

from contrada.bots.player import Limits
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server import times
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.tasks import log_failure
from contrada.server.search import pool
from contrada.server.search.pool import SearchPool
from contrada.server.search.queue import Kind, Wish
from contrada.server.settings import SECOND
from contrada.server.tables.commands import check_play
from contrada.server.tables.live import LiveTable
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire.refusals import Refused

THINKING = Gauge("contrada_bots_thinking", "Bots at tables that are thinking now")
THOUGHT = Histogram("contrada_bot_seconds", "How long a bot thought about a decision")
TRY_AGAIN = 2.0  # seconds after the database failed
LEFT_ALONE = 3000  # milliseconds after which any process may think for a bot
LATE = 100  # milliseconds; later than this, another process began the turn, so a bot hurries
TO_SPARE = 0.3  # seconds that taking over may have cost
LEAST = 0.2  # share of its time that even a late bot gets


class Offer(NamedTuple):
    """A bot's turn that another process offered, and its wish in the queue."""

    ply: int
    game: str
    wish: Wish

    def words(self, table_id: str) -> list[str]:
        """Return the offer as news for other processes."""
        guest, address, kind, is_quick = self.wish
        queued = [kind, str(int(is_quick)), guest or "-", address or "-"]
        return [table_id, str(self.ply), self.game, *queued]


class Bots:
    """Plays for bots whenever a table reports that one is to move.

    A process without a free place offers the turn to all others on the same database. A process
    that does not think always does. One with a free place claims the turn and then thinks.
    """

    def __init__(
        self, registry: TableRegistry, store: Store, pool: SearchPool, *, thinks: bool = True
    ) -> None:
        self._registry, self._store, self._pool, self._thinks = registry, store, pool, thinks
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()
        self._offers: dict[str, Offer] = {}  # that we have not looked at yet
        self._waiting_alone: set[str] = set()  # for a place, at tables that nobody watches
        self._is_closing = False

    def table_changed(self, table: Table) -> None:
        """Start a search if a bot is to move."""
        if table.bot_to_move:
            self._wake(table.id)

    def table_watched(self, live: LiveTable) -> None:
        """Move a bot up in the queue, because somebody is watching it now."""
        if live.table.id in self._waiting_alone:
            self._come_forward(live.table.id)
        elif not self._thinks:
            self.table_changed(live.table)

    def _come_forward(self, table_id: str) -> None:
        self._again.add(table_id)
        self._tasks[table_id].cancel()

    def offered(self, table_id: str, ply: str, game: str, *queued: str) -> None:
        """Handle the news that a process has no free place for a bot's turn."""
        if not self._registry.has_game(game):  # leave it to others: we would have to compile first
            return
        kind, is_quick, guest, address = queued
        wish = Wish(guest, "" if address == "-" else address, Kind(kind), is_quick == "1")
        live = self._registry.loaded.get(table_id)
        if live is None or live.table.ply < int(ply):
            self._offers[table_id] = Offer(int(ply), game, wish)
            if table_id not in self._waiting_alone:
                self._wake(table_id)
        if table_id in self._waiting_alone and wish.kind is Kind.TABLE:
            self._come_forward(table_id)

    async def find_left_alone(self, since: int = LEFT_ALONE) -> None:
        """Find bots that no process is thinking for, because one may have died."""
        for table_id in await self._store.bot_turns(times.now() - since):
            self._wake(table_id)

    def _wake(self, table_id: str) -> None:
        if self._is_closing:
            return
        if table_id in self._tasks:
            self._again.add(table_id)  # it may have looked already
            return
        work = self._see_to(table_id) if self._thinks else self._leave_to_others(table_id)
        task = asyncio.create_task(work)
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

    # --- Waiting for a place ---

    async def _see_to(self, table_id: str) -> None:
        try:
            offered = self._offers.pop(table_id, None)
            offer = offered or await self._own(table_id)
            if offer is None:
                return
            if offer.wish.kind is Kind.ALONE:
                self._waiting_alone.add(table_id)
            async with self._pool.place_for(offer.wish):
                self._waiting_alone.discard(table_id)
                if offered and not await self._take_over(table_id, offered.ply):
                    return
                await self._play_turn(table_id)
        except Refused:
            return  # the moment has passed; the change that ended it wakes us again
        except StoreError:
            await asyncio.sleep(TRY_AGAIN)
            self._again.add(table_id)
        finally:
            self._waiting_alone.discard(table_id)

    async def _take_over(self, table_id: str, ply: int) -> bool:
        """Claim a turn before its table is loaded: another process may have been quicker."""
        if await self._store.cluster.claim(table_id, ply) is None:
            return False
        await self._registry.read_until(table_id, ply)
        return True

    async def _own(self, table_id: str) -> Offer | None:
        """Return a bot's turn at a table in memory; if it has to wait, offer it to others too."""
        found = await self._turn_at(table_id)
        if found and self._store.is_shared and not self._pool.has_place_for(found.wish):
            await self._store.cluster.offer(*found.words(table_id))
        return found

    async def _turn_at(self, table_id: str) -> Offer | None:
        live = await self._registry.live(table_id)
        async with self._registry.settled(live) as table:
            if table.bot_to_move is None:
                return None
            return Offer(table.ply, table.made.game, _wish(live))

    async def _leave_to_others(self, table_id: str) -> None:
        with suppress(Refused):  # the table cannot be opened
            found = await self._turn_at(table_id)
            if found:
                await self._store.cluster.offer(*found.words(table_id))

    # --- Playing ---

    async def _play_turn(self, table_id: str) -> None:
        """Play one bot's turn, decision by decision."""
        table = await self._registry.table(table_id)
        position, ply = table.position, table.ply  # as stored; `_claimed` waits
        seat, bot = table.to_move, table.bot_to_move
        if bot is None or seat is None:
            return
        began = await self._claimed(table, seat)
        with self._pool.player(table.game, bot.level or 1) as player:
            while began is not None:
                assert position is not None
                decision = await self._choose(player, position, seat, times.now() - began)
                await self._play(table_id, seat, ply, decision)
                table = await self._registry.table(table_id)  # it may have been worked out anew
                position, ply = table.position, table.ply
                began = await self._claimed(table, seat)
        if table.bot_to_move:
            self._again.add(table_id)

    async def _claimed(self, table: Table, seat: int) -> int | None:
        """Claim the decision of a bot; return since when it has been thought about."""
        if table.to_move != seat or table.bot_to_move is None:
            return None
        return await self._store.cluster.claim(table.id, table.ply)

    async def _choose(self, player: SearchPlayer, position: Position, seat: int, late: int) -> int:
        decision, *others = position.legal()
        if not others:
            return decision
        # Hidden things are dealt again, so that a bot cannot use what its seat does not know.
        seen = position.reimagine(seat, pool.fresh_seed(position))
        player.reseed(pool.fresh_seed(seen))
        hurry = (_hurry(player.thinking.seconds, late),) if late > LATE else ()
        begun = time.perf_counter()
        with THINKING.track_inprogress():
            decision = await self._pool.think(lambda: player.choose(seen, *hurry))
        THOUGHT.observe(time.perf_counter() - begun)
        return decision

    async def _play(self, table_id: str, seat: int, ply: int, decision: int) -> None:
        """Play a decision for a bot's seat; raise `Refused` if the moment has passed."""

        def decide(table: Table) -> Change:
            if table.ply != ply or table.bot_to_move is None:
                raise Refused("stale", "The moment has passed")
            return check_play(table, seat, [decision])

        await self._store.cluster.keep_time()  # clocks use the time of this move
        await self._registry.carry_out(await self._registry.live(table_id), decide)


def _hurry(seconds: float | None, late: int) -> Limits:
    """Return the limits of a bot that began late, so that it answers within twice its time."""
    if seconds is None:
        return Limits()  # the usual ones
    left = 2 * seconds - late / SECOND - TO_SPARE
    return Limits(seconds=min(seconds, max(LEAST * seconds, left)))


def _wish(live: LiveTable) -> Wish:
    """Return the wish that stands for a bot's turn in the queue."""
    table = live.table
    assert table.bot_to_move is not None
    kind = Kind.TABLE if live.is_awaited else Kind.ALONE
    is_quick = (table.bot_to_move.level or 1) in pool.QUICK
    return Wish(table.made.host, live.address, kind, is_quick)
