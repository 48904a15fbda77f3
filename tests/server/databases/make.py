"""`python -m tests.server.databases.make`: keeps a database as this version writes it.

Run it before you add a migration, and commit the file. Every game has an open table, a running one
and one that somebody resigned, all between Ada and Bruno.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import random
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import contrada
from contrada.server.settings import Settings
from tests.server.people import Company, Somebody
from tests.server.serving import GENEROUS, InThread

FOLDER = Path(__file__).parent
DECISIONS = 5
PAGE = 1024  # bytes: most tables are nearly empty


async def play(server: InThread) -> None:
    """Let people sit down and play."""
    async with Company(server) as company:
        ada, bruno = await company.person("Ada"), await company.person("Bruno")
        for game in contrada.NAMES:
            await ada.make(game, "me open", listed=True)
            await sit_down_and_play(game, ada, bruno)
            over = await sit_down_and_play(game, ada, bruno)
            await bruno.at_ply("resign", over)


async def sit_down_and_play(game: str, ada: Somebody, bruno: Somebody) -> str:
    choose = random.Random(game)
    table = await ada.make(game, "me open", clock={"kind": "game", "minutes": 10})
    for who in (ada, bruno):
        await who.watch(table)
    await bruno.do("sit", table=table, seat=1)
    for ply in range(DECISIONS):
        for who in (ada, bruno):
            await who.sees(table, lambda t, ply=ply: t["ply"] == ply)  # type: ignore[misc]
        (mover,) = [who for who in (ada, bruno) if who.tables[table]["legal"]]
        await mover.play(table, choose.choice(mover.tables[table]["legal"]))
    await ada.do("chat", table=table, text="Good luck!")
    await bruno.sees(table, lambda t: t["ply"] == DECISIONS)
    return table


def packed(file: Path) -> tuple[str, bytes]:
    """Return the revision of a database, and its file made small."""
    with closing(sqlite3.connect(file)) as connection:
        (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute(f"PRAGMA page_size={PAGE}")
        connection.execute("VACUUM")
    small = io.BytesIO()
    with gzip.GzipFile("", "wb", 9, small, mtime=0) as zipped:
        zipped.write(file.read_bytes())
    return str(revision), small.getvalue()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "contrada.db"
        server = InThread(Settings(database=f"sqlite:///{file}", limits=GENEROUS))
        try:
            asyncio.run(play(server))
        finally:
            server.stop()
        revision, small = packed(file)
    (FOLDER / f"{revision}.db.gz").write_bytes(small)


if __name__ == "__main__":
    main()
