"""What `contrada doctor` looks at: each examination says what it found, and what to do."""

from __future__ import annotations

import ctypes
import http.client
import json
import os
import shutil
import smtplib
import socket
import stat
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple

from sqlalchemy import Connection, text

from contrada.bots import compiled
from contrada.errors import ContradaError
from contrada.server import run
from contrada.server.admin.connecting import NothingThereError, contents, one_moment
from contrada.server.admin.schedule import backups, check_folder
from contrada.server.db.engine import head_revision, known_revision, sqlite_file
from contrada.server.http.page import PAGE
from contrada.server.notices.mail import read_mailer
from contrada.server.settings import SECOND, Settings

Health = Literal["good", "note", "bad"]
LITTLE, FEW = 1 << 30, 200 << 20  # bytes free: somebody should look soon, or at once
PATIENCE = 3.0  # seconds for a server on our port to answer
DRIFT = 5 * SECOND  # between two clocks
FIRST_TABLE = 1_700_000_000_000  # a clock that says less has never been set
MEMORY = 1 << 30  # bytes that compiling and thinking need
UNSYNCHRONISED = 5  # what `adjtimex` returns
ROOT = 0


class Finding(NamedTuple):
    """What an examination has found, and what to do unless all is good."""

    health: Health
    found: str
    advice: str = ""


class Examined(NamedTuple):
    """The settings that a server would be started with."""

    settings: Settings
    host: str
    port: int


def good(found: str) -> Finding:
    """Return that all is well."""
    return Finding("good", found)


def examine(what: Examined) -> Iterator[tuple[str, Finding]]:
    """Examine everything; whatever goes wrong is a finding."""
    for name, examination in EXAMINATIONS.items():
        try:
            for finding in examination(what):
                yield name, finding
        except (ContradaError, OSError) as wrong:
            yield name, Finding("bad", str(wrong), "Mend this first, then run the doctor again.")


# --- Port and page -------------------------------------------------------------------------------


def port(what: Examined) -> Iterator[Finding]:
    """Find out whether the port is free, or ours."""
    place = f"{what.host}:{what.port}"
    try:
        run.listen(what.host, what.port).close()
    except ContradaError as wrong:
        if _answers(what):
            yield good(f"Contrada answers on {place} already")
        elif "Permission denied" in str(wrong):
            advice = "Use a port from 1024 on, behind a web server; see docs/hosting.md."
            yield Finding("bad", f"this user may not listen on {place}", advice)
        else:
            yield Finding("bad", str(wrong), "Stop the program that uses it, or choose another.")
    else:
        yield good(f"{place} is free")


def _answers(what: Examined) -> bool:
    """Whether a Contrada listens there."""
    host = "127.0.0.1" if what.host in ("0.0.0.0", "") else what.host  # noqa: S104
    asking = http.client.HTTPConnection(host, what.port, timeout=PATIENCE)
    try:
        asking.request("GET", "/healthz")
        return "version" in json.loads(asking.getresponse().read())
    except (OSError, ValueError, http.client.HTTPException):
        return False
    finally:
        asking.close()


def page(_: Examined) -> Iterator[Finding]:
    """Find out whether the page has been built."""
    if (PAGE / "index.html").is_file():
        yield good(f"built, in {PAGE}")
    else:
        advice = "Run 'make page' in the sources, or install the wheel again."
        yield Finding("bad", f"there is no page in {PAGE}", advice)


# --- Disk, rights and database -------------------------------------------------------------------


def disk(what: Examined) -> Iterator[Finding]:
    """Find out how much space is left for games, backups and compiled rules."""
    for use, folder in _folders(what):
        free = shutil.disk_usage(_existing(folder)).free
        found = f"{free / (1 << 30):.1f} GB free for {use}, in {folder}"
        if free >= LITTLE:
            yield good(found)
        else:
            health: Health = "bad" if free < FEW else "note"
            yield Finding(health, found, "Delete something, or move the folder to a larger disk.")


def rights(what: Examined) -> Iterator[Finding]:
    """Find out whether we may write where we have to, and others may not read."""
    for use, folder in _folders(what):
        there = _existing(folder)
        try:
            with tempfile.TemporaryFile(dir=there):
                yield good(f"{use} can be written, in {folder}")
        except OSError as wrong:
            advice = f"Let this user write to {there}, or name another folder."
            yield Finding("bad", f"{use} cannot be written in {folder}: {wrong.strerror}", advice)
    file = sqlite_file(what.settings.database)
    if file and file.is_file() and file.stat().st_mode & (stat.S_IROTH | stat.S_IWOTH):
        advice = f"Run 'chmod o= {file}': messages and mail addresses are in it."
        yield Finding("note", "every user of this machine can read the database", advice)
    if hasattr(os, "geteuid") and os.geteuid() == ROOT:
        advice = "Run the server as a user of its own; it needs no rights besides its folders."
        yield Finding("note", "this is root", advice)


def _folders(what: Examined) -> Iterator[tuple[str, Path]]:
    file = sqlite_file(what.settings.database)
    if file:
        yield "games", file.parent
    if what.settings.backup_to:
        yield "backups", Path(what.settings.backup_to)
    yield "compiled rules", compiled.folder()


def _existing(folder: Path) -> Path:
    """Return a folder, or the one above it that exists and in which it would be made."""
    return next(each for each in (folder, *folder.absolute().parents) if each.is_dir())


def database(what: Examined) -> Iterator[Finding]:
    """Open the database, and look at its version."""
    file = sqlite_file(what.settings.database)
    if file and not file.exists():
        yield good(f"none yet; the server will make {file}")
        return
    try:
        with one_moment(what.settings.database) as connection:
            yield from _opened(connection)
    except NothingThereError as wrong:
        if file:
            advice = "Move that file away, or name another database."
            yield Finding("bad", str(wrong), advice)
        else:
            yield good("empty; the server will make its tables")
    except ContradaError as wrong:
        advice = "Check its address, user and password." if file is None else WITH_A_FILE
        yield Finding("bad", str(wrong), advice)


WITH_A_FILE = "Restore a backup ('contrada admin restore'), or name another database."


def _opened(connection: Connection) -> Iterator[Finding]:
    is_file = connection.dialect.name == "sqlite"
    if is_file:
        found = connection.exec_driver_sql("PRAGMA quick_check").scalars().first()
        if found != "ok":
            yield Finding("bad", f"the file is damaged: {found}", WITH_A_FILE)
            return
    held = contents(connection)
    kind = "SQLite" if is_file else "PostgreSQL"
    yield good(f"{kind} with {held.tables} tables and {held.guests} guests")
    theirs, ours = known_revision(connection), head_revision(connection)
    if theirs != ours:
        advice = "Make a backup ('contrada admin backup'); then start the server, which updates it."
        yield Finding("note", f"it is of an older version, {theirs}; this one has {ours}", advice)
    if not is_file:
        may = "SELECT has_schema_privilege(current_schema(), 'CREATE')"
        if not connection.execute(text(may)).scalar():
            advice = "Let this user own the database: updates make tables."
            yield Finding("bad", "its user may not make tables", advice)


def backup(what: Examined) -> Iterator[Finding]:
    """Find out whether backups are made, and how old the latest one is."""
    folder = what.settings.backup_to
    if not folder:
        advice = "Start the server with --backup-to FOLDER, best on another disk."
        yield Finding("note", "none are made by themselves", advice)
        return
    check_folder(folder)
    times = [made for made, _ in backups(Path(folder))]
    if not times:
        yield good(f"none yet in {folder}; the server will make one when it starts")
        return
    age = (datetime.now(UTC) - max(times)).total_seconds() * SECOND
    found = f"{len(times)} in {folder}, the latest {age / SECOND / 3600:.1f} hours old"
    if age <= 2 * what.settings.backup_every:
        yield good(found)
    else:
        advice = "Look for 'backup failed' in the log; is the server running?"
        yield Finding("bad", found, advice)


# --- The machine ---------------------------------------------------------------------------------


def clock(what: Examined) -> Iterator[Finding]:
    """Compare the machine's clock with other clocks."""
    now, advice = time.time_ns() // 1_000_000, "Switch on time synchronisation (NTP)."
    if now < FIRST_TABLE:
        yield Finding("bad", "the clock has never been set", advice)
        return
    drift = _behind(what.settings.database, now)
    if abs(drift) > DRIFT:
        where = "behind" if drift > 0 else "ahead of"
        found = f"the clock is {abs(drift) / SECOND:.0f} seconds {where} the database"
        yield Finding("bad", found, advice)
    elif _is_synchronised() is False:
        yield Finding("note", "nothing keeps the clock right", advice)
    else:
        yield good(f"{datetime.now(UTC):%Y-%m-%d %H:%M:%S} UTC")


def _behind(url: str, now: int) -> int:
    """Return how far our clock is behind the latest change in a file, or PostgreSQL's clock."""
    with suppress(ContradaError), one_moment(url) as connection:
        if connection.dialect.name == "sqlite":
            latest = connection.execute(text("SELECT max(changed) FROM tables")).scalar()
            return max(0, int(latest or 0) - now)
        theirs = "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)"
        return int(connection.execute(text(theirs)).scalar_one()) - now
    return 0


def _is_synchronised() -> bool | None:
    """Ask Linux whether a time service sets the clock; nothing if it does not say."""
    try:
        ask = ctypes.CDLL(None).adjtimex
    except (AttributeError, OSError, TypeError):
        return None
    state = ask(ctypes.create_string_buffer(1024))  # all zero: it changes nothing
    return None if state < 0 else state != UNSYNCHRONISED


def processor(_: Examined) -> Iterator[Finding]:
    """Count cores and memory."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    found = f"{cores} {'core' if cores == 1 else 'cores'}, {compiled.processor()}"
    if cores == 1:
        advice = "Bots think on it too; with two cores, moves never wait for them."
        yield Finding("note", found, advice)
    else:
        yield good(found)
    with suppress(AttributeError, OSError, ValueError):
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
        said = f"{memory / (1 << 30):.1f} GB of memory"
        advice = (
            "Compiling takes up to a gigabyte; run 'contrada warm' while the server is stopped."
        )
        yield good(said) if memory >= MEMORY else Finding("note", said, advice)


def cache(_: Examined) -> Iterator[Finding]:
    """Find out which games are compiled for this processor."""
    cold = compiled.missing()
    if cold:
        advice = "Run 'contrada warm'; otherwise the server compiles them when it starts."
        found = f"to be compiled for this processor: {', '.join(cold)}"
        yield Finding("note", found, advice)
    else:
        yield good(f"all games are compiled, in {compiled.folder()}")


# --- Notices -------------------------------------------------------------------------------------


def mail(what: Examined) -> Iterator[Finding]:
    """Connect to the SMTP server, and sign in."""
    mailer = read_mailer(what.settings)
    if mailer is None:
        yield good("no mails are sent; --smtp names a server that sends them")
        return
    try:
        mailer.try_out()
    except (OSError, smtplib.SMTPException) as wrong:
        said = wrong.strerror if isinstance(wrong, socket.gaierror) else str(wrong)
        advice = "Check host, port, user and password of --smtp."
        yield Finding("bad", f"the SMTP server does not take our mails: {said}", advice)
    else:
        yield good("the SMTP server lets us in")


def push(what: Examined) -> Iterator[Finding]:
    """Find out whether browsers can be told of turns."""
    missing = [name for name in ("cryptography", "http_ece") if find_spec(name) is None]
    if missing:
        yield Finding("bad", f"missing: {', '.join(missing)}", "Install Contrada again.")
        return
    known = (what.settings.public_url, *what.settings.origins)
    if any(address.startswith("https://") for address in known):
        yield good("browsers can be told of turns, if this machine reaches the internet")
    else:
        advice = "Put a web server with HTTPS in front, and give its address as --public-url."
        found = "browsers take notices only from a page with https, or on this machine"
        yield Finding("note", found, advice)


EXAMINATIONS: dict[str, Callable[[Examined], Iterator[Finding]]] = {
    "port": port,
    "page": page,
    "disk": disk,
    "rights": rights,
    "database": database,
    "backups": backup,
    "clock": clock,
    "processor": processor,
    "cache": cache,
    "mail": mail,
    "push": push,
}
