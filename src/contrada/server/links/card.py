"""The picture that stands beside a link: a position as everyone may see it, and the game's name.

It has the size that messengers and networks expect. Its letters come from fonts in this folder, so
it is the same on every machine, also on a server without fonts.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from contrada.games import drawing
from contrada.games.contract import Position

WIDTH, HEIGHT = 1200, 630
LONGEST = 60.0  # seconds; a busy machine may take some for what is done in a third of one
MARGIN = 24
BAND = 84  # height of the title above a wide picture
COLUMN = 470  # width of the title beside a tall one
IS_WIDE = 1.3  # from this ratio of width to height
GROUND, INK, QUIET, ACCENT = "#ECE9E3", "#26221E", "#574F47", "#24594B"
HERE = Path(__file__).parent
PROGRAM = str(HERE / "rasterise.py")
FONTS = sorted(str(path) for path in (HERE / "fonts").glob("*.ttf"))
_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def png(position: Position) -> bytes:
    """Draw the card of a position, in a process of its own."""
    drawn = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", PROGRAM, *FONTS],
        input=svg(position).encode(),
        capture_output=True,
        check=True,
        timeout=LONGEST,
    )
    return drawn.stdout


def svg(position: Position) -> str:
    """Draw it as SVG: what an onlooker sees, beside or below the title."""
    picture = position.svg()
    size = _SIZE.search(picture)
    assert size is not None
    wide, high = int(size[1]), int(size[2])
    if wide / high >= IS_WIDE:
        place = _fitted(wide, high, (0, BAND, WIDTH, HEIGHT - BAND))
        title = _line(position, MARGIN, 60, 48) + _brand(WIDTH - MARGIN, 58, "end")
    else:
        place = _fitted(wide, high, (COLUMN, 0, WIDTH - COLUMN, HEIGHT))
        title = _line(position, 64, 320, 76) + _brand(64, 372, "start")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{GROUND}"/>'
        f'<rect width="12" height="{HEIGHT}" fill="{ACCENT}"/>{title}'
        f"{_SIZE.sub(place, picture, count=1)}</svg>"
    )


def _fitted(wide: int, high: int, box: tuple[int, int, int, int]) -> str:
    """Return where a picture lies in a box, as large as possible and in its middle."""
    left, top, width, height = box
    scale = min((width - 2 * MARGIN) / wide, (height - MARGIN) / high)
    x, y = left + (width - scale * wide) / 2, top + (height - scale * high) / 2
    return f'x="{x:.1f}" y="{y:.1f}" width="{scale * wide:.1f}" height="{scale * high:.1f}"'


def _line(position: Position, x: int, y: int, size: int) -> str:
    name = position.game.facts.title
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-weight="bold" fill="{INK}"'
        f"{drawing.SERIF}>{name}</text>"
    )


def _brand(x: int, y: int, anchor: str) -> str:
    return (
        f'<text x="{x}" y="{y}" font-size="30" fill="{QUIET}" text-anchor="{anchor}" '
        f'font-family="{drawing.SANS}">Contrada</text>'
    )
