"""Backups by themselves: one every so often, in a folder that keeps the latest of them.

Each is made by a process of its own, with low priority, so that no move has to wait.
"""

from __future__ import annotations

import asyncio
import os
import sys
import time
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import structlog
from filelock import FileLock, Timeout
from prometheus_client import Gauge

from contrada.errors import ContradaError, OptionError
from contrada.server.admin.backup import backup
from contrada.server.settings import SECOND, Settings

NAME = "contrada-%Y-%m-%dT%H-%M-%SZ.db"  # in UTC, so that names are in order
POLITE = 10  # people who play come first
LOCK = ".contrada-backups.lock"  # several servers may share a folder
TRY_AGAIN = 15 * 60.0  # seconds after a failure
MADE = Gauge("contrada_backup_timestamp_seconds", "When the latest scheduled backup was made")
log = structlog.get_logger()


def check_folder(folder: str) -> None:
    """Refuse a folder that backups cannot be written to."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
        with _lock(Path(folder)).acquire(timeout=0):
            return
    except Timeout:  # another server is making one there
        return
    except OSError as wrong:
        raise OptionError(f"--backup-to: {folder} cannot be used: {wrong.strerror}") from None


class ScheduledBackups:
    """Makes a backup when the latest one is old enough, and deletes those that are too many."""

    def __init__(self, settings: Settings) -> None:
        self._settings, self._folder = settings, Path(settings.backup_to)
        self._not_before = 0.0

    async def look(self) -> None:
        """Make a backup if it is time for one."""
        if not self._settings.backup_to or time.monotonic() < self._not_before:
            return
        try:
            with _lock(self._folder).acquire(timeout=0):
                if not self._has_fresh():
                    await self._make()
        except Timeout:
            return
        except OSError as wrong:
            self._failed(str(wrong))

    def _has_fresh(self) -> bool:
        """Whether there is one that is not older than it may be; the clock may have been set."""
        now, oldest = datetime.now(UTC), self._settings.backup_every / SECOND
        return any(0 <= (now - made).total_seconds() < oldest for made, _ in backups(self._folder))

    async def _make(self) -> None:
        target = self._folder / datetime.now(UTC).strftime(NAME)
        said = await _run(target, self._settings.database)
        if said:
            self._failed(said)
            return
        MADE.set(time.time())
        log.info("backup", file=target.name)
        for _, old in sorted(backups(self._folder))[: -self._settings.backups_kept]:
            old.unlink(missing_ok=True)

    def _failed(self, why: str) -> None:
        self._not_before = time.monotonic() + TRY_AGAIN
        log.error("backup failed", why=why)


def backups(folder: Path) -> Iterator[tuple[datetime, Path]]:
    """Yield the scheduled backups in a folder, and when each was begun."""
    for file in folder.glob("contrada-*.db"):
        try:
            yield datetime.strptime(file.name, NAME).replace(tzinfo=UTC), file
        except ValueError:  # somebody else's
            continue


def _lock(folder: Path) -> FileLock:
    return FileLock(folder / LOCK, thread_local=False)


async def _run(target: Path, database: str) -> str:
    """Make a backup; return why that failed, or nothing."""
    command = [sys.executable, "-m", __name__, str(target)]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=DEVNULL,
        stdout=DEVNULL,
        stderr=PIPE,
        env={**os.environ, "CONTRADA_DATABASE": database},  # arguments can be read by everyone
        start_new_session=True,  # Ctrl-C reaches only the server, which ends it
    )
    assert process.stderr is not None
    try:
        said = (await process.stderr.read()).decode(errors="replace").strip()
        status = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return "" if status == 0 else said or f"it ended with status {status}"


def main(target: str) -> None:
    """Make a backup of the database that the environment names."""
    if hasattr(os, "nice"):
        os.nice(POLITE)
    try:
        backup(os.environ["CONTRADA_DATABASE"], Path(target))
    except ContradaError as wrong:
        sys.exit(str(wrong))


if __name__ == "__main__":
    main(sys.argv[1])
