"""Sticks, the game from docs/adding-a-game.md: a fifth game, which only tests play.

`python -m tests.guide` writes it into the sources, as a start for another game.
"""

from __future__ import annotations

import re
from pathlib import Path

from contrada import games

NAME = "sticks"
ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "adding-a-game.md"
TUTORIAL = ROOT / "docs" / "tutorials" / "your-game.md"  # its pieces replace and add some
PIECE = re.compile(r"^`([\w./-]+)`:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def write(folder: Path, page: Path = PAGE) -> None:
    """Write the pieces on a page, each into the file it names."""
    for place, piece in PIECE.findall(page.read_text(encoding="utf-8")):
        file = folder / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(piece, encoding="utf-8")


def packages(folder: Path) -> list[str]:
    """The path that games are imported from once this one is written."""
    return [*games.__path__, str(folder / "src" / "contrada" / "games")]


def register(folder: Path) -> None:
    """Add the game to the list of games in a copy of the sources."""
    file = folder / "src" / "contrada" / "games" / "__init__.py"
    text = file.read_text(encoding="utf-8")
    if f'"{NAME}"' not in text:
        file.write_text(re.sub(r"(NAMES = \(.*)\)", rf'\1, "{NAME}")', text), encoding="utf-8")


if __name__ == "__main__":
    write(ROOT)
    register(ROOT)
