"""A pool of search players and threads, for bots at tables and for people who study.

`queue` says whose turn it is when all of them are busy.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, contextmanager
from typing import TypeVar

from prometheus_client import Gauge

from contrada.bots import levels
from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Game, Position
from contrada.server.search.queue import ThinkingQueue, Wish

SEARCHING = Gauge("contrada_searches", "Hints, advice and judgements that are searched for now")
ADVISER = 0  # the level for advice: the strongest, for as long as it is told
QUICK = range(1, 7)  # levels that decide within a fraction of a second
T = TypeVar("T")


class SearchPool:
    """The players, and the threads that they think in."""

    def __init__(self, searches: int) -> None:
        self._queue = ThinkingQueue(searches)
        self._threads = ThreadPoolExecutor(searches + 1, thread_name_prefix="bot")  # one is quick
        self._idle: deque[tuple[tuple[str, int], SearchPlayer]] = deque(maxlen=2 * searches)
        self._busy: set[SearchPlayer] = set()

    def stop_searches(self) -> None:
        """End all searches with what they have found so far."""
        for player in list(self._busy):
            player.stop()

    async def close(self) -> None:
        """Wait until the threads have ended."""
        await asyncio.to_thread(self._threads.shutdown)

    def has_place_for(self, wish: Wish) -> bool:
        """Whether a wish would not have to wait."""
        return self._queue.has_place_for(wish)

    def place_for(self, wish: Wish) -> AbstractAsyncContextManager[None]:
        """Hold a place as soon as it is this wish's turn."""
        return self._queue.place(wish)

    @contextmanager
    def player(self, game: Game, level: int) -> Iterator[SearchPlayer]:
        """Lend a player of a level that is not in use; creating one takes a lot of memory."""
        player = self._take(game, level)
        self._busy.add(player)
        try:
            yield player
        finally:
            self._busy.discard(player)
            player.begin_anew()  # or the next game would get what is left of this turn
            self._idle.append(((repr(game), level), player))

    def _take(self, game: Game, level: int) -> SearchPlayer:
        wanted = (repr(game), level)
        for kept in self._idle:
            if kept[0] == wanted:
                self._idle.remove(kept)
                return kept[1]
        return SearchPlayer(game) if level == ADVISER else levels.player(level, game)

    def think(self, work: Callable[[], T]) -> asyncio.Future[T]:
        """Run something in one of the threads."""
        return asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def search(
        self, wish: Wish, game: Game, level: int, work: Callable[[SearchPlayer], T]
    ) -> T:
        """Run work with a player of this level, in a thread, when it is this wish's turn.

        If the caller is cancelled, the search ends as soon as it can.
        """
        async with self.place_for(wish):
            with self.player(game, level) as player:
                return await self._search(player, work)

    async def _search(self, player: SearchPlayer, work: Callable[[SearchPlayer], T]) -> T:
        job = self.think(lambda: work(player))
        try:
            with SEARCHING.track_inprogress():
                return await asyncio.shield(job)
        except asyncio.CancelledError:
            player.stop()
            await asyncio.wait([job])  # or two would use the player, or one thread too many
            raise


def fresh_seed(position: Position) -> int:  # noqa: ARG001 - tests go by it
    """Return a random seed for a search; tests make it depend on the position alone."""
    return secrets.randbits(62)
