"""The example bot plays whole games over the wire, using only the protocol."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.people import Company
from tests.server.serving import PATIENCE, InThread, http

BOT = Path(__file__).parents[2] / "examples" / "wire_bot.py"


@pytest.mark.parametrize("game", ["urbino", "urtown"])
def test_it_plays_a_whole_game(on_sqlite: InThread, game: str) -> None:
    ended = subprocess.run(
        [sys.executable, str(BOT), http(on_sqlite), game],
        capture_output=True,
        text=True,
        timeout=3 * PATIENCE,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert re.fullmatch(r"places \[\d, \d\], scores \[\d+, \d+\]\n", ended.stdout)


@pytest.mark.anyio
async def test_it_sits_down_at_a_table_of_somebody_else(few: Company) -> None:
    ada = await few.person()
    table = await ada.make("urbino", "me open")
    await ada.watch(table)
    with subprocess.Popen(
        [sys.executable, str(BOT), http(few.server), table], stdout=subprocess.PIPE
    ) as bot:
        await ada.sees(table, lambda t: t["status"] == "playing" and t["legal"])
        await ada.play(table, ada.tables[table]["legal"][0])
        await ada.sees(table, lambda t: t["ply"] == 2)
        await ada.at_ply("resign", table)
        assert bot.wait(PATIENCE) == 0


def test_it_is_short() -> None:
    lines = [line for line in BOT.read_text(encoding="utf-8").splitlines() if line.strip()]
    docs = [line for line in lines if line.strip().startswith('"""')]
    assert len(lines) - len(docs) <= 60
