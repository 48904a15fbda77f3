"""News between processes on one PostgreSQL, sent with NOTIFY and received by a thread that LISTENs.

Each process has a channel of its own. News of a table goes only to the processes that want to hear
of it (`interests`, `storing`). News consists of a few words and may be missed. With SQLite there
are no other processes.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import defaultdict
from collections.abc import Callable
from enum import StrEnum
from typing import Any

import psycopg
import structlog
from sqlalchemy import Connection, text
from sqlalchemy.engine import make_url

ALL = "contrada"  # every process listens
THINKING = "contrada_thinking"  # every process that thinks
ASK_EVERY = 5.0  # seconds between checks that the database is there
TRY_AGAIN = 1.0  # seconds to wait after losing it
# Notice within seconds if the other end of a connection to PostgreSQL is silently gone.
ALIVE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}
Handler = Callable[..., object]
log = structlog.get_logger()
# A killed process disappears from there at once, long before its heartbeats are missed.
IS_CONNECTED = (
    "EXISTS (SELECT FROM pg_stat_activity WHERE application_name = 'contrada ' || {process})"
)
_SAY = text("SELECT pg_notify(:channel, one) FROM unnest(CAST(:news AS text[])) AS one")
IS_ANOTHER = "'contrada ' || interests.process <> current_setting('application_name')"
_TELL_OF_PRESENCE = text(
    "SELECT pg_notify('contrada_' || interests.process, 'P ' || CAST(:table AS text))"  # noqa: S608
    f" FROM interests WHERE topic = 't ' || CAST(:table AS text) AND {IS_ANOTHER}"
)


class Topic(StrEnum):
    """The topic of a piece of news; ids follow it."""

    TABLE = "T"  # a table, and the number of its latest entry
    IN_PLAY = "I"  # the same of a table between people, and what is being played there
    PRESENCE = "P"  # a table where someone arrived or left
    NAME = "G"  # a guest with a new name
    ERASURE = "F"  # a guest to be erased
    TIME = "C"  # the time that a process serves
    PAUSE = "S"  # a pause was noted
    DAYS_OFF = "O"  # a guest who has taken days off, or ended them
    DEVICE = "D"  # the hash of a token that no longer identifies anybody
    HOUSE = "H"  # a host has done something that concerns everybody
    ANSWERS = "W"  # a table where somebody has prepared answers
    TURN = "B"  # a bot's turn for any process with a free place: see `search.bots`
    ANALYSIS = "A"  # an analysis for any process with a free place


def application_name(process: str) -> str:
    """Return the name under which the database knows a process."""
    return f"contrada {process}"


def channel_of(process: str) -> str:
    """Return the channel of a process."""
    return f"contrada_{process}"


def say(connection: Connection, *news: str, channel: str = ALL) -> None:
    """Notify all processes, or those that think, once this transaction commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(_SAY, {"channel": channel, "news": list(news)})


def tell_of_presence(connection: Connection, table_id: str) -> None:
    """Notify the other processes that have a table in memory, once this commits."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TELL_OF_PRESENCE, {"table": table_id})


class Listener:
    """Receives news in a thread; with SQLite there is none."""

    def __init__(
        self,
        url: str,
        process: str,
        failed: Callable[[psycopg.Error], object],
        works: Callable[[], object],
    ) -> None:
        """Prepare the listener without starting its thread, which reports on its connection."""
        self._url, self._application_name = make_url(url), application_name(process)
        self._channels = [ALL, channel_of(process)]
        self._failed, self._works = failed, works
        self._ending = threading.Event()
        self._thread: threading.Thread | None = None
        self._handlers: dict[str, list[Handler]] = defaultdict(list)
        self._when_lost: list[Handler] = []

    def listen_to(self, channel: str) -> None:
        """Listen to another channel, from the start."""
        self._channels.append(channel)

    def on(self, topic: Topic, handler: Handler) -> None:
        """Call a handler with the ids of each piece of news about a topic."""
        self._handlers[topic].append(handler)

    def on_lost(self, handler: Handler) -> None:
        """Call a handler whenever news may have been missed."""
        self._when_lost.append(handler)

    def hear(self, payload: str) -> None:
        """Pass news on to its handlers, line by line."""
        for news in payload.splitlines():
            topic, *ids = news.split()
            for handler in self._handlers.get(topic, []):
                handler(*ids)

    def lose(self) -> None:
        """Tell the handlers that news may have been missed."""
        for handler in self._when_lost:
            handler()

    def start(self) -> None:
        """Start listening; handlers run in the current event loop."""
        if self._url.get_backend_name() != "postgresql":
            return
        loop = asyncio.get_running_loop()
        arguments = (
            lambda payload: loop.call_soon_threadsafe(self.hear, payload),
            lambda: loop.call_soon_threadsafe(self.lose),
        )
        self._thread = threading.Thread(target=self._run, args=arguments, daemon=True)
        self._thread.start()

    async def close(self) -> None:
        """Stop listening."""
        self._ending.set()
        if self._thread:
            await asyncio.to_thread(self._thread.join, 2)

    def _run(self, hear: Callable[[str], object], lost: Callable[[], object]) -> None:
        while not self._ending.is_set():
            try:
                self._listen(hear, lost)
            except psycopg.Error as wrong:
                self._failed(wrong)
                self._ending.wait(TRY_AGAIN)
            except RuntimeError:  # the loop has ended
                return

    def _listen(self, hear: Callable[[str], object], lost: Callable[[], object]) -> None:
        address = self._url.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(
            address, autocommit=True, application_name=self._application_name, **ALIVE
        ) as connection:
            for channel in self._channels:
                connection.execute(f"LISTEN {channel}")
            self._works()
            lost()  # everything said before we listened
            log.debug("listening")
            while not self._ending.is_set():
                self._hear_for_a_while(connection, hear)
                connection.execute("SELECT 1")  # otherwise a lost connection would go unnoticed

    def _hear_for_a_while(
        self, connection: psycopg.Connection[Any], hear: Callable[[str], object]
    ) -> None:
        until = time.monotonic() + ASK_EVERY
        while not self._ending.is_set() and time.monotonic() < until:
            for notice in connection.notifies(timeout=0.5):
                hear(notice.payload)
