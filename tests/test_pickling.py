"""Pickles of games and positions: read in another process, and refused if they do not fit."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

import contrada
from contrada import games
from contrada.errors import ContradaError, RecordError
from contrada.games import pickling
from contrada.games.contract import Position
from contrada.games.urbania.components import OURS
from tests.contract import checks

# Reads a position, or says why not. With another components file, a position of its own is written
# and read first.
READER = """
import pickle, sys, contrada
from pathlib import Path
own = contrada.game("urbania").start(seats=3, seed=5)
own = own.play(own.legal()[0])
again = pickle.loads(pickle.dumps(own))
assert again == own and again.history() == own.history()
try:
    pickle.loads(Path(sys.argv[1]).read_bytes())
except contrada.ContradaError as refused:
    print(refused)
"""


def played(name: str) -> Position:
    """Return a position in the middle of a random game."""
    line = checks.random_game(contrada.game(name), 2, seed=3)
    return line[len(line) // 2]


def followed(position: Position) -> tuple[Position, list[Position]]:
    """Go on by a decision; a worker process runs this."""
    return position.play(position.legal()[-1]), position.history()


def test_another_process_goes_on_from_a_position() -> None:
    positions = [played(name) for name in contrada.NAMES]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        for position, (after, history) in zip(
            positions, pool.map(followed, positions), strict=True
        ):
            assert after == position.play(position.legal()[-1])
            assert history == position.history()


def test_other_components_are_refused_in_a_sentence(tmp_path: Path) -> None:
    stored, other = tmp_path / "position.pickle", tmp_path / "mine.toml"
    stored.write_bytes(pickle.dumps(contrada.game("urbania").start(seed=1)))
    text = OURS.read_text(encoding="utf-8")
    other.write_text(text.replace("pair = 3", "pair = 4"), encoding="utf-8")
    # As plain Python: compiling for another file would take longer.
    environment = os.environ | {"CONTRADA_COMPONENTS": str(other), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "ignore", "-c", READER, str(stored)]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "'components' of Urbania must be one of" in ran.stdout
    assert "not 'ours'" in ran.stdout


def test_other_versions_are_refused_in_a_sentence() -> None:
    position = played("urbino")
    game = pickling.stored_game(position.game)
    stored = pickling.stored_position(position)
    with pytest.raises(RecordError, match="has format 2; this version of Contrada reads format 1"):
        games.restore_game(2, *game[1:])
    with pytest.raises(RecordError, match="has format 9"):
        games.restore_position(9, *stored[1:])
    with pytest.raises(RecordError, match="has format None"):
        games.restore_game()
    with pytest.raises(RecordError, match="a state of Urbino from another version"):
        games.restore_game(*game[:-1], "00000000")


def test_what_does_not_fit_is_refused_in_a_sentence() -> None:
    game = contrada.game("urbino")
    start = bytes(game.start())
    for stored, sentence in (
        ((game, 2, 0, start[:-1], b"", b""), "a state of Urbino has 192 bytes, not 191"),
        ((game, 3, 0, start, b"", b""), "Urbino has 2 seats, not 3"),
        ((game, 2, 0, start, b"\xff\xff", b"x"), "number from 0 to 489, not 65535"),
        ((game, 2, 0, start, b"\1\0\1\0", b"x"), "URBINO-"),
        ((game, 2, 0, start, b"\1\0", b""), "lead elsewhere by the rules of Urbino here"),
    ):
        with pytest.raises(ContradaError, match=sentence):
            games.restore_position(pickling.FORMAT, *stored)
