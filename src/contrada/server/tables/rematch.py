"""Rematches: the next game of the same people, at a table of its own."""

from __future__ import annotations

from contrada.server.tables.commands import Actor, decide, rematch_of
from contrada.server.tables.live import LiveTable
from contrada.server.tables.maker import TableMaker
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire import messages
from contrada.server.wire.answers import Done
from contrada.server.wire.events import Rematched
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused


class Rematcher:
    """Makes the table of a rematch, and seats people there."""

    def __init__(self, registry: TableRegistry, presence: Presence, maker: TableMaker) -> None:
        self._registry, self._presence, self._maker = registry, presence, maker

    async def rematch(self, live: LiveTable, guest: Identity, message: messages.Rematch) -> Done:
        """Make the table of the rematch, or sit down at it if it exists."""
        following = await self._next_table(live, guest, message)
        await self._sit_again(following, guest)
        return Done(message.id, following)

    async def _next_table(self, live: LiveTable, guest: Identity, message: messages.Rematch) -> str:
        """Make the table before announcing it, so that it exists when people hear of it."""
        actor = Actor(guest.id, guest.name)
        async with self._registry.settled(live) as table:
            if table.rematch is not None:
                return table.rematch
            (event,) = decide(table, actor, message).events
            made = rematch_of(table, guest)
        assert isinstance(event, Rematched)
        await self._maker.make_named(event.table, guest, made)
        try:
            await self._registry.carry_out(live, lambda table: decide(table, actor, message))
        except Refused:
            if live.table.rematch is None:
                raise  # or somebody else was first, with the same table
        return event.table

    async def _sit_again(self, table_id: str, guest: Identity) -> None:
        """Take a guest's reserved seats in the rematch: one, or all at their screen."""
        live = await self._registry.live(table_id)
        async with self._registry.settled(live) as table:
            kept = [
                number
                for number, seat in enumerate(table.seats)
                if seat.kind == "kept" and seat.guest == guest.id
            ]
        for number in kept:
            await self._sit(live, guest, number)

    async def _sit(self, live: LiveTable, guest: Identity, number: int) -> None:
        message = messages.Sit(table=live.table.id, seat=number)
        await self._registry.carry_out(
            live, lambda table: decide(table, self._presence.actor(live, guest), message)
        )
