"""Sticks, the game of docs/adding-a-game.md: a fifth game that only tests play."""

from __future__ import annotations

import re
from pathlib import Path

from contrada import games

NAME = "sticks"
PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
PIECE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write(folder: Path) -> None:
    """Put the game together from the pieces of the page, each where its name says."""
    for place, piece in PIECE.findall(PAGE.read_text(encoding="utf-8")):
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(piece, encoding="utf-8")


def packages(folder: Path) -> list[str]:
    """Where games are imported from once this one has been written."""
    return [*games.__path__, str(folder / "src" / "contrada" / "games")]
