"""Rematches: the next game of the same people, at a table of its own."""

from __future__ import annotations

from contrada.server.tables.commands import Actor, announce_rematch, decide, next_id, rematch_of
from contrada.server.tables.live import LiveTable
from contrada.server.tables.maker import TableMaker
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire import messages
from contrada.server.wire.answers import Done
from contrada.server.wire.guests import Identity


class Rematcher:
    """Takes offers of a rematch, and makes its table once everyone has agreed."""

    def __init__(self, registry: TableRegistry, maker: TableMaker) -> None:
        self._registry, self._maker = registry, maker

    async def rematch(self, live: LiveTable, guest: Identity, message: messages.Rematch) -> Done:
        """Offer or accept a rematch; the answer names its table if there is one.

        The agreement is stored first, so that it holds whatever happens to the rest: those who
        ask again after a failure find it, and make the table.
        """
        actor = Actor(guest.id, guest.name)
        await self._registry.carry_out(live, lambda table: decide(table, actor, message))
        following = await self._next_table(live, guest)
        return Done(message.id, following) if following else Done(message.id)

    async def _next_table(self, live: LiveTable, guest: Identity) -> str | None:
        """Make the table before announcing it, so that it exists when people hear of it."""
        async with self._registry.settled(live) as table:
            if table.rematch is not None or not table.is_rematch_agreed:
                return table.rematch
            following, made = next_id(table), rematch_of(table)
        await self._maker.make_named(following, guest, made)
        await self._registry.carry_out(live, announce_rematch)
        return following
