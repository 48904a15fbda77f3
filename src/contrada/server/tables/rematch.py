"""Making tables: new ones, and the next game of those who have played one."""

from __future__ import annotations

from contextlib import suppress

from contrada.server.people.identity import Identity
from contrada.server.runtime.limits import Buckets
from contrada.server.tables.commands import Guest, decide, new_id, rematch_of, start
from contrada.server.tables.live import Live
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import Tables
from contrada.server.tables.table import Table
from contrada.server.wire import messages
from contrada.server.wire.answers import Done
from contrada.server.wire.events import AnyEvent, Made, Rematched
from contrada.server.wire.refusals import Refused


class Making:
    """Makes tables, so many for each."""

    def __init__(self, tables: Tables, presence: Presence, shares: Buckets) -> None:
        """Make none yet; `shares` says how many anyone may make."""
        self._tables, self._presence, self._shares = tables, presence, shares

    async def make(self, guest: Identity, made: Made) -> Table:
        """Make a table, and start the game if nobody is missing."""
        await self._tables.readiness.need(made.game)
        self._shares.take(guest.id)
        return await self._tables.begin(new_id(), _beginning(made))

    async def rematch(self, live: Live, guest: Identity, message: messages.Rematch) -> Done:
        """Make the table of the next game, or sit down at it if somebody else has."""
        if live.table.rematch is None:
            someone = Guest(guest.id, guest.name)
            (event,) = decide(live.table, someone, message)
            assert isinstance(event, Rematched)
            self._shares.take(guest.id)
            # First the table, then the news of it: what everyone is told of is there.
            await self._tables.begin(event.table, _beginning(rematch_of(live.table, someone)))
            with suppress(Refused):  # somebody else was first, with the same table
                await self._tables.carry_out(live, lambda: _unless_rematched(live.table, event))
        await self._sit_again(live, guest)
        assert live.table.rematch is not None
        return Done(message.id, live.table.rematch)

    async def _sit_again(self, old: Live, guest: Identity) -> None:
        """Take what is kept for somebody in the next game: a seat, or all of their screen."""
        assert old.table.rematch is not None
        live = await self._tables.live(old.table.rematch)
        for number, seat in enumerate(live.table.seats):
            if seat.kind == "kept" and seat.guest == guest.id:
                await self._sit(live, guest, number)

    async def _sit(self, live: Live, guest: Identity, number: int) -> None:
        message = messages.Sit(table=live.table.id, seat=number)
        await self._tables.carry_out(
            live, lambda: decide(live.table, self._presence.someone(live, guest), message)
        )


def _beginning(made: Made) -> list[AnyEvent]:
    """Return the events of a table's first entry."""
    if all(seat.kind in ("person", "bot") for seat in made.seats):
        return [made, start(len(made.seats), random_seats=made.random_seats)]
    return [made]


def _unless_rematched(table: Table, event: Rematched) -> list[AnyEvent]:
    if table.rematch is not None:
        raise Refused("now", "There is a rematch already")
    return [event]
