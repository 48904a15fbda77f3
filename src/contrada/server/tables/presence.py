"""Presence: who watches which table, through any process, and which seats are abandoned."""

from __future__ import annotations

from collections.abc import Callable

from contrada.server import times
from contrada.server.db.store import Store
from contrada.server.runtime.connections import STRANGER, Connection
from contrada.server.runtime.tasks import BackgroundTasks
from contrada.server.tables.commands import Actor
from contrada.server.tables.live import LiveTable
from contrada.server.tables.registry import TableRegistry
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import Snapshot


class Presence:
    """Shows tables to people, tracks who is there, and knows which seats may be given away."""

    def __init__(
        self, registry: TableRegistry, store: Store, tasks: BackgroundTasks, most_watched: int
    ) -> None:
        """Start with nobody; set how many tables a socket may watch."""
        self._registry, self._tasks = registry, tasks
        self._cluster, self._interests = store.cluster, store.interests
        self._is_shared = store.is_shared
        self._most_watched = most_watched
        self.on_watch: list[Callable[[LiveTable], object]] = []

    # --- Watching ---

    async def watch(
        self, connection: Connection, table_id: str, answer_to: int | None = None
    ) -> None:
        """Show a table to a connection, and keep it up to date."""
        most = self._most_watched
        if table_id not in connection.watching and len(connection.watching) >= most:
            raise Refused("limit", f"On one socket {most} tables can be watched")
        live = await self._registry.live(table_id)
        async with self._registry.settled(live):
            self._registry.tell(live)
            viewpoint = live.viewpoint(connection.guest)
            connection.watching.add(table_id)
            live.listeners[connection] = viewpoint
            shown = live.snapshot(viewpoint)
            shown.id = answer_to
            connection.send(shown)
        live.address = live.address or connection.address
        for listener in self.on_watch:
            listener(live)
        self._note(live, connection)

    async def look(self, guest: Identity | None, table_id: str) -> Snapshot:
        """Return a snapshot for a client that asks once, as programs do."""
        live = await self._registry.live(table_id)
        if guest and not live.is_here(guest.id):
            live.gone[guest.id] = times.now()
        async with self._registry.settled(live):
            self._registry.tell(live)
            return live.snapshot(live.viewpoint(guest))

    def leave(self, connection: Connection, table_id: str) -> None:
        """Stop telling a connection about a table."""
        connection.watching.discard(table_id)
        live = self._registry.loaded.get(table_id)
        if live and live.listeners.pop(connection, None):
            self._note(live, connection)

    def leave_all(self, connection: Connection) -> None:
        """Stop telling a connection about all tables."""
        for table_id in list(connection.watching):
            self.leave(connection, table_id)

    def show(self, connection: Connection, *, visible: bool) -> None:
        """Note whether somebody can see the page that a connection belongs to."""
        connection.is_visible = visible
        for table_id in connection.watching:
            live = self._registry.loaded.get(table_id)
            if live:
                self._note_elsewhere(live, connection.visitor)

    def _note(self, live: LiveTable, connection: Connection) -> None:
        """Note that a socket shows a table, or no longer does."""
        visitor = connection.visitor
        if connection.guest:  # including onlookers: they may sit down later
            if live.shown_here_to(visitor) is None:
                live.gone[visitor] = times.now()
            else:
                live.gone.pop(visitor, None)
        self._note_elsewhere(live, visitor)
        live.tell_presence()

    def _note_elsewhere(self, live: LiveTable, visitor: str) -> None:
        """Tell the other processes whether somebody is here and sees the table, if it is news."""
        seen = live.shown_here_to(visitor)
        if not self._is_shared or seen == live.noted.get(visitor):
            return
        if seen is None:
            del live.noted[visitor]
        else:
            live.noted[visitor] = seen
        self._tasks.start(self._cluster.note_presence(live.table.id, visitor, seen))

    # --- Through other processes ---

    async def beat(self) -> None:
        """Send a heartbeat, and read who is present through other processes."""
        if not await self._cluster.beat():  # they had taken this process for dead
            await self._interests.state_again()
            self._registry.catch_up()
            await self._repeat_presence()
        await self.see_who_is_elsewhere()

    async def _repeat_presence(self) -> None:
        for live in list(self._registry.loaded.values()):
            for guest, seen in list(live.noted.items()):
                await self._cluster.note_presence(live.table.id, guest, seen)

    def changed_elsewhere(self, table_id: str) -> None:
        """Handle the news that someone arrived at a table or left it through another process."""
        live = self._registry.loaded.get(table_id)
        if live:
            self._tasks.start(self.see_who_is_elsewhere(live))

    def catch_up(self) -> None:
        """Read again who is present at all tables."""
        self._tasks.start(self.see_who_is_elsewhere())

    async def see_who_is_elsewhere(self, only: LiveTable | None = None) -> None:
        """Read who is present through other processes, at one table or all, and tell onlookers."""
        lives = [only] if only else list(self._registry.loaded.values())
        if not self._is_shared or not lives:
            return
        present = await self._cluster.present_elsewhere(only.table.id if only else None)
        for live in lives:
            before, live.elsewhere = live.elsewhere, present.get(live.table.id, {})
            if live.elsewhere != before:
                for visitor in before.keys() - live.elsewhere.keys():
                    if not visitor.startswith(STRANGER):
                        live.gone[visitor] = times.now()
                live.tell_presence()

    async def is_looking(self, table_id: str, guest: str) -> bool:
        """Whether a guest looks at a table now, which need not be in memory here."""
        live = self._registry.loaded.get(table_id)
        if live and live.is_seen_by(guest):
            return True
        present = await self._cluster.present_elsewhere(table_id)
        return present.get(table_id, {}).get(guest, False)

    # --- Abandoned seats ---

    def actor(self, live: LiveTable, guest: Identity) -> Actor:
        """Return a guest as an actor, with the seats that they may give to a bot."""
        return Actor(
            guest.id, guest.name, times.now(), lambda seat: self._may_give(live, guest, seat)
        )

    def _may_give(self, live: LiveTable, guest: Identity, number: int) -> bool:
        """Whether a seat is abandoned and a guest may give it to a bot: the host, if present."""
        since, host = live.abandoned_at(number), live.table.made.host
        if since is None or times.now() < since:
            return False
        stands_in = live.table.seat_of(guest.id) is not None and not live.is_here(host)
        return guest.id == host or stands_in
