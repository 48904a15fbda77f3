"""`contrada doctor`: whatever a machine lacks is found, and there is something to do about it."""

from __future__ import annotations

import json
import os
import shutil
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from alembic import command
from sqlalchemy import create_engine

from contrada.bots import compiled
from contrada.cli import examinations
from contrada.server.admin.backup import restore
from contrada.server.db.engine import known_revision, migrations
from contrada.server.settings import database_url
from tests.cli.running import within
from tests.server.conftest import KINDS, NewDatabase
from tests.server.receivers import MailServer
from tests.server.serving import HOST, InThread
from tests.server.test_migrations import OLD

pytestmark = pytest.mark.anyio
Findings = dict[str, list[dict[str, str]]]
MAIL = ("--mail-from", "me@example.org", "--public-url", "https://games.example.org")


class Doctor(NamedTuple):
    """Runs the command; the database is a new file unless the arguments name another."""

    folder: Path
    run: Callable[..., Any]

    def __call__(self, *arguments: str) -> tuple[object, Findings]:
        """Return the status, and the findings by what was examined."""
        usual = ("--port", "0", "--database", str(self.folder / "games.db"), "--json")
        answer = self.run("doctor", *usual, *arguments)
        found: Findings = {}
        for each in json.loads(answer.out):
            found.setdefault(each["what"], []).append(each)
        assert list(found) == list(examinations.EXAMINATIONS)
        for each in (one for several in found.values() for one in several):
            assert bool(each["advice"]) == (each["health"] != "good"), each
        is_sick = any(one["health"] == "bad" for several in found.values() for one in several)
        assert answer.status == is_sick
        return answer.status, found


@pytest.fixture
def doctor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Doctor:
    return Doctor(tmp_path, within(capsys, monkeypatch))


def make(file: Path) -> str:
    """Make a database as this version does; return its revision."""
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        command.upgrade(migrations(connection), "head")
        found = str(known_revision(connection))
    engine.dispose()
    return found


def about(found: Findings, what: str) -> list[tuple[str, str]]:
    return [(each["health"], each["found"]) for each in found[what]]


def test_a_machine_where_all_is_well(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examinations, "_is_synchronised", lambda: True)
    monkeypatch.setattr(examinations, "ROOT", -1)
    monkeypatch.setattr(compiled, "missing", list)
    monkeypatch.setattr(compiled, "processor", lambda: "some-processor")
    make(doctor.folder / "games.db")
    (doctor.folder / "games.db").chmod(0o600)
    kept = str(doctor.folder / "backups")
    status, found = doctor("--backup-to", kept, "--public-url", "https://games.example.org")
    assert status == 0
    assert {one["health"] for several in found.values() for one in several} == {"good"}
    assert about(found, "port") == [("good", "127.0.0.1:0 is free")]
    assert about(found, "database") == [("good", "SQLite with 0 tables and 0 guests")]
    assert about(found, "backups")[0][1].startswith(f"none yet in {kept}")
    assert found["processor"][0]["found"].endswith(", some-processor")


def test_it_is_told_in_lines(doctor: Doctor) -> None:
    file = doctor.folder / "games.db"
    answer = doctor.run("doctor", "--port", "0", "--database", str(file), "--backup-to", "")
    assert f"ok   database   none yet; the server will make {file}\n" in answer.out
    assert (
        "note backups    none are made by themselves\n"
        "                Start the server with --backup-to FOLDER, best on another disk.\n"
    ) in answer.out


def test_a_port_that_others_use(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examinations, "PATIENCE", 0.05)  # for an answer that never comes
    with socket.create_server((HOST, 0)) as taken:
        port = str(taken.getsockname()[1])
        _, found = doctor("--port", port)
    ((health, said),) = about(found, "port")
    assert (health, "Address already in use" in said) == ("bad", True)


def test_a_server_that_runs_already(doctor: Doctor, server: InThread) -> None:
    where = ("--port", str(server.port), "--database", server.settings.database)
    _, found = doctor(*where)
    assert about(found, "port") == [
        ("good", f"Contrada answers on 127.0.0.1:{server.port} already")
    ]
    ((health, said),) = about(found, "database")
    assert health == "good"
    assert said.startswith("SQLite with" if "sqlite" in server.settings.database else "PostgreSQL")


def test_a_page_that_is_missing(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(examinations, "PAGE", doctor.folder)
    status, found = doctor()
    assert (status, about(found, "page")) == (1, [("bad", f"there is no page in {doctor.folder}")])


@pytest.mark.parametrize(("free", "health"), [(150 << 20, "bad"), (900 << 20, "note")])
def test_a_full_disk(
    free: int, health: str, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = shutil.disk_usage(doctor.folder)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: real._replace(free=free))
    _, found = doctor()
    assert [each for each, _ in about(found, "disk")] == [health] * 2


def test_a_folder_that_cannot_be_written(doctor: Doctor) -> None:
    _, found = doctor("--database", "/proc/nothing/games.db", "--backup-to", "/proc/backups")
    assert [each for each, _ in about(found, "rights")][:2] == ["bad", "bad"]
    assert about(found, "backups")[0][0] == "bad"


def test_a_database_that_everybody_can_read(doctor: Doctor) -> None:
    shutil.copy(OLD, doctor.folder / "games.db")
    (doctor.folder / "games.db").chmod(0o644)
    _, found = doctor()
    assert ("note", "every user of this machine can read the database") in about(found, "rights")
    assert about(found, "database") == [
        ("good", "SQLite with 19 tables and 2 guests"),
        (
            "note",
            f"it is of an older version, 0003; this one has {make(doctor.folder / 'newest.db')}",
        ),
    ]


def test_databases_that_cannot_be_used(doctor: Doctor) -> None:
    file = doctor.folder / "games.db"
    file.write_text("Buy bread. " * 100)
    assert about(doctor()[1], "database") == [
        ("bad", "the database cannot be opened: file is not a database")
    ]
    broken = bytearray(OLD.read_bytes())
    broken[len(broken) // 2 :] = bytes(len(broken) // 2)
    file.write_bytes(broken)
    assert about(doctor()[1], "database")[0][0] == "bad"
    file.write_bytes(b"")
    assert about(doctor()[1], "database") == [("bad", f"{file} holds nothing of Contrada")]
    _, found = doctor("--database", "postgresql://127.0.0.1:1/none")
    ((health, said),) = about(found, "database")
    assert (health, said.startswith("the database cannot be opened: ")) == ("bad", True)


def test_a_new_postgresql(doctor: Doctor, new_database: NewDatabase) -> None:
    _, found = doctor("--database", new_database("postgresql"))
    assert about(found, "database") == [("good", "empty; the server will make its tables")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_clock_that_is_wrong(
    kind: str, doctor: Doctor, new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database(kind)
    restore(OLD, database)
    assert about(doctor("--database", database)[1], "clock")[0][0] != "bad"
    real = time.time_ns
    with monkeypatch.context() as patch:  # a file knows only that games were played later
        patch.setattr(time, "time_ns", lambda: real() - 10**9 * 86400 * 900)
        _, found = doctor("--database", database)
    ((health, said),) = about(found, "clock")
    assert (health, said.endswith("behind the database")) == ("bad", True)
    monkeypatch.setattr(time, "time_ns", lambda: 0)
    assert about(doctor("--database", database)[1], "clock") == [
        ("bad", "the clock has never been set")
    ]


def test_a_small_machine_where_nothing_is_compiled(
    doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CONTRADA_CACHE", str(doctor.folder / "cache"))
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0})
    monkeypatch.setattr(examinations, "MEMORY", 1 << 60)
    _, found = doctor()
    assert [each for each, _ in about(found, "processor")] == ["note", "note"]
    ((health, said),) = about(found, "cache")
    assert health == "note"
    assert said == "to be compiled for this processor: urbino, urtown, urbania, urbe"


def test_mail(doctor: Doctor) -> None:
    post = MailServer()
    try:
        _, found = doctor("--smtp", post.url, *MAIL)
        assert about(found, "mail") == [("good", "the SMTP server lets us in")]
        assert post.mails == []
    finally:
        post.close()
    _, found = doctor("--smtp", post.url, *MAIL)
    ((health, said),) = about(found, "mail")
    assert (health, "does not take our mails" in said) == ("bad", True)
    assert about(found, "push")[0][0] == "good"
    _, found = doctor("--smtp", "smtp://mail.example.org")  # without a sender
    assert about(found, "mail")[0] == (
        "bad",
        "--smtp needs --mail-from with a mail address, such as me@example.org",
    )


def test_old_backups(doctor: Doctor) -> None:
    (doctor.folder / "contrada-2026-01-04T00-00-00Z.db").write_text("")
    _, found = doctor("--backup-to", str(doctor.folder))
    ((health, said),) = about(found, "backups")
    assert (health, said.startswith("1 in ")) == ("bad", True)


def test_notices_need_https(doctor: Doctor) -> None:
    assert about(doctor()[1], "push")[0][0] == "note"
    assert about(doctor("--origin", "https://x.example.org")[1], "push")[0][0] == "good"


def test_the_address_of_a_database_is_read_as_by_a_server(doctor: Doctor) -> None:
    assert database_url(str(doctor.folder / "games.db")).startswith("sqlite:///")
    answer = doctor.run("doctor", "--database", "mysql://x/y")
    assert answer.sentence.startswith("games are kept in a file")
