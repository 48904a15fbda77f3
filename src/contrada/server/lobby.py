"""The lobby: lists of open and running tables and of each guest's own, pushed when they change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from msgspec import structs

from contrada.server.db import topics
from contrada.server.db.errors import StoreError
from contrada.server.db.places import Place
from contrada.server.db.store import MOST_LISTED, Store
from contrada.server.runtime.connections import Connection
from contrada.server.tables.summaries import read_summary, summary_for
from contrada.server.tables.table import Table
from contrada.server.wire import answers
from contrada.server.wire.encoding import encode, encoded_once
from contrada.server.wire.guests import Identity
from contrada.server.wire.values import Status

PAUSE = 0.5  # minimum seconds between two lists for the same people
_Shown = Callable[[Iterable[answers.StoredSummary], Identity | None], list[answers.Summary]]


class Cursor(NamedTuple):
    """Where a list continues: after a table, and whether that table waits for its guest."""

    waits: bool
    place: Place

    def __str__(self) -> str:
        """Return the text for clients, who send it back unchanged."""
        return f"{self.waits:d}.{self.place.at}.{self.place.id}"


def read_cursor(text: str | None) -> Cursor | None:
    """Read what `str(cursor)` wrote; the routes have checked its form."""
    if text is None:
        return None
    waits, changed, table_id = text.split(".")
    return Cursor(waits == "1", Place(int(changed), table_id))


class _Listing:
    """The listed tables at one moment, encoded once for everyone who sits at none of them."""

    def __init__(self, texts: dict[str, list[str]], shown: _Shown) -> None:
        self._shown = shown
        self._open, self._open_next = _cut(_read(texts["open"]), MOST_LISTED)
        self._playing, self._playing_next = _cut(_read(texts["playing"]), MOST_LISTED)
        self._seated = {
            seat.guest for table in (*self._open, *self._playing) for seat in table.seats
        }
        for_all = self.shown_to(None)
        self._for_all = structs.replace(
            for_all, open=encoded_once(for_all.open), playing=encoded_once(for_all.playing)
        )

    def shown_to(self, guest: Identity | None) -> answers.Lobby:
        return answers.Lobby(
            self._shown(self._open, guest),
            self._shown(self._playing, guest),
            self._open_next,
            self._playing_next,
        )

    def seen_by(self, guest: Identity | None) -> answers.Lobby:
        """Return the listing for one guest, with their seats if they have any."""
        if guest is None or guest.id not in self._seated:
            return self._for_all
        return self.shown_to(guest)


@dataclass
class _Told:
    """What a subscriber was last sent, and what it depends on."""

    topics: list[str]
    only_running: bool  # tables of the guest, instead of all lists
    yours: answers.TablePage | None = None
    lists: bytes = b""


class Lobby:
    """The subscribers of the lobby, and what has changed for each of them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._told: dict[Connection, _Told] = {}
        self._listing: _Listing | None = None
        self._reading = asyncio.Lock()  # or an older listing could come after a newer one
        self._is_stale = False  # since a table that is listed has changed
        self._guests: set[str] = set()  # whose tables have changed
        self._elsewhere: set[str] = set()  # tables that have changed, not in memory here
        self._news = asyncio.Event()

    async def subscribe(
        self, connection: Connection, answer_to: int | None, *, only_running: bool = False
    ) -> None:
        """Send a guest the lobby and their own tables, now and whenever these change."""
        self.unsubscribe(connection)
        wanted = _topics_of(connection.guest, lobby=not only_running)
        told = self._told[connection] = _Told(wanted, only_running)
        self._is_stale = True  # changes are noted only while someone subscribes
        try:
            await self._store.interests.want(*told.topics)
            await self._answer(connection, answer_to)
        except StoreError:
            self.unsubscribe(connection)
            raise

    def unsubscribe(self, connection: Connection) -> None:
        """Stop sending updates."""
        told = self._told.pop(connection, None)
        if told:
            self._store.interests.drop(*told.topics)

    async def listed(self, guest: Identity | None) -> answers.Lobby:
        """Return the tables of the lobby as one guest sees them."""
        return _Listing(await self._store.lobby(), self.shown).seen_by(guest)

    def shown(
        self, tables: Iterable[answers.StoredSummary], guest: Identity | None
    ) -> list[answers.Summary]:
        """Return stored summaries as a guest may see them."""
        pauses = self._store.cluster.pauses
        return [summary_for(table, guest, pauses(table.game)) for table in tables]

    async def page(
        self, guest: Identity | None, status: Status, after: str | None, most: int
    ) -> answers.TablePage:
        """Return a part of one list of the lobby."""
        cursor = read_cursor(after)
        texts = await self._store.listed(status, cursor and cursor.place, most + 1)
        tables, following = _cut(_read(texts), most)
        return answers.TablePage(self.shown(tables, guest), following)

    async def tables_of(
        self, guest: Identity | None, after: str | None, most: int
    ) -> answers.TablePage:
        """Return tables where a guest has a seat, the ones that wait for them first."""
        if guest is None:
            return answers.TablePage([], None)
        cursor = read_cursor(after)
        found = await self._store.tables_of(
            guest.id,
            waiting=cursor is None or cursor.waits,
            after=cursor and cursor.place,
            most=most + 1,
        )
        waiting = sum(waits for waits, _ in found)
        tables, following = _cut(_read([text for _, text in found]), most, waiting)
        return answers.TablePage(self.shown(tables, guest), following)

    # --- What has changed ---

    def table_changed(self, table: Table) -> None:
        """Note a changed table for everyone whose lists contain it."""
        if self._told:
            self._guests |= {seat.guest for seat in table.seats if seat.guest} | table.left
            if table.made.listed or table.forgotten:  # it may have been listed until now
                self._is_stale = True
            self._news.set()

    def table_changed_elsewhere(self, table_id: str) -> None:
        """Note a changed table that is not in memory here."""
        if self._told:
            self._elsewhere.add(table_id)
            self._is_stale = True
            self._news.set()

    def catch_up(self) -> None:
        """Assume that everything may have changed."""
        self._guests |= {each.guest.id for each in self._told if each.guest}
        self._is_stale = True
        self._news.set()

    # --- Telling ---

    async def tell_news(self) -> None:
        """Wait for a change, then send it to everyone it concerns."""
        await self._news.wait()
        self._news.clear()
        guests, self._guests = self._guests, set()
        tables, self._elsewhere = self._elsewhere, set()
        try:
            await self._tell_of(guests, tables)
        except StoreError:  # not everyone has been told of these yet
            self._guests, self._elsewhere = self._guests | guests, self._elsewhere | tables
            self._news.set()
            raise

    async def _tell_of(self, guests: set[str], tables: set[str]) -> None:
        concerned = guests | await self._store.guests_of(tables)
        is_lobby_followed = not all(told.only_running for told in self._told.values())
        listing = await self._read_listing() if is_lobby_followed else None
        for connection in list(self._told):
            if connection.guest and connection.guest.id in concerned:
                await self._find_tables_of(connection)
            self._tell(connection, self._listing or listing)  # there may be a newer one

    async def _read_listing(self) -> _Listing:
        """Read the listing again only if it has changed; it may change again in the meantime."""
        async with self._reading:
            if self._is_stale or self._listing is None:
                self._is_stale, self._listing = False, None
                self._listing = _Listing(await self._store.lobby(), self.shown)
            return self._listing

    async def _answer(self, connection: Connection, answer_to: int | None) -> None:
        told = self._told[connection]
        listing = None if told.only_running else await self._read_listing()
        await self._find_tables_of(connection)
        self._tell(connection, self._listing or listing, answer_to)

    async def _find_tables_of(self, connection: Connection) -> None:
        told, guest = self._told.get(connection), connection.guest
        if told is None:
            return
        if told.only_running:
            texts = await self._store.running_of(guest.id) if guest else []
            yours = answers.TablePage(self.shown(_read(texts), guest), None)
        else:
            yours = await self.tables_of(guest, None, MOST_LISTED)
        yours.tables = encoded_once(yours.tables)
        told.yours = yours

    def _tell(
        self, connection: Connection, listing: _Listing | None, answer_to: int | None = None
    ) -> None:
        """Send a subscriber their lists, unless nothing in them has changed."""
        told = self._told.get(connection)
        news = _news(told, listing, connection.guest) if told else None
        if told is None or news is None:  # gone, or about to be told all
            return
        known, told.lists = told.lists, encode(news)
        if told.lists != known or answer_to is not None:
            news.id = answer_to
            connection.send(news)


def _news(
    told: _Told, listing: _Listing | None, guest: Identity | None
) -> answers.Home | answers.Running | None:
    """Return all that a subscriber wants to know; none if it has yet to be read."""
    if told.yours is None:
        return None
    if told.only_running:
        return answers.Running(told.yours.tables, id=None)
    if listing is None:
        return None
    lobby = structs.asdict(listing.seen_by(guest))
    return answers.Home(**lobby, yours=told.yours.tables, yours_next=told.yours.next, id=None)


def _topics_of(guest: Identity | None, *, lobby: bool) -> list[str]:
    return [*([topics.LOBBY] if lobby else []), *([topics.guest(guest.id)] if guest else [])]


def _read(texts: list[str]) -> list[answers.StoredSummary]:
    return [read_summary(text) for text in texts]


def _cut(
    tables: list[answers.StoredSummary], most: int, waiting: int = 0
) -> tuple[list[answers.StoredSummary], str | None]:
    """Cut a list that starts with `waiting` urgent tables; return it and where it continues."""
    if len(tables) <= most:
        return tables, None
    last = tables[most - 1]
    return tables[:most], str(Cursor(most <= waiting, Place(last.changed, last.id)))
