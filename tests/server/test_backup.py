"""Backups: made while people play, restored into each kind of database, made by themselves."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, select

from contrada.errors import OptionError
from contrada.server.admin import backup as backups
from contrada.server.admin import schedule
from contrada.server.admin.backup import backup, restore
from contrada.server.settings import Settings
from tests.logged import Overheard
from tests.server.conftest import KINDS, NewDatabase, Start
from tests.server.people import Company, Somebody
from tests.server.processes import Launched
from tests.server.serving import InThread, eventually
from tests.server.stored import check_told, rebuilt, rows, until_gone
from tests.server.test_durability import QUICK, all_play
from tests.server.test_migrations import OLD

pytestmark = pytest.mark.anyio


def file_of(database: str) -> Path:
    return Path(database.removeprefix("sqlite:///"))


def delete_everything(database: str) -> None:
    """Lose a database: its files, or all its tables."""
    if database.startswith("sqlite"):
        for file in file_of(database).parent.glob(f"{file_of(database).name}*"):
            file.unlink()
        return
    engine = create_engine(database)
    with engine.begin() as connection:
        found = MetaData()
        found.reflect(connection)
        found.drop_all(connection)
    engine.dispose()


def everything(database: str) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows of all tables."""
    engine, found = create_engine(database), MetaData()
    with engine.connect() as connection:
        found.reflect(connection)
        held = {
            table.name: sorted(tuple(row) for row in connection.execute(select(table)))
            for table in found.sorted_tables
        }
    engine.dispose()
    return held


# --- Under load ----------------------------------------------------------------------------------


async def test_deleted_and_restored_while_people_play(
    database: str, start: Start, tmp_path: Path
) -> None:
    """No move is lost that anybody was told of before the backup began, and play goes on."""
    choose, kept = random.Random(7), tmp_path / "kept.db"
    first = start(Launched, database, constants=QUICK)
    async with Company(first) as company:
        tables = [await company.table("urbino") for _ in range(4)]
        everyone = [who for _, people in tables for who in people]
        playing = all_play(tables, choose)
        for table, people in tables:
            await people[0].sees(table, lambda t: t["ply"] > 6)
        told = [len(who.history) for who in everyone]
        written = await asyncio.to_thread(backup, database, kept)
        assert written.tables == len(tables)
        while_written = [len(who.history) for who in everyone]
        for table, people in tables:  # nobody had to wait for it, and they go on
            await people[0].sees(table, lambda t: t["ply"] > 12)
        assert sum(while_written) > sum(told)
        first.kill()
        await asyncio.gather(*playing)
        await until_gone(database)
        delete_everything(database)
        restored = await asyncio.to_thread(restore, kept, database)
        assert restored == written
        for who, known in zip(everyone, told, strict=True):
            del who.history[known:]
        for table, people in tables:
            check_told(database, table, *people)
        second = start(Launched, database, constants=QUICK)
        for table, people in tables:
            await come_back(second, table, people)
        await asyncio.gather(*all_play(tables, choose))
        for table, people in tables:
            assert rebuilt(database, table).status == "over"
            check_told(database, table, *people)


async def come_back(server: Any, table: str, people: list[Somebody]) -> None:
    for who in people:
        await who.disconnect()
        await who.connect(server)
        await who.watch(table)


# --- Whole, or not there -------------------------------------------------------------------------


def test_each_kind_is_restored_into_the_other(new_database: NewDatabase, tmp_path: Path) -> None:
    """Row by row, in the version of the backup; the server brings it up to date."""
    shared, back, again = new_database("postgresql"), tmp_path / "back.db", tmp_path / "again.db"
    restore(OLD, shared)
    backup(shared, back)
    restore(back, f"sqlite:///{again}")
    expected = everything(f"sqlite:///{OLD}")
    assert sum(map(len, expected.values())) > 100
    for found in (shared, f"sqlite:///{back}", f"sqlite:///{again}"):
        assert everything(found) == expected
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []
    assert back.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("kind", KINDS)
def test_a_database_that_a_server_has_made_and_nobody_used_is_empty(
    new_database: NewDatabase, kind: str
) -> None:
    database = new_database(kind)
    server = InThread(Settings(database=database, games=("urbino",)))
    server.stop()
    restore(OLD, database)
    assert rows(database, "SELECT count(*) FROM tables") == [(19,)]


def test_a_backup_that_cannot_be_finished_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(backups, "_sync", fail)
    with pytest.raises(OptionError, match=r"kept\.db cannot be written: No space left on device"):
        backup(f"sqlite:///{OLD}", tmp_path / "kept.db")
    assert list(tmp_path.iterdir()) == []


def text_file(folder: Path) -> Path:
    found = folder / "notes.db"
    found.write_text("Buy bread. " * 100)
    return found


def torn(folder: Path) -> Path:
    found = folder / "torn.db"
    whole = bytearray(OLD.read_bytes())
    whole[len(whole) // 2 : len(whole) // 2 + 2000] = bytes(2000)
    found.write_bytes(whole)
    return found


def mixed_up(folder: Path) -> Path:
    """Return a database that can be read, but whose index belongs to another table."""
    found = folder / "mixed_up.db"
    shutil.copy(OLD, found)
    with closing(sqlite3.connect(found)) as connection:
        connection.execute("PRAGMA writable_schema = on")
        connection.execute(
            "UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master"
            " WHERE name = 'ix_tokens_guest') WHERE name = 'tables_by_status'"
        )
        connection.commit()
    return found


def later(folder: Path) -> Path:
    found = folder / "later.db"
    shutil.copy(OLD, found)
    with closing(sqlite3.connect(found)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    return found


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda folder: folder / "none.db", "there is no database "),
        (text_file, "the database cannot be opened: file is not a database"),
        (torn, "the database cannot be opened: database disk image is malformed"),
        (mixed_up, "mixed_up.db is damaged: "),
        (later, "this database is of a newer version of Contrada: it has revision 9999, "),
    ],
    ids=["missing", "text", "torn", "mixed_up", "later"],
)
@pytest.mark.parametrize("kind", KINDS)
def test_what_cannot_be_restored(
    make: Callable[[Path], Path],
    sentence: str,
    kind: str,
    new_database: NewDatabase,
    tmp_path: Path,
) -> None:
    target = f"sqlite:///{tmp_path / 'new.db'}" if kind == "sqlite" else new_database(kind)
    with pytest.raises(OptionError) as refused:
        restore(make(tmp_path), target)
    assert sentence in str(refused.value)
    if kind == "sqlite":
        assert not (tmp_path / "new.db").exists()
    else:
        assert everything(target) == {}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_written_over(kind: str, new_database: NewDatabase, tmp_path: Path) -> None:
    database = new_database(kind)
    restore(OLD, database)
    before = everything(database)
    with pytest.raises(OptionError, match="there are 19 tables and 2 guests already"):
        restore(OLD, database)
    assert everything(database) == before
    there = text_file(tmp_path)
    with pytest.raises(OptionError, match="exists already; choose another name"):
        backup(database, there)
    assert there.read_text().startswith("Buy bread")


def test_a_server_that_runs_is_left_alone(server: InThread, tmp_path: Path) -> None:
    expected = "another server keeps its games in|uses? this database; stop all servers"
    with pytest.raises(OptionError, match=expected):
        restore(OLD, server.settings.database)


# --- By themselves -------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
async def test_a_server_makes_backups(
    kind: str, new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the start if there is no fresh one; older ones go, and files of others stay."""
    folder = tmp_path / "backups"
    folder.mkdir()
    others = {"contrada-mine.db", "notes.txt"}
    for name in (*others, *(f"contrada-2026-01-0{day}T00-00-00Z.db" for day in range(1, 5))):
        (folder / name).write_text("")
    settings = Settings(
        database=new_database(kind), games=("urbino",), backup_to=str(folder), backups_kept=2
    )
    server = InThread(settings)
    try:
        await eventually(lambda: len(list(schedule.backups(folder))) == 2)
        older, made = sorted(file for _, file in schedule.backups(folder))
        assert older.name == "contrada-2026-01-04T00-00-00Z.db"
        assert {file.name for file in folder.iterdir()} >= others
        server.run(server.services._backups.look())  # it is fresh, so there is no other
        assert sorted(file for _, file in schedule.backups(folder)) == [older, made]
    finally:
        server.stop()
    restore(made, f"sqlite:///{tmp_path / 'restored.db'}")
    assert rows(f"sqlite:///{tmp_path / 'restored.db'}", "SELECT count(*) FROM processes") == [(1,)]


async def test_a_backup_that_fails_is_logged_and_tried_again_later(
    tmp_path: Path, overheard: Overheard, capfd: pytest.CaptureFixture[str]
) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path / 'none.db'}", backup_to=str(tmp_path))
    waiting = schedule.ScheduledBackups(settings)
    await waiting.look()
    said = capfd.readouterr()
    assert "backup failed" in said.out + said.err
    assert "there is no database" in said.out + said.err
    restore(OLD, settings.database)
    await waiting.look()  # not at once, lest a full disk keep a server busy
    assert list(schedule.backups(tmp_path)) == []
    waiting._not_before = 0.0
    await waiting.look()
    assert len(list(schedule.backups(tmp_path))) == 1


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"^--backup-to: .*notes\.db/here cannot be used: "):
        schedule.check_folder(str(text_file(tmp_path) / "here"))
