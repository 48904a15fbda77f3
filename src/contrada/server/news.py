"""News of other processes that share the database: what they wrote, who is there, who is gone."""

from __future__ import annotations

from contrada.server.people.identity import Identity
from contrada.server.runtime.connections import Connections
from contrada.server.runtime.tasks import Errands
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import Tables


class News:
    """Hears news, and lets those see to it whom it concerns."""

    def __init__(
        self, tables: Tables, presence: Presence, connections: Connections, errands: Errands
    ) -> None:
        """Begin with no news."""
        self._tables, self._presence = tables, presence
        self._connections, self._errands = connections, errands

    def hear(self, payload: str) -> None:
        """Take in news; it names ids only."""
        match payload.split():
            case ["P", table_id]:
                live = self._tables.lives.get(table_id)
                if live:
                    self._errands.begin(self._presence.see_who_is_elsewhere(live))
            case ["T", table_id, seq]:
                self._tables.was_written(table_id, int(seq))
            case ["F", guest]:
                self._connections.let_go(guest)
            case ["G", guest]:
                self._errands.begin(self._learn_name(guest))

    def catch_up(self) -> None:
        """Ask for all that may have been missed while nobody listened."""
        self._tables.catch_up()
        self._errands.begin(self._presence.see_who_is_elsewhere())
        for guest in self._connections.guests():
            self._errands.begin(self._learn_name(guest))

    async def _learn_name(self, guest: str) -> None:
        name = await self._tables.store.guests.name_of(guest)
        if name:
            self._connections.call(Identity(guest, name))
        else:  # somebody has begun to forget them, or has already
            self._connections.let_go(guest)
