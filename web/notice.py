"""Writes NOTICE: the licences of the fonts and libraries that a wheel contains."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

WEB = Path(__file__).parent
ROOT = WEB.parent
NOTICE = ROOT / "NOTICE"
MODULES = WEB / "node_modules"
SERVER = ROOT / "src" / "contrada" / "server"
LISTS = (SERVER / "page" / "libraries.json", SERVER / "page" / "element" / "libraries.json")
FONTS = SERVER / "links" / "fonts"
BEGINNING = """\
Contrada is under the MIT licence, in the file LICENSE. Its wheel also contains the work of others:
the fonts and libraries below, each under its own licence. `make notice` writes this file.
"""
# What follows is about code in the build tool itself, none of which gets into a build.
OF_THE_TOOL = "\n# Licenses of bundled dependencies"
RULE = "-" * 80


def text() -> str:
    """Return what NOTICE has to say about the page as it was built last."""
    return "\n".join([BEGINNING, *_fonts(), *map(_library, _libraries())])


def _libraries() -> list[str]:
    """Return the names of all libraries in the page and the element."""
    return sorted({name for file in LISTS for name in json.loads(file.read_text(encoding="utf-8"))})


def _library(name: str) -> str:
    folder = MODULES / name
    about = json.loads((folder / "package.json").read_text(encoding="utf-8"))
    title = f"{name} {about['version']}: {about['license']}"
    return _part(title, _licence(folder) or f"{about['license']}, {_author(about)}")


def _author(about: dict[str, object]) -> str:
    author = about.get("author")
    return str(author.get("name", "") if isinstance(author, dict) else author or "")


def _licence(folder: Path) -> str:
    """Return the text of a library's licence."""
    found = sorted(file for file in folder.iterdir() if file.name.lower().startswith("licen"))
    text = found[0].read_text(encoding="utf-8") if found else ""
    return text.partition(OF_THE_TOOL)[0]


def _fonts() -> Iterator[str]:
    names = ", ".join(sorted(font.stem for font in FONTS.glob("*.ttf")))
    yield _part(f"Fonts: {names}", _licence(FONTS))


def _part(title: str, licence: str) -> str:
    lines = "\n".join(line.rstrip() for line in licence.strip().splitlines())
    return f"{RULE}\n{title}\n{RULE}\n\n{lines}\n"


if __name__ == "__main__":
    NOTICE.write_text(text(), encoding="utf-8")
