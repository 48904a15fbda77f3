"""The tables in memory and who looks at them: checks, stores, then tells, one thing at a time."""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

import structlog
from prometheus_client import Counter as Count
from prometheus_client import Gauge, Histogram

from contrada.bots.player import Limits
from contrada.games.contract import Position
from contrada.server import advising, clock, faces, forgetting, guests, protocol, thinking
from contrada.server.deciding import (
    Guest,
    check_play,
    check_turn,
    decide,
    new_id,
    preview_of,
    rematch_of,
    rename,
    start,
)
from contrada.server.faces import Face, Faces
from contrada.server.guests import Identity
from contrada.server.home import AT_LEAST, Home
from contrada.server.limits import Buckets, Line
from contrada.server.live import Connection, Live
from contrada.server.protocol import AnyEvent, Refused, encode
from contrada.server.settings import Settings
from contrada.server.store import Append, Store, StoreError
from contrada.server.table import Table

BEAT = 5.0  # seconds between signs of life
LEFT_ALONE = 3000  # milliseconds after which a bot may be thought for by any process
QUIET = 10.0  # seconds without anybody doing anything
NEVER_QUIET = 3600.0  # seconds after which unreachable objects are looked for although people play
HINT = Limits(seconds=1.0)  # of a search
IDLE = 300.0  # seconds that a table nobody looks at stays in memory

PLAYED = Count("contrada_decisions", "Decisions stored", ["game"])
REFUSED = Count("contrada_refused", "Messages refused", ["reason"])
TABLES = Gauge("contrada_tables", "Tables in memory")
SOCKETS = Gauge("contrada_sockets", "Open sockets")
STORING = Histogram("contrada_store_seconds", "From a checked move until it is stored")
log = structlog.get_logger()


class Hub:
    """All that happens."""

    def __init__(self, store: Store, settings: Settings) -> None:
        """Begin with no table in memory."""
        self.store, self.settings = store, settings
        self.connections: set[Connection] = set()
        self._sockets: Counter[str] = Counter()  # of each guest, or address without one
        self._lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self.thinking = thinking.Thinking(self, store, settings.searches)
        self._home = Home(store)
        self.messages = Buckets(*settings.limits.messages)
        self._chat = Buckets(*settings.limits.chat)
        self._making = Buckets(*settings.limits.tables)
        self.searching = Line(*settings.limits.searches)
        self._tasks: list[asyncio.Task[None]] = []
        self._errands: set[asyncio.Task[None]] = set()
        self._erasing = asyncio.Lock()  # one after the other: each may have thousands of tables
        self._collected = time.monotonic()
        self._is_closing = False

    # --- Starting and stopping ---

    def start(self) -> None:
        """Begin to listen to other processes, and see to bots that were left thinking."""
        self.store.listen(self._hear, self._catch_up_all)
        self._tasks = [
            asyncio.create_task(work())
            for work in (
                self._beat,
                self._tell_at_home,
                self._find_bots,
                self._tidy,
                self._erase_the_rest,
            )
        ]

    def announce_closing(self) -> None:
        """Tell everyone that the server is about to stop, and let them go."""
        self._is_closing = True
        for connection in self.connections:
            self._send_away(connection)

    @staticmethod
    def _send_away(connection: Connection) -> None:
        connection.send({"type": "closing"})
        connection.outbox.put_nowait(None)

    async def close(self) -> None:
        """Stop thinking, store what is under way."""
        for task in [*self._tasks, *self._errands]:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._errands, return_exceptions=True)
        await self.thinking.close()
        await self.store.close()

    def _errand(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; keep hold of it until it is done."""
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errand_done)

    def _errand_done(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        wrong = None if task.cancelled() else task.exception()
        if wrong:
            _note(wrong)

    async def _beat(self) -> None:
        """Give signs of life, and see whether others who gave some have died."""

        async def beat() -> None:
            await self.store.beat()
            for live in list(self._lives.values()):
                if live.elsewhere:
                    await self._see_who_is_elsewhere(live)

        await self._repeat(BEAT, beat)

    async def _find_bots(self) -> None:
        """See to bots that no process thinks for, since one may have died."""

        async def find() -> None:
            for table_id in await self.store.bot_turns(clock.now() - LEFT_ALONE):
                self.thinking.wake(table_id)

        await self._repeat(BEAT, find)

    async def _tell_at_home(self) -> None:
        await self._repeat(AT_LEAST, self._home.tell_news)

    async def _repeat(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception as wrong:  # noqa: BLE001 - whatever it is, it is tried again
                _note(wrong)
            await asyncio.sleep(seconds)

    async def _tidy(self) -> None:
        """Forget tables that nobody looks at; the log has them."""

        async def tidy() -> None:
            old = time.monotonic() - IDLE
            for table_id, live in list(self._lives.items()):
                if not live.listeners and live.used < old and not live.lock.locked():
                    del self._lives[table_id]
            TABLES.set(len(self._lives))
            self._collect()

        await self._repeat(60.0, tidy)

    def _collect(self) -> None:
        """Let Python look for unreachable objects; see `run.spare_the_collector`."""
        at = time.monotonic()
        is_quiet = all(live.used < at - QUIET for live in self._lives.values())
        if is_quiet or self._collected < at - NEVER_QUIET:
            gc.collect()
            self._collected = at

    # --- Tables in memory ---

    async def live(self, table_id: str) -> Live:
        """Return a table, from its log if it is not in memory."""
        live = self._lives.get(table_id)
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
        live.elsewhere = await self.store.present_elsewhere(table_id)
        return live

    async def _stored(self, table_id: str) -> Table:
        """Work a table out from its log."""
        rows = await self.store.entries(table_id)
        if not rows:
            raise Refused("missing", "There is no such table")
        table = Table(table_id, self.store.pauses)
        await asyncio.to_thread(apply_all, table, rows)
        return table

    def _keep(self, table: Table) -> Live:
        live = Live(table, Faces(table), told_seq=table.seq, told_forgotten=table.forgotten)
        at = clock.now()
        live.gone = {seat.guest: at for seat in table.seats if seat.guest}
        self._lives[table.id] = live
        TABLES.set(len(self._lives))
        return live

    async def table(self, table_id: str) -> Table:
        """Return a table in a state that is stored."""
        async with self._settled(await self.live(table_id)) as table:
            return table

    @asynccontextmanager
    async def _settled(self, live: Live) -> AsyncIterator[Table]:
        """Hold a table still, in a state that is stored, while somebody looks or acts."""
        async with live.lock:
            if live.is_doubtful:
                await self._rebuild(live)
            yield live.table

    async def _rebuild(self, live: Live) -> None:
        """Work a table out anew from its log."""
        table = Table(live.table.id, self.store.pauses)
        await asyncio.to_thread(apply_all, table, await self.store.entries(table.id))
        live.table, live.faces, live.is_doubtful = table, Faces(table), False
        self._tell(live)

    async def _catch_up(self, live: Live) -> None:
        """Take in what other processes have written."""
        async with self._settled(live) as table:
            rows = await self.store.entries(table.id, table.seq)
            apply_all(table, rows)
            self._tell(live)

    # --- Check, store, tell ---

    async def act(self, guest: Identity, message: protocol.AtTable) -> dict[str, Any]:
        """Do what somebody wants at a table; `Refused` says why not."""
        live = await self.live(message.table)
        if isinstance(message, protocol.Chat):
            self._chat.take(guest.id)
        if isinstance(message, protocol.Rematch):
            return await self._rematch(live, guest, message)
        await self.carry_out(live, lambda: self._decide(live, guest, message))
        return {"type": "done", "id": message.id}

    def _decide(self, live: Live, guest: Identity, message: protocol.AtTable) -> list[AnyEvent]:
        someone = Guest(
            guest.id, guest.name, clock.now(), lambda seat: self._may_give(live, guest, seat)
        )
        return decide(live.table, someone, message)

    async def play_for_bot(self, table_id: str, seat: int, ply: int, decision: int) -> None:
        """Let a bot's seat take a decision; `Refused` if the moment has passed."""
        live = await self.live(table_id)

        def answer() -> list[AnyEvent]:
            if live.table.ply != ply or live.table.bot_to_move is None:
                raise Refused("stale", "The moment has passed")
            return [check_play(live.table, seat, [decision])]

        await self.carry_out(live, answer)

    async def carry_out(self, live: Live, decide: Callable[[], list[AnyEvent]]) -> None:
        """Do it whole, even if whoever asked for it has gone meanwhile."""
        await asyncio.shield(asyncio.ensure_future(self._check_store_tell(live, decide)))

    async def _check_store_tell(self, live: Live, decide: Callable[[], list[AnyEvent]]) -> None:
        async with self._settled(live):
            while True:
                events = decide()
                if await self._store(live, events):
                    break
                await self._rebuild(live)  # another process was first
            self._tell(live)

    async def change(self, table_id: str, decide: Callable[[Table], list[AnyEvent]]) -> None:
        """Carry out something at a table; one that is not in memory does not come to stay there."""
        if table_id in self._lives or table_id in self._loading:
            live = await self.live(table_id)
            await self.carry_out(live, lambda: decide(live.table))
            return
        landed = False
        while not landed:  # or somebody else has written meanwhile
            table, at = await self._stored(table_id), clock.now()
            events = decide(table)
            table.apply(table.seq + 1, at, events)
            landed = await self.store.append(_append(table, at, events))
        self._hear(f"T {table_id} {table.seq}")  # as if another process had done it
        if table.bot_to_move:
            self.thinking.wake(table_id)

    async def _store(self, live: Live, events: list[AnyEvent]) -> bool:
        """Apply events and store them; False if that place in the log is taken.

        Nobody sees the table between the two: whoever looks waits for the lock, and if storing
        fails the table is worked out anew from the log.
        """
        table, at = live.table, clock.now()
        live.is_doubtful = True
        table.apply(table.seq + 1, at, events)
        with STORING.time():
            landed = await self.store.append(_append(table, at, events))
        if landed:
            live.is_doubtful = False
            _count(table, events)
        return landed

    def _tell(self, live: Live) -> None:
        """Tell everyone whom it concerns what has happened at a table."""
        if live.tell():
            self._home.may_change(live.table)
            if live.table.bot_to_move:
                self.thinking.wake(live.table.id)

    # --- Looking on ---

    async def watch(
        self, connection: Connection, table_id: str, answer_to: int | None = None
    ) -> None:
        """Show somebody a table, and go on telling."""
        most = self.settings.limits.watched
        if table_id not in connection.watching and len(connection.watching) >= most:
            raise Refused("limit", f"On one socket {most} tables can be watched")
        live = await self.live(table_id)
        async with self._settled(live):
            self._tell(live)
            viewpoint = live.viewpoint(connection.guest)
            connection.watching.add(table_id)
            live.listeners[connection] = viewpoint
            connection.send({**live.snapshot(viewpoint), "id": answer_to})
            if live.table.bot_to_move:
                self.thinking.wake(table_id)
        self._came_or_went(live, connection.guest, here=True)

    async def look(self, guest: Identity | None, table_id: str) -> Face:
        """Return the snapshot of a table for somebody who only asks once."""
        live = await self.live(table_id)
        async with self._settled(live):
            self._tell(live)
            return live.snapshot(live.viewpoint(guest))

    def leave(self, connection: Connection, table_id: str) -> None:
        """Tell somebody no more of a table."""
        connection.watching.discard(table_id)
        live = self._lives.get(table_id)
        if live and live.listeners.pop(connection, None):
            self._came_or_went(live, connection.guest, here=False)

    async def preview(self, guest: Identity | None, message: protocol.Preview) -> dict[str, Any]:
        """Return what decisions would lead to, as far as the seat can know it."""
        live = await self.live(message.table)
        async with self._settled(live) as table:
            position, seat = check_turn(table, guest.id if guest else None, message.ply)
            return preview_of(position, seat, message)

    async def hint(self, guest: Identity | None, message: protocol.Hint) -> dict[str, Any]:
        """Return what a search says by what somebody's own seat may see."""
        live = await self.live(message.table)
        async with self._settled(live) as table:
            position = _to_be_hinted_at(table, guest, message.ply)
        assert guest is not None
        with self.searching.place(guest.id):
            found = await self.thinking.search(
                table.game,
                thinking.ONLOOKER,
                lambda player: advising.searched(player, position, HINT),
            )
        return {
            "type": "hint",
            "id": message.id,
            "table": message.table,
            "ply": message.ply,
            "advice": found,
        }

    # --- Making tables ---

    async def make(self, guest: Identity, made: protocol.Made) -> Table:
        """Make a table, and start the game if nobody is missing."""
        self._making.take(guest.id)
        return await self._make(new_id(), made)

    async def _make(self, table_id: str, made: protocol.Made) -> Table:
        events: list[AnyEvent] = [made]
        if all(seat.kind in ("person", "bot") for seat in made.seats):
            events.append(start(len(made.seats), random_seats=made.random_seats))
        table, at = Table(table_id, self.store.pauses), clock.now()
        table.apply(1, at, events)
        if await self.store.append(_append(table, at, events)):  # or another has made it
            self._keep(table)
            if table.bot_to_move:
                self.thinking.wake(table_id)
            self._home.may_change(table)
        return table

    async def _rematch(
        self, live: Live, guest: Identity, message: protocol.Rematch
    ) -> dict[str, Any]:
        """Make the table of the next game, or sit down at it if somebody else has."""
        if live.table.rematch is None:
            someone = Guest(guest.id, guest.name)
            (event,) = decide(live.table, someone, message)
            assert isinstance(event, protocol.Rematched)
            self._making.take(guest.id)
            # First the table, then the news of it: what everyone is told of is there.
            await self._make(event.table, rematch_of(live.table, someone))
            with suppress(Refused):  # somebody else was first, with the same table
                await self.carry_out(live, lambda: _unless_rematched(live.table, event))
        await self._sit_again(live, guest)
        return {"type": "done", "id": message.id, "table": live.table.rematch}

    async def _sit_again(self, old: Live, guest: Identity) -> None:
        """Take what is kept for somebody in the next game: a seat, or all of their screen."""
        assert old.table.rematch is not None
        live = await self.live(old.table.rematch)
        for number, seat in enumerate(live.table.seats):
            if seat.kind == "kept" and seat.guest == guest.id:
                message = protocol.Sit(table=live.table.id, seat=number)
                await self.carry_out(live, lambda m=message: self._decide(live, guest, m))  # type: ignore[misc]

    async def rename(self, guest: Identity, name: str) -> Identity:
        """Give somebody another name, here and at their tables."""
        renamed = Identity(guest.id, guests.clean_name(name))
        await self.store.rename(renamed.id, renamed.name)
        self._call(renamed)
        for table_id in await self.store.running_tables_of(guest.id):
            await self._rename_at(await self.live(table_id), Guest(renamed.id, renamed.name))
        return renamed

    async def _rename_at(self, live: Live, guest: Guest) -> None:
        with suppress(Refused):  # they have stood up there
            await self.carry_out(live, lambda: rename(live.table, guest))

    def _call(self, renamed: Identity) -> None:
        for connection in self.connections:
            if connection.guest and connection.guest.id == renamed.id:
                connection.guest = renamed

    # --- Leaving for ever ---

    async def forget(self, guest: str) -> None:
        """Let nobody be somebody any more, and begin to remove every trace of them."""
        await self.store.begin_forgetting(guest)
        self._let_go(guest)
        self._errand(self._erase(guest))  # if that fails it will be gone on with

    async def _erase(self, guest: str) -> None:
        async with self._erasing:
            await forgetting.erase(self, guest)

    def _let_go(self, guest: str) -> None:
        for connection in self.connections:
            if connection.guest and connection.guest.id == guest:
                connection.outbox.put_nowait(None)

    async def _erase_the_rest(self) -> None:
        """Go on with those whom a process began to forget that has died."""

        async def erase() -> None:
            for guest in await self.store.to_be_forgotten():
                await self._erase(guest)

        await self._repeat(60.0, erase)

    # --- Who is there ---

    def _came_or_went(self, live: Live, guest: Identity | None, *, here: bool) -> None:
        if guest:  # also who only looks on: they may sit down later
            others = [c for c in live.listeners if c.guest and c.guest.id == guest.id]
            if here:
                live.gone.pop(guest.id, None)
            elif not others:
                live.gone[guest.id] = clock.now()
            first_or_last = len(others) == int(here)
            if self.store.is_shared and first_or_last:
                self._errand(self.store.note_presence(live.table.id, guest.id, here=here))
        live.tell_presence()

    def _may_give(self, live: Live, guest: Identity, number: int) -> bool:
        """Whether a seat is abandoned, and somebody may give it to a bot: the host, if there."""
        since, host = live.gone_since(number), live.table.made.host
        if since is None or clock.now() - since < self.settings.abandoned_after:
            return False
        stands_in = live.table.seat_of(guest.id) is not None and not live.is_here(host)
        return guest.id == host or stands_in

    # --- Home ---

    def enter_home(self, connection: Connection, answer_to: int | None) -> None:
        """Tell somebody of the lobby and their tables, now and from now on."""
        self._home.enter(connection)
        self._errand(self._home.tell([connection], answer_to))

    def leave_home(self, connection: Connection) -> None:
        """Tell them no more."""
        self._home.leave(connection)

    async def lists(self, guest: Identity | None) -> dict[str, list[dict[str, Any]]]:
        """Return the lobby and somebody's tables."""
        return await self._home.lists(guest)

    # --- Other processes ---

    def _hear(self, payload: str) -> None:
        """Take in news of another process; it names ids only."""
        kind, table_id, *rest = payload.split()
        live = self._lives.get(table_id)
        if kind == "P" and live:
            self._errand(self._see_who_is_elsewhere(live))
        elif kind == "T":
            if live and int(rest[0]) > live.table.seq:
                self._errand(self._catch_up(live))
            elif table_id in self._loading:  # its log may have been read already
                self._errand(self._catch_up_when_loaded(table_id))
            if not live:
                self._home.may_change_for_everyone()
        elif kind == "F":
            self._let_go(table_id)
        elif kind == "G":
            self._errand(self._learn_name(table_id))

    def _catch_up_all(self) -> None:
        for live in self._lives.values():
            self._errand(self._catch_up(live))
        for table_id in self._loading:
            self._errand(self._catch_up_when_loaded(table_id))
        for guest in {c.guest.id for c in self.connections if c.guest}:
            self._errand(self._learn_name(guest))

    async def _catch_up_when_loaded(self, table_id: str) -> None:
        with suppress(Refused):  # whoever loads it is told
            await self._catch_up(await self.live(table_id))

    async def _see_who_is_elsewhere(self, live: Live) -> None:
        before = live.elsewhere
        live.elsewhere = await self.store.present_elsewhere(live.table.id)
        for guest in before - live.elsewhere:
            live.gone[guest] = clock.now()
        live.tell_presence()

    async def _learn_name(self, guest: str) -> None:
        name = await self.store.name_of(guest)
        if name:
            self._call(Identity(guest, name))
        else:  # somebody has begun to forget them, or has already
            self._let_go(guest)

    # --- Sockets ---

    def enter(self, connection: Connection) -> None:
        """Let a socket in."""
        if self._sockets[connection.who] >= self.settings.limits.sockets:
            raise Refused("limit", "Too many sockets of one guest")
        self._sockets[connection.who] += 1
        self.connections.add(connection)
        SOCKETS.set(len(self.connections))
        if self._is_closing:  # back too soon; a hello would promise that the server stays
            self._send_away(connection)

    def exit(self, connection: Connection) -> None:
        """Let it go."""
        self.connections.discard(connection)
        self._sockets[connection.who] -= 1
        if not self._sockets[connection.who]:
            del self._sockets[connection.who]
        self.leave_home(connection)
        for table_id in list(connection.watching):
            self.leave(connection, table_id)
        SOCKETS.set(len(self.connections))


def _to_be_hinted_at(table: Table, guest: Identity | None, ply: int) -> Position:
    position, seat = check_turn(table, guest.id if guest else None, ply)
    if not table.may_hint(seat):
        raise Refused("now", "There are no hints at this table")
    # Dealt anew: nothing that the seat does not know leaves the table.
    return position.reimagine(seat, secrets.randbits(62))


def _note(wrong: BaseException) -> None:
    """Log why something failed that nobody waits for."""
    if isinstance(wrong, StoreError):
        log.warning("store failed", error=str(wrong))
    else:
        log.error("failed", exc_info=wrong)


def _unless_rematched(table: Table, event: protocol.Rematched) -> list[AnyEvent]:
    if table.rematch is not None:
        raise Refused("now", "There is a rematch already")
    return [event]


def apply_all(table: Table, rows: list[tuple[int, int, str]]) -> None:
    """Let a table take in entries of its log."""
    for seq, at, events in rows:
        table.apply(seq, at, protocol.read_events(events))


def _append(table: Table, at: int, events: list[AnyEvent]) -> Append:
    """Return an entry, already applied to the table, as it goes into the store."""
    row = {
        "status": table.status,
        "listed": table.made.listed,
        "bot_to_move": table.bot_to_move is not None,
        "changed": table.changed,
        "summary": encode(faces.summary(table)).decode(),
    }
    told_of = forgetting.named(events)
    return Append(table.id, table.seq, at, protocol.write_events(events), row, told_of)


def _count(table: Table, events: list[AnyEvent]) -> None:
    for event in events:
        if isinstance(event, protocol.Played):
            PLAYED.labels(table.made.game).inc(len(event.decisions))
