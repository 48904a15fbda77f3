"""Hints: what a search suggests for your own decision, with what your seat may see."""

from __future__ import annotations

import secrets

from contrada.bots.player import Limits
from contrada.games.contract import Position
from contrada.server.runtime.limits import AdmissionControl, Share
from contrada.server.search import advice
from contrada.server.search.pool import ADVISER, SearchPool
from contrada.server.search.queue import Kind, Wish
from contrada.server.tables.commands import check_turn
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.table import Table
from contrada.server.wire import messages
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused
from contrada.server.wire.study import HintAnswer

HINT = Limits(seconds=1.0)  # of a search


class Hints:
    """Gives hints; searches take turns with all others."""

    def __init__(
        self, registry: TableRegistry, pool: SearchPool, admission: AdmissionControl
    ) -> None:
        self._registry, self._pool, self._admission = registry, pool, admission

    async def hint(
        self, guest: Identity | None, message: messages.Hint, address: str
    ) -> HintAnswer:
        """Return what a search suggests to the player whose turn it is."""
        live = await self._registry.live(message.table)
        async with self._registry.settled(live) as table:
            position = _seen_by(guest, table, message.ply)
        assert guest is not None
        with self._admission.admit(Share(guest.id, address)):
            found = await self._pool.search(
                Wish(guest.id, address, Kind.STUDY),
                table.game,
                ADVISER,
                lambda player: advice.searched(player, position, HINT),
            )
        return HintAnswer(message.id, message.table, message.ply, found)


def _seen_by(guest: Identity | None, table: Table, ply: int) -> Position:
    """Return the position with hidden things dealt again, so that no secret leaves the table."""
    position, seat = check_turn(table, guest.id if guest else None, ply)
    if not table.may_hint(seat):
        raise Refused("now", "There are no hints at this table")
    return position.reimagine(seat, secrets.randbits(62))
