"""The tables in memory. What happens at one is checked, stored, then told, one thing at a time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

import structlog
from prometheus_client import Counter, Gauge, Histogram

from contrada.server.db.store import Append, Store
from contrada.server.lobby import Home
from contrada.server.people import naming
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import Errands
from contrada.server.tables import clock, views
from contrada.server.tables.commands import check_play
from contrada.server.tables.live import Live
from contrada.server.tables.table import Table
from contrada.server.tables.views import Faces
from contrada.server.wire.encoding import encode
from contrada.server.wire.events import AnyEvent, Made, Played, read_events, write_events
from contrada.server.wire.refusals import Refused

IDLE = 300.0  # seconds that a table nobody looks at stays in memory

PLAYED = Counter("contrada_decisions", "Decisions stored", ["game"])
TABLES = Gauge("contrada_tables", "Tables in memory")
STORING = Histogram("contrada_store_seconds", "From a checked move until it is stored")
log = structlog.get_logger()


class Tables:
    """All tables; those that somebody uses are kept in memory."""

    def __init__(
        self,
        store: Store,
        home: Home,
        errands: Errands,
        readiness: Readiness,
        wake: Callable[[str], None],
        patience: int,
    ) -> None:
        """Begin with none in memory; `wake` lets a bot think that is to move at a table.

        `patience` is how many milliseconds people may be away before their seat is abandoned.
        """
        self.store, self.readiness = store, readiness
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._home, self._errands, self._wake = home, errands, wake
        self._patience = patience

    # --- In memory ---

    async def live(self, table_id: str) -> Live:
        """Return a table, from its log if it is not in memory."""
        live = self.lives.get(table_id)
        if live is None:
            loading = self._loading.get(table_id)
            if loading is None:
                loading = asyncio.ensure_future(self._load(table_id))
                self._loading[table_id] = loading
                loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
            live = await asyncio.shield(loading)
        live.used = time.monotonic()
        return live

    async def _load(self, table_id: str) -> Live:
        live = self._keep(await self._stored(table_id))
        present = await self.store.processes.present_elsewhere(table_id)
        live.elsewhere = present.get(table_id, set())
        return live

    async def _stored(self, table_id: str) -> Table:
        """Work a table out from its log."""
        rows = await self.store.entries(table_id)
        if not rows:
            raise Refused("missing", "There is no such table")
        await self.readiness.need(_game_of(rows))
        table = Table(table_id, self.store.processes.pauses)
        await asyncio.to_thread(apply_all, table, rows)
        return table

    def _keep(self, table: Table) -> Live:
        live = Live(table, Faces(table), told_seq=table.seq, told_forgotten=table.forgotten)
        live.patience = self._patience
        at = clock.now()
        live.gone = {seat.guest: at for seat in table.seats if seat.guest}
        self.lives[table.id] = live
        TABLES.set(len(self.lives))
        return live

    def tidy(self) -> None:
        """Drop tables that nobody looks at; the log has them."""
        old = time.monotonic() - IDLE
        for table_id, live in list(self.lives.items()):
            if not live.listeners and live.used < old and not live.lock.locked():
                del self.lives[table_id]
        TABLES.set(len(self.lives))

    async def table(self, table_id: str) -> Table:
        """Return a table in a state that is stored."""
        async with self.settled(await self.live(table_id)) as table:
            return table

    @asynccontextmanager
    async def settled(self, live: Live) -> AsyncIterator[Table]:
        """Hold a table still, in a state that is stored, while somebody looks or acts."""
        async with live.lock:
            if live.is_doubtful:
                await self._rebuild(live)
            yield live.table

    async def _rebuild(self, live: Live) -> None:
        """Work a table out anew from its log."""
        table = await self._stored(live.table.id)
        live.table, live.faces, live.is_doubtful = table, Faces(table), False
        self.tell(live)

    # --- Check, store, tell ---

    async def carry_out(self, live: Live, decide: Callable[[], list[AnyEvent]]) -> None:
        """Do it whole, even if whoever asked for it has gone meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._check_store_tell(live, decide)))

    async def _check_store_tell(self, live: Live, decide: Callable[[], list[AnyEvent]]) -> None:
        async with self.settled(live):
            while True:
                events = decide()
                if await self._store(live, events):
                    break
                await self._rebuild(live)  # another process was first
            self.tell(live)

    async def _store(self, live: Live, events: list[AnyEvent]) -> bool:
        """Apply events and store them; False if that place in the log is taken.

        Nobody sees the table between the two: whoever looks waits for the lock, and if storing
        fails the table is worked out anew from the log.
        """
        table, at = live.table, clock.now()
        was = table.status
        live.is_doubtful = True
        table.apply(table.seq + 1, at, events)
        with STORING.time():
            landed = await self.store.append(entry(table, at, events))
        if landed:
            live.is_doubtful = False
            _count(table, events)
            _note(table, was)
        return landed

    def tell(self, live: Live) -> None:
        """Tell everyone whom it concerns what has happened at a table."""
        if live.tell():
            self._home.may_change(live.table)
            self.wake_bot(live.table)

    def wake_bot(self, table: Table) -> None:
        """Let a bot think, if one is to move."""
        if table.bot_to_move:
            self._wake(table.id)

    # --- What is carried out otherwise ---

    async def play_for_bot(self, table_id: str, seat: int, ply: int, decision: int) -> None:
        """Let a bot's seat take a decision; `Refused` if the moment has passed."""
        live = await self.live(table_id)

        def answer() -> list[AnyEvent]:
            if live.table.ply != ply or live.table.bot_to_move is None:
                raise Refused("stale", "The moment has passed")
            return [check_play(live.table, seat, [decision])]

        await self.carry_out(live, answer)

    async def begin(self, table_id: str, events: list[AnyEvent]) -> Table:
        """Store the first entry of a table, unless another process has, and keep it in memory."""
        table, at = Table(table_id, self.store.processes.pauses), clock.now()
        table.apply(1, at, events)
        if await self.store.append(entry(table, at, events)):
            _note(table, None)
            self._keep(table)
            self.wake_bot(table)
            self._home.may_change(table)
        return table

    async def change(self, table_id: str, decide: Callable[[Table], list[AnyEvent]]) -> None:
        """Carry out something at a table; one that is not in memory does not come to stay there."""
        if table_id in self.lives or table_id in self._loading:
            live = await self.live(table_id)
            await self.carry_out(live, lambda: decide(live.table))
            return
        landed = False
        while not landed:  # or somebody else has written meanwhile
            table, at = await self._stored(table_id), clock.now()
            events = decide(table)
            table.apply(table.seq + 1, at, events)
            landed = await self.store.append(entry(table, at, events))
        self.was_written(table_id, table.seq)  # as if another process had done it
        self.wake_bot(table)

    # --- What others have written ---

    def was_written(self, table_id: str, seq: int) -> None:
        """Take in that the log of a table has so many entries."""
        live = self.lives.get(table_id)
        if live and (live.is_left_in_doubt or seq > live.table.seq):
            self._errands.begin(self._catch_up(live))
        elif table_id in self._loading:  # its log may have been read already
            self._errands.begin(self._catch_up_when_loaded(table_id))
        if not live:
            self._home.may_change_elsewhere(table_id)

    def catch_up(self) -> None:
        """Take in whatever was written, at all tables."""
        for live in self.lives.values():
            self._errands.begin(self._catch_up(live))
        for table_id in self._loading:
            self._errands.begin(self._catch_up_when_loaded(table_id))

    async def _catch_up(self, live: Live) -> None:
        async with self.settled(live) as table:
            apply_all(table, await self.store.entries(table.id, table.seq))
            self.tell(live)

    async def _catch_up_when_loaded(self, table_id: str) -> None:
        with suppress(Refused):  # whoever loads it is told
            await self._catch_up(await self.live(table_id))


def apply_all(table: Table, rows: list[tuple[int, int, str]]) -> None:
    """Let a table take in entries of its log."""
    for seq, at, events in rows:
        table.apply(seq, at, read_events(events))


def _game_of(rows: list[tuple[int, int, str]]) -> str:
    """Return the game of a table; the log begins with how it was made."""
    made, *_ = read_events(rows[0][2])
    assert isinstance(made, Made)
    return made.game


def entry(table: Table, at: int, events: list[AnyEvent]) -> Append:
    """Return an entry, already applied to the table, as it goes into the store."""
    row = {
        "status": table.status,
        "listed": table.made.listed,
        "bot_to_move": table.bot_to_move is not None,
        "changed": table.changed,
        "summary": encode(views.summary(table)).decode(),
    }
    told_of = naming.named(events)
    return Append(table.id, table.seq, at, write_events(events), row, told_of)


def _note(table: Table, was: str | None) -> None:
    """Log that a game begins or ends; not where, since whoever knows that may look on."""
    if table.status != was:
        log.info("table", game=table.made.game, seats=len(table.seats), status=table.status)


def _count(table: Table, events: list[AnyEvent]) -> None:
    for event in events:
        if isinstance(event, Played):
            PLAYED.labels(table.made.game).inc(len(event.decisions))
