"""Where all comes together: what people do and look at, and what goes on as long as the server.

How it is done is elsewhere: tables in `tables`, people in `people`, bots in `search`, what other
processes say in `news`.
"""

from __future__ import annotations

import asyncio
import gc
import secrets
import time
from contextlib import suppress
from typing import Any

from contrada import games
from contrada.bots.player import Limits
from contrada.games.contract import Position
from contrada.server.db.store import Store
from contrada.server.lobby import AT_LEAST, Home
from contrada.server.news import News
from contrada.server.people import identity
from contrada.server.people.erasure import Forgetting
from contrada.server.people.identity import Identity
from contrada.server.runtime.connections import Connection, Connections
from contrada.server.runtime.limits import Buckets, Line
from contrada.server.runtime.readiness import Readiness
from contrada.server.runtime.tasks import Errands
from contrada.server.search import advice
from contrada.server.search.bots import ONLOOKER, Thinking
from contrada.server.settings import Settings
from contrada.server.tables import clock
from contrada.server.tables.commands import Guest, check_turn, decide, preview_of, rename
from contrada.server.tables.live import Live
from contrada.server.tables.presence import Presence
from contrada.server.tables.registry import Tables
from contrada.server.tables.rematch import Making
from contrada.server.tables.table import Table
from contrada.server.wire import messages
from contrada.server.wire.answers import Done, GameStates
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import PreviewAnswer, Snapshot
from contrada.server.wire.study import HintAnswer
from contrada.server.wire.values import GameState

BEAT = 5.0  # seconds between signs of life
LEFT_ALONE = 3000  # milliseconds after which a bot may be thought for by any process
LEFT_OVER = 60.0  # seconds between looks for what nobody uses any more, or nobody has ended
QUIET = 10.0  # seconds without anybody doing anything
NEVER_QUIET = 3600.0  # seconds after which unreachable objects are looked for although people play
HINT = Limits(seconds=1.0)  # of a search


class Hub:
    """All that happens."""

    def __init__(self, store: Store, settings: Settings) -> None:
        """Begin with nobody there, and no table in memory."""
        self.store, self.settings = store, settings
        limits = settings.limits
        self.connections = Connections(limits.sockets)
        self._errands = Errands()
        self._home = Home(store)
        self.readiness = Readiness()
        self.readiness.listeners.append(self._tell_of_game)
        self.tables = Tables(
            store,
            self._home,
            self._errands,
            self.readiness,
            self._wake,
            settings.abandoned_after,
        )
        self.thinking = Thinking(self.tables, store, settings.searches)
        self._presence = Presence(self.tables, self._errands)
        self.making = Making(self.tables, self._presence, Buckets(*limits.tables))
        self.forgetting = Forgetting(self.tables, self.connections, self._errands)
        self.news = News(self.tables, self._presence, self.connections, self._errands)
        self._messages, self._crowds = Buckets(*limits.messages), Buckets(*limits.crowds)
        self._chat, self._previews = Buckets(*limits.chat), Buckets(*limits.previews)
        self._previewing = asyncio.Lock()
        self.searching = Line(*limits.searches)
        self._collected = time.monotonic()

    def _wake(self, table_id: str) -> None:
        self.thinking.wake(table_id)

    def _tell_of_game(self, game: str, state: GameState) -> None:
        self.connections.tell(GameStates({game: state}))

    # --- Starting and stopping ---

    async def start(self) -> None:
        """Begin to prepare games, to listen to other processes, and to see to bots."""
        await self.readiness.start(self.settings.games or games.NAMES)
        self.store.listener.start(self.news.hear, self.news.catch_up)
        self._errands.repeat(BEAT, self._beat)
        self._errands.repeat(AT_LEAST, self._home.tell_news)
        self._errands.repeat(BEAT, self._find_bots)
        self._errands.repeat(LEFT_OVER, self._tidy)
        self._errands.repeat(LEFT_OVER, self.forgetting.go_on)

    def announce_closing(self) -> None:
        """Tell everyone that the server is about to stop, and let them go."""
        self.connections.send_away()

    async def close(self) -> None:
        """Stop preparing games and thinking, store what is under way."""
        await self.readiness.close()
        await self._errands.close()
        await self.thinking.close()
        await self.store.close()

    async def _beat(self) -> None:
        """Give signs of life, and see who else does; who was cut off is back."""
        if not await self.store.processes.beat():
            await self._presence.say_who_is_here()
        await self._presence.see_who_is_elsewhere()

    async def _find_bots(self) -> None:
        """See to bots that no process thinks for, since one may have died."""
        for table_id in await self.store.bot_turns(clock.now() - LEFT_ALONE):
            self.thinking.wake(table_id)

    async def _tidy(self) -> None:
        self.tables.tidy()
        await self.store.processes.forget_the_dead()
        self._collect()

    def _collect(self) -> None:
        """Let Python look for unreachable objects; see `run.spare_the_collector`."""
        at = time.monotonic()
        is_quiet = all(live.used < at - QUIET for live in self.tables.lives.values())
        if is_quiet or self._collected < at - NEVER_QUIET:
            gc.collect()
            self._collected = at

    # --- Sockets ---

    def enter(self, connection: Connection) -> None:
        """Let a socket in."""
        self.connections.enter(connection)

    def exit(self, connection: Connection) -> None:
        """Let it go."""
        self.connections.exit(connection)
        self.leave_home(connection)
        for table_id in list(connection.watching):
            self.leave(connection, table_id)

    def wait_for(self, connection: Connection) -> float:
        """Return how long whoever is on a socket has to wait until they are heard again."""
        return max(
            self._messages.wait_for(connection.who), self._crowds.wait_for(connection.address)
        )

    # --- Doing something ---

    async def act(self, guest: Identity, message: messages.AtTable) -> Done:
        """Do what somebody wants at a table; `Refused` says why not."""
        live = await self.tables.live(message.table)
        if isinstance(message, messages.Chat):
            self._chat.take(guest.id)
        if isinstance(message, messages.Rematch):
            return await self.making.rematch(live, guest, message)
        await self.tables.carry_out(
            live, lambda: decide(live.table, self._presence.someone(live, guest), message)
        )
        return Done(message.id)

    async def rename(self, guest: Identity, name: str) -> Identity:
        """Give somebody another name, here and at their tables."""
        renamed = Identity(guest.id, identity.clean_name(name))
        running = await self.store.running_tables_of(guest.id)
        lives = [await self.tables.live(table_id) for table_id in running]  # all of them, or none
        await self.store.guests.rename(renamed.id, renamed.name)
        self.connections.call(renamed)
        for live in lives:
            await self._rename_at(live, Guest(renamed.id, renamed.name))
        return renamed

    async def _rename_at(self, live: Live, guest: Guest) -> None:
        with suppress(Refused):  # they have stood up there
            await self.tables.carry_out(live, lambda: rename(live.table, guest))

    # --- Looking on ---

    async def watch(
        self, connection: Connection, table_id: str, answer_to: int | None = None
    ) -> None:
        """Show somebody a table, and go on telling."""
        most = self.settings.limits.watched
        if table_id not in connection.watching and len(connection.watching) >= most:
            raise Refused("limit", f"On one socket {most} tables can be watched")
        live = await self.tables.live(table_id)
        async with self.tables.settled(live):
            self.tables.tell(live)
            viewpoint = live.viewpoint(connection.guest)
            connection.watching.add(table_id)
            live.listeners[connection] = viewpoint
            shown = live.snapshot(viewpoint)
            shown.id = answer_to
            connection.send(shown)
            self.tables.wake_bot(live.table)
        self._presence.came_or_went(live, connection.guest, here=True)

    async def look(self, guest: Identity | None, table_id: str) -> Snapshot:
        """Return the snapshot of a table for somebody who only asks once."""
        live = await self.tables.live(table_id)
        self._presence.asked(live, guest)
        async with self.tables.settled(live):
            self.tables.tell(live)
            return live.snapshot(live.viewpoint(guest))

    def leave(self, connection: Connection, table_id: str) -> None:
        """Tell somebody no more of a table."""
        connection.watching.discard(table_id)
        live = self.tables.lives.get(table_id)
        if live and live.listeners.pop(connection, None):
            self._presence.came_or_went(live, connection.guest, here=False)

    async def preview(self, guest: Identity | None, message: messages.Preview) -> PreviewAnswer:
        """Return what decisions would lead to, as far as the seat can know it."""
        live = await self.tables.live(message.table)
        async with self.tables.settled(live) as table:
            position, seat = check_turn(table, guest.id if guest else None, message.ply)
        assert guest is not None
        await asyncio.sleep(self._previews.wait_for(guest.id))
        async with self._previewing:  # in a thread, one after the other: no move waits for it
            return await asyncio.to_thread(preview_of, position, seat, message)

    async def hint(self, guest: Identity | None, message: messages.Hint) -> HintAnswer:
        """Return what a search says by what somebody's own seat may see."""
        live = await self.tables.live(message.table)
        async with self.tables.settled(live) as table:
            position = _to_be_hinted_at(table, guest, message.ply)
        assert guest is not None
        with self.searching.place(guest.id):
            found = await self.thinking.search(
                guest.id,
                table.game,
                ONLOOKER,
                lambda player: advice.searched(player, position, HINT),
            )
        return HintAnswer(message.id, message.table, message.ply, found)

    # --- Home ---

    def enter_home(self, connection: Connection, answer_to: int | None) -> None:
        """Tell somebody of the lobby and their tables, now and from now on."""
        self._home.enter(connection)
        self._errands.begin(self._home.tell(connection, answer_to))

    def leave_home(self, connection: Connection) -> None:
        """Tell them no more."""
        self._home.leave(connection)

    async def lists(self, guest: Identity | None) -> dict[str, list[dict[str, Any]]]:
        """Return the lobby and somebody's tables."""
        return await self._home.lists(guest)


def _to_be_hinted_at(table: Table, guest: Identity | None, ply: int) -> Position:
    position, seat = check_turn(table, guest.id if guest else None, ply)
    if not table.may_hint(seat):
        raise Refused("now", "There are no hints at this table")
    # Dealt anew: nothing that the seat does not know leaves the table.
    return position.reimagine(seat, secrets.randbits(62))
