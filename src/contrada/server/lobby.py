"""The lobby: lists of open and running tables, and of everyone's own, told when they change."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import msgspec

from contrada.server.db.errors import StoreError
from contrada.server.db.store import MOST_LISTED, Store
from contrada.server.runtime.connections import Connection
from contrada.server.tables.table import Table
from contrada.server.wire.encoding import encode
from contrada.server.wire.guests import Identity

PAUSE = 0.5  # seconds at least between two lists for the same people
Summary = dict[str, Any]


class _Listing:
    """The tables listed at one moment, encoded once for all who do not sit at any of them."""

    def __init__(self, texts: dict[str, list[str]]) -> None:
        self._texts = texts
        self._for_all = {name: _encoded(summaries, None) for name, summaries in texts.items()}
        self._seated = {
            guest for texts_ in texts.values() for text in texts_ for guest in _seated(text)
        }

    def seen_by(self, guest: Identity | None) -> dict[str, msgspec.Raw]:
        """Return it for somebody: with their seats, if they have any."""
        if guest is None or guest.id not in self._seated:
            return self._for_all
        return {name: _encoded(texts, guest) for name, texts in self._texts.items()}


@dataclass
class _Told:
    """What a subscriber was told last."""

    yours: msgspec.Raw | None = None
    lists: bytes = b""


class Lobby:
    """Those who look at the lobby, and what they are to be told."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: dict[Connection, _Told] = {}
        self._listing: _Listing | None = None
        self._reading = asyncio.Lock()  # or an older listing could come after a newer one
        self._is_stale = False  # since a table that is listed has changed
        self._guests: set[str] = set()  # whose tables have changed
        self._elsewhere: set[str] = set()  # tables that have changed, not in memory here
        self._news = asyncio.Event()

    async def subscribe(self, connection: Connection, answer_to: int | None) -> None:
        """Tell somebody of the lobby and their tables, now and from now on."""
        self._told[connection] = _Told()
        self._is_stale = True  # changes are noted only while somebody is told of them
        try:
            await self._answer(connection, answer_to)
        except StoreError:
            self.unsubscribe(connection)
            raise

    def unsubscribe(self, connection: Connection) -> None:
        """Tell somebody no more."""
        self._told.pop(connection, None)

    async def lists(self, guest: Identity | None) -> dict[str, list[Summary]]:
        """Return the lobby and somebody's tables."""
        found = {**await self._store.lobby(), "yours": await self._tables_of(guest)}
        return {name: [summary_for(text, guest) for text in texts] for name, texts in found.items()}

    # --- What has changed ---

    def table_changed(self, table: Table) -> None:
        """Note that a table has changed, for those whose lists it is in."""
        if self._told:
            self._guests |= {seat.guest for seat in table.seats if seat.guest} | table.left
            if table.made.listed or table.forgotten:  # it may have been listed until now
                self._is_stale = True
            self._news.set()

    def table_changed_elsewhere(self, table_id: str) -> None:
        """Note that a table has changed that is not in memory."""
        if self._told:
            self._elsewhere.add(table_id)
            self._is_stale = True
            self._news.set()

    def catch_up(self) -> None:
        """Take in all that may have changed."""
        self._guests |= {each.guest.id for each in self._told if each.guest}
        self._is_stale = True
        self._news.set()

    # --- Telling ---

    async def tell_news(self) -> None:
        """Wait until something has changed, and tell everyone whom it concerns."""
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
        listing = await self._read_listing()
        for connection in list(self._told):
            if connection.guest and connection.guest.id in concerned:
                await self._find_tables_of(connection)
            self._tell(connection, self._listing or listing)  # there may be a newer one

    async def _read_listing(self) -> _Listing:
        """Read it anew only if it has changed; it may change again meanwhile."""
        async with self._reading:
            if self._is_stale or self._listing is None:
                self._is_stale, self._listing = False, None
                self._listing = _Listing(await self._store.lobby())
            return self._listing

    async def _answer(self, connection: Connection, answer_to: int | None) -> None:
        listing = await self._read_listing()
        await self._find_tables_of(connection)
        self._tell(connection, self._listing or listing, answer_to)

    async def _find_tables_of(self, connection: Connection) -> None:
        texts = await self._tables_of(connection.guest)
        if connection in self._told:
            self._told[connection].yours = _encoded(texts, connection.guest)

    def _tell(
        self, connection: Connection, listing: _Listing, answer_to: int | None = None
    ) -> None:
        """Send somebody their lists, unless they know them."""
        told = self._told.get(connection)
        if told is None or told.yours is None:  # gone, or about to be told all
            return
        lists = {**listing.seen_by(connection.guest), "yours": told.yours}
        known, told.lists = told.lists, encode(lists)
        if told.lists != known or answer_to is not None:
            connection.send({"type": "home", "id": answer_to, **lists})

    async def _tables_of(self, guest: Identity | None) -> list[str]:
        return await self._store.games_of(guest.id, most=MOST_LISTED) if guest else []


def _encoded(texts: list[str], guest: Identity | None) -> msgspec.Raw:
    return msgspec.Raw(encode([summary_for(text, guest) for text in texts]))


def _seated(text: str) -> list[str | None]:
    """Return who has which seat, by a stored summary."""
    return [seat.get("guest") for seat in msgspec.json.decode(text)["seats"]]


def summary_for(text: str, guest: Identity | None) -> Summary:
    """Return a stored summary for somebody: with their seat, without who the others are."""
    found: Summary = {"hints": False, **msgspec.json.decode(text)}  # older ones say nothing
    sitting = [seat.pop("guest", None) for seat in found["seats"]]
    found["you"] = _seat_of(guest.id, sitting, found["to_move"]) if guest else None
    return found


def _seat_of(guest: str, sitting: list[str | None], to_move: int | None) -> int | None:
    """Return somebody's seat; of several at one screen the one that is to move."""
    if to_move is not None and sitting[to_move] == guest:
        return to_move
    return sitting.index(guest) if guest in sitting else None
