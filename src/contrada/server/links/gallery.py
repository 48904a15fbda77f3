"""Keeps the pictures of positions that links have shown lately."""

from __future__ import annotations

import asyncio
import subprocess
from collections import OrderedDict

from contrada.games.contract import Position
from contrada.server.links import card
from contrada.server.runtime.limits import RateLimit
from contrada.server.wire.refusals import Refused

MOST_KEPT = 200  # pictures of about 100 kB


class Gallery:
    """Draws cards one at a time, and keeps those that were asked for lately."""

    def __init__(self, rate: RateLimit) -> None:
        self._rate = rate
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._one_by_one = asyncio.Lock()

    async def picture(self, name: str, position: Position, address: str) -> bytes:
        """Return the card of a position; drawing it counts towards the limit of an address.

        The same name must always mean the same position.
        """
        if name not in self._kept:
            self._rate.consume(address)
            async with self._one_by_one:
                if name not in self._kept:  # the one before may have drawn it
                    self._keep(name, await self._draw(position))
        self._kept.move_to_end(name)
        return self._kept[name]

    async def _draw(self, position: Position) -> bytes:
        try:
            return await asyncio.to_thread(card.png, position)
        except subprocess.TimeoutExpired:
            raise Refused("busy", "The picture takes too long; try again in a moment") from None

    def _keep(self, name: str, png: bytes) -> None:
        self._kept[name] = png
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
