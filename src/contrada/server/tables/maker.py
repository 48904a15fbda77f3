"""Makes new tables, within each guest's limit."""

from __future__ import annotations

from msgspec.structs import replace

from contrada.server.runtime.limits import RateLimit
from contrada.server.runtime.readiness import Readiness
from contrada.server.tables.commands import new_id, start
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Table
from contrada.server.wire.clocks import GameClock
from contrada.server.wire.events import AnyEvent, Made
from contrada.server.wire.guests import Identity


class TableMaker:
    """Makes tables, and starts the game if every seat is taken."""

    def __init__(
        self,
        registry: TableRegistry,
        readiness: Readiness,
        rate: RateLimit,
        first_move_within: int,
    ) -> None:
        """`first_move_within`: milliseconds for each seat's first move, which starts its clock."""
        self._registry, self._readiness, self._rate = registry, readiness, rate
        self._first_move_within = first_move_within

    async def make(self, guest: Identity, made: Made, address: str) -> Table:
        """Make a table with an id that nobody can guess, for a guest at an address."""
        await self._readiness.need(made.game)
        return await self.make_named(new_id(), guest, made, address)

    async def make_named(
        self, table_id: str, guest: Identity, made: Made, address: str = ""
    ) -> Table:
        """Make a table of a game that is ready."""
        self._rate.consume(guest.id)
        if isinstance(made.clock, GameClock):  # hours for a turn leave everyone time to come
            made = replace(made, first_move_within=self._first_move_within)
        return await self._registry.create(table_id, _first_entry(made), address)


def _first_entry(made: Made) -> list[AnyEvent]:
    if all(seat.kind in ("person", "bot") for seat in made.seats):
        return [made, start(len(made.seats), random_seats=made.random_seats)]
    return [made]
