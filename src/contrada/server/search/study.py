"""Studying: shows or searches any position of a finished game, within each person's limits."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from contrada.bots.search_player import SearchPlayer
from contrada.games.contract import Position
from contrada.server.runtime.limits import AdmissionControl, RateLimit, Share
from contrada.server.search import pool
from contrada.server.search.fair_play import FairPlay
from contrada.server.search.pool import SearchPool
from contrada.server.search.positions import Sources, Studied
from contrada.server.search.queue import Kind, Wish
from contrada.server.wire import requests
from contrada.server.wire.refusals import Refused

OVER = "The game is over there, so there is nothing to decide"
T = TypeVar("T")


class Study:
    """The sources of positions, and the limits of those who study."""

    def __init__(
        self,
        sources: Sources,
        pool: SearchPool,
        admission: AdmissionControl,
        looks: RateLimit,
        fair_play: FairPlay,
    ) -> None:
        self._sources, self._pool, self._fair_play = sources, pool, fair_play
        self._admission, self._looks = admission, looks

    async def look(
        self, share: Share, wanted: requests.StudiedLine, show: Callable[[Studied], T]
    ) -> T:
        """Show a position."""
        self._looks.consume(share.who)
        return await self._sources.study(share.address, wanted, show)

    async def game(self, share: Share, source: requests.GameSource) -> Studied:
        """Return a finished game at its end, if it may be analysed."""
        self._looks.consume(share.who)
        found = await self._sources.game(share.address, source)
        await asyncio.to_thread(self._fair_play.check, found.position.history())
        return found

    async def search(
        self,
        share: Share,
        wanted: requests.StudiedLine,
        level: int,
        work: Callable[[SearchPlayer, Position], T],
    ) -> T:
        """Search a position, if people are not playing it."""
        position = await self.look(share, wanted, self._searchable)
        if not position.legal():
            raise Refused("now", OVER)
        wish = Wish(share.who, share.address, Kind.STUDY, level in pool.QUICK)
        with self._admission.admit(share):
            return await self._pool.search(
                wish, position.game, level, lambda player: work(player, position)
            )

    def _searchable(self, found: Studied) -> Position:
        self._fair_play.check(found.position.history())
        return found.position


def turn_of(player: SearchPlayer, position: Position) -> list[int]:
    """Let a search play the rest of the turn for the seat to move."""
    decisions: list[int] = []
    here, seat = position, position.to_move
    assert seat is not None
    while here.to_move == seat and not (decisions and here.turn_begins):
        decision, *others = here.legal()
        if others:
            decision = player.choose(here.reimagine(seat, pool.fresh_seed(here)))
        decisions.append(decision)
        here = here.play_one(decision)
    return decisions
