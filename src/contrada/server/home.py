"""Home: the lobby and everyone's own tables, told again when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from contrada.server.connections import Connection
from contrada.server.guests import Identity
from contrada.server.store import MOST_LISTED, Store
from contrada.server.table import Table

AT_LEAST = 0.5  # seconds between two lists for the same people
EVERYONE = ""  # stands for all guests


class Home:
    """Who is at home, and what they are to be told."""

    def __init__(self, store: Store) -> None:
        """Begin with nobody at home."""
        self._store = store
        self._connections: set[Connection] = set()
        self._changed: set[str] = set()  # guests whose lists have changed
        self._news = asyncio.Event()

    def enter(self, connection: Connection) -> None:
        """Tell somebody of the lobby and their tables from now on."""
        self._connections.add(connection)

    def leave(self, connection: Connection) -> None:
        """Tell them no more."""
        self._connections.discard(connection)

    def may_change(self, table: Table) -> None:
        """Note that a table has changed, for those whose lists it is in."""
        if self._connections:
            self._changed |= {seat.guest for seat in table.seats if seat.guest} | table.left
            if table.made.listed or table.forgotten:  # it may have been listed until now
                self._changed.add(EVERYONE)
            self._news.set()

    def may_change_for_everyone(self) -> None:
        """Note that some table has changed that we know nothing of."""
        if self._connections:
            self._changed.add(EVERYONE)
            self._news.set()

    async def tell_news(self) -> None:
        """Wait until something has changed, and tell whoever it concerns."""
        await self._news.wait()
        self._news.clear()
        changed, self._changed = self._changed, set()
        await self.tell(c for c in self._connections if _concerns(changed, c.guest))

    async def tell(self, connections: Iterable[Connection], answer_to: int | None = None) -> None:
        """Send their lists to some of those at home."""
        chosen = list(connections)
        lobby = await self._store.lobby()
        for connection in chosen:
            lists = await self.lists(connection.guest, lobby)
            connection.send({"type": "home", "id": answer_to, **lists})

    async def lists(
        self, guest: Identity | None, lobby: dict[str, list[str]] | None = None
    ) -> dict[str, list[dict[str, Any]]]:
        """Return the lobby and somebody's tables."""
        lobby = lobby or await self._store.lobby()
        mine = await self._store.games_of(guest.id, most=MOST_LISTED) if guest else []
        found = {**lobby, "yours": mine}
        return {name: [summary_for(text, guest) for text in texts] for name, texts in found.items()}


def _concerns(changed: set[str], guest: Identity | None) -> bool:
    return EVERYONE in changed or (guest is not None and guest.id in changed)


def summary_for(text: str, guest: Identity | None) -> dict[str, Any]:
    """Return a stored summary for somebody: with their seat, without who the others are."""
    found: dict[str, Any] = {"hints": False, **msgspec.json.decode(text)}  # older ones say nothing
    sitting = [seat.pop("guest", None) for seat in found["seats"]]
    found["you"] = _yours(sitting, found["to_move"], guest.id) if guest else None
    return found


def _yours(sitting: list[str | None], to_move: int | None, guest: str) -> int | None:
    """Return somebody's seat; of several at one screen the one that is to move."""
    if to_move is not None and sitting[to_move] == guest:
        return to_move
    return sitting.index(guest) if guest in sitting else None
