"""Checks of a database: every log replays, lists agree with it, and a repair loses nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, text

import contrada
from contrada.errors import OptionError
from contrada.server.admin.backup import restore
from contrada.server.admin.check import Finding, check, games_in, repair
from contrada.server.admin.connecting import alone, one_moment
from contrada.server.db.store import Store
from tests.server.conftest import KINDS, NewDatabase
from tests.server.people import Company
from tests.server.serving import InThread
from tests.server.stored import log_of, rows
from tests.server.test_migrations import OLD

pytestmark = pytest.mark.anyio
TABLES = 19
FINISHED = "4a_a9H8nvOwXCYjR"  # a game of Urbino between two people


def findings(database: str) -> tuple[int, list[Finding]]:
    """Check a database; return how many tables it has, and what is wrong."""
    with one_moment(database) as connection:
        looked_at = list(check(connection))
    return len(looked_at), [each for each in looked_at if each]


@pytest.fixture(params=KINDS)
def database(request: pytest.FixtureRequest, new_database: NewDatabase) -> str:
    """Return a database of each kind with many tables, as a server would leave it."""
    found = new_database(request.param)
    restore(OLD, found)
    return found


async def up_to_date(database: str) -> None:
    store = Store(database, serves=False)
    await store.close()


async def test_an_old_database_is_sound_before_and_after_its_update(database: str) -> None:
    assert findings(database) == (TABLES, [])
    await up_to_date(database)
    assert findings(database) == (TABLES, [])
    with one_moment(database) as connection:
        assert games_in(connection) == sorted(contrada.NAMES)


async def test_people_may_play_meanwhile(server: InThread) -> None:
    async with Company(server) as company:
        table, players = await company.table()
        for _ in range(3):
            state = players[0].tables[table]
            mover = players[state["to_move"]]
            await mover.play(table, mover.tables[table]["legal"][0])
            for each in players:
                await each.sees(table, lambda t, ply=state["ply"]: t["ply"] > ply)  # type: ignore[misc]
            _, found = findings(server.settings.database)
            assert [each for each in found if each.table == table] == []


def change(database: str, statement: str, **values: Any) -> None:
    engine = create_engine(database)
    with engine.begin() as connection:
        connection.execute(text(statement), values)
    engine.dispose()


def cut(database: str, table: str) -> None:
    change(database, "DELETE FROM entries WHERE table_id = :t AND seq = 3", t=table)


def unlog(database: str, table: str) -> None:
    change(database, "DELETE FROM entries WHERE table_id = :t", t=table)


def behead(database: str, table: str) -> None:
    (_, _, second), *_ = log_of(database, table)[1:]
    change(database, "UPDATE entries SET events = :e WHERE table_id = :t AND seq = 1",
           e=second, t=table)  # fmt: skip


def garble(database: str, table: str) -> None:
    change(database, "UPDATE entries SET events = '[{' WHERE table_id = :t AND seq = 4", t=table)


def cheat(database: str, table: str) -> None:
    """Let somebody play where somebody has played already."""
    played = [(seq, events) for seq, _, events in log_of(database, table) if '"played"' in events]
    (_, first), (second, _) = played[:2]
    change(database, "UPDATE entries SET events = :e WHERE table_id = :t AND seq = :s",
           e=first, t=table, s=second)  # fmt: skip


def lie(database: str, table: str) -> None:
    """Give somebody another result."""
    (shown,) = rows(database, "SELECT summary FROM tables WHERE id = :t", t=table)[0]
    summary = json.loads(shown)
    summary["places"] = [3 - place for place in summary["places"]]
    change(database, "UPDATE tables SET summary = :s WHERE id = :t", s=json.dumps(summary), t=table)


def unlist(database: str, table: str) -> None:
    change(database, "DELETE FROM tables WHERE id = :t", t=table)


DAMAGE = [
    (cut, "log", "entry 3 is missing"),
    (unlog, "log", "it is in the lists and has no log"),
    (behead, "log", "entry 1 does not say how the table was made"),
    (garble, "log", "entry 4: "),
    (cheat, "log", "entry "),
    (lie, "list", "the lists say places "),
    (unlist, "list", "the lists do not have it"),
]


@pytest.mark.parametrize(
    ("damage", "kind", "why"), DAMAGE, ids=[damage.__name__ for damage, *_ in DAMAGE]
)
async def test_damage_is_found_and_repaired(
    damage: Callable[[str, str], None], kind: str, why: str, database: str, tmp_path: Path
) -> None:
    await up_to_date(database)
    table = FINISHED
    damage(database, table)
    there = rows(database, "SELECT seq, at, events FROM entries WHERE table_id = :t", t=table)
    shown = rows(database, "SELECT summary FROM tables WHERE id = :t", t=table)
    count, found = findings(database)
    assert count == TABLES
    assert [(each.table, each.kind) for each in found] == [(table, kind)]
    assert found[0].why.startswith(why)

    aside = tmp_path / "aside.jsonl"
    with alone(database) as connection:
        repair(connection, found, aside)
    (line,) = aside.read_text(encoding="utf-8").splitlines()
    kept = json.loads(line)
    assert (kept["table"], kept["kind"], kept["why"]) == (table, kind, found[0].why)
    entries = kept["rows"].get("entries", [])
    assert sorted((e["seq"], e["at"], e["events"]) for e in entries) == sorted(there)
    assert [row["summary"] for row in kept["rows"].get("tables", [])] == [s for (s,) in shown]
    assert findings(database) == (TABLES - (kind == "log"), [])
    if kind == "list":
        assert log_of(database, table) == sorted(there)


def test_a_running_server_is_not_repaired(server: InThread) -> None:
    with pytest.raises(OptionError, match=r"another server keeps|uses? this database"):
        alone(server.settings.database).__enter__()
