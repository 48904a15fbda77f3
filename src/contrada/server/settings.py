"""The settings of a server: its database, trusted proxies, and limits."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from contrada.errors import OptionError

SECOND = 1000  # milliseconds, the unit of all times
POSTGRESQL = "postgresql+psycopg"
DAYS_IN_A_YEAR = 366


def default_database() -> str:
    """Return the default database file."""
    return f"sqlite:///{user_data_path('contrada', appauthor=False) / 'contrada.db'}"


def database_url(text: str) -> str:
    """Return a database URL with the driver that we use."""
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


def chosen_database(text: str) -> str:
    """Return the URL of the database that somebody has named, or of the default one."""
    return database_url(text) if text else default_database()


def page_address(text: str) -> str:
    """Return the address of the page without a slash at its end."""
    expected = "expected one like https://games.example.org"
    try:
        parts = urlsplit(text)
    except ValueError:
        raise OptionError(f"--public-url is no address; {expected}") from None
    if parts.scheme not in ("https", "http") or not parts.hostname or parts.username:
        raise OptionError(f"--public-url is no address of a page; {expected}")
    if parts.path.strip("/") or parts.query or parts.fragment:
        raise OptionError(f"--public-url has to end after the host; {expected}")
    return f"{parts.scheme}://{parts.netloc}"


def need_postgresql(database: str, what: str) -> None:
    """Refuse an option that needs several processes if the database cannot be shared."""
    if not database.startswith(f"{POSTGRESQL}://"):
        raise OptionError(
            f"{what} needs --database postgresql://…; a file is for one server, which thinks itself"
        )


@dataclass(frozen=True)
class Limits:
    """Limits for one guest, address or connection: a rate, and a burst above it."""

    messages: tuple[float, int] = (50.0, 100)  # a second, of one guest, on all sockets
    previews: tuple[float, int] = (20.0, 60)  # a second, of one guest; each takes some computing
    crowds: tuple[float, int] = (500.0, 2000)  # messages a second, from one address
    chat: tuple[float, int] = (0.5, 6)  # a second, of one guest
    tables: tuple[float, int] = (0.2, 20)  # a second, made by one guest
    guests: tuple[float, int] = (0.5, 60)  # a second, from one address
    names: tuple[float, int] = (0.02, 20)  # a second, of one guest; all their tables are told
    requests: tuple[float, int] = (30.0, 200)  # a second, from one address
    files: tuple[float, int] = (100.0, 2000)  # a second, from one address: the page itself
    pictures: tuple[float, int] = (1.0, 20)  # a second, drawn for one address
    replays: tuple[float, int] = (1.0, 20)  # a second, from one address, also to study a record
    studies: tuple[float, int] = (20.0, 100)  # a second: positions that one guest studies
    searches: tuple[float, int] = (2.0, 30)  # a second: hints, advice and replies for one guest
    analyses: tuple[float, int] = (0.05, 10)  # a second, begun for one guest
    exports: tuple[float, int] = (0.02, 5)  # a second: all games of one guest at once
    channels: tuple[float, int] = (0.05, 20)  # a second: changes to where one guest gets notices
    mails: tuple[float, int] = (0.001, 3)  # a second: questions to one address, or for one guest
    tries: tuple[float, int] = (0.05, 20)  # a second, to come in, that were wrong
    notices: tuple[float, int] = (0.2, 30)  # a second, sent to one guest
    message_size: int = 4096
    body_size: int = 1 << 20
    sockets: int = 60  # of one guest, or of one address without a guest
    half_sent: int = 200  # connections of one address whose request is not complete
    watched: int = 50  # tables on one socket


@dataclass(frozen=True)
class Settings:
    """All settings; the command line and the tests create one."""

    database: str = field(default_factory=default_database)
    origins: tuple[str, ...] = ()  # further addresses that the page may come from
    proxies: tuple[str, ...] = ()  # trusted proxies: we believe their X-Forwarded-For and -Proto
    connections: int = 2000  # of one address, sockets included; proxies may have any number
    searches: int = max(1, os.cpu_count() or 1)  # bots thinking at once
    thinks: bool = True  # otherwise bots and analyses are left to other processes
    abandoned_after: int = 60 * SECOND  # after this long away, a seat may be given to a bot
    first_move_within: int = 60 * SECOND  # a seat's first move, or the table is open again
    days_off: int = 21  # that everybody has in a calendar year; clocks of hours do not count them
    limits: Limits = Limits()
    games: tuple[str, ...] = ()  # prepared at the start; all if empty
    backup_to: str = ""  # folder of scheduled backups; none are made if empty
    backup_every: int = 24 * 3600 * SECOND
    backups_kept: int = 7
    public_url: str = ""  # where people find the page, for links in mails
    house: str = ""  # the file with the settings of the house
    smtp: str = ""  # the server that sends mails; none are sent if empty
    mail_from: str = ""
    private_notices: bool = False  # notices may go to addresses of private networks

    @property
    def contact(self) -> str:
        """Whom the servers of browsers can ask about our notices."""
        return f"mailto:{parseaddr(self.mail_from)[1]}" if self.mail_from else self.public_url
