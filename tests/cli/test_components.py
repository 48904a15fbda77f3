"""Another components file on the command line, in its own process: a process has only one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from contrada.games.urbania.components import OURS
from tests.cli.running import Command, process

SEED = ("play", "urbania", "--against", "random", "--seat", "none", "--seed", "7")
PLAIN = {"NUMBA_DISABLE_JIT": "1"}  # compiling every file anew would take longer


@pytest.fixture
def corrected(tmp_path: Path) -> Path:
    """A copy of our file that gives other points for pairs of specialists."""
    path = tmp_path / "mine.toml"
    text = OURS.read_text(encoding="utf-8")
    assert "pair = 3" in text
    path.write_text(text.replace("pair = 3", "pair = 4"), encoding="utf-8")
    return path


def test_a_corrected_file_is_played_with_and_noted(
    contrada: Command, corrected: Path, state_home: Path, tmp_path: Path
) -> None:
    assert process(*SEED, "--components", corrected, changes=PLAIN).status == 0
    kept = state_home / "contrada" / "last-urbania.json"
    label = json.loads(kept.read_text(encoding="utf-8"))["options"]["components"]
    assert len(label) == 8
    assert process("replay", kept, "--components", corrected, changes=PLAIN).status == 0
    copy = tmp_path / "renamed.toml"
    text = corrected.read_text(encoding="utf-8")
    copy.write_text(f"# With a comment.\n{text}", encoding="utf-8")
    by_variable = process("replay", kept, changes={**PLAIN, "CONTRADA_COMPONENTS": str(copy)})
    assert by_variable.status == 0
    sentence = contrada("replay", kept).sentence
    assert f"'components' of Urbania must be one of 'ours', not {label!r}" in sentence
    assert "--components names a file" in sentence


def test_a_copy_of_ours_is_ours(contrada: Command, tmp_path: Path, state_home: Path) -> None:
    path = tmp_path / "copy.toml"
    path.write_text(OURS.read_text(encoding="utf-8") + "# Nothing else.\n", encoding="utf-8")
    assert process(*SEED, "--components", path, changes=PLAIN).status == 0
    assert contrada("replay", state_home / "contrada" / "last-urbania.json").status == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "chess"\n', "is for an unknown game 'chess'; the games are urbino"),
        ("game = 3\n", "'game' must say which game it is for"),
        ("[", "is not valid TOML"),
        (None, "cannot be read: No such file"),
    ],
)
def test_a_file_of_no_game(
    contrada: Command, tmp_path: Path, text: str | None, sentence: str
) -> None:
    path = tmp_path / "wrong.toml"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert sentence in contrada(*SEED, "--components", path).sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('game = "urbania"\n', "'types' must list 7 different names"),
        ('game = "urbino"\n', "Urbino does not read components from a file"),
    ],
)
def test_a_wrong_file_of_a_game(tmp_path: Path, text: str, sentence: str) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text(text, encoding="utf-8")
    assert sentence in process(*SEED, "--components", path).sentence
