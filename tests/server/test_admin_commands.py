"""What `contrada admin` prints on each database; `test_admin` and others say what it does there."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from pyarrow.parquet import read_table
from sqlalchemy import create_engine, text

from contrada import record
from contrada.server.admin.backup import restore
from tests.cli.running import ABSTRACT_PLAY, Command, within
from tests.server.conftest import KINDS, NewDatabase
from tests.server.stored import rows
from tests.server.test_migrations import OLD

HELD = "19 tables and 2 guests, 86 log entries"


@pytest.fixture
def contrada(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.setenv("COLUMNS", "80")
    return within(capsys, monkeypatch)


@pytest.fixture(params=KINDS)
def games(
    request: pytest.FixtureRequest,
    new_database: NewDatabase,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> str:
    """Return a database that the commands use by themselves; they run in a folder of their own."""
    found = new_database(request.param)
    restore(OLD, found)
    monkeypatch.setenv("CONTRADA_DATABASE", found)
    monkeypatch.chdir(tmp_path)
    return found


def change(database: str, statement: str, **values: str) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


def spoil(database: str) -> str:
    """Damage the first log that has more than two entries; return its table."""
    query = "SELECT table_id FROM entries WHERE seq = 3 ORDER BY table_id"
    table = str(rows(database, query)[0][0])
    change(database, "DELETE FROM entries WHERE table_id = :t AND seq = 2", t=table)
    return table


def test_backup_and_restore(
    contrada: Command, games: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    saved, new = tmp_path / "saved.db", new_database(games.partition(":")[0].partition("+")[0])
    answer = contrada("admin", "backup", saved)
    assert (answer.status, answer.out) == (0, f"{HELD} written to {saved}\n")
    answer = contrada("admin", "restore", saved, "--database", new)
    assert (answer.status, answer.out) == (0, f"{HELD} restored\n")
    refused = contrada("admin", "restore", saved, "--database", new).sentence
    assert refused.startswith("there are 19 tables and 2 guests already; a backup is only restored")


def test_check(contrada: Command, games: str) -> None:
    answer = contrada("admin", "check")
    assert (answer.status, answer.out) == (
        0,
        "19 tables checked: all logs replay, all results agree.\n",
    )
    table = spoil(games)
    answer = contrada("admin", "check")
    assert (answer.status, answer.out) == (
        1,
        f"{table}: entry 2 is missing\n19 tables checked: 1 cannot be replayed.\n",
    )
    found = json.loads(contrada("admin", "check", "--json").out)
    assert found == {
        "tables": 19,
        "findings": [{"table": table, "kind": "log", "why": "entry 2 is missing"}],
        "aside": None,
    }
    refused = contrada("admin", "check", "--aside", "aside.jsonl").sentence
    assert refused == "--aside only works with --repair; add --repair"


@pytest.mark.parametrize("named", [True, False])
def test_repair(contrada: Command, games: str, tmp_path: Path, named: bool) -> None:
    table = spoil(games)
    answer = contrada("admin", "check", "--repair", *(("--aside", "aside.jsonl") if named else ()))
    assert answer.status == 0
    (aside,) = tmp_path.glob("aside.jsonl" if named else "contrada-set-aside-2*.jsonl")
    assert answer.out.endswith(f"Repaired; what was removed or replaced is in {aside.name}.\n")
    assert json.loads(aside.read_text(encoding="utf-8"))["table"] == table
    assert contrada("admin", "check").out.startswith("18 tables checked: all logs replay")


# --- Games, tables and guests ---------------------------------------------------------------------


def test_tables_and_stats(contrada: Command, games: str) -> None:
    lines = contrada("admin", "tables", "--status", "over", "--game", "urbino").out.splitlines()
    assert lines == [
        "GnwiDF0RQGxVvD6J  urbino   over     2026-11-18 01:07  —, Ada",
        "4a_a9H8nvOwXCYjR  urbino   over     2026-11-18 01:07  Ada, Bruno",
    ]
    (found,) = json.loads(contrada("admin", "tables", "--limit", "1", "--json").out)
    assert {"id", "game", "status", "changed", "seats"} <= set(found)
    refused = contrada("admin", "tables", "--status", "shut").sentence
    assert refused == "--status must be one of open, playing, over, closed, not 'shut'"
    counted = contrada("admin", "stats").out.splitlines()
    assert counted[0] == "19 tables, 2 guests, 86 log entries"
    assert "urbino   2 open, 2 over, 1 playing" in counted
    assert json.loads(contrada("admin", "stats", "--json").out)["games"]["urbe"]["over"] == 2


def test_end(contrada: Command, games: str) -> None:
    running = "nWhylZvWayYdEQDx"
    assert contrada("admin", "end", running).out == "Ended: the game of Urbino\n"
    refused = contrada("admin", "end", running).sentence
    assert refused == f"the game at table {running} is over already"
    assert contrada("admin", "end", "none").sentence == "table none: There is no such table"


def test_forget(contrada: Command, games: str) -> None:
    stopped = contrada("admin", "forget", "Ada", typing="n\n")
    assert stopped.status == 130
    assert stopped.err.startswith("Erase Ada, a guest since 2026-11-18 01:07? [y/N]")
    assert contrada("admin", "forget", "Ada", "--yes").out == "Erased\n"
    refused = contrada("admin", "forget", "Ada").sentence
    assert refused == "there is no guest with the id or name 'Ada'"
    change(games, "INSERT INTO guests (id, name, created) VALUES ('other', 'Bruno', 0)")
    refused = contrada("admin", "forget", "Bruno").sentence
    assert refused.startswith("several guests are called 'Bruno', so name an id: ")
    assert "other, a guest since 1970-01-01 00:00" in refused


def test_export_and_import(contrada: Command, games: str, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert contrada("admin", "export", out).out == f"8 games written to {out}\n"
    table = tmp_path / "out.parquet"
    assert contrada("admin", "export", table).out == f"8 games written to {table}\n"
    assert [json.dumps(json.loads(row["record"])) for row in read_table(table).to_pylist()] == [
        json.dumps(json.loads(line)) for line in out.read_text(encoding="utf-8").splitlines()
    ]
    assert contrada("admin", "import", out).out == "0 games imported, 8 not finished\n"
    played = tmp_path / "played.jsonl"
    record.write(played, [next(record.read(ABSTRACT_PLAY, "abstractplay"))])
    assert contrada("admin", "import", played, out).out == "1 game imported, 8 not finished\n"
    assert contrada("admin", "import", played).out == "0 games imported, 1 known already\n"
    assert json.loads(contrada("admin", "import", played, "--json").out)["known"] == 1


# --- The house -----------------------------------------------------------------------------------


def test_the_host_link_is_shown_and_renewed(contrada: Command, games: str) -> None:
    made = contrada("admin", "host-link").out
    renewed = contrada("admin", "host-link", "--renew").out
    assert renewed != made
    for link in (made, renewed):
        assert re.fullmatch(r"http://localhost:8000/host#[\w-]{43}\n", link)
    assert contrada("admin", "host-link").out == renewed
    elsewhere = contrada("admin", "host-link", "--public-url", "https://games.example.org").out
    assert elsewhere == renewed.replace("http://localhost:8000", "https://games.example.org")
    assert contrada("admin", "host-link", "--renew").out != renewed


def test_settings_are_written_and_checked(contrada: Command, games: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    contrada("admin", "host-link", "--renew")  # brings the database up to date
    file.write_text(contrada("admin", "settings").out, encoding="utf-8")
    assert 'languages = ["en", "it", "ru"]' in file.read_text(encoding="utf-8")
    checked = contrada("admin", "settings", "--check", file)
    assert (checked.status, checked.out) == (0, f"{file}: these settings are right\n")
    file.write_text("[club]\n\nname = 1\n", encoding="utf-8")
    for command in (("admin", "settings", "--check", file), ("serve", "--settings", file)):
        wrong = f"--settings: {file}, line 3: club.name: expected `str`, got `int`"
        assert contrada(*command).sentence == wrong
