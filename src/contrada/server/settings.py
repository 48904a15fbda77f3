"""How a server is set up: where it keeps games, whom it believes, how much it takes from anyone."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_data_path

from contrada.errors import OptionError

SECOND = 1000  # milliseconds, the unit of all times
POSTGRESQL = "postgresql+psycopg"


def default_database() -> str:
    """Return the file that games are kept in if nobody says otherwise."""
    return f"sqlite:///{user_data_path('contrada', appauthor=False) / 'contrada.db'}"


def database_url(text: str) -> str:
    """Return a database's address with the driver that we use for it."""
    scheme, mark, rest = text.partition("://")
    if not mark:
        return f"sqlite:///{Path(text).absolute()}"
    if scheme in ("postgres", "postgresql", POSTGRESQL):
        return f"{POSTGRESQL}://{rest}"
    if scheme == "sqlite":
        return text
    raise OptionError(
        f"games are kept in a file, sqlite:///FILE or postgresql://…, not in {scheme}://…"
    )


@dataclass(frozen=True)
class Limits:
    """How much one guest, address or connection may ask for: a rate, and a burst above it."""

    messages: tuple[float, int] = (50.0, 100)  # a second, of one guest, on all sockets
    previews: tuple[float, int] = (20.0, 60)  # a second, of one guest: each is worked out
    crowds: tuple[float, int] = (500.0, 2000)  # messages a second, from one address
    chat: tuple[float, int] = (0.5, 6)  # a second, of one guest
    tables: tuple[float, int] = (0.2, 20)  # a second, made by one guest
    guests: tuple[float, int] = (0.5, 60)  # a second, from one address
    requests: tuple[float, int] = (30.0, 200)  # a second, from one address
    files: tuple[float, int] = (100.0, 2000)  # a second, from one address: the page itself
    replays: tuple[float, int] = (1.0, 20)  # a second, from one address, also to study a record
    studies: tuple[float, int] = (20.0, 100)  # a second: positions that one guest studies
    searches: tuple[float, int] = (2.0, 30)  # a second: hints, advice and replies for one guest
    analyses: tuple[float, int] = (0.05, 10)  # a second, begun for one guest
    exports: tuple[float, int] = (0.02, 5)  # a second: all games of one guest at once
    message_size: int = 4096
    body_size: int = 1 << 20
    sockets: int = 60  # of one guest, or of one address without a guest
    watched: int = 50  # tables on one socket


@dataclass(frozen=True)
class Settings:
    """Everything that can be set; the command line and the tests make one."""

    database: str = field(default_factory=default_database)
    origins: tuple[str, ...] = ()  # further addresses that the page may come from
    proxies: tuple[str, ...] = ()  # believed about who asks: X-Forwarded-For and -Proto
    searches: int = max(1, os.cpu_count() or 1)  # bots thinking at once
    abandoned_after: int = 60 * SECOND  # absent so long, a seat may be given to a bot
    limits: Limits = Limits()
    games: tuple[str, ...] = ()  # prepared unasked; all if empty
