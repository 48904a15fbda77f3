"""The tables in memory. A change is checked, stored, then announced, one at a time per table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache

import structlog
from prometheus_client import Counter, Gauge, Histogram

from contrada.errors import OptionError
from contrada.server import times
from contrada.server.db import topics
from contrada.server.db.errors import StoreError
from contrada.server.db.store import Store
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.entries import apply_all, entry, made_of, seated_at
from contrada.server.tables.live import LiveTable
from contrada.server.tables.table import Change, Table
from contrada.server.tables.views import SnapshotCache
from contrada.server.wire.clocks import TurnClock
from contrada.server.wire.events import AnyEvent, Made, Played
from contrada.server.wire.refusals import Refused

IDLE = 300.0  # seconds that a table without onlookers stays in memory
QUIET = 10.0  # seconds without anybody doing anything
Decide = Callable[[Table], Change]

PLAYED = Counter("contrada_decisions", "Decisions stored", ["game"])
TABLES = Gauge("contrada_tables", "Tables in memory")
STORING = Histogram("contrada_store_seconds", "From a checked move until it is stored")
log = structlog.get_logger()


class Outdated(Refused):
    """A table of another version, with an option that the game no longer has."""

    def __init__(self, wrong: OptionError) -> None:
        super().__init__("missing", f"This table was made by another version of Contrada: {wrong}")


class TableRegistry:
    """All tables; those in use are kept in memory.

    Other parts subscribe: `on_load` and `on_change` tell of a table in a state that is stored,
    `on_change_elsewhere` of one that is not in memory, by its id.
    """

    def __init__(
        self, store: Store, readiness: Readiness, tasks: BackgroundTasks, patience: int
    ) -> None:
        """Start with no table in memory.

        `patience`: how many milliseconds people may be away before their seat counts as abandoned.
        """
        self._store, self._readiness, self._tasks = store, readiness, tasks
        self._patience = patience
        self.loaded: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self.on_load: list[Callable[[Table], object]] = []
        self.on_change: list[Callable[[Table], object]] = []
        self.on_change_elsewhere: list[Callable[[str], object]] = []

    def has_game(self, name: str) -> bool:
        """Whether tables of a game can be loaded here, at once or in a moment."""
        return self._readiness.states.get(name) in ("loading", "ready")

    # --- In memory ---

    async def live(self, table_id: str) -> LiveTable:
        """Return a table, rebuilt from its log if it is not in memory."""
        live = self.loaded.get(table_id)
        if live is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = asyncio.ensure_future(self._load(table_id))
                self._loading[table_id] = loading
                loading.add_done_callback(lambda done: self._loaded(table_id, done))
            try:
                live = await asyncio.shield(loading)
            finally:
                del loading  # if it fails, its exception refers to this call: a circle
        live.used = time.monotonic()
        return live

    def _loaded(self, table_id: str, loading: asyncio.Future[LiveTable]) -> None:
        self._loading.pop(table_id, None)
        if not loading.cancelled():
            loading.exception()  # those who wait get it too, but all may have gone

    async def _load(self, table_id: str) -> LiveTable:
        table = await self.rebuilt(table_id)
        topic = topics.table(table_id)
        try:
            await self._store.interests.want(topic)
            apply_all(table, await self._store.entries(table_id, table.seq))  # written meanwhile
        except BaseException:
            self._store.interests.drop(topic)
            raise
        live = self._keep(table)
        present = await self._store.cluster.present_elsewhere(table_id)
        live.elsewhere = present.get(table_id, {})
        for listener in self.on_load:
            listener(live.table)
        return live

    async def rebuilt(self, table_id: str) -> Table:
        """Rebuild a table from its log, without keeping it in memory."""
        rows = await self._store.entries(table_id)
        if not rows:
            raise Refused("missing", "There is no such table")
        game = made_of(rows).game
        await self._readiness.need(game)
        table = self._empty_table(table_id, game)
        try:
            await asyncio.to_thread(apply_all, table, rows)
        except OptionError as wrong:
            raise Outdated(wrong) from None
        if table.clock:
            table.clock.recount()  # a pause may have become known meanwhile
        return table

    def _empty_table(self, table_id: str, game: str) -> Table:
        return Table(table_id, self._store.cluster.pauses(game), self._store.days_off.of)

    def _keep(self, table: Table) -> LiveTable:
        live = LiveTable(
            table,
            SnapshotCache(table),
            told_seq=table.seq,
            told_forgotten=table.forgotten,
            gone=dict.fromkeys(seated_at(table), times.now()),
            patience=self._patience,
        )
        self.loaded[table.id] = live
        TABLES.set(len(self.loaded))
        return live

    def unload_idle(self) -> None:
        """Drop tables without onlookers; their logs have everything."""
        old = time.monotonic() - IDLE
        for table_id, live in list(self.loaded.items()):
            if not live.listeners and live.used < old and not live.lock.locked():
                del self.loaded[table_id]
                self._store.interests.drop(topics.table(table_id))
        TABLES.set(len(self.loaded))

    @property
    def is_quiet(self) -> bool:
        """Whether nothing has happened at any table for a while."""
        long_ago = time.monotonic() - QUIET
        return all(live.used < long_ago for live in self.loaded.values())

    async def table(self, table_id: str) -> Table:
        """Return a table in a state that is stored."""
        async with self.settled(await self.live(table_id)) as table:
            return table

    @asynccontextmanager
    async def settled(self, live: LiveTable) -> AsyncIterator[Table]:
        """Hold a table still, in a stored state, while the caller reads or changes it."""
        async with live.lock:
            if live.is_doubtful:
                await self._rebuild(live)
            yield live.table

    async def _rebuild(self, live: LiveTable) -> None:
        table = await self.rebuilt(live.table.id)
        live.table, live.snapshots, live.is_doubtful = table, SnapshotCache(table), False
        self.tell(live)

    # --- Check, store, tell ---

    async def carry_out(self, live: LiveTable, decide: Decide) -> None:
        """Carry out a change completely, even if the client disconnects meanwhile."""
        try:
            async with live.lock:
                if live.is_doubtful:
                    await self._rebuild(live)
                while (change := decide(live.table)).events:
                    if await self._apply_and_store(live, change):
                        break
                    await self._rebuild(live)  # another process was first
                self.tell(live)
        except asyncio.CancelledError:
            if live.is_left_in_doubt:  # it is being stored, but nobody waits for it now
                self._tasks.start(self._find_out(live))
            raise

    async def _find_out(self, live: LiveTable) -> None:
        """Tell people about a change that may have been stored."""
        await self._store.all_stored()
        await self._catch_up(live)

    async def _apply_and_store(self, live: LiveTable, change: Change) -> bool:
        """Apply a change and store it; return False if another process wrote that entry first.

        Nobody sees the table between the two: readers wait for the lock, and if storing
        fails the table is rebuilt from its log.
        """
        table, was = live.table, live.table.status
        live.is_doubtful = True
        try:
            began = time.perf_counter()
            landed = await self._append(table, change)
            STORING.observe(time.perf_counter() - began)
        except StoreError:
            self._tasks.start(self._catch_up(live))  # perhaps it was stored after all
            raise
        if landed:
            live.is_doubtful = False
            _count(table, change.events)
            _log_status(table, was)
        return landed

    async def _append(self, table: Table, change: Change) -> bool:
        at, seated = times.now(), seated_at(table)
        table.apply(table.seq + 1, at, change.events, change.positions)
        return await self._store.append(entry(table, at, change.events, seated))

    def tell(self, live: LiveTable) -> None:
        """Tell everyone concerned what has happened at a table."""
        if live.tell():
            self._announce(live.table)
        live.tell_presence()  # others sit there now, or somebody left during a write

    def _announce(self, table: Table) -> None:
        for listener in self.on_change:
            listener(table)

    # --- Other ways to change a table ---

    async def create(self, table_id: str, events: list[AnyEvent], address: str = "") -> Table:
        """Store the first entry of a table, unless another process has, and keep it in memory."""
        made, topic = events[0], topics.table(table_id)
        assert isinstance(made, Made)
        table = self._empty_table(table_id, made.game)
        try:
            await self._store.interests.want(topic)
            landed = await self._append(table, Change(events))
        except BaseException:
            self._store.interests.drop(topic)
            raise
        if not landed:
            self._store.interests.drop(topic)
            return table
        _log_status(table, None)
        self._keep(table).address = address
        self._announce(table)
        return table

    async def change(self, table_id: str, decide: Decide) -> None:
        """Change a table; one that is not in memory is dropped again afterwards."""
        if table_id in self.loaded or table_id in self._loading:
            await self.carry_out(await self.live(table_id), decide)
            return
        landed = False
        while not landed:  # or somebody else has written meanwhile
            table = await self.rebuilt(table_id)
            landed = await self._append(table, decide(table))
        self.was_written(table_id, table.seq)  # somebody may have loaded it meanwhile
        self._announce(table)

    # --- Pauses and days off ---

    def count_again(self, guest: str | None = None) -> None:
        """Add up clocks again after news of pauses or days off, and send those that have changed.

        With a guest, only where they sit.
        """
        for live in self.loaded.values():
            table = live.table
            if table.clock and (guest is None or table.seats_of(guest)):
                table.clock.recount()
                self._tasks.start(self._tell_clock(live))

    async def learn_days_off(self, table: Table) -> None:
        """Make sure of the days off at a table before somebody's time may be over.

        Another process may have stored some a moment ago.
        """
        if self._store.is_shared and table.clock and isinstance(table.clock.setting, TurnClock):
            for guest in {seat.guest for seat in table.seats if seat.guest}:
                known = self._store.days_off.of(guest)
                if await self._store.days_off.read(guest) != known:
                    self.count_again(guest)

    async def _tell_clock(self, live: LiveTable) -> None:
        async with self.settled(live):
            live.tell_clock()

    # --- What others have written ---

    def was_written(self, table_id: str, seq: int | str) -> None:
        """Handle the news that a table's log has grown to a number of entries."""
        live = self.loaded.get(table_id)
        if live and (live.is_left_in_doubt or int(seq) > live.table.seq):
            self._tasks.start(self._catch_up(live))
        elif table_id in self._loading:  # its log may have been read already
            self._tasks.start(self._catch_up_when_loaded(table_id))
        if not live:
            for listener in self.on_change_elsewhere:
                listener(table_id)

    def catch_up(self) -> None:
        """Read what was written meanwhile, at all tables."""
        for live in self.loaded.values():
            self._tasks.start(self._catch_up(live))
        for table_id in self._loading:
            self._tasks.start(self._catch_up_when_loaded(table_id))

    async def read_until(self, table_id: str, ply: int) -> None:
        """Load a table, at least up to a number of decisions."""
        live = await self.live(table_id)
        if live.table.ply < ply:
            await self._catch_up(live)

    async def _catch_up(self, live: LiveTable) -> None:
        async with self.settled(live) as table:
            rows = await self._store.entries(table.id, table.seq)
            live.is_doubtful = True  # until all of it is applied
            apply_all(table, rows)
            live.is_doubtful = False
            self.tell(live)

    async def _catch_up_when_loaded(self, table_id: str) -> None:
        with suppress(Refused):  # the one who loads it is told
            await self._catch_up(await self.live(table_id))


def _log_status(table: Table, was: str | None) -> None:
    """Log that a game begins or ends, without the table's id: everyone who knows it may watch."""
    if table.status != was:
        log.info("table", game=table.made.game, seats=len(table.seats), status=table.status)


def _count(table: Table, events: list[AnyEvent]) -> None:
    for event in events:
        if isinstance(event, Played):
            _played(table.made.game).inc(len(event.decisions))


@cache
def _played(game: str) -> Counter:
    return PLAYED.labels(game)
