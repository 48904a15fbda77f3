"""Home: the lobby and everyone's own tables, told again when they change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from contrada.server.db.store import MOST_LISTED, Store, StoreError
from contrada.server.people.identity import Identity
from contrada.server.runtime.connections import Connection
from contrada.server.tables.table import Table
from contrada.server.wire.encoding import encode

AT_LEAST = 0.5  # seconds between two lists for the same people


class _Lobby:
    """The lobby of one moment, encoded once for all who do not sit there themselves."""

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self._texts = texts
        self._for_all = {name: _encoded(summaries, None) for name, summaries in texts.items()}

    def seen_by(self, guest: Identity | None) -> dict[str, msgspec.Raw]:
        """Return it for somebody: with their seats, if they have any."""
        sits = guest is not None and any(
            f'"guest":"{guest.id}"' in text for texts in self._texts.values() for text in texts
        )
        if not sits:
            return self._for_all
        return {name: _encoded(texts, guest) for name, texts in self._texts.items()}


@dataclass
class _Told:
    """What somebody at home was told last."""

    yours: msgspec.Raw | None = None
    lists: bytes = b""


class Home:
    """Who is at home, and what they are to be told."""

    def __init__(self, store: Store) -> None:
        """Begin with nobody at home."""
        self._store = store
        self._told: dict[Connection, _Told] = {}
        self._lobby: _Lobby | None = None
        self._is_stale = False  # the lobby, since a table that is listed has changed
        self._guests: set[str] = set()  # whose tables have changed
        self._elsewhere: set[str] = set()  # tables that have changed, not in memory here
        self._news = asyncio.Event()

    def enter(self, connection: Connection) -> None:
        """Tell somebody of the lobby and their tables from now on."""
        self._told[connection] = _Told()

    def leave(self, connection: Connection) -> None:
        """Tell them no more."""
        self._told.pop(connection, None)

    def may_change(self, table: Table) -> None:
        """Note that a table has changed, for those whose lists it is in."""
        if self._told:
            self._guests |= {seat.guest for seat in table.seats if seat.guest} | table.left
            if table.made.listed or table.forgotten:  # it may have been listed until now
                self._is_stale = True
            self._news.set()

    def may_change_elsewhere(self, table_id: str) -> None:
        """Note that a table has changed that is not in memory."""
        if self._told:
            self._elsewhere.add(table_id)
            self._is_stale = True
            self._news.set()

    async def tell_news(self) -> None:
        """Wait until something has changed, and tell whoever it concerns."""
        await self._news.wait()
        self._news.clear()
        guests, self._guests = self._guests, set()
        tables, self._elsewhere = self._elsewhere, set()
        try:
            await self._tell_of(guests, tables)
        except StoreError:  # nobody has been told of these, or not everybody
            self._guests, self._elsewhere = self._guests | guests, self._elsewhere | tables
            self._news.set()
            raise

    async def _tell_of(self, guests: set[str], tables: set[str]) -> None:
        concerned = guests | await self._store.guests_of(tables)
        lobby = await self._read_lobby()
        for connection in list(self._told):
            if connection.guest and connection.guest.id in concerned:
                await self._find_tables_of(connection)
            self._tell(connection, lobby)

    async def _read_lobby(self) -> _Lobby:
        """Read it anew only if it has changed; it may change again meanwhile."""
        if self._is_stale or self._lobby is None:
            self._is_stale, self._lobby = False, None
            self._lobby = _Lobby(await self._store.lobby())
        return self._lobby

    async def tell(self, connection: Connection, answer_to: int | None) -> None:
        """Answer somebody who has come home."""
        lobby = _Lobby(await self._store.lobby())
        await self._find_tables_of(connection)
        self._tell(connection, lobby, answer_to)

    async def _find_tables_of(self, connection: Connection) -> None:
        texts = await self._tables_of(connection.guest)
        if connection in self._told:
            self._told[connection].yours = _encoded(texts, connection.guest)

    def _tell(self, connection: Connection, lobby: _Lobby, answer_to: int | None = None) -> None:
        """Send somebody their lists, unless they know them."""
        told = self._told.get(connection)
        if told is None or told.yours is None:  # gone, or about to be told all
            return
        lists = {**lobby.seen_by(connection.guest), "yours": told.yours}
        known, told.lists = told.lists, encode(lists)
        if told.lists != known or answer_to is not None:
            connection.send({"type": "home", "id": answer_to, **lists})

    async def lists(self, guest: Identity | None) -> dict[str, list[dict[str, Any]]]:
        """Return the lobby and somebody's tables."""
        found = {**await self._store.lobby(), "yours": await self._tables_of(guest)}
        return {name: [summary_for(text, guest) for text in texts] for name, texts in found.items()}

    async def _tables_of(self, guest: Identity | None) -> list[str]:
        return await self._store.games_of(guest.id, most=MOST_LISTED) if guest else []


def _encoded(texts: list[str], guest: Identity | None) -> msgspec.Raw:
    return msgspec.Raw(encode([summary_for(text, guest) for text in texts]))


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
