"""Runs a server, or a process that only thinks, and stops it cleanly."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

import uvicorn
from fastapi import FastAPI

from contrada.errors import OptionError
from contrada.server import logs
from contrada.server.admin.schedule import check_folder
from contrada.server.app import make_app
from contrada.server.db.store import Store
from contrada.server.house.hosts import HostLink
from contrada.server.house.opening import open_house, settings_of
from contrada.server.http.protocols import protocols
from contrada.server.notices.mail import read_mailer
from contrada.server.runtime import door, garbage
from contrada.server.runtime.door import BACKLOG, Door
from contrada.server.runtime.readiness import Listener
from contrada.server.settings import SECOND, Settings
from contrada.server.thinker import Thinker

TO_BE_HEARD = 0.2  # maximum seconds for sending the last message
DEAF_FOR = 30 * SECOND  # milliseconds that sent data may wait to be acknowledged
GRACE = 5  # seconds for running requests to finish after a stop
SOCKET_SIZE = 16 * 1024  # bytes; longer messages close the socket at once


def listen(host: str, port: int) -> socket.socket:
    """Bind a port; 0 means any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    taken = socket.socket(family)
    taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if hasattr(socket, "TCP_USER_TIMEOUT"):  # closes connections whose client is deaf
            taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_FOR)
        taken.bind((host, port))
        taken.listen(BACKLOG)  # clients that arrive before we are ready wait a moment
    except (OSError, OverflowError) as wrong:
        taken.close()
        reason = getattr(wrong, "strerror", None) or str(wrong)
        raise OptionError(
            f"cannot listen on {host}:{port}: {reason}; --port chooses another"
        ) from None
    return taken


def serve(
    settings: Settings,
    taken: socket.socket,
    log_level: str = "info",
    ready: Callable[[str], object] = lambda _token: None,
    listeners: Sequence[Listener] = (),
) -> None:
    """Serve until told to stop; call `ready` once the database is open.

    It gets the token of the host link if that was made just now, or else nothing. Games compile in
    the background, and `listeners` hear how each is going.
    """
    logs.configure(log_level)
    door.raise_descriptors()
    server = make_server(settings, *listeners)
    garbage.disable_automatic()
    ready(server.host_link.token if server.host_link.is_new else "")
    server.run([taken])


def think(
    settings: Settings,
    log_level: str = "info",
    ready: Callable[[], object] = lambda: None,
    listeners: Sequence[Listener] = (),
) -> None:
    """Think for the servers on the same database until told to stop."""
    logs.configure(log_level)
    thinker = Thinker(Store(settings.database, serves=False), settings)
    thinker.readiness.listeners += listeners
    asyncio.run(thinker.run(ready))


def make_server(settings: Settings, *listeners: Listener) -> ContradaServer:
    """Open the database and return a server that is ready to start."""
    room = door.room()
    entrance = Door(settings, room.most)
    read_mailer(settings)  # to find mistakes before the database is opened
    if settings.backup_to:
        check_folder(settings.backup_to)
    house = settings_of(settings.house)
    store = Store(settings.database)
    host_link = store.database.begin(lambda connection: open_house(connection, house))
    app = make_app(settings, store, *listeners)
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=bool(settings.proxies),
        forwarded_allow_ips=list(settings.proxies),
        backlog=room.backlog,
        **protocols(entrance),
        ws_max_size=SOCKET_SIZE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=GRACE,
    )
    return ContradaServer(config, app, host_link)


class ContradaServer(uvicorn.Server):
    """Tells all clients before it stops, so that they reconnect as soon as they can."""

    def __init__(self, config: uvicorn.Config, app: FastAPI, host_link: HostLink) -> None:
        super().__init__(config)
        self._app, self.host_link = app, host_link

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Announce the stop, then let running requests finish."""
        services = self._app.state.services
        services.timekeeper.close()
        connections = services.connections
        connections.announce_closing()
        with suppress(TimeoutError):
            async with asyncio.timeout(TO_BE_HEARD):
                await connections.until_all_left()
        await super().shutdown(sockets)
        self._captured_signals.clear()  # stopped because it was told to: not an error
