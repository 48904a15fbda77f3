"""Rematches: the next game of those who have played one, at a table of its own."""

from __future__ import annotations

from contextlib import suppress

from contrada.server.tables.commands import Actor, decide, rematch_of
from contrada.server.tables.live import LiveTable
from contrada.server.tables.maker import TableMaker
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Change, Table
from contrada.server.wire import messages
from contrada.server.wire.answers import Done
from contrada.server.wire.events import Rematched
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused


class Rematcher:
    """Makes the table of the next game, and lets people sit down there."""

    def __init__(self, registry: TableRegistry, presence: Presence, maker: TableMaker) -> None:
        self._registry, self._presence, self._maker = registry, presence, maker

    async def rematch(self, live: LiveTable, guest: Identity, message: messages.Rematch) -> Done:
        """Make the table of the next game, or sit down at it if somebody else has made it."""
        if live.table.rematch is None:
            await self._make_next(live, guest, message)
        await self._sit_again(live, guest)
        assert live.table.rematch is not None
        return Done(message.id, live.table.rematch)

    async def _make_next(self, live: LiveTable, guest: Identity, message: messages.Rematch) -> None:
        """Make the table first, then tell of it: what everyone is told of is there."""
        change = decide(live.table, Actor(guest.id, guest.name), message)
        (event,) = change.events
        assert isinstance(event, Rematched)
        await self._maker.make_named(event.table, guest, rematch_of(live.table, guest))
        with suppress(Refused):  # somebody else was first, with the same table
            await self._registry.carry_out(live, lambda table: _unless_rematched(table, change))

    async def _sit_again(self, old: LiveTable, guest: Identity) -> None:
        """Take what is kept for somebody in the next game: a seat, or all of their screen."""
        assert old.table.rematch is not None
        live = await self._registry.live(old.table.rematch)
        for number, seat in enumerate(live.table.seats):
            if seat.kind == "kept" and seat.guest == guest.id:
                await self._sit(live, guest, number)

    async def _sit(self, live: LiveTable, guest: Identity, number: int) -> None:
        message = messages.Sit(table=live.table.id, seat=number)
        await self._registry.carry_out(
            live, lambda table: decide(table, self._presence.actor(live, guest), message)
        )


def _unless_rematched(table: Table, change: Change) -> Change:
    if table.rematch is not None:
        raise Refused("now", "There is a rematch already")
    return change
