"""Databases that earlier versions wrote are opened, brought up to date, and every game replays.

`databases/` has one for each revision of the schema, written by a version of Contrada that had it:
open, running and finished tables of every game. `make` there writes the next one. `0003.db` and
what people can do with it are in `test_migrations`.
"""

from __future__ import annotations

import gzip
import json
import shutil
from collections import Counter
from pathlib import Path

import pytest

import contrada
from contrada.server.admin.backup import restore
from contrada.server.admin.check import check
from contrada.server.admin.connecting import one_moment
from contrada.server.db.engine import head_revision, known_revision
from contrada.server.db.store import Store
from tests.server.conftest import KINDS, NewDatabase
from tests.server.stored import rows
from tests.server.test_durability import VERSIONS
from tests.server.test_migrations import OLD

pytestmark = pytest.mark.anyio
FOLDER = OLD.parent
FILES = {file.name[:4]: file for file in sorted([OLD, *FOLDER.glob("*.db.gz")])}
NEVER_ALONE = "0006"  # came together with 0007
WITHOUT_SECRETS = "0005"  # before, shuffles could be worked out, so games with chance are stopped


def unpacked(revision: str, folder: Path) -> Path:
    found = folder / f"{revision}.db"
    if FILES[revision] == OLD:
        shutil.copy(OLD, found)
    else:
        found.write_bytes(gzip.decompress(FILES[revision].read_bytes()))
    return found


def test_there_is_one_for_each_earlier_revision() -> None:
    """Before you add a migration: `python -m tests.server.databases.make`."""
    *earlier, _latest = sorted(file.name[:4] for file in VERSIONS.glob("0*.py"))
    assert {*earlier} - {NEVER_ALONE} - set(FILES) == set()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("revision", FILES)
async def test_every_game_of_an_earlier_version_replays(
    revision: str, kind: str, new_database: NewDatabase, tmp_path: Path
) -> None:
    database = new_database(kind)
    restore(unpacked(revision, tmp_path), database)
    before = statuses(database)
    assert {game for game, _ in before} == {*contrada.NAMES}
    assert {status for _, status in before} == {"open", "playing", "over"}
    with one_moment(database) as connection:
        assert known_revision(connection) == revision
    store = Store(database, serves=False)
    lobby = await store.lobby()
    await store.close()
    with one_moment(database) as connection:
        assert known_revision(connection) == head_revision(connection)
        looked_at = list(check(connection))
    assert len(looked_at) == before.total()
    assert [found for found in looked_at if found] == []
    assert {json.loads(each)["game"] for each in lobby["open"]} <= {*contrada.NAMES}
    assert statuses(database) == expected(before, revision)


def statuses(database: str) -> Counter[tuple[str, str]]:
    found = (json.loads(text) for (text,) in rows(database, "SELECT summary FROM tables"))
    return Counter((each["game"], each["status"]) for each in found)


def expected(before: Counter[tuple[str, str]], revision: str) -> Counter[tuple[str, str]]:
    """Return what becomes of tables: games that were not secret enough are over."""
    if revision >= WITHOUT_SECRETS:
        return before
    found = Counter[tuple[str, str]]()
    for (game, status), count in before.items():
        is_stopped = status == "playing" and contrada.game(game).facts.chance
        found[game, "over" if is_stopped else status] += count
    return found
