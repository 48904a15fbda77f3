"""Previews: where decisions would lead, as far as the seat that asks can know."""

from __future__ import annotations

import asyncio

from contrada.server.runtime.limits import RateLimit
from contrada.server.tables.commands import check_seat, check_turn, preview_of
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire import messages
from contrada.server.wire.guests import Identity
from contrada.server.wire.snapshots import PreviewAnswer


class Previews:
    """Computes previews in a thread, one at a time, so that no move waits for them."""

    def __init__(self, registry: TableRegistry, rate: RateLimit) -> None:
        self._registry, self._rate = registry, rate
        self._one_by_one = asyncio.Lock()

    async def preview(self, guest: Identity | None, message: messages.Preview) -> PreviewAnswer:
        """Return where decisions would lead; anyone may ask about a position as it is."""
        live = await self._registry.live(message.table)
        async with self._registry.settled(live) as table:
            asking = check_turn if message.decisions else check_seat
            position, seat = asking(table, guest.id if guest else None, message.ply)
        assert guest is not None
        await asyncio.sleep(self._rate.delay(guest.id))
        async with self._one_by_one:
            return await asyncio.to_thread(preview_of, position, seat, message)
