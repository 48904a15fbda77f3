"""Handles the messages of clients, whether they arrive through a socket or over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from contrada.server.lobby import Lobby
from contrada.server.runtime.connections import Connection
from contrada.server.runtime.limits import RateLimit
from contrada.server.search.hints import Hints
from contrada.server.tables.commands import decide
from contrada.server.tables.presence import Presence
from contrada.server.tables.previews import Previews
from contrada.server.tables.registry import TableRegistry
from contrada.server.tables.rematch import Rematcher
from contrada.server.tables.table import Table
from contrada.server.wire import messages
from contrada.server.wire.answers import Done, Pong
from contrada.server.wire.guests import Identity
from contrada.server.wire.refusals import Refused
from contrada.server.wire.snapshots import PreviewAnswer, Snapshot
from contrada.server.wire.study import HintAnswer

Manners = Callable[[Table, Identity, messages.TableCommand], Awaitable[None]]
Answer = Done | Pong | Snapshot | PreviewAnswer | HintAnswer


class Dispatcher:
    """Passes each message to the part of the server that handles it."""

    def __init__(
        self,
        registry: TableRegistry,
        presence: Presence,
        rematcher: Rematcher,
        previews: Previews,
        hints: Hints,
        lobby: Lobby,
        chat: RateLimit,
        check_manners: Manners,
    ) -> None:
        self._registry, self._presence, self._rematcher = registry, presence, rematcher
        self._previews, self._hints, self._lobby, self._chat = previews, hints, lobby, chat
        self._check_manners = check_manners

    async def handle(
        self,
        guest: Identity | None,
        message: messages.Anything,
        connection: Connection | None = None,
        address: str = "",
    ) -> Answer | None:
        """Do what a message asks for and return the answer; raise `Refused` to say why not.

        A client on a socket keeps receiving what it watches; the first such message is the answer.
        `address` is that of a client without a socket.
        """
        match message:
            case messages.Ping():
                return Pong(message.id)
            case messages.Preview():
                return await self._previews.preview(guest, message)
            case messages.Hint():
                come_from = connection.address if connection else address
                return await self._hints.hint(guest, message, come_from)
            case (
                messages.Watch()
                | messages.Leave()
                | messages.Home()
                | messages.Running()
                | messages.LeaveHome()
                | messages.Visible()
            ):
                return await self._subscribe(guest, message, connection)
        if guest is None:
            raise Refused("guest", "Tell who you are first: POST /api/guests")
        return await self._act(guest, message)

    async def _subscribe(
        self,
        guest: Identity | None,
        message: messages.Watch
        | messages.Leave
        | messages.Home
        | messages.Running
        | messages.LeaveHome
        | messages.Visible,
        connection: Connection | None,
    ) -> Answer | None:
        if connection is None:
            assert isinstance(message, messages.Watch)  # the others need a socket
            return await self._look(guest, message)
        match message:
            case messages.Watch():
                await self._presence.watch(connection, message.table, message.id)
                return None
            case messages.Home():
                await self._lobby.subscribe(connection, message.id)
                return None
            case messages.Running():
                await self._lobby.subscribe(connection, message.id, only_running=True)
                return None
            case messages.Leave():
                self._presence.leave(connection, message.table)
            case messages.LeaveHome():
                self._lobby.unsubscribe(connection)
            case messages.Visible():
                self._presence.show(connection, visible=message.visible)
        return _done(message)

    async def _look(self, guest: Identity | None, message: messages.Watch) -> Snapshot:
        shown = await self._presence.look(guest, message.table)
        shown.id = message.id
        return shown

    async def _act(self, guest: Identity, message: messages.TableCommand) -> Answer:
        live = await self._registry.live(message.table)
        if isinstance(message, messages.Chat):
            self._chat.consume(guest.id)
        if isinstance(message, messages.Answer) and message.what == "rematch" and message.yes:
            message = messages.Rematch(id=message.id, table=message.table)
        await self._check_manners(live.table, guest, message)
        if isinstance(message, messages.Rematch):
            return await self._rematcher.rematch(live, guest, message)
        if isinstance(message, messages.Claim | messages.Give):
            await self._registry.learn_days_off(live.table)
        await self._registry.carry_out(
            live, lambda table: decide(table, self._presence.actor(live, guest), message)
        )
        return _done(message)

    async def show_again(self, connection: Connection, table_id: str) -> None:
        """Send the whole table again to a watcher whose state is out of date."""
        if table_id in connection.watching:
            await self._presence.watch(connection, table_id)

    def unsubscribe(self, connection: Connection) -> None:
        """Unsubscribe a closed socket from everything."""
        self._lobby.unsubscribe(connection)
        self._presence.leave_all(connection)


def _done(message: messages.Message) -> Done:
    return Done(message.id)
