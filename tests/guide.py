"""Sticks, the game from docs/adding-a-game.md: a fifth game, which only tests play."""

from __future__ import annotations

import re
from pathlib import Path

from contrada import games

NAME = "sticks"
PAGE = Path(__file__).parents[1] / "docs" / "adding-a-game.md"
PIECE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write(folder: Path) -> None:
    """Assemble the game from the pieces on the page, each in the file it names."""
    for place, piece in PIECE.findall(PAGE.read_text(encoding="utf-8")):
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(piece, encoding="utf-8")


def packages(folder: Path) -> list[str]:
    """The path that games are imported from once this one is written."""
    return [*games.__path__, str(folder / "src" / "contrada" / "games")]
