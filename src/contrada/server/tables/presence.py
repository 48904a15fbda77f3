"""Who is there: people come and go, also through other processes, and seats stay abandoned."""

from __future__ import annotations

from contrada.server.people.identity import Identity
from contrada.server.runtime.tasks import Errands
from contrada.server.tables import clock
from contrada.server.tables.commands import Guest
from contrada.server.tables.live import Live
from contrada.server.tables.registry import Tables


class Presence:
    """Notes who comes and goes, and knows whose seat may be given away."""

    def __init__(self, tables: Tables, errands: Errands) -> None:
        """Begin with nobody there."""
        self._tables, self._store, self._errands = tables, tables.store, errands

    def came_or_went(self, live: Live, guest: Identity | None, *, here: bool) -> None:
        """Note that one of somebody's sockets shows a table now, or no longer."""
        if guest:  # also who only looks on: they may sit down later
            others = [c for c in live.listeners if c.guest and c.guest.id == guest.id]
            if here:
                live.gone.pop(guest.id, None)
            elif not others:
                live.gone[guest.id] = clock.now()
            first_or_last = len(others) == int(here)
            if self._store.is_shared and first_or_last:
                self._errands.begin(
                    self._store.processes.note_presence(live.table.id, guest.id, here=here)
                )
        live.tell_presence()

    def asked(self, live: Live, guest: Identity | None) -> None:
        """Note that somebody has looked at a table once, as programs do that keep no socket."""
        if guest and not live.is_here(guest.id):
            live.gone[guest.id] = clock.now()

    # --- Elsewhere ---

    async def see_who_is_elsewhere(self, only: Live | None = None) -> None:
        """See who is present through other processes, at a table or at all, and tell of it."""
        lives = [only] if only else list(self._tables.lives.values())
        if not self._store.is_shared or not lives:
            return
        present = await self._store.processes.present_elsewhere(only.table.id if only else None)
        for live in lives:
            before, live.elsewhere = live.elsewhere, present.get(live.table.id, set())
            for guest in before - live.elsewhere:
                live.gone[guest] = clock.now()
            live.tell_presence()

    async def say_who_is_here(self) -> None:
        """Tell the other processes anew, which have thought that we were dead."""
        for live in list(self._tables.lives.values()):
            for guest in {c.guest.id for c in live.listeners if c.guest}:
                await self._store.processes.note_presence(live.table.id, guest, here=True)

    # --- Abandoned seats ---

    def someone(self, live: Live, guest: Identity) -> Guest:
        """Return somebody who says something now, and which seats they may give to a bot."""
        return Guest(
            guest.id, guest.name, clock.now(), lambda seat: self._may_give(live, guest, seat)
        )

    def _may_give(self, live: Live, guest: Identity, number: int) -> bool:
        """Whether a seat is abandoned, and somebody may give it to a bot: the host, if there."""
        since, host = live.abandoned_at(number), live.table.made.host
        if since is None or clock.now() < since:
            return False
        stands_in = live.table.seat_of(guest.id) is not None and not live.is_here(host)
        return guest.id == host or stands_in
